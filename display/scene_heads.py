"""Upright: the two heads over the board's columns, and the plaques on its bar."""

from __future__ import annotations

from controller.rules.position import Side
from display import items as i
from display.layout import Board, Rect
from display.layout_pages import split
from display.scene_clocks import clock, has_clock
from display.scene_panel import (
    aids_line,
    at_its_end,
    dice_line,
    match_line,
    offer_settings,
    record_line,
    seat_plate,
)
from display.stage import Stage


def head(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Name and score; below them the clock or whether on turn, pips, what the score leads to."""
    seat_plate(stage, rect, side, u)
    inner = rect.inset(round(6 * u), round(2 * u))
    if stage.settings.large_print:
        _in_large_print(stage, inner, side, u)
        return
    upper = inner._replace(h=round(28 * u))
    lower = inner._replace(y=upper.bottom, h=inner.bottom - upper.bottom)
    score = Rect(upper.right - round(50 * u), upper.y - round(2 * u), round(50 * u), round(42 * u))
    name = upper._replace(w=score.x - upper.x - round(2 * u))
    points = str(stage.snapshot.score[side.index])
    stage.show(
        i.Name(name, side, stage.name(side), round(20 * u), stage.bot_mark(side)),
        i.Words(score, points, round(44 * u), "ink", "serif", "right", floor=round(24 * u)),
    )
    wide = round(110 * u)
    clock(stage, lower._replace(w=wide), side, round(37 * u))
    _turn(stage, lower._replace(w=wide), side, round(18 * u))
    left = lower.x + wide + round(4 * u)
    _pips(stage, lower._replace(x=left, w=lower.right - left), side, u)


def _in_large_print(stage: Stage, inner: Rect, side: Side, u: float) -> None:
    """Name, clock, score, whose turn: no more, but larger."""
    upper = inner._replace(h=round(26 * u))
    lower = inner._replace(y=upper.bottom, h=inner.bottom - upper.bottom, w=round(156 * u))
    score = inner._replace(x=inner.right - round(62 * u), w=round(62 * u))
    points = str(stage.snapshot.score[side.index])
    name = upper._replace(w=score.x - upper.x)
    stage.show(
        i.Name(name, side, stage.name(side), round(22 * u), stage.bot_mark(side)),
        i.Words(score, points, round(60 * u), "ink", "serif", "right", floor=round(24 * u)),
    )
    clock(stage, lower, side, round(48 * u))
    _turn(stage, lower, side, round(22 * u))


def _turn(stage: Stage, box: Rect, side: Side, size: int) -> None:
    """Whose turn it is, in the clock's place; of a match with time its brass edge says so."""
    if side is stage.turn and not has_clock(stage):
        text = stage.text("moves" if stage.bot_mark(side) else "to move")
        stage.show(i.Words(box, text, size, "accent", floor=round(0.72 * size)))


def _pips(stage: Stage, lower: Rect, side: Side, u: float) -> None:
    """Pips, and below the score what it leads to."""
    snapshot = stage.snapshot
    length = lower._replace(x=lower.right - round(40 * u), w=round(40 * u))
    if snapshot.match_length:
        text = stage.text("of {length}", length=snapshot.match_length)
        stage.show(i.Words(length, text, round(18 * u), "dim", "regular", "right", round(12 * u)))
    if snapshot.aids == "none":
        return
    number = length._replace(x=length.x - round(40 * u), w=round(36 * u))
    label = lower._replace(w=number.x - lower.x)
    pips = str(snapshot.pips[side.index])
    stage.show(
        i.Words(label, stage.text("pips"), round(17 * u), "dim", "regular", floor=round(11 * u)),
        i.Words(number, pips, round(21 * u), "ink", "semibold", "right"),
    )


def match_row(stage: Stage, row: Rect, u: float) -> None:
    """Where a window is tall: what is played to, which game, and what help people get."""
    snapshot, size = stage.snapshot, round(19 * u * stage.print)
    match, game, aids = split(row.inset(round(8 * u), 0), (1.3, 1, 1.3), round(8 * u))
    number = stage.text("game {game}", game=snapshot.game)
    icon, word, level = aids_line(stage)
    floor, side = round(13 * u), round(18 * u)
    help_ = i.Words(
        aids._replace(w=aids.w - side - round(8 * u)), f"{word} {level}", size, "dim", "regular",
        "right", floor,
    )  # fmt: skip
    stage.show(
        i.Words(match, match_line(stage), size, "dim", "serif", floor=floor),
        i.Words(game, number, size, "dim", "regular", "centre", floor),
        help_,
        i.Sign(at_its_end(aids, side), icon),
    )


def plaques(stage: Stage, board: Board, u: float, *, aids: bool) -> None:
    """Whether what is played is kept, and what the dice come from: brass-edged, on the bar. Where
    aids are not full the second says that instead, unless another place does (`aids` is off). The
    first opens the settings."""
    source, mark = dice_line(stage)
    level = stage.snapshot.aids
    dice = ("shield" if mark else "dice", mark or source)
    if aids and level != "full":
        dice = ("no_aids", stage.text("Aids {level}", level=stage.text(level)))
    left, right = board.plaques()
    side = round(16 * u)
    gear = at_its_end(left.inset(round(4 * u), 0), side)
    beside = left.right - gear.x + round(u)
    _plaque(stage, left, record_line(stage, short=True), u, beside)
    offer_settings(stage, board.plaque_touch()[0], gear)
    _plaque(stage, right, dice, u, round(3 * u))


def _plaque(stage: Stage, rect: Rect, said: tuple[str, str], u: float, edge: int) -> None:
    """edge: what is left free at its right end."""
    sign, text = said
    side, size = round(16 * u), round((21 if stage.settings.large_print else 19) * u)
    box = Rect(rect.x + round(4 * u), rect.y + (rect.h - side) // 2, side, side)
    words = rect._replace(x=box.right + round(3 * u))
    words = words._replace(w=rect.right - edge - words.x)
    stage.show(
        i.Plate(rect, "plate", "accent", 5 * u, 1.2 * max(u, 1)),
        i.Sign(box, sign),
        i.Words(words, text, size, "ink", "semibold", "left", round(11 * u), 2),
    )
