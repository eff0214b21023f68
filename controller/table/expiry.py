"""Time at the table: what lets it run, and what the table does for a side whose time is up.

A turn timer that runs out plays for its side, and never more than that: a roll if none was thrown,
a legal play, a double's name, the answer to a cube or a resignation. It never doubles, beavers or
resigns (BU-12, BU-13). What it decides is a fact with the cause "timeout", its play is shown and
recorded when the board matches, as a bot's is. A match clock that runs out is told, and nothing
else: the result is left to people (MAT-20).
"""

from __future__ import annotations

from controller.rules.plays import first_legal
from controller.rules.position import Board, Side
from controller.sensing.verdict import VerdictKind
from controller.table import bots, offers, turn
from controller.table import facts as f
from controller.table.desk import Desk
from controller.table.phases import Interruption, Phase
from controller.table.timing import timing_of

ENGINE_MS = 3000  # an engine that has not answered by then is not waited for
TOLD_MS = 10_000  # so long is said that a match clock ran out


def keep_time(desk: Desk) -> None:
    """Bring the clocks to this moment; act for a side whose time is up. Before and after each
    input."""
    card = desk.state.card
    if card is None:
        return
    if desk.timing is None or desk.timing.match != card.match:
        desk.timing = timing_of(desk.state)
    if desk.timing is None:
        return
    desk.timing = desk.timing.follow(desk.state, desk.now_ms)
    _run_or_stop(desk)
    side = desk.timing.up(desk.now_ms)
    if side is None:
        return
    if not desk.timing.rule.is_turn_timer:
        _flag(desk, side)
    elif not desk.buttons.holds:  # an answer that is being given by a held button comes first
        _act_for(desk, side)
        desk.timing = desk.timing.follow(desk.state, desk.now_ms)
        _run_or_stop(desk)


# -- whose time runs ------------------------------------------------------------------------------


def _run_or_stop(desk: Desk) -> None:
    timing, top, game = desk.timing, desk.interruption(), desk.state.game
    assert timing is not None
    if top is Interruption.RESIGN_OFFERED:
        assert game.resign is not None
        asked = game.resign[0].other
        timing = timing.let_answer(None if desk.is_bot(asked) else asked, desk.now_ms)
    elif game.resign is None:
        timing = timing.let_answer(None, desk.now_ms)
    else:
        timing = timing.hold_answer(desk.now_ms)
    held = desk.moment.done
    if held is not None and (desk.state.phase is Phase.MOVING or desk.deducing):
        desk.timing = timing.hold(held.pressed_ms)
    elif _runs(desk):
        desk.timing = timing.run(desk.now_ms)
    else:
        desk.timing = timing.stop(desk.now_ms)


def _runs(desk: Desk) -> bool:
    """A person is to act and nothing keeps him from it: no fault, pause, offer or question, no
    board that one side wants to stand or that nobody has seen since blind time, no dice that wait
    for what the players add."""
    assert desk.timing is not None
    side = desk.timing.span[0]
    if side is None or desk.is_bot(side) or desk.interruption() is not None:
        return False
    is_unseen = desk.blind is not None and not desk.blind.ahead
    return not is_unseen and desk.moment.standing is None and desk.state.fair.is_ready


# -- time is up -----------------------------------------------------------------------------------


def _flag(desk: Desk, side: Side) -> None:
    """A match clock has run out: said to both, kept with the other readings, no more."""
    assert desk.timing is not None
    desk.timing = desk.timing.stop(desk.now_ms)
    desk.record(f.ClockRead(desk.timing.clock.reserves, side.value))
    name = (desk.card.light, desk.card.dark)[side.index]
    desk.notify(("{name}'s time is up. Players or director decide.", {"name": name}), TOLD_MS)


def _act_for(desk: Desk, side: Side) -> None:
    """Do what this side has not done in time; once more after each input until it can be done."""
    game, moment = desk.state.game, desk.moment
    if game.resign is not None:
        offers.answer_resignation(desk, side, False, cause=f.TIMEOUT)
        return
    match desk.state.phase:
        case Phase.CUBE_OFFERED:
            offers.answer_cube(desk, side, desk.config.turn.timeout_cube, cause=f.TIMEOUT)
        case Phase.TO_ROLL:
            if desk.throws and moment.awaiting is None and turn.is_board_standing(desk):
                turn.want_roll(desk, "R")
        case Phase.MOVING:
            _choose_play(desk)
        case Phase.NAMING:
            _choose_double(desk)


def _choose_play(desk: Desk) -> None:
    """A whole play that lies there is his own; else the engine's, else the first legal one."""
    ways = desk.state.game.ways
    assert ways is not None
    board = _lying(desk)
    if board is None and (len(ways.finals) == 1 or not _ask_engine(desk, "play")):
        board = first_legal(ways.finals)
    if board is not None:
        desk.moment.awaiting = None
        bots.choose_play(desk, board)


def _lying(desk: Desk) -> Board | None:
    """The whole play on the board, if one lies there beyond doubt."""
    verdict, side = desk.eye.verdict, desk.state.game.turn
    if verdict is None or side is None or verdict.kind is not VerdictKind.COMPLETE:
        return None
    if verdict.way is None or not desk.eye.is_settled(desk.now_ms):
        return None
    return verdict.way.position.board(side)


def _choose_double(desk: Desk) -> None:
    if not _ask_engine(desk, "name"):
        playable = desk.state.game.playable
        first = next((n for n, steps in enumerate(playable, start=1) if steps), 1)
        turn.name_double(desk, first, f.TIMEOUT)


def _ask_engine(desk: Desk, what: str) -> bool:
    """Whether an engine is waited for; it is asked once."""
    side, moment, how = desk.state.game.turn, desk.moment, desk.config.turn.timeout_play
    assert side is not None
    if how == "first-legal":
        return False
    if moment.awaiting is None:
        bots.ask(desk, what, side)
        moment.engine_ms = desk.now_ms + ENGINE_MS if how == "auto" else None
    return moment.engine_ms is None or desk.now_ms < moment.engine_ms
