"""Scenes with a card beside the whole board: decisions, questions, faults, results."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.position import Side
from controller.view.intents import Answer, Intent, Press, Resign, TypeDice
from controller.view.snapshot import MissedTurn, Question, Standing
from display import items as i
from display import layout
from display.layout import Decision, Rect
from display.scene_board import lay_board, question_rings
from display.stage import Act, Hit, Open, Scene, Stage

MOST_ROLLS = 3  # that may explain a play and are all named


def card_scene(stage: Stage) -> Scene | None:
    """The scene of a state that wants a card; None where play goes on."""
    snapshot = stage.snapshot
    if snapshot.interruption == "paused" and snapshot.restoring:
        return None  # the board itself says what is to be done
    if snapshot.interruption is not None:
        return _INTERRUPTIONS[snapshot.interruption](stage)
    if snapshot.phase == "match_over":
        return _match_over(stage)
    if snapshot.phase == "game_over":
        return _game_over(stage)
    if snapshot.phase == "cube_offered":
        return _cube_offered(stage)
    standing = snapshot.standing if stage.settings.sides else None
    if standing is not None and (stage.hand.page == "stand" or standing.accepted is not None):
        return _stand(stage, standing)
    if stage.hand.page == "resign" and stage.settings.sides:
        return _resign(stage)
    return None


# --- parts ------------------------------------------------------------


def _begin(stage: Stage, *, dice: bool = True, border: str = "hairline") -> Decision:
    """Board, seats and note on the left, an empty card on the right."""
    where = layout.decision(stage.settings.size, stage.settings.orientation)
    lay_board(stage, where.board, dice=dice)
    foot = stage.settings.bottom
    for side, rect in ((foot, where.seats[0]), (foot.other, where.seats[1])):
        _seat(stage, rect, side, where.u)
    width = 2.4 if border != "hairline" else 1.2
    stage.show(
        i.Plate(where.card, "plate", border, 11 * where.u, width * max(where.u, 1), "raised")
    )
    recording = stage.snapshot.recording
    kept = stage.text("Recording. What was played is saved.")
    _note(
        stage,
        where,
        "recording" if recording else "idle",
        kept if recording else stage.text("Not recording"),
    )
    return where


def _seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    snapshot = stage.snapshot
    asked = side is (stage.answerer or stage.turn)
    border = "accent" if asked else "hairline"
    stage.show(i.Plate(rect, "plate", border, 9 * u, (2 if asked else 1.2) * max(u, 1), "raised"))
    score = rect._replace(x=rect.right - round(60 * u), w=round(50 * u))
    name = Rect(
        rect.x + round(8 * u),
        rect.y + round(7 * u),
        score.x - rect.x - round(10 * u),
        round(32 * u),
    )
    stage.show(
        i.Name(name, side, stage.name(side), round(21 * u), stage.bot_mark(side)),
        i.Words(score, str(snapshot.score[side.index]), round(44 * u), "ink", "serif", "centre"),
    )
    if snapshot.aids != "none":
        pips = name._replace(x=name.x + round(36 * u), y=name.bottom, h=round(26 * u))
        text = stage.text("pips {pips}", pips=snapshot.pips[side.index])
        stage.show(i.Words(pips, text, round(18 * u), "dim", "regular"))


def _note(stage: Stage, where: Decision, sign: str, text: str) -> None:
    side = round(18 * where.u)
    box = Rect(where.note.x, where.note.y + (where.note.h - side) // 2, side, side)
    left = box.right + round(8 * where.u)
    words = Rect(left, where.note.y, where.note.right - left, where.note.h)
    stage.show(i.Sign(box, sign), i.Words(words, text, round(19 * where.u), "dim", "regular"))


def _say(stage: Stage, where: Decision, title: str, lines: list[tuple[str, str]]) -> None:
    """Title and lines (text, colour) of the card."""
    u = where.u
    stage.show(i.Words(where.title, title, round(32 * u), "ink", "serif", floor=round(20 * u)))
    for rect, (text, colour) in zip(where.lines, lines, strict=False):
        stage.show(i.Words(rect, text, round(21 * u), colour, "regular", floor=round(15 * u)))


def _choice(
    stage: Stage,
    where: Decision,
    nth: int,
    label: str,
    under: str,
    act: Act,
    *,
    keys: tuple[str, ...],
    kind: str = "plain",
    deliberate: bool = False,
) -> None:
    rect = (*where.buttons, where.hint)[nth]  # a third, rare answer stands in the hint's place
    hit = Hit(rect, act, keys, deliberate)
    held = stage.hand.held is not None and stage.hand.held.act == act
    filled = stage.hand.filled if held else 0
    size = round((30 if under else 26) * where.u)
    stage.show(i.Button(rect, label, size, kind, "", under, filled))
    stage.offer(hit)
    if stage.hand.focus is not None and stage.hand.focus.act == act:
        stage.show(i.Focus(rect.inset(-round(3 * where.u)), is_round=False))


def _hint(stage: Stage, where: Decision, text: str) -> None:
    size = round(18 * where.u)
    stage.show(i.Words(where.hint, text, size, "dim", "regular", "centre", round(13 * where.u), 2))


def _end(stage: Stage, where: Decision, ground: str = "decision") -> Scene:
    return Scene(ground, where.board, tuple(stage.items), tuple(stage.hits))


# --- decisions ------------------------------------------------------------


def _cube_offered(stage: Stage) -> Scene:
    """Old and new stake, what a drop costs; Take and Drop far apart, neither a default."""
    snapshot = stage.snapshot
    where = _begin(stage, dice=False)
    taker = stage.answerer
    assert taker is not None
    value, stake = snapshot.cube.value * 2, snapshot.cube.value
    at = where.object.x + where.object.w * 0.27, where.object.centre[1]
    stage.show(i.CubeFace(at, 78 * where.u, value, -6))
    doubler = stage.name(taker.other)
    mine = stage.text("Take, and the cube is yours.")
    title = stage.text("{name} doubles", name=doubler)
    if taker is stage.turn:  # it doubled, and was beavered
        mine = stage.text("Take, and the cube stays with {name}.", name=doubler)
        title = stage.text("{name} beavers", name=doubler)
    words = [
        (stage.text("The stake goes from {old} to {new}.", old=stake, new=value), "dim"),
        (mine, "dim"),
    ]
    if taker not in stage.settings.sides:
        words[1] = (stage.text("{name} is thinking.", name=stage.name(taker)), "dim")
        _say(stage, where, title, words)
        return _end(stage, where)
    _say(stage, where, title, words)
    if snapshot.cube.can_beaver:
        where = _with_third(where)
    take, drop = Press(taker.value, "take"), Press(taker.value, "drop")
    _choice(
        stage, where, 0, stage.text("Take"), stage.text("play on for {value}", value=value), take,
        keys=("T",), deliberate=True,
    )  # fmt: skip
    _choice(
        stage, where, 1, stage.text("Drop"),
        stage.text("{name} wins {points}", name=doubler, points=stake), drop,
        keys=("X",), kind="danger", deliberate=True,
    )  # fmt: skip
    if not snapshot.cube.can_beaver:
        _hint(stage, where, stage.text("Hold the button for a second, or press T or X twice."))
        return _end(stage, where)
    _choice(
        stage, where, 2, stage.text("Beaver to {value}", value=2 * value), "",
        Press(taker.value, "beaver"), keys=("B",), deliberate=True,
    )  # fmt: skip
    return _end(stage, where)


def _with_third(where: Decision) -> Decision:
    """A third, smaller button in the hint's stead, below the first; the second stays far off."""
    first, second = where.buttons
    third = where.hint._replace(y=first.bottom + round(8 * where.u))
    second = second._replace(y=where.hint.bottom - second.h)
    return replace(where, buttons=(first, second), hint=third)


def _resign_offered(stage: Stage) -> Scene:
    snapshot = stage.snapshot
    where = _begin(stage)
    answerer = stage.answerer
    assert answerer is not None
    assert snapshot.resign is not None
    size = snapshot.resign[1]
    points = size * snapshot.cube.value
    what = stage.text(("a single game", "a gammon", "a backgammon")[size - 1])
    name = stage.name(answerer.other)
    stage.show(i.Sign(_in_object(where), "flag"))
    lines = [(stage.text("Offers to lose {what}: {points}.", what=what, points=points), "dim")]
    may = answerer in stage.settings.sides
    if not may:
        lines.append((stage.text("{name} is thinking.", name=stage.name(answerer)), "dim"))
    _say(stage, where, stage.text("{name} resigns", name=name), lines)
    if may:
        yes, no = Press(answerer.value, "yes"), Press(answerer.value, "no")
        under = stage.text("you win {points}", points=points)
        _choice(stage, where, 0, stage.text("Accept"), under, yes, keys=("Y",), deliberate=True)
        under = stage.text("the game goes on")
        _choice(stage, where, 1, stage.text("Play on"), under, no, keys=("N",), deliberate=True)
        _hint(stage, where, stage.text("Hold the button for a second, or press Y or N twice."))
    return _end(stage, where)


def _question(stage: Stage) -> Scene:
    """One question, two answers; the two points shine as A and B."""
    question = stage.snapshot.question
    if question is None or question.ask in _OF_THE_BOARD:
        return _board_question(stage, _OF_THE_BOARD[question.ask if question else "resume"])
    if question.ask == "missed":
        return _missed(stage, question)
    if question.ask == "roll":
        return _which_roll(stage, question)
    if question.ask == "contradiction":
        return _contradiction(stage, question)
    where = _begin(stage)
    question_rings(stage, where.board)
    side = Side(question.side) if question.side else stage.reader
    stage.show(i.Sign(_in_object(where), "ask"))
    may = side in stage.settings.sides
    lines = [(stage.text("Two plays look alike on this board."), "dim")]
    if len(question.choices) == 1:
        lines = [(stage.text("The table is not sure of it."), "dim")]
    if not may:
        lines.append((stage.text("{name} is asked.", name=stage.name(side)), "dim"))
    _say(stage, where, stage.text("Which play was it?"), lines)
    if not may:
        return _end(stage, where)
    acts: tuple[Intent, Intent] = (Press(side.value, "yes"), Press(side.value, "no"))
    labels, under = [*question.choices, stage.text("No")][:2], ["", ""]
    if len(question.choices) == 2 and len(question.places) == 2:
        under = [stage.text("point A"), stage.text("point B")]
        acts = (Answer(side.value, question.places[0]), Answer(side.value, question.places[1]))
        for place, act in zip(question.places, acts, strict=True):
            stage.offer(Hit(where.board.touch(place), act))
    for nth in (0, 1):
        label = labels[nth] or stage.text("nothing")
        _choice(stage, where, nth, label, under[nth], acts[nth], keys=("AB"[nth], "YN"[nth]))
    _hint(stage, where, stage.text("Touch a play, or its point on the board."))
    return _end(stage, where)


def _missed(stage: Stage, question: Question) -> Scene:
    """What seems to have been played unseen; the board shows how it would stand then."""
    where = _with_one_row(_begin(stage))
    stage.show(i.Sign(_in_object(where), "ask"))
    turns = [_missed_turn(stage, turn) for turn in question.turns]
    lines = [line for who, play in turns for line in ((who, "dim"), (play, "ink"))]
    if len(lines) > len(where.lines):
        lines = [(f"{who}: {play}", "ink") for who, play in turns]
    last = Side(question.turns[-1].side)
    if any(count * last.sign > 0 for count in stage.snapshot.slots):  # it has not won with that
        lines.append((stage.text("Now {name} is to roll.", name=stage.name(last.other)), "dim"))
    _say(stage, where, stage.text("Was this played unseen?"), lines)
    if not stage.settings.sides:
        return _end(stage, where)
    side = stage.reader.value
    for nth, (label, control) in enumerate((("Yes", "yes"), ("No", "no"))):
        keys = ("YN"[nth],)
        _choice(stage, where, nth, stage.text(label), "", Press(side, control), keys=keys)
    return _end(stage, where)


def _with_one_row(where: Decision) -> Decision:
    """Both buttons in the lower one's place, a gap between them: room for more lines."""
    gap = round(30 * where.u)
    left = where.buttons[1]._replace(w=(where.buttons[1].w - gap) // 2)
    return replace(where, buttons=(left, left._replace(x=left.right + gap)))


def _missed_turn(stage: Stage, turn: MissedTurn) -> tuple[str, str]:
    """Who and which dice, then the play."""
    told = "/".join(f"{high}-{low}" for high, low in turn.rolls)
    dice = told if len(turn.rolls) <= MOST_ROLLS else "?"
    return f"{stage.name(Side(turn.side))} {dice}", turn.play or "–"


def _which_roll(stage: Stage, question: Question) -> Scene:
    """The rolls that explain the play, and no others; the one pointed at stands out."""
    where = _begin(stage, dice=False)
    side = Side(question.side) if question.side else stage.reader
    may = side in stage.settings.sides
    lines = [(question.choices[0] or stage.text("Nothing was moved."), "dim")]
    if not may:
        lines.append((stage.text("{name} is asked.", name=stage.name(side)), "dim"))
    _say(stage, where, stage.text("Which roll was it?"), lines)
    if not may:
        return _end(stage, where)
    if len(question.rolls) == 1:
        (roll,) = question.rolls
        yes, no = TypeDice(side.value, roll), Press(side.value, "no")
        _choice(stage, where, 0, _dice(roll), "", yes, keys=("Y",), kind="primary")
        _choice(stage, where, 1, stage.text("Another one"), "", no, keys=("N",))
    else:
        _roll_grid(stage, where, question, side)
    return _end(stage, where)


def _roll_grid(stage: Stage, where: Decision, question: Question, side: Side) -> None:
    count, u = len(question.rolls), where.u
    columns = next(n for n, most in ((2, 8), (3, 15), (4, count)) if count <= most)
    rows = -(-count // columns)
    top, gap = where.lines[0].bottom + round(8 * u), round(6 * u)
    wide = (where.title.w - (columns - 1) * gap) // columns
    high = min((where.hint.bottom - top - (rows - 1) * gap) // rows, round(62 * u))
    for nth, roll in enumerate(question.rolls):
        row, column = divmod(nth, columns)
        rect = Rect(where.title.x + column * (wide + gap), top + row * (high + gap), wide, high)
        act = TypeDice(side.value, roll)
        kind = "primary" if roll == question.pointed else "plain"
        stage.show(i.Button(rect, _dice(roll), round(24 * u), kind))
        stage.offer(Hit(rect, act, ("Y",) if roll == question.pointed else ()))
        if stage.hand.focus is not None and stage.hand.focus.act == act:
            stage.show(i.Focus(rect.inset(-round(3 * u)), is_round=False))


def _contradiction(stage: Stage, question: Question) -> Scene:
    """Dice that were typed do not explain the play: the move stands, or the roll."""
    where = _begin(stage)
    decides = Side(question.side) if question.side else stage.reader
    roll = stage.snapshot.roll
    stage.show(i.Sign(_in_object(where), "ask"))
    rolls = " / ".join(map(_dice, question.rolls))
    lines = [
        (stage.text("{play} is played with {rolls}.", play=question.choices[0], rolls=rolls), "dim")
    ]
    if decides not in stage.settings.sides:
        lines.append(
            (stage.text("{name} may let the move stand.", name=stage.name(decides)), "dim")
        )
    title = stage.text("Not a play of {roll}", roll=_dice(roll) if roll else "")
    _say(stage, where, title, lines)
    if decides in stage.settings.sides:
        yes = Press(decides.value, "yes")
        _choice(stage, where, 0, stage.text("The move stands"), "", yes, keys=("Y",))
    if stage.settings.sides:
        side = decides if decides in stage.settings.sides else stage.reader
        label, under = stage.text("The roll stands"), stage.text("put the checkers back")
        _choice(stage, where, 1, label, under, Press(side.value, "no"), keys=("N",))
    return _end(stage, where)


def _dice(roll: tuple[int, int]) -> str:
    return f"{roll[0]}-{roll[1]}"


_OF_THE_BOARD = {"resume": "The power was away", "stands": "The table is not sure of the board"}


def _board_question(stage: Stage, title: str) -> Scene:
    where = _begin(stage)
    stage.show(i.Sign(_in_object(where), "ask"))
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    _say(stage, where, stage.text(title), [])
    _paragraph(stage, where, text, 4)
    if stage.settings.sides:
        yes = Press(stage.reader.value, "yes")
        label = stage.text("The board is right")
        _choice(stage, where, 1, label, "", yes, keys=("Y",), kind="plain")
    return _end(stage, where)


def _resign(stage: Stage) -> Scene:
    """A side gives up from here: how much it offers, or back to the game."""
    where = _begin(stage)
    side = stage.actor or stage.reader
    cube, u = stage.snapshot.cube.value, where.u
    _say(stage, where, stage.text("Give up this game?"), [])
    sizes = (stage.text("Single game"), stage.text("Gammon"), stage.text("Backgammon"))
    top, gap = where.title.bottom + round(6 * u), round(8 * u)
    high = round(58 * u)
    for size, label in enumerate(sizes[: stage.snapshot.largest_win], start=1):
        rect = Rect(
            where.card.x + round(16 * u), top + (size - 1) * (high + gap), where.title.w, high
        )
        act = Resign(side.value, size)
        held = stage.hand.held is not None and stage.hand.held.act == act
        under = stage.text("costs {points}", points=size * cube)
        filled = stage.hand.filled if held else 0
        stage.show(i.Button(rect, label, round(22 * u), "danger", "", under, filled))
        stage.offer(Hit(rect, act, (str(size),), deliberate=True))
    back = Rect(where.title.x, top + 3 * (high + gap) + gap, where.title.w, high)
    stage.show(i.Button(back, stage.text("Back to the game"), round(22 * u), "plain"))
    stage.offer(Hit(back, Open(""), ("Escape",)))
    stage.show(i.Sign(_in_object(where), "flag"))
    return _end(stage, where)


def _stand(stage: Stage, standing: Standing) -> Scene:
    """A wrong board is to stand: what that is, and a button for each side that has not accepted."""
    where = _begin(stage)
    stage.show(i.Sign(_in_object(where), "ask"))
    light, dark = standing.checkers
    what = standing.play or stage.text("The board as it lies.")
    if stage.snapshot.phase == "setup":
        what = stage.text("{light} light and {dark} dark checkers.", light=light, dark=dark)
    lines = [(what, "ink"), (stage.text("It stands when both accept it."), "dim")]
    if standing.accepted is not None:
        name = stage.name(Side(standing.accepted))
        lines[1] = (stage.text("{name} accepts it.", name=name), "dim")
    _say(stage, where, stage.text("Let it stand?"), lines)
    for nth, side in enumerate(Side):
        if side in stage.settings.sides and side.value != standing.accepted:
            label = stage.text("{name} accepts", name=stage.name(side))
            act = Press(side.value, "accept")
            _choice(stage, where, nth, label, "", act, keys=(str(nth + 1),), deliberate=True)
    if standing.accepted is None:
        label = stage.text("Back to the game")
        _choice(stage, where, 2, label, "", Open(""), keys=("Escape",))
    else:
        _hint(stage, where, stage.text("Hold the button for a second, or put the board right."))
    return _end(stage, where)


# --- interruptions without a choice ------------------------------------------------------------


def _fault(stage: Stage) -> Scene:
    """The last board that is known, without colour; what is wrong and what to do."""
    where = _begin(stage, border="warn")
    stage.show(i.Drain(where.board.rect))
    stage.show(i.Sign(where.object, "cable"))
    u = where.u
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    _say(stage, where, stage.text("The table has gone quiet"), [])
    lines = where.lines[0]._replace(h=where.lines[1].bottom - where.lines[0].y)
    stage.show(i.Words(lines, text, round(19 * u), "warn", "regular", "left", round(13 * u), 3))
    steps = (
        stage.text("Push in the cable, at both ends."),
        stage.text("Look for the lamp on the board."),
        stage.text("Play goes on when it answers."),
    )
    y = lines.bottom + round(16 * u)
    for nth, step in enumerate(steps, start=1):
        disc = Rect(where.title.x, y, round(28 * u), round(28 * u))
        box = Rect(
            disc.right + round(10 * u), y, where.title.right - disc.right - round(10 * u), disc.h
        )
        stage.show(
            i.Plate(disc, "plate", "accent", disc.h / 2, 1.6 * u),
            i.Words(disc, str(nth), round(18 * u), "accent", "bold", "centre"),
            i.Words(box, step, round(20 * u), "ink", "regular"),
        )
        y += round(40 * u)
    kept = where.hint._replace(h=round(26 * u))
    shield = Rect(kept.x, kept.y, kept.h, kept.h)
    words = Rect(
        shield.right + round(8 * u), kept.y, kept.right - shield.right - round(8 * u), kept.h
    )
    stage.show(
        i.Sign(shield, "shield"),
        i.Words(words, stage.text("What was played is saved."), round(18 * u), "good"),
    )
    return _end(stage, where)


def _paused(stage: Stage) -> Scene:
    where = _begin(stage)
    stage.show(i.Veil(where.board.rect, 0.60))
    stage.show(i.Sign(_in_object(where), "pause"))
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    _say(stage, where, stage.text("Paused"), [])
    _paragraph(stage, where, text, 4)
    if stage.settings.sides:
        yes = Press(stage.reader.value, "done")
        label = stage.text("Go on")
        _choice(stage, where, 1, label, "", yes, keys=("D",), kind="primary")
    return _end(stage, where)


# --- results ------------------------------------------------------------


def _game_over(stage: Stage) -> Scene:
    """Who won what and why, the score, and what comes next."""
    snapshot = stage.snapshot
    where = _begin(stage, dice=False)
    winner = Side(snapshot.winner) if snapshot.winner else Side.LIGHT
    _score_object(stage, where)
    points = (
        stage.text("one point")
        if snapshot.game_points == 1
        else stage.text("{points} points", points=snapshot.game_points)
    )
    lines = [(stage.text("{how}: {points}", how=_how(stage), points=points), "dim")]
    if snapshot.match_length:
        lines.append((stage.text("Match to {length}.", length=snapshot.match_length), "dim"))
    _say(stage, where, stage.text("{name} wins", name=stage.name(winner)), lines)
    if stage.settings.sides:
        side = stage.reader
        label, under = stage.text("Next game"), stage.text("then put the checkers back")
        _choice(
            stage,
            where,
            1,
            label,
            under,
            Press(side.value, "done"),
            keys=("D", "R"),
            kind="primary",
        )
    return _end(stage, where)


def _match_over(stage: Stage) -> Scene:
    """Lies on the leather of the end: winner, score, last game, record; the final board beside."""
    snapshot = stage.snapshot
    where = layout.decision(stage.settings.size, stage.settings.orientation)
    u = where.u
    winner = Side(snapshot.winner) if snapshot.winner else Side.LIGHT
    lay_board(stage, where.board, dice=False, marks=False)
    for side, rect in zip(
        (stage.settings.bottom, stage.settings.bottom.other), where.seats, strict=True
    ):
        _seat(stage, rect, side, u)
    stage.show(i.Plate(where.card, "plate", "accent", 11 * u, 2 * max(u, 1), "raised"))
    _score_object(stage, where)
    text = stage.text("{name} wins", name=stage.name(winner))
    last = stage.text("{how}: {points}", how=_how(stage), points=snapshot.game_points)
    length = stage.text("the match to {length}", length=snapshot.match_length)
    _say(stage, where, text, [(f"{length} · {last}", "dim")])
    sign, kept = ("recording", stage.text("saved as .mat and JSON"))
    if not snapshot.recording:
        sign, kept = "idle", stage.text("not recorded")
    dice = {
        "fair": stage.text("fair, the seed is in the record"),
        "seeded": stage.text("seeded: repeatable, not fair"),
    }.get(snapshot.dice_source, stage.text("real ones, thrown by hand"))
    rows = [
        (sign, stage.text("Record"), kept),
        ("shield", stage.text("Dice"), dice),
    ]
    y = where.lines[1].bottom + round(10 * u)
    for icon, label, value in rows:
        box = Rect(where.title.x, y + round(4 * u), round(20 * u), round(20 * u))
        left = Rect(box.right + round(10 * u), y, where.title.right - box.right, round(28 * u))
        stage.show(
            i.Sign(box, icon),
            i.Words(left, label, round(20 * u)),
            i.Words(
                left._replace(y=y + round(25 * u), w=where.title.right - left.x, h=round(26 * u)),
                value, round(18 * u), "dim", "regular",
            ),
        )  # fmt: skip
        y += round(52 * u)
    if stage.settings.sides:
        again = Press(stage.reader.value, "done")
        _choice(
            stage, where, 1, stage.text("Another match"), "", again, keys=("D", "R"), kind="primary"
        )
    return _end(stage, where, "end")


def _score_object(stage: Stage, where: Decision) -> None:
    """The score, large, each with its checker."""
    u, box = where.u, where.object
    third = box.w // 3
    for nth, side in enumerate(Side):
        half = Rect(box.x + nth * (box.w - third - third // 3), box.y, third + third // 3, box.h)
        d = 40 * u
        at = half.x + d * 0.6, half.centre[1]
        digits = Rect(half.x + round(d * 1.1), half.y, half.w - round(d * 1.1), half.h)
        score = str(stage.snapshot.score[side.index])
        stage.show(
            i.Checker(at, d, side),
            i.Words(digits, score, round(62 * u), "ink", "serif", "centre"),
        )


def _how(stage: Stage) -> str:
    snapshot = stage.snapshot
    if snapshot.how == "drop":
        return stage.text("Double dropped")
    if snapshot.how == "resign":
        return stage.text("Resigned")
    size = min(max(snapshot.game_points // max(snapshot.cube.value, 1), 1), 3)
    return stage.text(("Single game", "Gammon", "Backgammon")[size - 1])


def _paragraph(stage: Stage, where: Decision, text: str, lines: int) -> None:
    box = where.lines[0]._replace(h=where.lines[0].h * lines)
    size, floor = round(20 * where.u), round(14 * where.u)
    stage.show(i.Words(box, text, size, "dim", "regular", "left", floor, lines, from_top=True))


def _in_object(where: Decision) -> Rect:
    side = where.object.h - round(16 * where.u)
    return Rect(where.object.x, where.object.y + round(8 * where.u), side, side)


_INTERRUPTIONS = {
    "fault": _fault,
    "paused": _paused,
    "resign_offered": _resign_offered,
    "question": _question,
}
