"""Writes the C firmware's header and the wiring page from the Python codec and the pin table.

`python -m firmware_bridge.firmware_header` rewrites both files; a test compares them.
"""

from __future__ import annotations

import math
from pathlib import Path
from struct import Struct, calcsize

from firmware_bridge import conduct, framing, layout, pins
from firmware_bridge.codec import (
    MAX_READING,
    NO_READING,
    PALETTE_COLOURS,
    PROTOCOL_VERSION,
    TEXT_BYTES,
    body_formats,
)

FIRMWARE = Path(__file__).parent / "firmware"
HEADER = FIRMWARE / "portable" / "wire.h"
WIRING = FIRMWARE / "WIRING.md"

FIELDS = {
    "Identity": (
        "session", "protocol_min", "protocol_max", "jump_threshold", "drift_threshold",
        "boot_counter", "board_id", "firmware", "layout", "build",
    ),
    "PointReport": ("number", "group", "busy", "readings"),
    "Snapshot": ("request", "last_report", "readings"),
    "Heartbeat": ("session", "last_report", "values_hash", "uptime_ms", "lights_frame"),
    "ButtonEvent": ("number", "button", "pressed"),
    "LightsShown": ("frame",),
    "Hello": ("session",),
    "Ack": ("number",),
    "SnapshotRequest": ("request",),
    "Lights": ("frame", "brightness_pct", "palette", "codes"),
    "Palette": ("number", "colours"),
    "Alive": (),
}  # fmt: skip
"""The fields of each body in the order of the wire, as PROTOCOL.md section 4 lists them."""

CONDUCT = tuple(name for name in vars(conduct) if name.isupper())


def firmware_header() -> str:
    """The whole text of `wire.h`."""
    parts = [
        "/* Written by `python -m firmware_bridge.firmware_header`; do not edit. */",
        "#ifndef WIRE_H\n#define WIRE_H",
        _defines("The line: PROTOCOL.md sections 2 and 3.", _line()),
        _defines("Conduct: PROTOCOL.md sections 5 and 6.", _conduct()),
        *(_message(name, kind, form) for name, (kind, form) in body_formats().items()),
        _defines("The sensor board: pins.py.", _board()),
        _list(
            "SAMPLE_OF", "Where a scan puts the sample of each cell: step * MULTIPLEXERS + output.",
            [_sample_of(cell) for cell in range(layout.CELLS)],
        ),
        _list(
            "GROUP_DONE_AT", "The step after which the cells of each group are all read.",
            [pins.group_done_at(group) for group in range(layout.GROUPS)],
        ),
        _list(
            "GROUP_ORDER", "The groups in the order in which a scan is done with them.",
            sorted(range(layout.GROUPS), key=pins.group_done_at),
        ),
        "#endif",
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def wiring_page() -> str:
    """The whole text of `WIRING.md`."""
    return (
        "# Wiring of the reference board\n\n"
        "Written by `python -m firmware_bridge.firmware_header` from `pins.py`; do not edit.\n\n"
        + pins.wiring_tables()
        + "\nA cell is named by light's point and its place from the rail: 7.3 is the third of the "
        "7-point. L and D are the bar's halves, counted from light's and from dark's rail.\n"
    )


def _line() -> dict[str, int]:
    return {
        "PROTOCOL_VERSION": PROTOCOL_VERSION,
        "CELLS": layout.CELLS,
        "GROUPS": layout.GROUPS,
        "POINT_GROUPS": layout.POINT_GROUPS,
        "CELLS_PER_POINT": layout.CELLS_PER_POINT,
        "CELLS_PER_BAR": layout.CELLS_PER_BAR,
        "LIGHTS": layout.LIGHTS,
        "BUTTONS": layout.BUTTONS,
        "NO_READING": NO_READING,
        "MAX_READING": MAX_READING,
        "TEXT_BYTES": TEXT_BYTES,
        "PALETTE_COLOURS": PALETTE_COLOURS,
        "MAX_FRAME_BYTES": framing.MAX_FRAME_BYTES,
        "MAX_PAYLOAD_BYTES": framing.MAX_PAYLOAD_BYTES,
        "CRC_BYTES": framing.CRC_BYTES,
    }


def _conduct() -> dict[str, int]:
    return {name: getattr(conduct, name) for name in CONDUCT}


def _board() -> dict[str, int]:
    half_step_mv = pins.SUPPLY_MV / pins.ADC_STEPS / 2
    return {
        "MULTIPLEXERS": pins.MULTIPLEXERS,
        "CHANNELS": pins.CHANNELS,
        "QUADRANT_MULTIPLEXERS": 6 // pins.POINTS_PER_MULTIPLEXER,
        "ADC_STOP_HALVES": math.ceil(MAX_READING * pins.UNIT_MV / half_step_mv),
        "ADC_RAIL": pins.RAIL_STEPS,
        "ADC_TOP": pins.ADC_STEPS - 1,
        "READING_SCALE_256": round(256 * half_step_mv / pins.UNIT_MV),
        "LIGHT_LOWERS": int(pins.LIGHT_LOWERS),
    }


def _message(name: str, kind: int, form: str) -> str:
    """Kind, length and where each field begins, all counted in the payload."""
    prefix = "".join("_" + c if c.isupper() else c.upper() for c in name).strip("_").upper()
    codes = _split(form)
    fields = FIELDS[name]
    if len(codes) != len(fields):
        raise ValueError(f"{name}: {len(codes)} values are packed, {len(fields)} have names")
    values = {f"KIND_{prefix}": kind, f"{prefix}_BYTES": 1 + Struct(form).size}
    at = 1
    for field, code in zip(fields, codes, strict=True):
        values[f"{prefix}_AT_{field.upper()}"] = at
        at += calcsize("<" + code)
    return _defines(f"{name}: kind, length of the payload, where its fields begin.", values)


def _split(form: str) -> list[str]:
    """The single codes of a struct format: "<H16s" -> ["H", "16s"]."""
    codes, digits = [], ""
    for letter in form.lstrip("<"):
        digits += letter
        if not letter.isdigit():
            codes.append(digits)
            digits = ""
    return codes


def _defines(comment: str, values: dict[str, int]) -> str:
    lines = [f"/* {comment} */"]
    for name, value in values.items():
        text = f"0x{value:02x}" if name.startswith("KIND_") else f"{value}"
        lines.append(f"#define {name} {f'({text})' if value < 0 else text}")
    return "\n".join(lines)


def _list(name: str, comment: str, values: list[int]) -> str:
    rows = [", ".join(map(str, values[at : at + 16])) for at in range(0, len(values), 16)]
    return f"/* {comment} */\n#define {name} {{ \\\n    " + ", \\\n    ".join(rows) + " \\\n}"


def _sample_of(cell: int) -> int:
    multiplexer, channel = pins.CHANNEL_OF[cell]
    return channel * pins.MULTIPLEXERS + multiplexer


if __name__ == "__main__":
    HEADER.write_text(firmware_header(), encoding="utf-8")
    WIRING.write_text(wiring_page(), encoding="utf-8")
