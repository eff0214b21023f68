"""Turns that nobody saw are recorded when a person says that they were played, and not before."""

from __future__ import annotations

from controller.guidance.words import format_missed
from controller.match.score import result_of_bearoff
from controller.rules.missed import MissedTurn
from controller.rules.notation import format_play
from controller.rules.position import Side
from controller.sensing.verdict import Verdict, VerdictKind
from controller.table import blind, turn
from controller.table import facts as f
from controller.table.desk import Desk

ASK = "missed"
UNKNOWN = (0, 0)  # dice, where several rolls explain the play


def answer(desk: Desk, side: Side, yes: bool) -> None:
    """The turns asked about were played, or not; a yes is judged on a still board, as a Done is."""
    assert desk.blind is not None
    if yes:
        turn.hold_done(desk, side)
    else:
        desk.record(f.QuestionAnswered(side.value, ASK, "no"))
        desk.blind = blind.refused(desk, desk.blind)


def conclude(desk: Desk, verdict: Verdict) -> None:
    """The board of a yes is known: the turns are recorded if they still lead there."""
    held, missed = desk.moment.done, desk.blind
    assert held is not None
    assert missed is not None
    desk.moment.done = None
    turns = missed.asked[0]
    if verdict.kind is VerdictKind.BLIND:
        desk.refuse(held.side, ("Too many sensors give no reading.", {}))
        return
    if turns[-1].after.slots not in desk.eye.readings():
        desk.refuse(held.side, ("The board has changed: look at it again.", {}))
        turn.seen(desk, verdict)
        return
    desk.blind = None
    answered = format_missed(turns, (desk.card.light, desk.card.dark))
    desk.record(f.QuestionAnswered(held.side.value, ASK, answered))
    for each in turns:
        _record(desk, each)
    desk.eye.confirm()  # people have said that the last one's board lies there as it was read
    if desk.resume_question is not None:
        desk.resume_question = None
        desk.record(f.MatchResumed(held.side.value))
    last = turns[-1]
    if not last.after.on_board(last.side):
        cube = desk.state.game.cube.value
        turn.end_game(
            desk, result_of_bearoff(last.after, last.side, cube, largest=desk.largest_win())
        )
    elif desk.eye.verdict is not None:
        turn.seen(desk, desk.eye.verdict)


def _record(desk: Desk, missed: MissedTurn) -> None:
    after = missed.after
    desk.record(
        f.Played(
            missed.side.value,
            missed.rolls[0] if len(missed.rolls) == 1 else UNKNOWN,
            format_play(missed.steps),
            after.slots,
            after.off,
            after.reserve,
            rolls=missed.rolls,
        )
    )
