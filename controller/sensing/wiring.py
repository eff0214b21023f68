"""Which wire shows which cell, and what cells are called.

A wire is a place in the device's snapshot. As built, wire n shows cell n; plugs in each other's
place, or a maker's own wiring, make it otherwise. Wirings are given as `wires`: by cell index the
wire that shows it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.rules.position import LIGHT_BAR_SLOT, POINTS, SLOTS
from controller.sensing.geometry import REFERENCE_GRID, Grid

PLUG_WIRES = 16  # of one multiplexer: plugs are exchanged as wholes
Wires = tuple[int, ...]


def cell_name(cell: int, grid: Grid = REFERENCE_GRID) -> str:
    """A cell by light's point (or bar half) and its number from the rail: "13.2", "bar light.1"."""
    slot = grid.slot_of_cell(cell)
    return f"{slot_name(slot)}.{cell - grid.first_cell(slot) + 1}"


def cell_place(cell: int, grid: Grid = REFERENCE_GRID) -> str:
    """The same for who looks for it at the table: "point 13, cell 2 of 5", "bar light, cell 1 of
    4"; points as light counts them, cells from the rail."""
    slot = grid.slot_of_cell(cell)
    number = cell - grid.first_cell(slot) + 1
    return f"{slot_place(slot)}, cell {number} of {grid.cells_in(slot)}"


def slot_place(slot: int) -> str:
    """A slot for who looks for it at the table: "point 13", "bar light"."""
    return f"point {slot_name(slot)}" if slot < POINTS else slot_name(slot)


def slot_name(slot: int) -> str:
    """A slot by light's point, or whose bar half: "13", "bar light"."""
    if slot < POINTS:
        return str(slot + 1)
    return "bar light" if slot == LIGHT_BAR_SLOT else "bar dark"


def parse_wiring(data: object, grid: Grid) -> Wires:
    """The wires of plain data {"1": [wire, ...], ..., "24": [...], "bar light": [...],
    "bar dark": [...]}, points as light counts them, wires from the rail.

    Raises ValueError naming the cell that is missing, doubled or does not exist.
    """
    if not isinstance(data, dict):
        raise ValueError('a wiring is {"1": [wires from the rail], ..., "bar dark": [...]}')
    wires = list(range(grid.cells))
    for slot in range(SLOTS):
        cells, listed = grid.span(slot), data.get(slot_name(slot))
        count = cells.stop - cells.start
        if listed is None:
            raise ValueError(f"no wires for {slot_name(slot)}: its {count} cells are missing")
        if not isinstance(listed, list) or not all(type(wire) is int for wire in listed):
            raise ValueError(f"the wires of {slot_name(slot)} are not a list of whole numbers")
        if len(listed) < count:
            raise ValueError(f"cell {cell_name(cells.start + len(listed), grid)} is missing")
        if len(listed) > count:
            raise ValueError(f"{slot_name(slot)} has {count} cells, not {len(listed)}")
        wires[cells] = listed
    if unknown := data.keys() - {slot_name(slot) for slot in range(SLOTS)}:
        raise ValueError(f"no point is called {sorted(map(str, unknown))[0]!r}")
    check_wires(wires, grid)
    return tuple(wires)


def format_wiring(wires: Sequence[int], grid: Grid) -> dict[str, list[int]]:
    """The plain data that `parse_wiring` reads."""
    return {slot_name(slot): list(wires[grid.span(slot)]) for slot in range(SLOTS)}


def check_wires(wires: Sequence[int], grid: Grid) -> None:
    """Raises ValueError naming two cells on one wire, or a wire that does not exist."""
    owner: dict[int, int] = {}
    for slot in range(SLOTS):
        for cell in range(grid.cells)[grid.span(slot)]:
            wire = wires[cell]
            if not 0 <= wire < grid.cells:
                raise ValueError(
                    f"cell {cell_name(cell, grid)} is on wire {wire}; they are 0-{grid.cells - 1}"
                )
            if wire in owner:
                raise ValueError(
                    f"cells {cell_name(owner[wire], grid)} and {cell_name(cell, grid)} are the "
                    f"same: both on wire {wire}"
                )
            owner[wire] = cell


def cells_by_wire(wires: Wires) -> tuple[int, ...]:
    """By wire the cell that it shows."""
    shown = list(range(len(wires)))
    for cell, wire in enumerate(wires):
        shown[wire] = cell
    return tuple(shown)


# --- found by sliding a checker along each point ----------------------------------------------


@dataclass(frozen=True, slots=True)
class Chain:
    """Wires that saw one checker pass along one slot, in order. lit: the slot that was lit."""

    wires: tuple[int, ...]
    lit: int | None = None


def find_wires(chains: Sequence[Chain], grid: Grid) -> Wires:
    """The wiring under which each chain lies along a slot of its own, whatever the order.

    Tried are: as built; plugs exchanged; each chain along the slot that was lit then. Of plugs
    the fewest that moved. Raises ValueError where none explains all chains.
    """
    for wires in itertools.chain([tuple(range(grid.cells))], _plugged_otherwise(chains, grid)):
        if is_explained(chains, wires, grid):
            return wires
    return _as_lit(chains, grid)


def is_explained(chains: Sequence[Chain], wires: Wires, grid: Grid) -> bool:
    """Whether each chain runs along a slot, no two along the same."""
    shown = cells_by_wire(wires)
    slots = [slot_of_chain(chain, shown, grid) for chain in chains]
    return None not in slots and len(set(slots)) == len(slots)


def slot_of_chain(chain: Chain, shown: Sequence[int], grid: Grid) -> int | None:
    """The slot that a chain runs along, rail to middle or back; None: no single one.

    shown: by wire the cell that it shows.
    """
    cells = [shown[wire] for wire in chain.wires]
    slots = {grid.slot_of_cell(cell) for cell in cells}
    if len(slots) != 1 or sorted(cells) not in (cells, cells[::-1]):
        return None
    return slots.pop()


def _plugged_otherwise(chains: Sequence[Chain], grid: Grid) -> Iterator[Wires]:
    """Wirings with plugs exchanged that lay every chain along one slot; the fewest moved first."""
    plugs, rest = divmod(grid.cells, PLUG_WIRES)
    if rest:
        return
    found = [p for p in _plug_orders(chains, plugs, (), grid) if len(set(p)) == plugs]
    found.sort(key=lambda places: sum(place != plug for plug, place in enumerate(places)))
    for places in found:
        shown = [places[wire // PLUG_WIRES] * PLUG_WIRES + wire % PLUG_WIRES
                 for wire in range(grid.cells)]  # fmt: skip
        yield cells_by_wire(tuple(shown))


def _plug_orders(
    chains: Sequence[Chain], plugs: int, places: tuple[int, ...], grid: Grid
) -> Iterator[tuple[int, ...]]:
    """By plug the place that it belongs to, built up plug by plug while all chains allow it."""
    if len(places) == plugs:
        yield places
        return
    for place in range(plugs):
        if place in places:
            continue
        longer = (*places, place)
        if all(_may_be(chain, longer, grid) for chain in chains):
            yield from _plug_orders(chains, plugs, longer, grid)


def _may_be(chain: Chain, places: tuple[int, ...], grid: Grid) -> bool:
    """Whether the wires of a chain whose plugs have a place already lie in one slot, in order."""
    cells = [
        places[wire // PLUG_WIRES] * PLUG_WIRES + wire % PLUG_WIRES
        for wire in chain.wires
        if wire // PLUG_WIRES < len(places)
    ]
    one_slot = len({grid.slot_of_cell(cell) for cell in cells}) <= 1
    return one_slot and sorted(cells) in (cells, cells[::-1])


def _as_lit(chains: Sequence[Chain], grid: Grid) -> Wires:
    """Each chain is the slot that was lit, from the rail. Raises ValueError."""
    lit = Counter(chain.lit for chain in chains)
    whole = all(
        chain.lit is not None and len(chain.wires) == grid.cells_in(chain.lit) for chain in chains
    )
    if not whole or len(lit) < SLOTS or max(lit.values()) > 1:
        raise ValueError(
            "no order of plugs explains what the cells saw; slide again, along the lit point "
            "only, from the rail to the middle"
        )
    wires = list(range(grid.cells))
    for chain in chains:
        assert chain.lit is not None
        wires[grid.span(chain.lit)] = chain.wires
    check_wires(wires, grid)
    return tuple(wires)
