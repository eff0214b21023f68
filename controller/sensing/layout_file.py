"""A table's layout as a file, for people who build their own.

TOML, version 1. What each key means stands in `format_layout`, whose text is a working example;
`gammonboard layout` prints it for any layout.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from controller.errors import ConfigError
from controller.rules.position import SLOTS
from controller.sensing.geometry import CELLS_PER_BAR, Grid
from controller.sensing.settings import DEAD_CELLS, NAMED_LAYOUTS, CellLayout
from controller.sensing.wiring import slot_name, slot_place

VERSION = 1
NO_CELL = "none"  # in the place of a wire: this cell does not exist
NAME_LENGTH = 16  # bytes that the wire has for a layout's name
POINT_CELLS = (4, 5, 6)
LISTED = 8  # more make no line that a person reads
_KEYS = ("version", "name", "device", "cells", "signed", "wires")

Listed = dict[int, list[int | None]]
"""By slot its wires from the rail; None: no cell there."""


def parse_layout(text: str, source: str) -> CellLayout:
    """The layout in a file's text. Raises ConfigError naming source, key and place, and what to do.

    source: the file's name.
    """
    try:
        data = tomllib.loads(text)
        return _layout(data)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{source}: this is no TOML: {error}") from error
    except ValueError as error:
        raise ConfigError(f"{source}: {error}") from error


def format_layout(layout: CellLayout) -> str:
    """The text that `parse_layout` reads as this layout."""
    count, numbers = layout.grid.per_point, layout.cells
    lines = [
        "# The layout of a table: which sensors (cells) it has, and where a snapshot shows them.",
        f"version = {VERSION}  # of this format",
        f'name = "{layout.name}"  # yours: 1 to {NAME_LENGTH} letters',
    ]
    if layout.device:
        lines.append(f'device = "{layout.device}"  # what the board says that it is, if not name')
    lines += [
        f"cells = {count}  # of a point: 4, 5 or 6; a bar half has {CELLS_PER_BAR}",
        f"signed = {str(layout.signed).lower()}  # the cells tell light from dark",
        "",
        f"# By point, as light counts them: the wires (places in a snapshot, 0-{numbers - 1}) that",
        f'# show its cells, from the rail to the middle; "{NO_CELL}" where the table has no cell.',
        "[wires]",
    ]
    for slot, wires in _listed_of(layout):
        words = (f'"{NO_CELL}"' if wire is None else str(wire) for wire in wires)
        lines.append(f"{_key(slot)} = [{', '.join(words)}]")
    return "\n".join(lines) + "\n"


def _listed_of(layout: CellLayout) -> Iterator[tuple[int, list[int | None]]]:
    for slot in range(SLOTS):
        cells = range(layout.cells)[layout.grid.span(slot)]
        yield slot, [layout.as_built[c] if layout.present[c] else None for c in cells]


def _layout(data: dict[str, object]) -> CellLayout:
    """Raises ValueError."""
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise ValueError(f"version = {version!r} is not known here; it is {VERSION}")
    if unknown := [key for key in data if key not in _KEYS]:
        raise ValueError(f"unknown key {unknown[0]}; there are {', '.join(_KEYS)}")
    name = _word(data, "name")
    device = _word(data, "device") if "device" in data else ""
    cells = data.get("cells")
    if type(cells) is not int or cells not in POINT_CELLS:
        raise ValueError(f"cells = {cells!r} is not one of 4, 5, 6: how many cells a point has")
    signed = data.get("signed")
    if type(signed) is not bool:
        raise ValueError(f"signed = {signed!r} is not true or false: do cells tell light from dark")
    grid = Grid(per_point=cells, stride=max(cells, Grid().stride))
    listed = _wires(data.get("wires"), grid)
    _check_wires(listed, grid)
    _check_device(NAMED_LAYOUTS.get(device or name), listed, grid, signed=signed)
    return _built(name, device, listed, grid, signed=signed)


def _word(data: dict[str, object], key: str) -> str:
    word = data.get(key)
    is_good = isinstance(word, str) and word.isascii() and word.isprintable() and '"' not in word
    if not is_good or not 1 <= len(cast(str, word).strip()) <= NAME_LENGTH or "\\" in str(word):
        raise ValueError(f"{key} = {word!r} is not 1 to {NAME_LENGTH} letters, digits or signs")
    return cast(str, word)


# --- the wires ------------------------------------------------------------------------------------


def _wires(table: object, grid: Grid) -> Listed:
    """By slot what the file lists. Raises ValueError for what is no list of wires."""
    if not isinstance(table, dict):
        raise ValueError("there is no table [wires]; gammonboard layout prints one")
    known = {slot_name(slot): slot for slot in range(SLOTS)}
    if unknown := [key for key in table if key not in known]:
        raise ValueError(
            f'unknown key wires.{unknown[0]}; there are 1 to 24, "bar light" and "bar dark"'
        )
    return {slot: _listed(table.get(name), slot, grid) for name, slot in known.items()}


def _listed(listed: object, slot: int, grid: Grid) -> list[int | None]:
    if not isinstance(listed, list):
        raise ValueError(
            f"{_line(slot)} has no list of its {grid.cells_in(slot)} cells; write "
            f"{_key(slot)} = [0, 1, ...]"
        )
    wires: list[int | None] = []
    for number, wire in enumerate(listed, start=1):
        if wire == NO_CELL:
            wires.append(None)
        elif type(wire) is not int or not 0 <= wire < grid.cells:
            raise ValueError(
                f"{_line(slot)}, cell {number}, is on wire {wire!r}; wires "
                f'are 0-{grid.cells - 1}, or "{NO_CELL}" where there is no cell'
            )
        else:
            wires.append(wire)
    return wires


def _check_wires(listed: Listed, grid: Grid) -> None:
    """Raises ValueError naming the cell that is missing or doubled."""
    owner: dict[int, str] = {}
    for slot, wires in listed.items():
        for number, wire in enumerate(wires, start=1):
            here = f"{slot_place(slot)}, cell {number}"
            if wire is not None and wire in owner:
                raise ValueError(
                    f"wires.{_key(slot)}: wire {wire} stands twice, at {owner[wire]}, and at "
                    f"{here}; each cell has a wire of its own"
                )
            if wire is not None:
                owner[wire] = here
    for slot, wires in listed.items():
        count = grid.cells_in(slot)
        if len(wires) < count:
            free = _some(wire for wire in range(grid.cells) if wire not in owner)
            raise ValueError(
                f"{_line(slot)}, lists {len(wires)} of its {count} cells: one is missing, and no "
                f"cell is on wire {free}; write "
                f'"{NO_CELL}" in the place of a cell that the table does not have'
            )
        if len(wires) > count:
            raise ValueError(
                f"{_line(slot)} lists {len(wires)} cells, but has {count}; "
                f"its cell {count + 1} is too many"
            )
        if all(wire is None for wire in wires):
            raise ValueError(f"{_line(slot)} has no cells; what lies there could never be seen")
    if (lacking := sum(wires.count(None) for wires in listed.values())) > DEAD_CELLS:
        raise ValueError(
            f'[wires] has "{NO_CELL}" {lacking} times; more than {DEAD_CELLS} missing cells are no '
            "board"
        )


def _check_device(known: CellLayout | None, listed: Listed, grid: Grid, *, signed: bool) -> None:
    """Raises ValueError where the board, one whose cells are known here, cannot be this table."""
    if known is None:
        return
    if known.signed is not signed:
        raise ValueError(
            f"signed = {str(signed).lower()} does not fit a board that says {known.name!r}: its "
            f"cells {'tell' if known.signed else 'cannot tell'} light from dark; change signed, or "
            "device"
        )
    for slot, wires in listed.items():
        for number, wire in enumerate(wires, start=1):
            if wire is not None and (wire >= known.cells or not known.present[wire]):
                raise ValueError(
                    f"{_line(slot)}, cell {number}, is on wire {wire}, where "
                    f"a board that says {known.name!r} has no cell; change it, or device"
                )
    if known.cells != grid.cells:
        raise ValueError(
            f"cells = {grid.per_point} does not fit a board that says {known.name!r}: its snapshot "
            f"has {known.cells} wires, not {grid.cells}; change cells, or device"
        )


def _built(name: str, device: str, listed: Listed, grid: Grid, *, signed: bool) -> CellLayout:
    """Cells that do not exist take the wires that are left, in order."""
    wires: list[int | None] = [None] * grid.cells
    for slot, row in listed.items():
        wires[grid.span(slot)] = row
    used = {wire for wire in wires if wire is not None}
    left = iter([wire for wire in range(grid.cells) if wire not in used])
    whole = tuple(next(left) if wire is None else wire for wire in wires)
    return CellLayout(
        name,
        signed,
        grid,
        tuple(wire is not None for wire in wires),
        None if whole == tuple(range(grid.cells)) else whole,
        device if device != name else "",
    )


# --- words ----------------------------------------------------------------------------------------


def _line(slot: int) -> str:
    """The line of the file, and where that is on the table."""
    return f"wires.{_key(slot)}: {slot_place(slot)}"


def _key(slot: int) -> str:
    name = slot_name(slot)
    return f'"{name}"' if " " in name else name


def _some(wires: Iterable[int]) -> str:
    listed: Sequence[int] = list(wires)
    more = f" and {len(listed) - LISTED} more" if len(listed) > LISTED else ""
    return ", ".join(str(wire) for wire in listed[:LISTED]) + more
