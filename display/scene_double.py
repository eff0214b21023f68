"""Doubling from the screen: asked once more before the offer binds, since a wrong O is taken back
(A-15). The table's own button offers at once."""

from __future__ import annotations

from controller.view.intents import Press
from display import items as i
from display.card_parts import begin, choice, end, hint, say
from display.stage import Open, Scene, Stage

PAGE = "double"


def can_open(stage: Stage) -> bool:
    """Whether the side on turn here may still double."""
    snapshot = stage.snapshot
    is_due = snapshot.phase == "to_roll" and snapshot.can_double and snapshot.interruption is None
    return is_due and stage.actor is not None


def double_scene(stage: Stage) -> Scene:
    """What the offer would mean; a deliberate act makes it, everything else takes it back."""
    snapshot, side = stage.snapshot, stage.actor
    assert side is not None
    where = begin(stage)
    stake, value = snapshot.cube.value, snapshot.cube.value * 2
    at = where.object.x + where.object.w * 0.27, where.object.centre[1]
    stage.show(i.CubeFace(at, 78 * where.u, value, -6))
    other = stage.name(side.other)
    lines = [
        (stage.text("The stake goes from {old} to {new},", old=stake, new=value), "dim"),
        (stage.text("or {name} drops and loses {points}.", name=other, points=stake), "dim"),
    ]
    say(stage, where, stage.text("Offer the cube at {value}?", value=value), lines)
    offer = Press(side.value, "double")
    choice(
        stage, where, 0, stage.text("Offer it"), stage.text("{name} answers", name=other), offer,
        keys=("O",), deliberate=True,
    )  # fmt: skip
    label, under = stage.text("Take it back"), stage.text("nothing was offered")
    choice(stage, where, 1, label, under, Open(""), keys=("U", "Escape"))
    hint(stage, where, stage.text("Hold the button for a second, or press O twice."))
    return end(stage, where)
