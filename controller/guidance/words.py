"""What the table says: a message for each side, for every state that a table can be in.

A message is (msgid, arguments) with the English template as msgid; nothing here is translated.
Points are numbered as the side that is spoken to counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.guidance import overtime, rolls
from controller.guidance.mending import (
    both_colours,
    magnetic,
    mending,
    mending_board,
    place_name,
    set_up,
    unread,
    wrong_board,
)
from controller.guidance.scene import AT_REST, Scene
from controller.rules.missed import MissedTurn
from controller.rules.notation import format_play, format_travel
from controller.rules.position import Roll, Side
from controller.sensing.mending import fixes
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.sensing.wiring import cell_name
from controller.view.snapshot import LineQuality, Message

SIDES = (Side.LIGHT, Side.DARK)
ALL_FOUR = 4  # steps of a double
MOST_ROLLS = 3  # that may explain a play and are all named


def messages(scene: Scene) -> tuple[Message | None, Message | None]:
    """(to light, to dark): what each side should read now."""
    first, second = (_to(scene, side) for side in SIDES)
    return first, second


def lost_line(line: LineQuality) -> Message:
    """How a line was that is lost now."""
    if line.silent_ms is None and not line.damaged:
        return "The table has not been heard yet.", {}
    if line.silent_ms is None:
        return (
            "The table has not been heard yet; {damaged} pieces of something else came.",
            {"damaged": line.damaged},
        )
    return (
        "The line until then: {rate} messages a second, {resent} sent again, {damaged} damaged; "
        "last heard {seconds} s before.",
        {
            "rate": line.messages_per_s,
            "resent": line.resent,
            "damaged": line.damaged,
            "seconds": round(line.silent_ms / 1000),
        },
    )


def format_message(message: Message | None) -> str:
    """The English text of a message."""
    if message is None:
        return ""
    msgid, arguments = message
    return msgid.format_map(arguments)


def format_way(way: Way) -> str:
    """The steps of a way in canonical text; "nothing" for none."""
    return format_play(way.steps) or "nothing"


def format_missed(turns: Sequence[MissedTurn], names: tuple[str, str]) -> str:
    """Turns that nobody saw, in order: who, the dice that explain it, the play."""
    return "; ".join(
        f"{names[turn.side.index]} {format_rolls(turn.rolls)}: {format_play(turn.steps) or '–'}"
        for turn in turns
    )


def format_rolls(rolls: Sequence[Roll]) -> str:
    """One roll, or all that it may have been; `?` for more than a person would read."""
    told = (f"{high}-{low}" for high, low in rolls)
    return "/".join(told) if len(rolls) <= MOST_ROLLS else "?"


def _to(scene: Scene, reader: Side) -> Message | None:
    for speak in (_interrupted, _standing, _doubtful, overtime.waiting, _giving):
        said = speak(scene, reader)
        if said is not None:
            return said
    return _PHASES[scene.phase](scene, reader)


def _giving(scene: Scene, reader: Side) -> Message | None:
    """Before the first die each side may add chance of its own."""
    giving = scene.course.giving
    if not giving or scene.phase not in ("opening", "to_roll"):
        return None
    if reader in giving:
        return (
            "Make the dice yours too: tap the screen or type a phrase. Done: roll without.",
            {},
        )
    return "{name} may add to the dice now, or press Done.", {"name": _name(scene, giving[0])}


def _interrupted(scene: Scene, reader: Side) -> Message | None:
    if scene.interruption == "fault":
        return "The table cannot be seen: {detail}.", {"detail": scene.fault}
    if scene.interruption == "paused":
        return overtime.paused(scene) if scene.restored is None else _restoring(scene, reader)
    if scene.interruption == "resign_offered" and scene.resign is not None:
        side, size = scene.resign
        what = ("a single game", "a gammon", "a backgammon")[size - 1]
        if reader is side:
            return "You offered to lose {what}. Waiting for the answer.", {"what": what}
        return (
            "{name} offers to lose {what}. Done: accept. Undo: play on.",
            {"name": _name(scene, side), "what": what},
        )
    if scene.interruption == "question" and scene.question is not None:
        return _asked(scene, reader)
    return None


def _restoring(scene: Scene, reader: Side) -> Message:
    """The way back to a position, and what follows when it lies there."""
    verdict, restored = scene.verdict, scene.restored
    assert restored is not None
    if verdict is None:
        return "Looking at the board.", {}
    if verdict.kind is VerdictKind.BLIND:
        return _blind(verdict)
    if verdict.kind is VerdictKind.UNSURE:
        return "Does the board lie as shown, every checker of it? Done: yes. Undo: stop.", {}
    if verdict.kind is not VerdictKind.AGREED:
        what = "Put the board back; Undo stops it."
        if restored.is_set:
            what = "Set the board as shown; Undo stops it."
        return mending_board(what, verdict, reader)
    if not restored.is_set:
        return "The board is back.", {}
    name = _name(scene, restored.by if reader is not restored.by else reader.other)
    if reader is restored.by:
        return "The board lies as you set it. {name} agrees with Done. Undo: stop.", {"name": name}
    return "{name} set this board. Done: go on from here. Undo: stop.", {"name": name}


def _asked(scene: Scene, reader: Side) -> Message:
    question = scene.question
    assert question is not None
    if question.ask == "resume":
        said = _doubtful(scene, reader)
        if said is not None:
            return said
        return (
            "The game goes on where it stopped. Does the board stand as shown? Done: yes.",
            {},
        )
    if question.ask == "stands":
        return (
            "The table misses something that may lie there. Does the board stand as shown? "
            "Done: yes. Undo: no.",
            {},
        )
    if question.ask == "missed":
        return _missed(scene, question.turns)
    if question.ask == "roll":
        return rolls.asked(scene, question, reader)
    if question.ask == "contradiction":
        return rolls.contradicted(scene, question, reader)
    if question.side is not None and reader is not question.side:
        return (
            "The table asks {name} which play was made.",
            {"name": _name(scene, question.side)},
        )
    played = [format_way(way) for way in question.choices]
    if len(played) == 1:
        return "Was it {first}? Done: yes. Undo: no.", {"first": played[0]}
    return (
        "Which was it: {first} (Done) or {second} (Undo)? Or touch a lit point or nudge its "
        "checker.",
        {"first": played[0], "second": played[1]},
    )


def _missed(scene: Scene, turns: Sequence[MissedTurn]) -> Message:
    """Also who is to roll then: that somebody danced at the end no board can show."""
    last = turns[-1]
    plays = format_missed(turns, scene.names)
    if not last.after.on_board(last.side):
        words = "While I could not see, I think: {plays}. Is that right? Done: yes. Undo: no."
        return words, {"plays": plays}
    if scene.course.unseen == "ahead":
        return (
            "You played on before Done. I think: {plays}. Now {name} is to roll. Is that right? "
            "Done: yes. Undo: no.",
            {"plays": plays, "name": _name(scene, last.side.other)},
        )
    return (
        "While I could not see, I think: {plays}. Now {name} is to roll. Is that right? "
        "Done: yes. Undo: no.",
        {"plays": plays, "name": _name(scene, last.side.other)},
    )


def _standing(scene: Scene, reader: Side) -> Message | None:
    """One side lets a wrong board stand; the other decides."""
    standing = scene.standing
    if standing is None:
        return None
    light, dark = standing.checkers
    arguments: dict[str, str | int] = {"play": standing.play, "light": light, "dark": dark}
    if scene.phase == "setup":
        what = "the board with {light} light and {dark} dark checkers"
    else:
        what = "the illegal play {play}" if standing.play else "the board as it lies"
    if reader is standing.accepted:
        arguments["name"] = _name(scene, reader.other)
        return f"You let {what} stand. {{name}} accepts it too, or you put it right.", arguments
    arguments["name"] = _name(scene, standing.accepted)
    return f"{{name}} lets {what} stand. Accept it too, or put the board right.", arguments


def _doubtful(scene: Scene, reader: Side) -> Message | None:
    verdict = scene.verdict
    if verdict is None or scene.phase in AT_REST:
        return None
    if verdict.kind is VerdictKind.BLIND:
        return _blind(verdict)
    if verdict.strays:
        return magnetic(verdict.strays, reader)
    if scene.phase == "setup":
        return None
    if scene.course.unseen == "untyped" and reader is scene.turn:
        return "Type the dice that you threw, or put the checkers back.", {}
    if verdict.hitting is not None:
        return both_colours(verdict.hitting, reader)
    if verdict.kind is VerdictKind.WRONG:
        if overtime.left(scene):
            return None
        if scene.course.unseen in _NOT_RIGHT:
            return mending(_NOT_RIGHT[scene.course.unseen], verdict.fix, reader)
        if scene.course.deduced is not None:
            return mending("No roll plays so.", verdict.fix, reader)
        return wrong_board(verdict.sensed, verdict.fix, scene.agreed, reader, verdict.odd)
    is_played = scene.phase in ("moving", "showing") or scene.course.deduced is not None
    if verdict.kind is VerdictKind.IN_HAND and not is_played:
        return mending("A checker is off its place.", verdict.fix, reader)
    if verdict.kind is VerdictKind.UNSURE:
        return _unsure(scene, verdict, reader)
    return None


def _unsure(scene: Scene, verdict: Verdict, reader: Side) -> Message | None:
    """What lies there is not beyond doubt: of the one who plays, or of a board that should rest."""
    if len(verdict.choices) == 1 and not verdict.choices[0].steps:
        return _as_it_was(scene, verdict, reader)
    if scene.phase not in ("moving", "showing"):
        return "I cannot read the board beyond doubt. Straighten the checkers.", {}
    if scene.phase == "moving" and reader is not scene.turn:
        return None
    played = [format_way(way) for way in verdict.choices]
    if len(played) != 2:
        said = "That may be {first}. Straighten the checkers, or press Done."
        if not verdict.may_be_whole:
            said = "That may be {first} so far. Straighten the checkers, and play on."
        way = verdict.way or Way((), scene.agreed, False)
        return said, {"first": played[0] if played else format_way(way)}
    said = "I cannot tell {first} from {second}. Straighten the checkers, or press Done."
    if not verdict.may_be_whole:
        said = "I cannot tell {first} from {second}. Straighten the checkers, and play on."
    return said, {"first": played[0], "second": played[1]}


def _as_it_was(scene: Scene, verdict: Verdict, reader: Side) -> Message | None:
    """No step was made, it seems, but that cannot be read beyond doubt: to the side that may say
    so; the others, and who is shown a play, hear what they would."""
    if reader is not scene.turn or scene.phase not in ("to_roll", "moving"):
        return None
    if scene.phase == "to_roll":
        return "Does the board stand as shown, every checker of it? Done: yes, and roll.", {}
    return unread(verdict, scene.agreed, reader)


def _blind(verdict: Verdict) -> Message:
    cells = ", ".join(cell_name(cell) for cell in verdict.cells[:6])
    return "Too many sensors give no reading ({cells}). Check the cable.", {"cells": cells}


_NOT_RIGHT = {
    "none": "No legal turns lead to this board.",
    "many": "More was played unseen than the board can tell.",
    "refused": "Then put the board back.",
}
"""What is said of a wrong board before the hand movement that mends it, by what blind time comes
to."""


def _setup(scene: Scene, reader: Side) -> Message:
    verdict = scene.verdict
    if verdict is None:
        return "Looking at the board.", {}
    if verdict.kind in (VerdictKind.WRONG, VerdictKind.IN_HAND):
        return set_up(verdict.sensed, verdict.fix, scene.agreed, reader, verdict.odd)
    if verdict.kind is VerdictKind.UNSURE:
        return "Is the board set up as shown, every checker of it? Done: yes.", {}
    return "Set up the board as shown.", {}


def _opening(scene: Scene, reader: Side) -> Message:
    if scene.course.deduced is not None:
        return _playing_unknown(scene, reader)
    if scene.opening is not None and scene.cube > 1:
        return (
            "Both threw {die}: the cube goes to {cube}. Again.",
            {"die": scene.opening[0], "cube": scene.cube},
        )
    if scene.opening is not None:
        return "Both threw {die}. Again.", {"die": scene.opening[0]}
    return rolls.opening(scene)


def _playing_unknown(scene: Scene, reader: Side) -> Message:
    """The side on turn plays a roll that nobody told the table."""
    if scene.undo_to is not None and reader is scene.turn:
        way = format_travel(scene.undo_to.steps) or "nothing"
        return "Take back: return to {way}.", {"way": way}
    if scene.verdict is not None and scene.verdict.hit_due:
        return "Put {side}'s hit checker on {side}'s bar.", {"side": scene.verdict.hit_due[0].value}
    if scene.lifted and scene.lifted[0][0] is not scene.turn and reader is scene.turn:
        side, slot = scene.lifted[0]
        return (
            "That is {side}'s checker: put it back on {place}.",
            {"side": side.value, "place": place_name(slot, reader)},
        )
    return rolls.playing(scene, reader)


def _to_roll(scene: Scene, reader: Side) -> Message:
    if scene.course.deduced is not None:
        return _playing_unknown(scene, reader)
    if scene.course.dice in ("typed", "deduced"):
        return rolls.to_throw(scene, reader)
    name: dict[str, str | int] = {"name": _name(scene, scene.turn)}
    if scene.course.bonus:
        mine, others = "Roll again: Done rolls the dice.", "{name} rolls again."
    elif scene.course.auto_roll:
        mine, others = "Your turn. The table rolls the dice.", "{name} is to play."
    elif scene.opening is not None and scene.opening[0] != scene.opening[1]:
        mine, others = "You start. Done rolls both dice.", "{name} starts and rolls both dice."
    else:
        mine, others = "Your turn. Done rolls the dice.", "{name} is to roll."
    return (mine, {}) if reader is scene.turn else (others, name)


def _naming(scene: Scene, reader: Side) -> Message:
    if reader is not scene.turn:
        return "{name} names a double.", {"name": _name(scene, scene.turn)}
    if not scene.course.naming:
        return "Name a double: touch one, or step through them with Double and Undo.", {}
    arguments: dict[str, str | int] = {"double": f"{scene.course.naming}-{scene.course.naming}"}
    if scene.aids != "full":
        return "{double}? Done names it.", arguments
    count = scene.course.playable[scene.course.naming - 1]
    if count == 0:
        return "{double}: nothing can be played, your turn would end. Done names it.", arguments
    if count < ALL_FOUR:
        arguments["count"] = count
        return "{double}: only {count} of 4 can be played. Done names it.", arguments
    return "{double}: all four can be played. Done names it.", arguments


def _moving(scene: Scene, reader: Side) -> Message:
    assert scene.roll is not None
    roll = f"{scene.roll[0]}-{scene.roll[1]}"
    if reader is not scene.turn:
        return "{name} plays {roll}.", {"name": _name(scene, scene.turn), "roll": roll}
    if not scene.can_play:
        return "{roll}: no legal move. Done passes the turn.", {"roll": roll}
    if scene.undo_to is not None:
        return _taking_back(scene, scene.undo_to, reader)
    verdict = scene.verdict
    if verdict is not None and verdict.hit_due:
        side = verdict.hit_due[0]
        return "Put {side}'s hit checker on {side}'s bar.", {"side": side.value}
    if scene.lifted:
        return _lifted(scene, reader, roll)
    if verdict is None or verdict.way is None or not verdict.way.steps:
        if scene.course.then == "name":
            return "Play {roll}, then name a double.", {"roll": roll}
        return "Play {roll}.", {"roll": roll}
    way = format_way(verdict.way)
    if verdict.kind is VerdictKind.COMPLETE:
        return _whole(scene, len(verdict.way.steps)), {"way": way}
    return "{way} so far. Play on.", {"way": way}


def _taking_back(scene: Scene, before: Way, reader: Side) -> Message:
    """The hand movements back to a board of this turn."""
    way = scene.verdict.way if scene.verdict is not None else None
    moves = () if way is None else fixes(way.position.slots, before.position.slots)
    what = "Take back: return to {way}." if before.steps else "Take back the whole play."
    message, arguments = mending(what, moves, reader) if moves else (what, {})
    return message, {**arguments, "way": format_way(before)}


def _whole(scene: Scene, used: int) -> str:
    """What a Done over a whole play does: `used` dice of it could be played."""
    assert scene.roll is not None
    if scene.course.then == "name":
        return "{way}. Done, then name a double."
    if scene.course.then == "roll":
        return "{way}. Done, then roll again."
    if used < (ALL_FOUR if scene.roll[0] == scene.roll[1] else 2):
        return "{way}. The rest cannot be played: Done ends your turn."
    return "{way}. Done ends your turn."


def _showing(scene: Scene, reader: Side) -> Message:
    verdict = scene.verdict
    if verdict is not None and verdict.hit_due:
        side = verdict.hit_due[0]
        return "Put {side}'s hit checker on {side}'s bar.", {"side": side.value}
    stays = _not_of_the_play(scene)
    if stays is not None:
        whose, slot = stays
        return (
            "That {side} checker stays: put it back on {place}.",
            {"side": whose.value, "place": place_name(slot, reader)},
        )
    if scene.course.out_of_time is not None:
        return overtime.playing(scene, reader)
    return (
        "{name} plays {play}. Move its checkers as lit.",
        {"name": _name(scene, scene.turn), "play": scene.chosen or ""},
    )


def _not_of_the_play(scene: Scene) -> tuple[Side, int] | None:
    """A checker in a hand that the play which is shown does not move, nor hit."""
    if scene.final is None or scene.verdict is None:
        return None
    now = scene.agreed if scene.verdict.way is None else scene.verdict.way.position
    for side, slot in scene.lifted:
        if max(now.slots[slot] * side.sign, 0) <= max(scene.final.slots[slot] * side.sign, 0):
            return side, slot
    return None


def _lifted(scene: Scene, reader: Side, roll: str) -> Message:
    own = [each for each in scene.lifted if each[0] is scene.turn]
    side, slot = (own or scene.lifted)[0]
    if side is not scene.turn:
        whose: dict[str, str | int] = {"side": side.value, "place": place_name(slot, reader)}
        way = scene.verdict.way if scene.verdict is not None else None
        lying = scene.agreed if way is None else way.position
        if abs(lying.slots[slot]) == 1:  # a blot; whether it can be hit is the player's to know
            return (
                "That is {side}'s checker: on its bar if you hit it, else back on {place}.",
                whose,
            )
        return "That is {side}'s checker: put it back on {place}.", whose
    place = place_name(slot, reader)
    if not scene.targets:
        return "The checker from {place} cannot move with {roll}.", {"place": place, "roll": roll}
    if scene.aids != "full":
        said = "Play {roll}: the checker from {place} is off the board."
        return said, {"roll": roll, "place": place}
    reach = ", ".join("off" if to >= 26 else place_name(to, reader) for to, *_ in scene.targets)
    return "From {place}: {reach}.", {"place": place, "reach": reach}


def _cube_offered(scene: Scene, reader: Side) -> Message:
    offer = scene.offer
    assert offer is not None
    if reader is offer.side:
        return (
            "You offered the cube at {value}. Waiting for the answer.",
            {"value": offer.value},
        )
    what: dict[str, str | int] = {"name": _name(scene, offer.side), "value": offer.value}
    said = "{name} beavers to {value}." if offer.is_beaver else "{name} doubles to {value}."
    said += " Hold Double: take. Hold Undo: drop."
    if offer.may_beaver:
        return said + " Hold Done: beaver to {more}.", {**what, "more": 2 * offer.value}
    return said, what


def _game_over(scene: Scene, reader: Side) -> Message:
    assert scene.result is not None
    return (
        "{name} wins {points} ({how}). Score {score}. Done: next game.",
        {
            "name": _name(scene, scene.result.winner),
            "points": scene.result.points,
            "how": scene.result.how,
            "score": f"{scene.score[0]}-{scene.score[1]}",
        },
    )


def _start(scene: Scene, reader: Side) -> Message:
    return "Choose a match on the screen. Done begins the one that it offers.", {}


def _match_over(scene: Scene, reader: Side) -> Message:
    assert scene.result is not None
    arguments: dict[str, str | int] = {
        "name": _name(scene, scene.result.winner),
        "score": f"{scene.score[0]}-{scene.score[1]}",
    }
    if scene.result.unkept:
        arguments["why"] = scene.result.unkept
        return (
            "{name} wins the match {score}. Its record was not written ({why}); the journal has "
            "it. Done: another match.",
            arguments,
        )
    return "{name} wins the match {score}. Done: another match.", arguments


def _name(scene: Scene, side: Side | None) -> str:
    return scene.names[side.index] if side else ""


_PHASES = {
    "start": _start,
    "setup": _setup,
    "opening": _opening,
    "to_roll": _to_roll,
    "moving": _moving,
    "showing": _showing,
    "naming": _naming,
    "cube_offered": _cube_offered,
    "game_over": _game_over,
    "match_over": _match_over,
}
