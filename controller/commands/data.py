"""What lies in a data folder, and what a simulated table brings along."""

from __future__ import annotations

from controller.rules.variants import find_variant
from controller.sensing.geometry import Magnet
from controller.sensing.settings import REFERENCE, Calibration, CellLayout
from hw_sim.acts import Lay
from hw_sim.table import SimTable

JOURNAL = "journal.sqlite3"
RECORDS = "records"  # folder of the matches' files
SEEDS = "seeds"  # folder of the seeds of games under way
CALIBRATION = "calibration.json"
LINE_FAULTS = "line-faults"  # folder of the last messages before each loss of the table
PREFERENCES = "screen.json"  # what people changed at the screen
RUNNING = "running"  # lies there while a service runs


def calibration_of(sim: SimTable, layout: CellLayout = REFERENCE) -> Calibration:
    """What a good calibration of this table, which has this layout, would have found."""
    found = sim.calibration()
    return Calibration(
        tuple(float(offset) for offset in found.offsets),
        tuple(float(gain) for gain in found.gains),
        Magnet(found.magnet.sigma_mm, found.magnet.layers),
        layout.wires,
    )


def start_of(variant: str) -> Lay:
    """The set-up of a variant (its id), as hands lay it."""
    start = find_variant(variant).start_position
    return Lay(start.slots, reserve=start.reserve)
