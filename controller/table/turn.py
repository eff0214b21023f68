"""What a seen board, a pressed Done and the passing of time do to a turn."""

from __future__ import annotations

from dataclasses import replace

from controller.errors import IllegalInput
from controller.guidance.lights import deciding_places
from controller.guidance.mending import mending_board
from controller.guidance.scene import Question
from controller.match.cube import automatic_double
from controller.match.score import GameResult, is_crawford, result_of_bearoff
from controller.rules import acey
from controller.rules.notation import format_play
from controller.rules.position import BAR, Position, Side
from controller.rules.variants import Opening
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.table import blind, entropy, pointing, rolls, showing, standing
from controller.table import facts as f
from controller.table.desk import Blind, Desk, DoneHeld
from controller.table.effects import AskMeans, WantSeed, WriteRecords
from controller.table.phases import Phase
from controller.table.state import board_ready
from controller.view.snapshot import Message

REROLL_MS = 1000  # a tie is shown for this long before the next throw
AUTO_ROLL_MS = 1500  # where the table throws by itself: time to see that the turn has passed
REPORTED_MS = 100
"""Ten scans: what moved before a press is reported by then, and means hold nothing from before."""


def game_id(desk: Desk, game: int) -> str:
    """The name that a game's dice are committed under: from the match, never from a date."""
    return f"M{desk.card.match}/G{game}"


# -- games and dice ---------------------------------------------------------------------------


def continue_match(desk: Desk) -> None:
    """Ask the shell for what the facts say is still to come (a start, or after a restart)."""
    state = desk.state
    if state.game.number == 0 and not state.is_over:
        desk.moment.awaiting = "seed"
        desk.out.append(WantSeed(game_id(desk, 1)))
    elif not state.revealed and state.is_game_over:
        desk.moment.awaiting = "reveal"
        desk.out.append(entropy.wanted_reveal(desk))
    elif state.is_over and state.game.number:
        desk.out.append(WriteRecords(desk.card.match, desk.reveals))


def start_game(desk: Desk, gid: str, commitment: str | None) -> None:
    """The dice are committed to: the next game begins at the set-up."""
    state, start, starter = desk.state, desk.variant.start_position, _starter(desk)
    crawford = desk.stakes.crawford and is_crawford(
        desk.score, crawford_played=state.crawford_played
    )
    desk.record(
        f.GameStarted(
            game=state.game.number + 1,
            gid=gid,
            score=state.score,
            crawford=crawford,
            commitment=commitment,
            slots=start.slots,
            reserve=start.reserve,
            starter=starter.value if starter is not None else None,
        )
    )
    _hold_by_itself(desk)  # the board may lie there already, and nothing would move


def _starter(desk: Desk) -> Side | None:
    """Who throws first without an opening roll (HU-04; portes: the last game's winner)."""
    if desk.variant.winner_starts and desk.state.game.winner is not None:
        return desk.state.game.winner
    return Side.LIGHT if desk.variant.opening is Opening.LIGHT_STARTS else None


def set_up(desk: Desk, position: Position) -> None:
    """Both sides begin from this board, whatever the variant's set-up is."""
    cube = desk.state.game.cube
    desk.record(f.BoardSet(position.slots, position.off, position.reserve, cube=cube.value))
    if desk.eye.verdict is not None:
        seen(desk, desk.eye.verdict)


def ask_roll(desk: Desk, side: Side) -> None:
    """Done where dice are due: they are thrown only over an agreed board."""
    opening = desk.state.phase is Phase.OPENING
    if not desk.throws:
        desk.refuse(side, ("Type the dice that you threw.", {}))
    elif desk.moment.awaiting is not None:
        desk.refuse(side, ("The dice are on their way.", {}))
    elif not is_board_agreed(desk):
        hold_done(desk, side)
    else:
        want_roll(desk, "O" if opening else "R")


def want_roll(desk: Desk, kind: str) -> None:
    desk.moment.throw_ms = None
    if desk.state.fair.is_ready:
        desk.moment.awaiting = "roll"
        desk.out.append(entropy.wanted_roll(desk, kind))


def rolled(desk: Desk, kind: str, dice: tuple[int, int], source: str = "") -> None:
    """Dice have come: a fact, and in the opening another throw if they tie."""
    game = desk.state.game
    side = game.turn.value if kind == "R" and game.turn else None
    desk.record(f.Rolled(kind, game.rolled[kind], dice, side, source))
    if desk.state.phase is Phase.OPENING:
        turned = automatic_double(game.cube, desk.score, desk.stakes)
        if turned is not None:
            desk.record(f.AutomaticDouble(turned.value))
        if desk.throws:
            desk.moment.throw_ms = desk.now_ms + REROLL_MS
    elif desk.eye.verdict is not None:
        seen(desk, desk.eye.verdict)


def dice_came(desk: Desk, kind: str, n: int, dice: tuple[int, int]) -> None:
    """The shell's dice, which must be those that were asked for."""
    expected = "O" if desk.state.phase is Phase.OPENING else "R"
    if desk.moment.awaiting != "roll" or (kind, n) != (expected, desk.state.game.rolled[expected]):
        raise IllegalInput(f"roll {kind}{n} was not asked for in phase {desk.state.phase.value}")
    desk.moment.awaiting = None
    rolled(desk, kind, dice)


def seed_shown(desk: Desk, gid: str, seed: str | None) -> None:
    """A finished game's dice can be checked now; after the last game the files are written."""
    desk.moment.awaiting = None
    desk.record(f.SeedRevealed(gid, seed) if seed is not None else f.SeedLost(gid))
    if desk.state.is_over:
        desk.out.append(WriteRecords(desk.card.match, desk.reveals))


def come_back(desk: Desk, power_lost: bool) -> None:
    """The service starts in an unfinished match: look, and after a power cut ask once."""
    desk.look()
    desk.blind = Blind()
    if power_lost and desk.state.game.turn is not None:
        desk.resume_question = Question("resume", None)
    else:
        desk.record(f.MatchResumed())
    continue_match(desk)


# -- naming a double (acey-deucey) ---------------------------------------------------------------


def confirm_name(desk: Desk, side: Side) -> None:
    """The double pointed at is named, over an agreed board only."""
    if not desk.moment.naming:
        desk.refuse(side, ("Name a double first: Double and Undo step through them.", {}))
    elif is_board_agreed(desk):
        name_double(desk, desk.moment.naming)
    else:
        hold_done(desk, side)


def name_double(desk: Desk, value: int, cause: str = "") -> None:
    """A double is named: it is played as if it had been thrown."""
    assert desk.state.game.turn is not None
    desk.record(f.NamedDouble(desk.state.game.turn.value, value, cause))
    if desk.eye.verdict is not None:
        seen(desk, desk.eye.verdict)


# -- the board ----------------------------------------------------------------------------------


def is_board_agreed(desk: Desk) -> bool:
    """The settled board is the agreed position."""
    verdict = desk.eye.verdict
    return (
        verdict is not None
        and verdict.kind is VerdictKind.AGREED
        and desk.eye.is_settled(desk.now_ms)
    )


def is_agreed_doubtful(desk: Desk) -> bool:
    """The agreed board may lie there, but a checker of a high stack that was never read before
    cannot be told: the fifteenth adds 12 to cells that read 101 give or take 5. A person says it.
    """
    verdict = desk.eye.verdict
    if verdict is None or verdict.kind is not VerdictKind.UNSURE or verdict.way is None:
        return False
    return len(verdict.choices) == 1 and not verdict.way.steps


def is_board_standing(desk: Desk) -> bool:
    """Nothing speaks against the agreed position: enough for a cube or a bot's dice, which no
    board decides and nobody else could ask for."""
    return is_board_agreed(desk) or is_agreed_doubtful(desk)


def seen(desk: Desk, verdict: Verdict) -> None:
    """A settled board was judged."""
    phase, moment = desk.state.phase, desk.moment
    desk.see_board(verdict)
    moment.done_refused = False
    standing.cancel_if_changed(desk, verdict)
    blind.look(desk, verdict)
    answer = pointing.pointed_at(desk, verdict)
    if answer is not None:
        assert moment.question is not None
        choose(desk, moment.question.side or desk.state.game.turn or Side.LIGHT, answer)
        return
    if moment.question is not None and _has_answered(desk, verdict, moment.question):
        moment.question = None  # the board itself has answered
    if phase is Phase.SETUP and verdict.kind is VerdictKind.AGREED and desk.state.game.number:
        desk.state = board_ready(desk.state)
        moment.done = None  # it asked for no more than this
        desk.look()
    elif phase is Phase.MOVING or desk.possible is not None:
        _seen_moving(desk, verdict)
    elif phase is Phase.SHOWING and _may_be_whole(verdict):
        _hold_by_itself(desk)


def _has_answered(desk: Desk, verdict: Verdict, question: Question) -> bool:
    """What was asked about a board does not hold for this one."""
    if question.ask == "which":
        return not pointing.is_still_open(question, verdict)
    if question.ask == "stands":
        is_seen = verdict.kind is VerdictKind.AGREED
        return is_seen or not verdict.is_near(desk.state.game.agreed)
    asked = question.choices[0].position
    return verdict.sensed != asked.slots and (verdict.way is None or verdict.way.position != asked)


def _may_be_whole(verdict: Verdict) -> bool:
    """A chosen play lies there, or it looks so: nobody presses for it, so it is judged at once."""
    if verdict.kind is VerdictKind.UNSURE:
        return bool(verdict.choices) and verdict.choices[0].complete
    return verdict.kind is VerdictKind.COMPLETE


def stirred(desk: Desk) -> None:
    """Something moved: nothing ends by itself, and a lift takes a waiting Done back."""
    moment = desk.moment
    if desk.state.phase is Phase.MOVING:
        moment.auto_ms = None
    if moment.standing is not None:
        standing.cancel_if_lifted(desk)
    held = moment.done
    if held is None or held.request is None:
        return
    if set(desk.eye.lifted(desk.now_ms)) - set(held.lifted):
        moment.done = None
        if held.accepting:
            desk.refuse(held.side, ("A checker was lifted: the board does not stand yet.", {}))
        elif not held.by_itself:
            desk.refuse(held.side, ("Done was taken back: a checker was lifted.", {}))


def _seen_moving(desk: Desk, verdict: Verdict) -> None:
    moment, way = desk.moment, verdict.way
    if desk.possible is not None:
        rolls.note(desk, verdict)
    if way is not None and not verdict.lifted:
        moment.trail = rolls.longer(moment.trail, way)
        if moment.undo_to is not None and way.position == moment.undo_to.position:
            moment.undo_to = None
    ends_ms = _ends_by_itself(desk, verdict)
    if ends_ms is None:
        moment.auto_ms = None
    elif moment.auto_ms is None:
        moment.auto_ms = desk.now_ms + ends_ms


def _ends_by_itself(desk: Desk, verdict: Verdict) -> int | None:
    """After how long this board ends the turn without a Done; None: it does not."""
    turn, game = desk.config.turn, desk.state.game
    if verdict.kind is not VerdictKind.COMPLETE or verdict.way is None or game.turn is None:
        return None
    if desk.deducing and verdict.way.position.on_board(game.turn):
        return None  # a whole play of one roll is on the way of another's
    dice = 4 if game.roll and game.roll[0] == game.roll[1] else 2
    if desk.variant.explicit_pass and len(verdict.way.steps) < dice:
        return None  # what cannot be played is passed by hand (HU-17)
    if not verdict.way.steps:
        return turn.dance_pass_ms
    if not verdict.way.position.on_board(game.turn):
        return turn.last_checker_ms
    return turn.auto_done_ms or None


# -- Done ---------------------------------------------------------------------------------------


def hold_done(desk: Desk, side: Side) -> None:
    """Done is judged on means taken when all that moved before the press has been reported."""
    desk.moment.undo_to = None
    until_ms = desk.now_ms + REPORTED_MS + desk.config.sensing.settle_limit_ms
    desk.moment.done = DoneHeld(side, until_ms, desk.now_ms + REPORTED_MS, pressed_ms=desk.now_ms)


def _hold_by_itself(desk: Desk) -> None:
    """A board that moves the game on without a press is judged once more, like a Done."""
    if desk.moment.done is None:
        hold_done(desk, desk.state.game.turn or Side.LIGHT)
        assert desk.moment.done is not None
        desk.moment.done = replace(desk.moment.done, by_itself=True)


def look_for_done(desk: Desk) -> None:
    """The reports from before the press are in: ask for the means that decide."""
    held = desk.moment.done
    assert held is not None
    request = desk.eye.ask()
    desk.out.append(AskMeans(request))
    lifted = desk.eye.lifted(desk.now_ms)
    desk.moment.done = replace(held, request=request, lifted=lifted)


def conclude_done(desk: Desk, verdict: Verdict) -> None:
    """The board of a waiting Done is known."""
    held = desk.moment.done
    assert held is not None
    desk.moment.done = None
    if desk.resume_question is not None:
        _go_on(desk, held.side, verdict)
        return
    if desk.state.phase is Phase.SETUP:
        _conclude_board(desk, held, verdict, "Set up the board.")
        return
    if desk.state.phase in (Phase.TO_ROLL, Phase.OPENING, Phase.NAMING):
        _conclude_board(desk, held, verdict, "No dice before the board is right.")
        return
    if verdict.kind is VerdictKind.COMPLETE:
        finish_play(desk, verdict.way)
    elif _is_asked(desk, held, verdict):
        ask_which(desk, held.side, verdict)
    elif held.by_itself:
        return
    elif (way := _unseen(desk, verdict)) is not None:
        pointing.ask(desk, Question("which", None, (way,)))
    elif not _is_asked_ahead(desk, verdict):
        desk.moment.done_refused = True
        desk.refuse(held.side, showing.refusal(desk, verdict, held.side), verdict)


def ask_which(desk: Desk, side: Side, verdict: Verdict) -> None:
    """Two boards look alike: a person says which it is."""
    places = deciding_places(verdict.choices, side)
    # whoever carried a bot's checkers can say what lies there
    asked = None if desk.state.phase is Phase.SHOWING else side
    pointing.ask(desk, Question("which", asked, verdict.choices, places))


def _conclude_board(desk: Desk, held: DoneHeld, verdict: Verdict, refusal: str) -> None:
    """Nothing but the agreed board will do. Where hands cannot mend what is seen, since one cell
    lies, a second press on the same board makes it a question."""
    refused_before = desk.moment.done_refused
    said = is_agreed_doubtful(desk) and not held.by_itself and not desk.eye.has_said_no
    if said:  # what cannot be read beyond doubt a person has said with this press
        verdict = desk.eye.confirm() or verdict
    if verdict.kind is VerdictKind.AGREED or (said and desk.state.phase is not Phase.SETUP):
        _go_ahead(desk, verdict)
    elif held.by_itself:
        seen(desk, verdict)
    else:
        desk.moment.done_refused = refused_before
        refuse_or_vouch(desk, held, verdict, mending_board(refusal, verdict, held.side))


def refuse_or_vouch(desk: Desk, held: DoneHeld, verdict: Verdict, why: Message) -> None:
    """Refused in words; pressed for once more over the agreed board but for how its checkers lie,
    or for one of them, which a silent cell may hide, it becomes a question."""
    is_seen = verdict.kind is VerdictKind.AGREED
    if desk.moment.done_refused and not is_seen and verdict.is_near(desk.state.game.agreed):
        pointing.ask(desk, Question("stands", None))
    else:
        desk.moment.done_refused = True
        desk.refuse(held.side, why, verdict)


def _go_ahead(desk: Desk, verdict: Verdict) -> None:
    """The agreed board lies there: what a Done asked for comes."""
    if desk.state.phase is Phase.SETUP or desk.deducing:
        seen(desk, verdict)
    elif desk.state.phase is Phase.NAMING:
        name_double(desk, desk.moment.naming)
    else:
        want_roll(desk, "O" if desk.state.phase is Phase.OPENING else "R")


def _unseen(desk: Desk, verdict: Verdict) -> Way | None:
    """A chosen play that may lie there though one cell says otherwise: it was pressed for twice."""
    if desk.state.phase is not Phase.SHOWING or not desk.moment.done_refused:
        return None
    play = showing.shown(desk)
    return play if play is not None and verdict.is_near(play.position) else None


def vouch(desk: Desk, side: Side, yes: bool) -> None:
    """ "Does the board stand as shown?" is answered: a yes teaches the table which cell lies."""
    desk.moment.question = None
    desk.record(f.QuestionAnswered(side.value, "stands", "yes" if yes else "no"))
    verdict = desk.eye.confirm() if yes and desk.eye.is_settled(desk.now_ms) else None
    if verdict is not None and verdict.kind is VerdictKind.AGREED:
        _go_ahead(desk, verdict)
    else:
        desk.refuse(side, ("Put the checkers as shown, then press Done.", {}))


def _is_asked(desk: Desk, held: DoneHeld, verdict: Verdict) -> bool:
    """Two boards look alike, and one is a whole play: a press asks which, and so does a chosen
    play without a press. Where none is, no answer could end the turn."""
    if verdict.kind is not VerdictKind.UNSURE or not verdict.may_be_whole:
        return False
    return not held.by_itself or desk.state.phase is Phase.SHOWING


def _is_asked_ahead(desk: Desk, verdict: Verdict) -> bool:
    """The other side has played on already: whether the play before that was asked about."""
    ways, mover = blind.first_turns(desk, verdict), desk.state.game.turn
    if mover is None or not 1 <= len(ways) <= 2:
        return False
    pointing.ask(desk, Question("which", None, ways, deciding_places(ways, mover)))
    return True


def choose(desk: Desk, side: Side, index: int) -> None:
    """A "which" is answered: a complete way is recorded, an unfinished one is played on."""
    question = desk.moment.question
    assert question is not None
    way = question.choices[index] if index < len(question.choices) else None
    desk.moment.question = None
    answer = format_play(way.steps) if way is not None else "no"
    desk.record(f.QuestionAnswered(side.value, "which", answer))
    read = desk.eye.verdict
    if way is not None and way.complete:
        finish_play(desk, way)
        if read is not None and _shows(read, way):
            _take_word_for_it(desk)
    else:
        desk.refuse(side, ("Then play on.", {}))


def _shows(read: Verdict, way: Way) -> bool:
    """This board was read as what a person now says, or nearly: nobody has played on since."""
    alike = read.kind is VerdictKind.UNSURE and way in read.choices
    return alike or read.is_near(way.position)


def _take_word_for_it(desk: Desk) -> None:
    """A person said what lies there: as it was read, that is how this board reads."""
    verdict = desk.eye.confirm() if desk.eye.is_settled(desk.now_ms) else None
    if verdict is not None:
        seen(desk, verdict)


def resume(desk: Desk, side: Side, yes: bool) -> None:
    """After a power cut one yes goes on; it is judged on a still board, as a Done is."""
    if yes:
        hold_done(desk, side)
    else:
        desk.refuse(side, ("Put the checkers as shown, then press Done.", {}))


def _go_on(desk: Desk, side: Side, verdict: Verdict) -> None:
    """The yes stands if the board can be one of this turn."""
    if (doubtful := is_agreed_doubtful(desk)) and not desk.eye.has_said_no:
        doubtful, verdict = False, desk.eye.confirm() or verdict
    if doubtful or verdict.kind in (VerdictKind.WRONG, VerdictKind.BLIND):
        desk.refuse(side, mending_board("The board is not as it was.", verdict, side), verdict)
        return
    desk.resume_question = None
    desk.record(f.MatchResumed(side.value))
    seen(desk, verdict)


def undo(desk: Desk, side: Side) -> None:
    """Ask the hands to take the last steps seen back; a step is seen when the board is still."""
    if not desk.eye.is_settled(desk.now_ms):
        desk.refuse(side, ("The board is not still yet. Press Undo again.", {}))
        return
    trail = desk.moment.trail
    standing = desk.moment.undo_to or (trail[-1] if trail else None)
    before = [way for way in trail if standing is None or _pips(way) < _pips(standing)]
    if standing is None or not standing.steps:
        desk.refuse(side, ("Nothing was moved yet this turn.", {}))
        return
    start = Way((), desk.state.game.agreed, False)
    desk.notices.pop(side, None)  # what an earlier press was told no longer holds
    desk.moment.done = None
    desk.moment.undo_to = before[-1] if before else start


def _pips(way: Way) -> int:
    """How far a way's checkers went; from the reserve as from the bar."""
    return sum(min(step.source, BAR) - step.to for step in way.steps)


# -- ends ---------------------------------------------------------------------------------------


def finish_play(desk: Desk, way: Way | None) -> None:
    """The hands' play is recorded."""
    assert way is not None
    then = what_follows(desk, len(way.steps))
    record_play(desk, way.position, format_play(way.steps), then=then)


def record_play(
    desk: Desk, after: Position, play: str, *, illegal: bool = False, then: str = ""
) -> None:
    """This board is played; the last checker off ends the game. then: see the fact `Played`."""
    game = desk.state.game
    assert game.turn is not None
    assert game.roll is not None
    side = game.turn
    is_won = not after.on_board(side) and not after.reserve[side.index]
    desk.record(
        f.Played(
            side.value,
            game.roll,
            play,
            after.slots,
            after.off,
            after.reserve,
            illegal,
            then="" if is_won else then,
        )
    )
    if is_won:
        end_game(desk, result_of_bearoff(after, side, game.cube.value, largest=desk.largest_win()))
        return
    if desk.eye.verdict is not None:
        seen(desk, desk.eye.verdict)


def what_follows(desk: Desk, used: int) -> str:
    """What the side on turn does next in its turn after `used` dice of its roll: "name" a double,
    "roll" again; "": the turn passes."""
    game = desk.state.game
    assert game.roll is not None
    return _THEN[acey.after_phase(desk.variant, game.part, game.roll, used)]


_THEN = {acey.Next.NAMING: "name", acey.Next.ROLL_AGAIN: "roll", acey.Next.TURN_OVER: ""}


def end_game(desk: Desk, result: GameResult) -> None:
    """Points to the winner; the match may be won with them."""
    score = desk.score.with_win(result.winner, result.points)
    winner = result.winner.value
    desk.record(f.GameEnded(winner, result.how.value, result.size, result.points, score.points))
    if score.winner is not None:
        desk.record(f.MatchEnded(score.winner.value, score.points))
    continue_match(desk)


def run_timers(desk: Desk) -> None:
    """What has become due by now; nothing ends by itself under an interruption."""
    moment = desk.moment
    for side in [s for s, n in desk.notices.items() if n.until_ms <= desk.now_ms]:
        del desk.notices[side]
    if moment.done is not None and moment.done.request is None:
        if moment.done.look_ms <= desk.now_ms:
            look_for_done(desk)
    elif moment.done is not None and moment.done.until_ms <= desk.now_ms:
        held, moment.done = moment.done, None
        if not held.by_itself:
            desk.refuse(held.side, ("The board is not still yet. Press Done again.", {}))
    if moment.prepare_ms is not None and moment.prepare_ms <= desk.now_ms:
        rolls.prepare(desk)
        if desk.eye.verdict is not None:
            seen(desk, desk.eye.verdict)
    _time_a_throw(desk)
    if moment.throw_ms is not None and moment.throw_ms <= desk.now_ms:
        want_roll(desk, "O" if desk.state.phase is Phase.OPENING else "R")
    if moment.auto_ms is not None and moment.auto_ms <= desk.now_ms:
        moment.auto_ms = None
        if desk.interruption() is None:
            _hold_by_itself(desk)


def _time_a_throw(desk: Desk) -> None:
    """Where the table throws by itself it does so when the board has been right for a moment."""
    moment = desk.moment
    if desk.state.phase is not Phase.TO_ROLL or not desk.variant.auto_roll:
        return
    due = desk.interruption() is None and moment.awaiting is None and moment.done is None
    if not due or not desk.throws or not desk.state.fair.is_ready or not is_board_agreed(desk):
        moment.throw_ms = None
    elif moment.throw_ms is None:
        moment.throw_ms = desk.now_ms + AUTO_ROLL_MS
