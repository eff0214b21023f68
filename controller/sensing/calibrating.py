"""Calibration as a conversation: means of all cells go in, what to do next comes out.

An empty board; one light checker along every point and bar half, in any order; one dark checker
the same; a pile of three of each side. From these the cells' rest and gain, the magnet's field,
which wire shows which cell, and which cells are dead or doubled. Every step ends by itself; Done
says that what is still missing will not come. Reads no clock: times are handed in, ms.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from controller.rules.position import SLOTS, Side
from controller.sensing.geometry import UNIT, Magnet
from controller.sensing.passes import SEES, Pass, Series, read_pass
from controller.sensing.progress import Progress, SidePass
from controller.sensing.settings import Calibration, CellLayout
from controller.sensing.wiring import (
    Chain,
    Wires,
    cell_name,
    cell_place,
    cells_by_wire,
    find_wires,
    slot_name,
    slot_of_chain,
)

REST_SAMPLES = 24  # means of eight scans each; their mean is known to a tenth of a unit
REST_SPREAD = 6  # units: a wire that moves more while nothing moves flickers
RESTLESS_CELLS = 12  # more are a hand over the board, or a bad supply
OCCUPIED = 30.0  # raw units over the others: something lies there, or the cell is stuck
AWAY_MS = 800  # nothing seen so long: it was lifted; two dead cells are passed sooner
STILL_MS = 400  # a pile so long unchanged is read
STILL_UNITS = 1.5
LEAST_LAYER = 2.0  # units that an upper checker adds at least
PILE = 3


class Stage(enum.StrEnum):
    """What is asked of the hands now."""

    CLEAR = "clear"
    SLIDE = "slide"
    PILE = "pile"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next. slots: those still to slide along, as far as known; lit: the one that
    serves best. said: why what was just done did not count, or what it showed; "" for nothing.
    done, total: of this stage.
    """

    stage: Stage
    side: Side | None
    done: int
    total: int
    slots: tuple[int, ...] = ()
    lit: int | None = None
    said: str = ""


class Calibrator:
    """Feed means until `step.stage` is DONE; then `result` is the calibration.

    progress: passes made before an interruption; what has been made so far can be had again as
    `progress`.
    """

    def __init__(self, layout: CellLayout, progress: Progress | None = None) -> None:
        self._layout = layout
        self._grid = layout.grid
        self._there = np.asarray(layout.present)
        self.progress = progress or Progress()
        self._rest: Series | None = None
        self._restless = np.zeros(layout.cells, dtype=np.bool_)
        self._window: deque[Series] = deque(maxlen=REST_SAMPLES)
        self._times: list[int] = []
        self._samples: list[Series] = []
        self._seen_ms = 0
        self._given_up: set[Side] = set()
        self._insisted = False
        self._pile: list[float] = []
        self._plateau: list[float] = []  # values of a pile that keeps still
        self._plateau_ms = 0  # since
        self._said = ""

    # --- in -------------------------------------------------------------------------------------

    def feed(self, means: Sequence[int | None], now_ms: int) -> None:
        """One snapshot of means, as the device sent it. From here on wire n is the one that shows
        cell n on a table built as the layout says."""
        built = [means[wire] for wire in self._layout.as_built]
        values = np.array([np.nan if v is None else v for v in built], dtype=np.float64)
        values[~self._there] = np.nan
        if self._rest is None:
            self._take_rest(values)
            return
        apart = values - self._rest
        apart[self._restless] = np.nan
        apart = np.nan_to_num(apart)
        stage = self.step.stage
        if stage is Stage.SLIDE:
            self._take_slide(apart, now_ms)
        elif stage is Stage.PILE:
            self._take_pile(apart, now_ms)

    def insist(self) -> None:
        """A person pressed Done: go on with what there is."""
        step = self.step
        if step.stage is Stage.CLEAR:
            self._insisted = True
        elif step.stage is Stage.SLIDE and step.side is not None:
            self._given_up.add(step.side)
            self._said = ""
        elif step.stage is Stage.PILE and step.side is not None:
            self.progress = self.progress.with_pile(step.side, ())
            self._said = ""

    # --- out ------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """What to do now."""
        if self._rest is None:
            return Step(Stage.CLEAR, None, len(self._window), REST_SAMPLES, said=self._said)
        for side in Side:
            missing = self._missing(side)
            if missing and side not in self._given_up:
                lit = missing[0]
                return Step(
                    Stage.SLIDE, side, len(self._passes(side)), SLOTS, missing, lit, self._said
                )
        if self._layout.signed:
            for side in Side:
                if self.progress.pile(side) is None:
                    return Step(Stage.PILE, side, len(self._pile), PILE, said=self._said)
        return Step(Stage.DONE, None, 1, 1)

    def result(self) -> tuple[Calibration, tuple[str, ...]]:
        """The calibration, and in words what it found. Raises ValueError where it makes no sense,
        saying why."""
        assert self._rest is not None
        doubles = sorted({pair for p in self.progress.passes for pair in p.seen.doubles})
        wires = self._wires()
        shown = cells_by_wire(wires)
        if doubles:
            first, second = (cell_name(shown[wire], self._grid) for wire in doubles[0])
            raise ValueError(f"cells {first} and {second} are the same: both wires show one sensor")
        peaks = self._peaks()
        dead = [w for w in range(self._layout.cells) if self._there[w] and w not in peaks]
        if not peaks:
            raise ValueError("no cell saw a checker")
        gains = self._gains(peaks)
        rest = self._rest.copy()
        if not self._layout.signed:
            rest, gains = np.zeros_like(rest), np.ones_like(gains)
        for wire in dead:
            rest[wire], gains[wire] = 0.0, 1.0
        is_as_built = wires == tuple(range(self._layout.cells))
        found = Calibration(
            tuple(round(float(rest[wire]), 3) for wire in wires),
            tuple(round(float(gains[wire]), 4) for wire in wires),
            self._magnet(),
            self._layout.wires if is_as_built else wires,
            frozenset(shown[wire] for wire in dead),
        )
        found.check(self._layout)
        return found, tuple(self._notes(found, dead, shown))

    # --- empty board ----------------------------------------------------------------------------

    def _take_rest(self, values: Series) -> None:
        self._window.append(np.where(self._there, values, 0.0))
        if len(self._window) < REST_SAMPLES:
            return
        window = np.array(self._window)
        spread = window.max(axis=0) - window.min(axis=0)  # NaN where once not read
        restless = ~(spread <= REST_SPREAD)
        rest = np.nan_to_num(window).mean(axis=0)
        occupied = self._occupied(np.where(restless, np.nan, rest))
        if int(restless.sum()) > RESTLESS_CELLS:
            self._said = "the cells do not come to rest"
        elif occupied and not self._insisted:
            names = ", ".join(cell_name(wire, self._grid) for wire in occupied[:6])
            self._said = f"something lies at {names}"
        elif not np.array_equal(restless, self._restless):  # the last checkers just went
            self._restless = restless
        else:
            self._rest, self._said = rest, ""
        self._window.clear()

    def _occupied(self, rest: Series) -> list[int]:
        """Wires that read far from what most read."""
        if not self._layout.signed:
            return [int(wire) for wire in np.flatnonzero(np.nan_to_num(rest) > 0)]
        there = rest[self._there & np.isfinite(rest)]
        middle = float(np.median(there)) if len(there) else 0.0
        return [int(w) for w in np.flatnonzero(np.abs(np.nan_to_num(rest - middle)) > OCCUPIED)]

    # --- slides ---------------------------------------------------------------------------------

    def _take_slide(self, apart: Series, now_ms: int) -> None:
        if float(np.abs(apart).max()) >= SEES:
            self._seen_ms = now_ms
            self._said = ""
        elif not self._samples:
            return
        self._times.append(now_ms)
        self._samples.append(apart)
        if now_ms - self._seen_ms >= AWAY_MS:
            seen = read_pass(self._times, np.array(self._samples), self._grid)
            self._times, self._samples = [], []
            self._judge_pass(seen)

    def _judge_pass(self, seen: Pass) -> None:
        step = self.step
        assert step.side is not None
        most = max(self._grid.per_point, self._grid.cells_in(SLOTS - 1))
        if self._layout.signed and seen.sign != step.side.sign:
            other = step.side.other.value
            self._said = (
                f"that checker reads as {other}: is it {step.side.value}, and the right way up?"
            )
        elif len(seen.wires) < 2:
            self._said = "only one cell saw it: slide from the rail to the middle"
        elif len(seen.wires) > most:
            self._said = "that was more than one point: lift the checker between points"
        else:
            self.progress = self.progress.with_pass(SidePass(step.side, seen, step.lit))
            self._said = self._praise(seen)

    def _praise(self, seen: Pass) -> str:
        slot = self._guessed(seen.wires)
        if slot is None:
            return ""
        absent = [
            cell
            for cell in range(self._layout.cells)[self._grid.span(slot)]
            if self._there[cell] and cell not in seen.wires
        ]
        names = ", ".join(cell_name(cell, self._grid) for cell in absent)
        return f"{names} saw nothing: slide {slot_name(slot)} again if it was cut short" * bool(
            absent
        )

    def _passes(self, side: Side) -> list[SidePass]:
        return [p for p in self.progress.passes if p.side is side]

    def _guessed(self, wires: Sequence[int]) -> int | None:
        """The slot that these wires lie along if all is plugged as built."""
        return slot_of_chain(Chain(tuple(wires)), range(self._layout.cells), self._grid)

    def _missing(self, side: Side) -> tuple[int, ...]:
        """Slots still to slide along: as many as passes lack, those first that were not lit or
        recognised."""
        passes = self._passes(side)
        guesses = [self._guessed(p.seen.wires) for p in passes]
        taken = {slot for slot in guesses if slot is not None}
        for one, guess in zip(passes, guesses, strict=True):
            if guess is None:
                free = [s for s in range(SLOTS) if s not in taken]
                taken.add(one.lit if one.lit in free else free[0])
        return tuple(slot for slot in range(SLOTS) if slot not in taken)

    # --- piles ----------------------------------------------------------------------------------

    def _take_pile(self, apart: Series, now_ms: int) -> None:
        side = self.step.side
        assert side is not None
        value = float(np.abs(apart).max())
        if not self._plateau or abs(value - self._plateau[0]) > STILL_UNITS:
            self._plateau, self._plateau_ms = [value], now_ms
            return
        self._plateau.append(value)
        if now_ms - self._plateau_ms < STILL_MS:
            return
        value = sum(self._plateau) / len(self._plateau)
        if value < SEES:
            self._pile = []
            return
        last = self._pile[-1] if self._pile else 0.0
        if value >= last + (LEAST_LAYER if self._pile else SEES):
            self._pile.append(value)
            self._said = ""
        elif value < last - LEAST_LAYER:
            self._pile = [value]
        if len(self._pile) == PILE:
            self.progress = self.progress.with_pile(side, tuple(self._pile))
            self._pile, self._plateau = [], []

    # --- what it makes of all -------------------------------------------------------------------

    def _wires(self) -> Wires:
        """The wiring, from the longest pass along each set of wires."""
        chains: list[Chain] = []
        for one in sorted(self.progress.passes, key=lambda p: -len(p.seen.wires)):
            wires = set(one.seen.wires)
            if not any(wires & set(chain.wires) for chain in chains):
                chains.append(Chain(one.seen.wires, one.lit))
        if self._layout.wires is not None:
            self._check_as_built(chains)
            return tuple(range(self._layout.cells))
        return find_wires(chains, self._grid)

    def _check_as_built(self, chains: Sequence[Chain]) -> None:
        """A layout that says its wires is what serve reads by. Raises ValueError naming a pass that
        shows them to lie otherwise."""
        taken: dict[int, Chain] = {}
        for chain in chains:
            slot = self._guessed(chain.wires)
            if slot is None or slot in taken:
                passed = ", ".join(str(self._layout.as_built[wire]) for wire in chain.wires)
                said = "; ".join(cell_place(wire, self._grid) for wire in chain.wires)
                raise ValueError(
                    f"one checker passed over the wires {passed}, in this order; the layout file "
                    f"{self._layout.name} has them at {said}: mend it, or slide again along one "
                    "point only"
                )
            taken[slot] = chain

    def _peaks(self) -> dict[int, list[float]]:
        """By wire what each side's checker read, strongest pass."""
        peaks: dict[int, list[float]] = {}
        for side in Side:
            best: dict[int, float] = {}
            for one in self._passes(side):
                for wire, peak in zip(one.seen.wires, one.seen.peaks, strict=True):
                    best[wire] = max(best.get(wire, 0.0), abs(peak))
            for wire, peak in best.items():
                peaks.setdefault(wire, []).append(peak)
        return peaks

    def _gains(self, peaks: dict[int, list[float]]) -> Series:
        gains = np.ones(self._layout.cells)
        for wire, values in peaks.items():
            gains[wire] = sum(values) / len(values) / UNIT
        return gains

    def _magnet(self) -> Magnet:
        sigmas = [s for p in self.progress.passes for s in p.seen.sigmas]
        magnet = Magnet()
        if sigmas and self._layout.signed:
            magnet = replace(magnet, sigma_mm=round(float(np.median(sigmas)), 2))
        piles = [pile for side in Side if (pile := self.progress.pile(side))]
        if not piles:
            return magnet
        shares = np.mean([np.diff(pile) / pile[0] for pile in piles], axis=0)
        layers = (1.0, round(float(shares[0]), 3), round(float(shares[1]), 3))
        try:
            return replace(magnet, layers=layers)
        except ValueError as error:
            raise ValueError(f"the piles make no sense: {error}; pile them again") from error

    def _notes(self, found: Calibration, dead: Sequence[int], shown: Sequence[int]) -> list[str]:
        notes = []
        if found.wires != self._layout.wires and found.wires is not None:
            other = [cell for cell, wire in enumerate(found.wires) if cell != wire]
            notes.append(
                f"{len(other)} cells are wired otherwise than built "
                f"({cell_name(other[0], self._grid)} ...); they are read in their right order"
            )
        for wire in dead:
            rest = float(np.asarray(self._rest)[wire])
            what = "flickers" if self._restless[wire] else "saw no checker"
            if abs(rest) > OCCUPIED:
                what = f"is stuck at {rest:.0f}"
            notes.append(f"cell {cell_name(shown[wire], self._grid)} {what}: it counts as dead")
        return notes
