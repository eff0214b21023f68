"""Upright: the two heads over the board's columns, and the plaques on its bar."""

from __future__ import annotations

from controller.rules.position import Side
from display import items as i
from display.layout import Board, Rect
from display.scene_clocks import clock, has_clock
from display.scene_panel import at_its_end, dice_line, offer_settings, record_line, seat_plate
from display.stage import Stage


def head(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Name and score; below them the clock or whether on turn, pips, what the score leads to."""
    snapshot = stage.snapshot
    seat_plate(stage, rect, side, u)
    large = stage.settings.large_print
    upper, lower = _rows(rect, u)
    score = upper._replace(x=upper.right - round(50 * u), w=round(50 * u))
    if large:
        score = score._replace(y=rect.y, h=rect.h)
    name = upper._replace(w=score.x - upper.x - round(2 * u))
    size, letters = round((60 if large else 40) * u), round((23 if large else 20) * u)
    points = str(snapshot.score[side.index])
    stage.show(
        i.Name(name, side, stage.name(side), letters, stage.bot_mark(side)),
        i.Words(score, points, size, "ink", "serif", "right", floor=round(24 * u)),
    )
    plate = lower._replace(y=lower.y + round(2 * u), w=round((150 if large else 100) * u))
    clock(stage, plate._replace(h=lower.h - round(2 * u)), side, round(27 * u))
    if side is stage.turn and not has_clock(stage):  # else the brass edge says so
        text = stage.text("moves" if stage.bot_mark(side) else "to move")
        box = lower._replace(w=round(100 * u))
        stage.show(
            i.Words(box, text, round((22 if large else 18) * u), "accent", floor=round(13 * u))
        )
    if large:
        return
    if snapshot.match_length:
        text = stage.text("of {length}", length=snapshot.match_length)
        box = lower._replace(x=lower.right - round(50 * u), w=round(50 * u))
        size = round(18 * u)
        stage.show(i.Words(box, text, size, "dim", "regular", "right", round(12 * u)))
    if snapshot.aids != "none":
        box = lower._replace(x=lower.x + round(106 * u), w=round(72 * u))
        text = stage.text("pips {pips}", pips=snapshot.pips[side.index])
        size = round(17 * u)
        stage.show(i.Words(box, text, size, "dim", "regular", floor=round(12 * u)))


def _rows(rect: Rect, u: float) -> tuple[Rect, Rect]:
    inner = rect.inset(round(6 * u), round(3 * u))
    upper = inner._replace(h=round(34 * u))
    return upper, inner._replace(y=upper.bottom, h=inner.bottom - upper.bottom)


def plaques(stage: Stage, board: Board, u: float) -> None:
    """Whether what is played is kept, and what the dice come from: brass-edged, on the bar. Where
    aids are not full the second says that instead. The first opens the settings."""
    source, mark = dice_line(stage)
    aids = stage.snapshot.aids
    dice = ("shield" if mark else "dice", mark or source)
    if aids != "full":
        dice = ("no_aids", stage.text("Aids {level}", level=stage.text(aids)))
    left, right = board.plaques()
    side = round(16 * u)
    gear = at_its_end(left.inset(round(4 * u), 0), side)
    _plaque(stage, left, record_line(stage, short=True), u, left.right - gear.x)
    offer_settings(stage, board.plaque_touch()[0], gear)
    _plaque(stage, right, dice, u, round(3 * u))


def _plaque(stage: Stage, rect: Rect, said: tuple[str, str], u: float, edge: int) -> None:
    """edge: what is left free at its right end."""
    sign, text = said
    side, size = round(18 * u), round((19 if stage.settings.large_print else 17) * u)
    box = Rect(rect.x + round(5 * u), rect.y + (rect.h - side) // 2, side, side)
    words = rect._replace(x=box.right + round(4 * u))
    words = words._replace(w=rect.right - edge - words.x)
    stage.show(
        i.Plate(rect, "plate", "accent", 5 * u, 1.2 * max(u, 1)),
        i.Sign(box, sign),
        i.Words(words, text, size, "ink", "semibold", "left", round(11 * u), 2),
    )
