"""Deduced dice, what people do: play without telling the roll, confirm it, choose it, dispute it.

A play and its roll are recorded together, and only what a person has confirmed: the only roll that
explains the play by the Done over a board where the table names it, every other by an answer.
Where dice were typed in that do not explain the play, both tournament outcomes are offered
(tournament 6.2): the roll stands, the checkers go back and it is played; or the move stands, if
the other side lets it, and the roll is corrected.
"""

from __future__ import annotations

from dataclasses import replace

from controller.guidance.mending import unfinished
from controller.guidance.scene import Question
from controller.rules.position import Roll, Side
from controller.rules.variants import Opening
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.table import blind, pointing, rolls, turn
from controller.table import facts as f
from controller.table.desk import Desk, DoneHeld, Found
from controller.table.phases import Phase

ROLL, CONTRADICTION = "roll", "contradiction"

_NONE_FITS = "Then put the play right, or type the dice that you threw."


# -- buttons ------------------------------------------------------------------------------------


def press(desk: Desk, side: Side, control: str) -> bool:
    """A control where a roll is to be deduced; False: it is one that means the same as ever."""
    if desk.card.dice != "deduced":
        return False
    if desk.state.phase is Phase.OPENING and control == "done" and desk.mover is not side:
        _begin_opening(desk, side)
    elif not desk.deducing or desk.mover is not side:
        return False
    elif control == "done":
        shown = desk.moment.found if desk.eye.is_settled(desk.now_ms) else None
        turn.hold_done(desk, side)
        assert desk.moment.done is not None
        desk.moment.done = replace(desk.moment.done, shown=shown)
    elif control == "undo":
        turn.undo(desk, side)
    elif control == "accept":
        desk.refuse(side, ("Type the dice that you threw first.", {}))
    else:
        return False
    return True


def _begin_opening(desk: Desk, side: Side) -> None:
    """Who won the opening throw says so; the other side may still say that it was he."""
    if not turn.is_board_agreed(desk):
        desk.refuse(side, ("Put the board right first.", {}))
        return
    desk.moment.starter = side
    desk.moment.trail = desk.moment.rested = ()
    desk.look()


# -- Done ---------------------------------------------------------------------------------------


def conclude(desk: Desk, verdict: Verdict) -> bool:
    """The board of a waiting Done is known; False: the Done is an ordinary one."""
    held = desk.moment.done
    assert held is not None
    if desk.resume_question is not None:
        return False
    if desk.deducing:
        desk.moment.done = None
        _conclude_unknown(desk, held, verdict)
        return True
    if _may_be_disputed(desk, held, verdict):
        other = _played_with_another_roll(desk, held.side)
        if other is not None:
            desk.moment.done = None
            _dispute(desk, held.side, other)
            return True
    return False


def _conclude_unknown(desk: Desk, held: DoneHeld, verdict: Verdict) -> None:
    way = verdict.way
    if blind.ask_ahead(desk, verdict):
        return
    why = unfinished(verdict, desk.state.game.agreed, held.side)
    if desk.possible is None or way is None:
        turn.refuse_or_vouch(desk, held, verdict, why)
    elif verdict.kind is VerdictKind.COMPLETE:
        found = rolls.found(desk, way)
        if held.shown == found and len(found.rolls) == 1:
            _record(desk, way, found.rolls[0], "deduced")
        else:
            _ask(desk, held.side, found)
    elif held.by_itself:
        return
    elif verdict.kind is VerdictKind.UNSURE and len(verdict.choices) == 1 and way.complete:
        _ask(desk, held.side, rolls.found(desk, way))  # asks for the play and its roll at once
    elif verdict.kind is VerdictKind.UNSURE and verdict.may_be_whole:
        turn.ask_which(desk, held.side, verdict)
    elif verdict.kind is VerdictKind.AGREED and rolls.found(desk, way).rolls:
        _ask(desk, held.side, rolls.found(desk, way))
    else:
        turn.refuse_or_vouch(desk, held, verdict, why)


def choose_which(desk: Desk, side: Side, index: int) -> None:
    """Two boards looked alike and a person said which it is: now for its roll."""
    question = desk.moment.question
    assert question is not None
    way = question.choices[index] if index < len(question.choices) else None
    if way is None or not way.complete:
        turn.choose(desk, side, index)
    else:
        _ask(desk, side, rolls.found(desk, way))


# -- which roll it was --------------------------------------------------------------------------


def _ask(desk: Desk, side: Side, found: Found) -> None:
    """The candidates and no others; the only one is pointed at already."""
    pointed = found.rolls[0] if len(found.rolls) == 1 else None
    way = rolls.way_with(desk, found.way.position, found.rolls[0])
    pointing.ask(desk, Question(ROLL, side, (way,), rolls=found.rolls, pointed=pointed))


def answer(desk: Desk, side: Side, control: str) -> None:
    """A control that answers a question of this module."""
    question = desk.moment.question
    assert question is not None
    is_yes = control in ("done", "yes")
    if question.ask == CONTRADICTION:
        _decide(desk, side, question, is_yes=is_yes)
    elif not is_yes and len(question.rolls) == 1:
        desk.moment.question = None
        desk.refuse(side, (_NONE_FITS, {}))
    elif not is_yes:
        _step(desk, side, question, 1 if control == "double" else -1)
    elif question.pointed is None:
        desk.refuse(side, ("Choose the roll first: Double and Undo step through them.", {}))
    else:
        _answered(desk, side, question, question.pointed)


def answer_with(desk: Desk, side: Side, dice: Roll) -> None:
    """The roll is touched or typed while the table asks for it."""
    question = desk.moment.question
    assert question is not None
    roll = (max(dice), min(dice))
    if roll in question.rolls:
        _answered(desk, side, question, roll)
    elif desk.state.phase is Phase.MOVING:
        desk.refuse(side, ("With that roll it cannot have been played.", {}))
    else:
        desk.moment.question = None
        type_roll(desk, side, dice)


def _step(desk: Desk, side: Side, question: Question, by: int) -> None:
    """Point at the next candidate or the one before; from none at the first or last."""
    count = len(question.rolls)
    if question.pointed is None:
        at = 0 if by > 0 else count - 1
    else:
        at = (question.rolls.index(question.pointed) + by) % count
    desk.notices.pop(side, None)
    desk.moment.question = replace(question, pointed=question.rolls[at])


def _answered(desk: Desk, side: Side, question: Question, roll: Roll) -> None:
    if not desk.eye.is_settled(desk.now_ms):
        desk.refuse(side, ("The board is not still yet. Press Done again.", {}))
        return
    desk.record(f.QuestionAnswered(side.value, ROLL, f"{roll[0]}-{roll[1]}"))
    _record(desk, question.choices[0], roll, "deduced" if len(question.rolls) == 1 else "chosen")


def _record(desk: Desk, way: Way, roll: Roll, source: str) -> None:
    """The roll and its play, in the order in which they happened."""
    side = desk.mover
    assert side is not None
    way = rolls.way_with(desk, way.position, roll)
    if desk.state.phase is Phase.MOVING:
        desk.record(f.RollCorrected(side.value, roll))
    elif desk.state.phase is Phase.TO_ROLL:
        desk.record(f.Rolled("R", desk.state.game.rolled["R"], roll, side.value, source))
    elif desk.variant.opening is Opening.DIE_EACH:
        dice = roll if side is Side.LIGHT else (roll[1], roll[0])  # light's die, dark's die
        desk.record(f.Rolled("O", desk.state.game.rolled["O"], dice, source=source))
    else:
        desk.record(f.OpeningWon(side.value))
        desk.record(f.Rolled("R", desk.state.game.rolled["R"], roll, side.value, source))
    turn.finish_play(desk, way)


# -- dice typed in ------------------------------------------------------------------------------


def type_roll(desk: Desk, side: Side, dice: Roll) -> None:
    """Dice that are typed in are the roll; what lies there already may contradict them."""
    found = desk.moment.found
    turn.rolled(desk, "R" if desk.state.game.turn else "O", dice, "typed")
    fits = found is None or (max(dice), min(dice)) in found.rolls
    if not fits and desk.state.phase is Phase.MOVING and desk.state.game.turn is side:
        assert found is not None
        _dispute(desk, side, found)


def _may_be_disputed(desk: Desk, held: DoneHeld, verdict: Verdict) -> bool:
    """Dice that people typed in, and a board that they do not explain."""
    if desk.throws or held.by_itself or held.accepting:
        return False
    if desk.state.phase is not Phase.MOVING or verdict.strays:
        return False
    return verdict.kind is VerdictKind.WRONG


def _played_with_another_roll(desk: Desk, side: Side) -> Found | None:
    """The whole play that lies there if the dice were others; None: it is legal with none."""
    game = desk.state.game
    desk.possible = rolls.any_roll(desk, side)
    desk.eye.believe(game.agreed, side, desk.possible.ways)
    verdict = desk.eye.rejudge(at_done=True)
    found = None
    if verdict is not None and verdict.kind is VerdictKind.COMPLETE and verdict.way is not None:
        found = rolls.found(desk, verdict.way)
    desk.look()
    return found


def _dispute(desk: Desk, side: Side, found: Found) -> None:
    """The move may stand if the other side says so; a bot does not judge."""
    decides = side if desk.is_bot(side.other) else side.other
    pointing.ask(desk, Question(CONTRADICTION, decides, (found.way,), rolls=found.rolls))


def _decide(desk: Desk, side: Side, question: Question, *, is_yes: bool) -> None:
    """Either side lets the roll stand; the move stands by the other side's word."""
    if is_yes and side is not question.side:
        desk.refuse(side, ("The other side says whether the move stands.", {}))
        return
    desk.moment.question = None
    desk.record(f.QuestionAnswered(side.value, CONTRADICTION, "move" if is_yes else "roll"))
    mover = desk.state.game.turn
    assert mover is not None
    if not is_yes:
        desk.refuse(mover, ("The roll stands: put the checkers back and play it.", {}))
    elif len(question.rolls) == 1:
        _record(desk, question.choices[0], question.rolls[0], "")
    else:
        _ask(desk, mover, Found(question.choices[0], question.rolls))
