"""Somebody paused the match."""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.intents import Carry, Press
from display import items as i
from display.card_parts import begin, choice, end, how_long, in_object, paragraph, say
from display.stage import Scene, Stage


def paused_scene(stage: Stage) -> Scene:
    """Who stopped the match, for how long, and the way on; the board dim behind it."""
    where = begin(stage, speaks=stage.snapshot.paused is None)
    paused = stage.snapshot.paused
    stage.show(i.Veil(where.board.rect, 0.60), i.Sign(in_object(where), "pause"))
    lines = []
    if paused is not None:
        name = stage.name(Side(paused.by))
        lines = [
            (stage.text("{name} paused the match,", name=name), "dim"),
            (stage.text("for {time} by now.", time=how_long(stage, paused.since_ms)), "ink"),
        ]
        if stage.snapshot.clock is not None:
            lines.append((stage.text("The clocks stand still."), "dim"))
    say(stage, where, stage.text("Paused"), lines)
    if paused is None:
        text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
        paragraph(stage, where, text, 4)
    if stage.settings.sides:
        side = stage.reader.value
        label, under = stage.text("Give up the match"), stage.text("hold, or press X twice")
        stop = Carry(side, on=False)
        choice(stage, where, 0, label, under, stop, keys=("X",), kind="danger", deliberate=True)
        act, label = Press(side, "go_on"), stage.text("Go on")
        choice(stage, where, 1, label, "", act, keys=("P", "D"), kind="primary")
    return end(stage, where)
