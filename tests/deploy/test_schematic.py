"""The schematics beside the building instructions are those of the pin tables."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.pi import PiBoardInfo

from firmware_bridge import pins
from firmware_bridge.gpio_pins import wiring_table
from firmware_bridge.schematic.files import schematics
from firmware_bridge.schematic.pi import HEADER
from firmware_bridge.schematic.sheet import HEIGHT, MARGIN, WIDTH

PAGE = Path(__file__).parents[2] / "deploy/HARDWARE.md"
DRAWN = {path.name: text for path, text in schematics().items()}
MEGA, PI = "schematic-mega.svg", "schematic-pi.svg"
BRAIN_WIDTH = 106
PI_4B = 0xC03111
SVG = "{http://www.w3.org/2000/svg}"


def texts(name: str) -> list[tuple[float, float, str, str]]:
    """x, y, class and words of all writing on a sheet."""
    found = ElementTree.fromstring(DRAWN[name]).iter(f"{SVG}text")
    return [
        (float(t.attrib["x"]), float(t.attrib["y"]), t.attrib["class"], t.text or "") for t in found
    ]


def row_of(name: str, pin: str) -> list[str]:
    """What is written beside a pin of the brain, whose number over the wire stands a little up."""
    brain = [(y, words) for x, y, _, words in texts(name) if x < BRAIN_WIDTH and y < 170]
    [at] = [y for y, words in brain if words == pin]
    return [words for y, words in brain if -1.5 < y - at < 0.1]


@pytest.mark.parametrize("path", schematics(), ids=lambda path: path.name)
def test_the_schematic_on_disk_is_the_one_the_script_draws(path: Path) -> None:
    """Else: python -m firmware_bridge.schematic, and look at it."""
    assert path.read_text("utf-8") == schematics()[path]


@pytest.mark.parametrize("wire", pins.WIRES, ids=lambda wire: wire.port)
def test_every_pin_of_the_microcontroller_is_drawn_with_its_signal(wire: pins.Wire) -> None:
    row = row_of(MEGA, wire.mega)

    assert f"P{wire.port}" in row
    assert wire.signal.startswith(tuple(set(row) - {wire.mega}))


def test_every_pin_of_the_pi_is_drawn_with_its_place_on_the_header() -> None:
    rows = re.findall(r"\| GPIO (\d+) \|", wiring_table())
    assert len(rows) == 15
    drawn = {}
    for _, _, _, words in texts(PI):
        if found := re.match(r"GPIO (\d+)", words):
            drawn[found[1]] = words
    assert drawn.keys() == set(rows)
    for pin in rows:
        assert str(HEADER[int(pin)]) in row_of(PI, drawn[pin])


def test_places_on_the_header_are_those_that_gpiozero_knows() -> None:
    header = PiBoardInfo.from_revision(PI_4B).headers["J8"]
    names = {name: pin.number for pin in header.pins.values() for name in pin.names}
    assert {gpio: names[f"GPIO{gpio}"] for gpio in HEADER} == HEADER


@pytest.mark.parametrize("name", DRAWN)
def test_every_cell_is_drawn_on_its_channel_once(name: str) -> None:
    written = Counter(words for _, _, _, words in texts(name))
    labels = [pins.cell_label(cell) for cell in pins.CHANNEL_OF]
    assert {label: written[label] for label in labels} == dict.fromkeys(labels, 1)


@pytest.mark.parametrize("name", DRAWN)
def test_no_net_has_one_end_only(name: str) -> None:
    ends = Counter(words for _, _, kind, words in texts(name) if kind == "net")
    assert len(ends) > 20
    assert [net for net, count in ends.items() if count < 2] == []


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_is_drawn_off_the_paper(name: str) -> None:
    for element in ElementTree.fromstring(DRAWN[name]).iter():
        for point in element.attrib.get("points", "").split():
            x, y = map(float, point.split(","))
            assert MARGIN <= x <= WIDTH - MARGIN
            assert MARGIN <= y <= HEIGHT - MARGIN
    for x, y, _, words in texts(name):
        assert MARGIN < x < WIDTH - MARGIN, words
        assert MARGIN < y < HEIGHT - MARGIN, words


@pytest.mark.parametrize(
    ("name", "brain", "value"), [(MEGA, "a", "10"), (PI, "b", "10"), (PI, "b", "1")]
)
def test_resistors_on_the_sheet_are_those_of_the_parts_list(
    name: str, brain: str, value: str
) -> None:
    drawn = [words for _, _, kind, words in texts(name) if (kind, words) == ("number", f"{value}k")]
    listed = re.search(
        rf"\| \({brain}\) resistor {value} kohm \| (\d+) \|", PAGE.read_text("utf-8")
    )

    assert listed
    assert len(drawn) == int(listed[1])


@pytest.mark.parametrize("name", DRAWN)
def test_the_building_instructions_link_the_schematic(name: str) -> None:
    assert f"]({name})" in PAGE.read_text("utf-8")
