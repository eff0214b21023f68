"""`gammonboard calibrate`: from a table that nobody knows to a file that `serve` reads."""

from __future__ import annotations

import contextlib
import select
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from controller.commands import calibration_file
from controller.commands.layouts import find_layout, wired_layout
from controller.commands.probe import LiveProbe, Probe, VirtualProbe, presses
from controller.errors import UsageError
from controller.sensing.calibrating import Calibrator, Stage, Step
from controller.sensing.settings import CellLayout
from controller.sensing.wiring import slot_name
from controller.view.snapshot import Light
from firmware_bridge.transport import open_port
from hw_sim.calibrating_hands import Asked, CalibratingHands
from hw_sim.hand_port import HandClient
from hw_sim.live import table_of_url

EVERY_MS = 50
REMIND_MS = 15_000
PATIENCE_MS = 3_600_000  # of virtual time: hands that never finish are a fault of ours


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """layout: its name or file. out: the file to write. hands: the hand port's socket of a
    simulated table, whose hands then do it. fresh: forget what an interrupted calibration left."""

    port: str
    layout: str
    out: Path
    hands: Path | None = None
    fresh: bool = False
    seed: int = 0


def run(options: CalibrateOptions, out: TextIO) -> int:
    """Calibrate; prints what to do, what was found, and the file. Exit 1: it made no sense; why is
    said and the old file stays. Raises UsageError, PortUnavailable.
    """
    layout = find_layout(options.layout)
    if options.fresh:
        calibration_file.forget_progress(options.out)
    progress = calibration_file.read_progress(options.out, layout)
    calibrator = Calibrator(layout, progress)
    if progress is not None:
        print(f"Going on: {len(progress.passes)} slides were kept.", file=out, flush=True)
    with _probe(options, layout, calibrator) as probe:
        _converse(calibrator, probe, options, layout, _Speaker(out))
    try:
        calibration, notes = calibrator.result()
    except ValueError as error:
        calibration_file.forget_progress(options.out)
        kept = f" {options.out} stays as it was." if options.out.exists() else ""
        print(f"Refused: {error}.{kept}", file=out, flush=True)
        return 1
    calibration_file.write_calibration_file(options.out, calibration, layout)
    calibration_file.forget_progress(options.out)
    for note in notes:
        print(note[0].upper() + note[1:] + ".", file=out)
    magnet = calibration.magnet
    print(
        f"Field {magnet.sigma_mm:.1f} mm wide; a checker on another reads "
        f"{magnet.layers[1]:.0%} of one on the wood, on two {magnet.layers[2]:.0%}.",
        file=out,
    )
    print(options.out, file=out, flush=True)
    return 0


def _converse(
    calibrator: Calibrator,
    probe: Probe,
    options: CalibrateOptions,
    layout: CellLayout,
    speaker: _Speaker,
) -> None:
    kept = calibrator.progress
    start_ms = probe.now_ms
    while (step := calibrator.step).stage is not Stage.DONE:
        speaker.tell(step, probe.line.down, probe.now_ms)
        probe.show([] if step.lit is None else [Light(step.lit, "target")])
        means = probe.means(EVERY_MS)
        if means is not None:
            calibrator.feed(means, probe.now_ms)
        if presses(probe.line) or speaker.entered():
            calibrator.insist()
        if calibrator.progress is not kept:
            kept = calibrator.progress
            calibration_file.write_progress(options.out, kept, layout)
        if isinstance(probe, VirtualProbe) and probe.now_ms - start_ms > PATIENCE_MS:
            raise UsageError(f"the simulated hands did not finish: {words(step)}")
    probe.show([])


def words(step: Step) -> str:
    """What to do next, in one sentence or two."""
    said = f" ({step.said[0].upper()}{step.said[1:]}.)" if step.said else ""
    side = step.side.value if step.side else ""
    if step.stage is Stage.CLEAR:
        return f"Take everything off the board and leave it alone. Done: it is empty.{said}"
    if step.stage is Stage.SLIDE:
        left = ", ".join(slot_name(slot) for slot in step.slots[:6])
        more = " ..." if len(step.slots) > 6 else ""
        return (
            f"{step.done} of {step.total} with {side}. Slide one {side} checker slowly along a "
            f"point or bar half, from the rail to the middle, then lift it. Left: {left}{more}; "
            f"{slot_name(step.lit or 0)} is lit. Done: the rest sees nothing.{said}"
        )
    if step.stage is Stage.PILE:
        return (
            f"{step.done} of {step.total}: pile three {side} checkers, one on another, on any "
            f"point; wait a second after each. Done: leave it out.{said}"
        )
    return "Done."


class _Speaker:
    """Says what to do when it changes, and again when nothing happens for a while."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._said = ""
        self._said_ms = 0

    def tell(self, step: Step, down: str, now_ms: int) -> None:
        text = f"The table cannot be seen: {down}. Check cable and power." if down else words(step)
        if text != self._said or now_ms - self._said_ms >= REMIND_MS:
            self._said, self._said_ms = text, now_ms
            print(text, file=self._out, flush=True)

    def entered(self) -> bool:
        """Whether Enter was pressed where a person sits at a terminal."""
        if not sys.stdin or not sys.stdin.isatty():
            return False
        if not select.select([sys.stdin], [], [], 0)[0]:
            return False
        return bool(sys.stdin.readline())


@contextlib.contextmanager
def _probe(
    options: CalibrateOptions, layout: CellLayout, calibrator: Calibrator
) -> Iterator[Probe]:
    """The way to the table, with hands at it where it is simulated."""
    wired = wired_layout(layout)

    def asked() -> Asked:
        step = calibrator.step
        return Asked(step.stage.value, step.side.value if step.side else None, len(step.slots))

    if options.port.startswith("sim:"):
        sim = table_of_url(options.port, layout=wired)
        hands = CalibratingHands(sim.hand, asked, options.seed)
        yield VirtualProbe(sim, wired, [hands])
        return
    with contextlib.ExitStack() as closing:
        live = LiveProbe(lambda: open_port(options.port), wired)
        closing.callback(live.close)
        if options.hands is not None:
            client = HandClient(options.hands)
            closing.callback(client.close)
            live.actors.append(CalibratingHands(client, asked, options.seed))
        yield live
