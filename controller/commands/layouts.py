"""A table's layout by name or file, as sensing and as the wire know it; `gammonboard layout`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

from controller.config import FILE_ENDING
from controller.errors import ConfigError
from controller.rules.position import SLOTS
from controller.sensing.layout_file import format_layout, parse_layout
from controller.sensing.settings import NAMED_LAYOUTS, CellLayout
from controller.sensing.wiring import slot_name
from firmware_bridge.layout import CELLS, Layout


def find_layout(chosen: str) -> CellLayout:
    """The layout of this name, or in this file. Raises ConfigError saying what is wrong with it."""
    if chosen in NAMED_LAYOUTS:
        return NAMED_LAYOUTS[chosen]
    if not chosen.endswith(FILE_ENDING):
        raise ConfigError(
            f"no layout {chosen!r}: it is {', '.join(NAMED_LAYOUTS)}, or a file that ends in "
            f"{FILE_ENDING}; gammonboard layout reference prints one to begin with"
        )
    try:
        text = Path(chosen).read_text("utf-8")
    except OSError as error:
        raise ConfigError(
            f"{chosen}: the layout file cannot be read: {error.strerror or error}; gammonboard "
            "layout reference prints one to begin with"
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{chosen}: this is no layout file: {error}") from error
    return parse_layout(text, chosen)


def wired_layout(layout: CellLayout) -> Layout:
    """The same as link and simulated table know it. Raises ConfigError for more cells than the
    wire can number."""
    if layout.cells != CELLS:
        raise ConfigError(
            f"layout {layout.name}: {layout.grid.per_point} cells a point need the next version of "
            f"the wire, which now has {CELLS} places; decode alone reads such a table"
        )
    return Layout(
        layout.device or layout.name,
        layout.signed,
        layout.present,
        layout.grid.per_point,
        wires=layout.wires,
    )


def run(chosen: str, out: TextIO, *, as_json: bool = False) -> int:
    """Print a layout as a file of its own, once it is found good. Raises ConfigError."""
    layout = find_layout(chosen)
    if as_json:
        print(json.dumps(_as_data(layout)), file=out)
    else:
        print(format_layout(layout), end="", file=out)
    return 0


def _as_data(layout: CellLayout) -> dict[str, object]:
    """wires: by point, from the rail; null: no cell. There are `cells` of each point."""
    slots = [
        (slot_name(slot), range(layout.cells)[layout.grid.span(slot)]) for slot in range(SLOTS)
    ]
    return {
        "name": layout.name,
        "device": layout.device or layout.name,
        "cells": layout.grid.per_point,
        "signed": layout.signed,
        "sensors": sum(layout.present),
        "numbers": layout.cells,
        "wires": {
            name: [layout.as_built[c] if layout.present[c] else None for c in cells]
            for name, cells in slots
        },
    }
