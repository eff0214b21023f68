"""`gammonboard doctor`: look at a table for a while, say in plain words what is wrong with it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from controller.commands.bench.progress import bench_progress
from controller.commands.calibration_file import read_calibration_file
from controller.commands.data import calibration_of
from controller.commands.layouts import find_layout, wired_layout
from controller.commands.probe import Means, Probe, VirtualProbe, open_probe
from controller.guidance.findings import doubt_message, finding_message, fix_message
from controller.guidance.words import format_message
from controller.rules.position import SLOTS
from controller.sensing.checkup import Checkup, check_up
from controller.sensing.findings import Finding
from controller.sensing.geometry import Grid
from controller.sensing.settings import Calibration, CellLayout
from controller.sensing.wiring import cell_name, cell_place, slot_name

EVERY_MS = 250
GIVE_UP_MS = 10_000  # without a word from the table


@dataclass(frozen=True, slots=True)
class DoctorOptions:
    """layout: its name or file. calibration: the file that serve would read, if it is there.
    seconds: how long to watch."""

    port: str
    layout: str
    calibration: Path
    seconds: int = 90


@dataclass(frozen=True, slots=True)
class _Watch:
    times_ms: list[int]
    means: list[Means]
    asked: int
    took_ms: int


def run(options: DoctorOptions, out: TextIO, *, as_json: bool = False) -> int:
    """Exit 0: nothing is wrong; 1: something is. Raises PortUnavailable, ConfigError."""
    layout = find_layout(options.layout)
    probe, calibration = open_probe(options.port, wired_layout(layout)), Calibration.ideal(layout)
    is_calibrated = isinstance(probe, VirtualProbe) and "calibration=none" not in options.port
    if isinstance(probe, VirtualProbe):
        calibration = calibration_of(probe.sim, layout)
    if options.calibration.exists():
        calibration, is_calibrated = read_calibration_file(options.calibration, layout), True
    try:
        watch = _watch(probe, options.seconds * 1000)
    finally:
        probe.close()
    checkup = None
    if len(watch.means) >= 8:
        checkup = check_up(
            watch.times_ms, watch.means, calibration, layout, calibrated=is_calibrated
        )
    ills = _ills(probe, watch, checkup, is_calibrated=is_calibrated)
    if as_json:
        told = _as_data(options, layout, probe, watch, checkup, ills)
        print(json.dumps(told), file=out, flush=True)
    else:
        _tell(probe, watch, checkup, ills, layout, out)
    return 1 if ills or (checkup is not None and checkup.findings) else 0


def _watch(probe: Probe, span_ms: int) -> _Watch:
    """Means of all cells, several a second, for so long; shorter where nobody answers."""
    start_ms = probe.now_ms
    watch = _Watch([], [], 0, 0)
    asked = 0
    with bench_progress("watching; leave the board alone", span_ms) as bar:
        while (took_ms := probe.now_ms - start_ms) < span_ms:
            bar.done(took_ms)
            means = probe.means(EVERY_MS)
            asked += 1
            if means is not None:
                watch.times_ms.append(probe.now_ms)
                watch.means.append(means)
            elif not watch.means and took_ms > GIVE_UP_MS:
                break
    return dataclasses.replace(watch, asked=asked, took_ms=probe.now_ms - start_ms)


def _ills(
    probe: Probe, watch: _Watch, checkup: Checkup | None, *, is_calibrated: bool
) -> list[tuple[str, str]]:
    """What is wrong beside the cells: (what, what to do)."""
    line, counters = probe.line, probe.counters
    ills: list[tuple[str, str]] = []
    if line.identity is None or not watch.means:
        why = line.down.rstrip(".?!")
        return [(f"The table does not answer: {why}.", "Check cable, power and port.")]
    if line.downs:
        ills.append((f"The line went down {line.downs} times.", "Change the cable or its plug."))
    if line.restarts:
        ills.append((f"The board restarted {line.restarts} times.", "Check its power supply."))
    damaged = counters.violations + counters.hash_mismatches
    lost = watch.asked - len(watch.means)
    if damaged or lost > watch.asked // 50:
        ills.append(
            (
                f"{lost} of {watch.asked} questions had no answer, {damaged} frames were wrong.",
                "Use a shorter or shielded cable, away from supplies.",
            )
        )
    if not is_calibrated:
        ills.append(("Nobody has calibrated this table.", "Run gammonboard calibrate."))
    if checkup is not None and checkup.moved:
        ills.append(("Something moved meanwhile.", "Leave the board alone, and run it again."))
    if checkup is not None and checkup.board == "unknown":
        ills.append(
            (
                "What lies on the board is not known: rests and checkers could not be judged.",
                "Set up the start position, or clear the board, and run it again.",
            )
        )
    return ills


def _words(finding: Finding, grid: Grid) -> tuple[str, str]:
    what = format_message(finding_message(finding))
    if finding.cell is not None:
        what += f" It is {cell_place(finding.cell, grid)} from the rail."
    return what, format_message(fix_message(finding))


def _rates(probe: Probe, watch: _Watch) -> dict[str, float | int]:
    seconds = max(watch.took_ms / 1000, 0.001)
    counters = probe.counters
    return {
        "snapshots_per_s": round(len(watch.means) / seconds, 2),
        "reports_per_s": round(probe.line.reports / seconds, 2),
        "unanswered": watch.asked - len(watch.means),
        "downs": probe.line.downs,
        "restarts": probe.line.restarts,
        "busy_reports": probe.line.busy_reports,
        **dataclasses.asdict(counters),
    }


def _as_data(
    options: DoctorOptions,
    layout: CellLayout,
    probe: Probe,
    watch: _Watch,
    checkup: Checkup | None,
    ills: Sequence[tuple[str, str]],
) -> dict[str, object]:
    identity = probe.line.identity
    findings = checkup.findings if checkup is not None else ()
    return {
        "port": options.port,
        "link": dataclasses.asdict(identity) if identity is not None else None,
        "rates": _rates(probe, watch),
        "seconds": round(watch.took_ms / 1000, 1),
        "board": checkup.board if checkup is not None else None,
        "findings": [_finding_data(finding, layout.grid) for finding in findings],
        "doubts": [
            {
                "slot": doubt.slot,
                "side": doubt.side.value if doubt.side else None,
                "place": doubt.place,
                "what": format_message(doubt_message(doubt)),
            }
            for doubt in (checkup.doubts if checkup is not None else ())
        ],
        "ills": [{"what": what, "fix": fix} for what, fix in ills],
        "cells": [
            {
                "cell": number,
                "name": cell_name(number, layout.grid),
                "there": layout.present[number],
                **dataclasses.asdict(cell),
            }
            for number, cell in enumerate(checkup.cells)
        ]
        if checkup is not None
        else [],
        "healthy": not ills and not findings,
    }


def _finding_data(finding: Finding, grid: Grid) -> dict[str, object]:
    """Only what applies: cell, or slot and so on."""
    what, fix = _words(finding, grid)
    return {
        "kind": finding.kind.value,
        "cell": None if finding.cell is None else cell_name(finding.cell),
        "slot": finding.slot,
        "side": finding.side.value if finding.side else None,
        "place": finding.place or None,
        "plugs": list(finding.plugs) if finding.plugs else None,
        "value": round(float(finding.value), 2),
        "what": what,
        "fix": fix,
    }


def _tell(
    probe: Probe,
    watch: _Watch,
    checkup: Checkup | None,
    ills: Sequence[tuple[str, str]],
    layout: CellLayout,
    out: TextIO,
) -> None:
    identity = probe.line.identity
    if identity is not None:
        print(
            f"Table {identity.board_id}: firmware {identity.firmware}, layout {identity.layout}, "
            f"protocol {identity.protocol_min}-{identity.protocol_max}.",
            file=out,
        )
    rates = ", ".join(f"{name} {value}" for name, value in _rates(probe, watch).items() if value)
    print(f"{watch.took_ms / 1000:.0f} s watched: {rates}.", file=out)
    if checkup is not None:
        print(f"Board: {checkup.board}. Margin of each cell in %, from the rail:", file=out)
        for slot in range(SLOTS):
            cells = checkup.cells[layout.grid.span(slot)]
            margins = (
                "   -" if cell.margin is None else f"{100 * cell.margin:4.0f}" for cell in cells
            )
            print(f"  {slot_name(slot):>9} {' '.join(margins)}", file=out)
    told = [
        *ills,
        *(_words(finding, layout.grid) for finding in (checkup.findings if checkup else ())),
    ]
    for number, (what, fix) in enumerate(told, start=1):
        print(f"{number}. {what} {fix}", file=out)
    doubts = checkup.doubts if checkup is not None else ()
    for doubt in doubts:
        print(f"Look again: {format_message(doubt_message(doubt))}", file=out)
    if not told:
        print("Nothing else is wrong." if doubts else "Nothing is wrong.", file=out)
    out.flush()
