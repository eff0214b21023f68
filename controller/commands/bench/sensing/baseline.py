"""What a table without a model does: each cell against a threshold, then an exact match."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.plays import Ways
from controller.rules.position import SLOTS, Board, Position, Side
from controller.sensing.geometry import CELLS, REFERENCE_GRID, room_of
from controller.sensing.settings import Calibration

THRESHOLD = 30.0 / 100.0 * 64.0
"""Of one checker; 30 % does far better than 50 %."""


def matches(
    means: Sequence[int | None],
    calibration: Calibration,
    ways: Ways,
    side: Side,
    *,
    signed: bool = True,
) -> list[Board]:
    """Finals whose cells would be covered exactly as the means say."""
    seen = [_covered(means, calibration, slot) for slot in range(SLOTS)]
    return [board for board in ways.finals if _shape(board, side, signed=signed) == seen]


def _covered(means: Sequence[int | None], calibration: Calibration, slot: int) -> int:
    count = 0
    for cell in range(CELLS)[REFERENCE_GRID.span(slot)]:
        value = means[cell]
        if value is None:
            continue
        reading = (value - calibration.offsets[cell]) / calibration.gains[cell]
        if abs(reading) >= THRESHOLD:
            count += 1 if reading > 0 else -1
    return count


def _shape(board: Board, side: Side, *, signed: bool) -> list[int]:
    slots = enumerate(Position.from_board(board, side).slots)
    shape = [max(-room_of(slot), min(room_of(slot), n)) for slot, n in slots]
    return shape if signed else [abs(n) for n in shape]
