"""What both sides agree on: cube and resignation (rules 2.5), a wrong board that is to stand."""

from __future__ import annotations

from dataclasses import replace

from controller.match.cube import refusal_arguments
from controller.match.score import SINGLE, SIZE_NAMES, result_of_drop, result_of_resignation
from controller.rules.position import Side
from controller.sensing.verdict import Verdict
from controller.table import facts as f
from controller.table import standing, turn
from controller.table.desk import Desk, Standing
from controller.table.phases import CONTROLS, Phase
from controller.table.standing import Lying


def double(desk: Desk, side: Side) -> None:
    """Offer the cube, if rules and board allow it."""
    cube = desk.state.game.cube
    why = desk.refusal_to_double(side)
    if why is None and not turn.is_board_standing(desk):
        why = "Put the board right before doubling."
    if why is not None:
        desk.refuse(side, (why, {**refusal_arguments(cube)}))
        return
    desk.record(f.Doubled(side.value, cube.offered_value))
    desk.offer_ms = desk.now_ms


def answer_cube(desk: Desk, side: Side, control: str, cause: str = "") -> None:
    """Take, drop or beaver what the other side offers.

    After a beaver the cube stands at what it took; a drop then loses that (C-11).
    """
    game = desk.state.game
    doubler = game.offered_by
    assert doubler is not None
    if side is doubler:
        desk.refuse(side, ("The other side answers your double.", {}))
    elif control == "take":
        desk.record(f.Taken(side.value, game.cube.offered_value, cause))
    elif control == "drop":
        desk.record(f.Dropped(side.value, cause))
        turn.end_game(desk, result_of_drop(doubler, game.cube.value))
    else:
        _beaver(desk, side)


def _beaver(desk: Desk, side: Side) -> None:
    why = desk.refusal_to_beaver()
    if why is not None:
        desk.refuse(side, (why, {}))
        return
    desk.record(f.Beavered(side.value, 2 * desk.state.game.cube.offered_value))
    desk.offer_ms = desk.now_ms


def resign(desk: Desk, side: Side, size: int) -> None:
    """Offer to lose `size` x cube (1, 2 or 3); the other side answers (C-15)."""
    largest = desk.largest_win()
    if desk.interruption() is not None or "resign" not in CONTROLS[desk.state.phase]:
        desk.refuse(side, ("A resignation is not possible now.", {}))
    elif size not in SIZE_NAMES:
        desk.refuse(side, ("A game is lost single, as a gammon or as a backgammon.", {}))
    elif size > largest == SINGLE:
        desk.refuse(side, ("This game can only be lost single.", {}))
    elif size > largest:
        desk.refuse(side, ("This game can be lost single or as a gammon, not more.", {}))
    else:
        desk.record(f.ResignOffered(side.value, size))


def press_answer(desk: Desk, side: Side, control: str) -> None:
    """A control pressed while a resignation waits for its answer."""
    if control in ("done", "yes", "undo", "no"):
        answer_resignation(desk, side, control in ("done", "yes"))
    else:
        desk.refuse(side, ("The resignation waits for its answer.", {}))


def answer_resignation(desk: Desk, side: Side, accepted: bool, cause: str = "") -> None:
    """Accept what the other side offers to lose, or play on: the same side with the same dice."""
    assert desk.state.game.resign is not None
    loser, size = desk.state.game.resign
    if side is loser:
        desk.refuse(side, ("The other side answers your resignation.", {}))
        return
    desk.record(f.ResignAnswered(side.value, accepted, cause))
    if accepted:
        turn.end_game(desk, result_of_resignation(loser, size, desk.state.game.cube.value))
    elif desk.eye.verdict is not None:
        turn.seen(desk, desk.eye.verdict)


def accept(desk: Desk, side: Side) -> None:
    """A side lets the board stand as it lies; like a Done, it is judged on fresh means."""
    if desk.eye.is_settled(desk.now_ms):
        found = standing.what_may_stand(desk, desk.eye.verdict)
        if not isinstance(found, Lying):
            desk.refuse(side, found)
            return
    waiting = desk.moment.done.accepting if desk.moment.done is not None else ()
    turn.hold_done(desk, side)
    assert desk.moment.done is not None
    desk.moment.done = replace(desk.moment.done, accepting=(*waiting, side))


def conclude(desk: Desk, verdict: Verdict) -> None:
    """The board that one side or both accept is known: with both acceptances it stands."""
    held = desk.moment.done
    assert held is not None
    desk.moment.done = None
    found = standing.what_may_stand(desk, verdict)
    if not isinstance(found, Lying):
        desk.moment.standing = None
        for side in held.accepting:
            desk.refuse(side, found)
        return
    for side in held.accepting:
        before = desk.moment.standing
        if before is None or before.position != found.position:
            lifted = desk.eye.lifted(desk.now_ms)
            desk.moment.standing = Standing(found.position, found.play, side, lifted)
        elif before.accepted is side:
            desk.refuse(side, ("You let it stand already: the other side decides.", {}))
        else:
            _let_stand(desk, found)
            return


def _let_stand(desk: Desk, lying: Lying) -> None:
    if desk.state.phase is Phase.SETUP:
        turn.set_up(desk, lying.position)
    else:
        turn.record_play(desk, lying.position, lying.play, illegal=True)
