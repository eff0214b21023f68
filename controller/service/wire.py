"""Between the wire's messages and the core's inputs, and between its lights and the wire's."""

from __future__ import annotations

from controller.table import inputs
from controller.view.snapshot import Light, LineQuality
from firmware_bridge import messages as wire
from firmware_bridge.layout import LIGHTS, cells_of

BUTTONS = {
    wire.Button.LIGHT_DONE: ("light", "done"),
    wire.Button.LIGHT_DOUBLE: ("light", "double"),
    wire.Button.LIGHT_UNDO: ("light", "undo"),
    wire.Button.DARK_DONE: ("dark", "done"),
    wire.Button.DARK_DOUBLE: ("dark", "double"),
    wire.Button.DARK_UNDO: ("dark", "undo"),
}

KINDS = ("", "from", "target", "wrong", "missing", "extra", "question", "bar")
"""Kinds of light by palette index; 0 is dark."""

PALETTE = wire.Palette(
    (
        (0, 0, 0),
        (0, 90, 255),  # from: blue
        (255, 190, 60),  # target: brass
        (255, 30, 10),  # wrong: red, the only one
        (255, 255, 255),  # missing: white
        (190, 0, 190),  # extra: violet
        (0, 220, 220),  # question: cyan
        (255, 190, 60),  # bar: brass, as a target
        *((0, 0, 0),) * 8,
    )
)


def input_from(event: wire.LinkEvent, now_ms: int) -> inputs.AnyInput:
    """What the core is told of a link's event."""
    match event:
        case wire.PointReport():
            cells = zip(cells_of(event.group), event.readings, strict=True)
            return inputs.Readings(now_ms, tuple(cells))
        case wire.Snapshot(request=0):  # the link itself asked, to mend what it had missed
            return inputs.Readings(now_ms, tuple(enumerate(event.readings)))
        case wire.Snapshot():
            return inputs.Means(now_ms, event.request, event.readings)
        case wire.ButtonEvent():
            return inputs.Button(now_ms, *BUTTONS[event.button], event.pressed)
        case wire.LinkUp():
            return inputs.LinkUp(now_ms, event.restarted)
        case wire.LinkDown():
            return inputs.LinkDown(now_ms, event.detail or event.fault.value, _line(event.quality))


def _line(quality: wire.LinkQuality | None) -> LineQuality | None:
    if quality is None:
        return None
    return LineQuality(quality.messages_per_s, quality.resent, quality.damaged, quality.silent_ms)


def lights_codes(lights: tuple[Light, ...]) -> tuple[int, ...]:
    """One palette index for each of the 28 lights."""
    codes = [0] * LIGHTS
    for light in lights:
        codes[light.place] = KINDS.index(light.kind)
    return tuple(codes)


def lights_from_codes(codes: tuple[int, ...]) -> tuple[Light, ...]:
    """The lights that a table shows."""
    return tuple(Light(place, KINDS[code]) for place, code in enumerate(codes) if code)
