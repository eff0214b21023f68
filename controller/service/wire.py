"""Between the wire's messages and the core's inputs, and between its lights and the wire's."""

from __future__ import annotations

from controller.table import inputs
from controller.view.snapshot import Light, LineMinute, LineQuality
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

SHADES: tuple[tuple[str, str, bool], ...] = (
    ("", "", False),
    ("from", "", False),
    ("target", "larger", False),
    ("target", "smaller", False),
    ("target", "both", False),
    ("bar", "", False),
    ("wrong", "", False),
    ("wrong", "", True),
    ("missing", "light", False),
    ("missing", "light", True),
    ("missing", "dark", False),
    ("missing", "dark", True),
    ("extra", "", False),
    ("extra", "", True),
    ("question", "", False),
    ("target", "", False),
)
"""Kind, of and later of a light by palette index; 0 is dark."""

KINDS = tuple(dict.fromkeys(kind for kind, _of, _later in SHADES if kind))

PALETTE = wire.Palette(
    (
        (0, 0, 0),
        (60, 0, 90),  # from: dim violet
        (255, 150, 0),  # target by the larger die: brass
        (0, 120, 255),  # by the smaller: blue
        (255, 255, 255),  # by both: white
        (210, 0, 60),  # bar: crimson
        (255, 30, 0),  # wrong: red
        (70, 0, 0),
        (255, 255, 255),  # missing light checkers: white
        (90, 90, 90),
        (0, 80, 255),  # missing dark ones: blue
        (0, 10, 60),
        (255, 110, 0),  # extra: orange
        (60, 30, 0),
        (0, 220, 220),  # question: cyan
        (255, 150, 0),  # target of a play that is shown: brass
    )
)
"""Chosen so that lights which burn together differ for people with any of the three colour
blindnesses, and the movement to make next from those after it by brightness (a test measures)."""


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
            line = _line(event.quality, now_ms)
            return inputs.LinkDown(now_ms, event.detail or event.fault.value, line)
        case wire.LineHeard():
            return inputs.LineHeard(now_ms, _minute(event.minute, now_ms))


def _line(quality: wire.LinkQuality | None, now_ms: int) -> LineQuality | None:
    if quality is None:
        return None
    return LineQuality(
        quality.messages_per_s,
        quality.resent,
        quality.damaged,
        quality.silent_ms,
        _minute(quality.minute, now_ms),
    )


def _minute(minute: wire.LineMinute, now_ms: int) -> LineMinute:
    return LineMinute(minute.heard, minute.damaged, now_ms)


def lights_codes(lights: tuple[Light, ...]) -> tuple[int, ...]:
    """One palette index for each of the 28 lights."""
    codes = [0] * LIGHTS
    for light in lights:
        codes[light.place] = SHADES.index((light.kind, light.of, light.later))
    return tuple(codes)


def lights_from_codes(codes: tuple[int, ...]) -> tuple[Light, ...]:
    """The lights that a table shows."""
    return tuple(Light(place, *SHADES[code]) for place, code in enumerate(codes) if code)
