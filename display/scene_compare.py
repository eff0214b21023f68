"""Two boards side by side: as the journal holds the game, and as the table stands now."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from controller.rules.position import Side
from display import items as i
from display.layout import Board, Rect, board_in
from display.layout_pages import PageLayout, split
from display.scene_board import SHOWN, lay_board
from display.stage import Hand, Stage

Slots = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """Where the checkers of a stored game are. slots: signed counts; off, reserve: of (light,
    dark)."""

    slots: Slots
    off: tuple[int, int]
    reserve: tuple[int, int]


def both_boards(
    stage: Stage, where: PageLayout, area: Rect, stored: Lying, lies: Slots
) -> tuple[Board, ...]:
    """Shows both in this area of a page, turned as the table's board is, and where they differ;
    returns their places, for the ground."""
    u = where.u
    parts = split(area, (1, 1), round(14 * u))
    count = apart(stored.slots, lies)
    titles = ((stage.text("As it was left"), "dim", ""), _now(stage, count))
    now = Lying(lies, _gone(stored, lies), stored.reserve)
    made = []
    for title, shown, part in zip(titles, (stored, now), parts, strict=True):
        label = part._replace(h=round((50 if where.tall else 32) * u))
        _title(stage, label, *title, u)
        area = part._replace(y=label.bottom, h=part.bottom - label.bottom)
        board = board_in(area, stage.settings.orientation, u=u, upright=where.tall)
        _lay(stage, board, shown)
        made.append(board)
    _marks(stage, made[1], stored.slots, lies)
    return tuple(made)


def _now(stage: Stage, count: int) -> tuple[str, str, str]:
    """(title, colour, sign) of the board as it stands; nothing is said of one not judged yet."""
    if count == 1:
        return stage.text("On the table: one differs"), "warn", "warn"
    if count:
        return stage.text("On the table: {count} differ", count=count), "warn", "warn"
    if stage.snapshot.verdict == "agreed":
        return stage.text("On the table: the same"), "good", "shield"
    return stage.text("On the table"), "dim", ""


def apart(stored: Slots, lies: Slots) -> int:
    """How many checkers would have to be moved to make one of the other: of each side those that
    lie where none of theirs belongs, or are missing, whichever are more."""
    moved = 0
    for side in Side:
        pairs = [(_of(a, side), _of(b, side)) for a, b in zip(stored, lies, strict=True)]
        too_many = sum(max(b - a, 0) for a, b in pairs)
        missing = sum(max(a - b, 0) for a, b in pairs)
        moved += max(too_many, missing)
    return moved


def _of(signed: int, side: Side) -> int:
    return max(signed * side.sign, 0)


def _gone(stored: Lying, lies: Slots) -> tuple[int, int]:
    """Checkers that lie on no point now: in the trays, for all that can be seen."""
    light, dark = (
        max(sum(_of(n, side) for n in stored.slots) + stored.off[side.index]
            - sum(_of(n, side) for n in lies), 0)
        for side in Side
    )  # fmt: skip
    return light, dark


def _title(stage: Stage, row: Rect, text: str, colour: str, sign: str, u: float) -> None:
    left = row.x
    if sign:
        side = round(22 * u)
        at = Rect(row.x, round(row.centre[1] - side / 2), side, side)
        stage.show(i.Sign(at, sign))
        left = at.right + round(8 * u)
    words = Rect(left, row.y, row.right - left, row.h)
    stage.show(i.Words(words, text, round(20 * u), colour, floor=round(14 * u), lines=2))


def _lay(stage: Stage, board: Board, lying: Lying) -> None:
    """Only what lies there: no dice, no marks, and no cube, which the table does not see."""
    shown = msgspec.structs.replace(
        stage.snapshot, slots=lying.slots, off=lying.off, reserve=lying.reserve, sensed=(),
        lifted=(), fixes=(), match_length=1,
    )  # fmt: skip
    alone = Stage(shown, stage.settings, stage.catalogue, Hand())
    lay_board(alone, board, dice=False, marks=False)
    stage.show(*alone.items)


def _marks(stage: Stage, board: Board, stored: Slots, lies: Slots) -> None:
    """Round the topmost of those that lie too much, and where some are missing."""
    for slot, (belongs, lying) in enumerate(zip(stored, lies, strict=True)):
        for side in Side:
            more = _of(lying, side) - _of(belongs, side)
            if more > 0:
                at = board.checker(slot, min(_of(lying, side), SHOWN) - 1)
                stage.show(i.Mark(at, board.d, f"−{more}"))
            elif more < 0:
                at = board.checker(slot, min(abs(lying), SHOWN - 1))
                stage.show(i.Ghost(at, board.d, f"+{-more}"))
