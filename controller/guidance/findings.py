"""What is wrong with the table itself, and what to do about it, in words.

Messages are (msgid, arguments) with the English template as msgid, as all of guidance's.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.position import Side, point_of
from controller.sensing.findings import Finding, Kind
from controller.sensing.wiring import PLUG_WIRES, cell_name, slot_name
from controller.view.snapshot import Message


def finding_message(finding: Finding) -> Message:
    """What is wrong, with what shows it."""
    arguments: dict[str, str | int] = {}
    if finding.cell is not None:
        arguments["cell"] = cell_name(finding.cell)
    if finding.plugs is not None:
        arguments["first"], arguments["second"] = (_plug(plug) for plug in finding.plugs)
    if finding.slot is not None:
        arguments["place"] = slot_name(finding.slot)
    if finding.side is not None and finding.slot is not None:
        arguments["side"] = finding.side.value
        arguments["place"] = _own(finding.side, finding.slot)
        arguments["number"] = finding.place
    arguments["value"] = _amount(finding)
    return _WHAT[finding.kind], arguments


def fix_message(finding: Finding) -> Message:
    """What to do about it."""
    return _FIX[finding.kind], {}


def doubt_message(doubt: Finding) -> Message:
    """What to do to tell a weak checker from one that stands off its cell."""
    _, arguments = finding_message(doubt)
    return (
        "The {side} checker no. {number} from the rail on {side}'s {place} may be weak, or stand "
        "off the others. Push them together to the rail and run it again.",
        arguments,
    )


def fault_line_of(findings: Sequence[Finding]) -> Message | None:
    """The worst of them in one line, and how many more there are."""
    if not findings:
        return None
    msgid, arguments = finding_message(findings[0])
    if len(findings) == 1:
        return msgid, arguments
    return msgid + " (+{more})", {**arguments, "more": len(findings) - 1}


def _plug(plug: int) -> str:
    first = plug * PLUG_WIRES
    return f"{cell_name(first)}-{cell_name(first + PLUG_WIRES - 1)}"


def _own(side: Side, slot: int) -> str:
    point = point_of(side, slot)
    return str(point) if 1 <= point <= 24 else slot_name(slot)


def _amount(finding: Finding) -> str:
    if finding.kind in (Kind.WEAK, Kind.FLIPPED, Kind.DROPOUT):
        return f"{abs(finding.value):.0%}"
    return f"{finding.value:.0f}"


_WHAT = {
    Kind.SWAPPED: "The plugs of sensors {first} and {second} sit in each other's place.",
    Kind.SILENT: "Sensor {cell} gives no reading: left out.",
    Kind.DEAD: "Sensor {cell} is dead: left out.",
    Kind.STUCK: "Sensor {cell} is stuck at {value}: left out.",
    Kind.FLICKER: "Sensor {cell} flickers: left out.",
    Kind.DROPOUT: "Sensor {cell} gave no reading in {value} of the time.",
    Kind.UNRELIABLE: "Sensor {cell} contradicts the board: left out.",
    Kind.STRAY: "A magnet that is no checker lies near {place} ({value} units).",
    Kind.DRIFT: "Sensor {cell} drifts ({value} units).",
    Kind.FLIPPED: "A {side} checker on {side}'s {place} lies upside down "
    "(no. {number} from the rail).",
    Kind.WEAK: "A {side} checker on {side}'s {place} is weak, {value} of what it should be "
    "(no. {number} from the rail).",
}  # fmt: skip

_FIX = {
    Kind.SWAPPED: "Put each plug in its own socket, or calibrate: then they are read in order.",
    Kind.SILENT: "Check its multiplexer's plug and supply.",
    Kind.DEAD: "Check its solder joints, then the sensor; calibrate afterwards.",
    Kind.STUCK: "Check its output for a short to supply or ground, then the sensor.",
    Kind.FLICKER: "Look for a loose joint or plug at this sensor.",
    Kind.DROPOUT: "Look for a loose plug at its multiplexer.",
    Kind.UNRELIABLE: "Run doctor with the board set up, then calibrate.",
    Kind.STRAY: "Take phones, loudspeakers and tools off the table.",
    Kind.DRIFT: "Let the table warm up, then calibrate; if it comes back change the sensor.",
    Kind.FLIPPED: "Turn it over: the felt goes down.",
    Kind.WEAK: "Swap it with another: if the other then reads weak, too, it is the sensor.",
}
