"""The building instructions name what the code uses; `WRITE_WIRING=1` writes their tables anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from controller.config import parse_config
from firmware_bridge import pins
from firmware_bridge.gpio_pins import GpioPins, parse_gpio_url, wiring_table
from firmware_bridge.layout import CELLS, LIGHTS
from firmware_bridge.refusal import FLASH_COMMAND

PAGE = Path(__file__).parents[2] / "deploy/HARDWARE.md"
TABLES = {
    "wiring of the microcontroller": pins.wiring_tables(),
    "wiring of the Pi": wiring_table(),
}


def with_tables(text: str) -> str:
    """The page with its tables as the code has them."""
    for name, table in TABLES.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        head, _, rest = text.partition(begin)
        _, _, tail = rest.partition(end)
        assert tail, f"the page has no place for the {name}"
        text = head + begin + table + end + tail
    return text


def test_the_wiring_on_the_page_is_that_of_the_code() -> None:
    text = PAGE.read_text("utf-8")
    if os.environ.get("WRITE_WIRING"):
        PAGE.write_text(with_tables(text), "utf-8")
        return
    assert text == with_tables(text)


@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("linear bipolar Hall sensor", CELLS),
        ("CD74HC4067", pins.MULTIPLEXERS),
        ("APA102 light", LIGHTS),
        ("push button", len(GpioPins().buttons)),
        ("ferrite disc", 30),
    ],
)
def test_quantities_on_the_page_are_those_of_the_code(part: str, count: int) -> None:
    found = re.search(rf"\| {part}[^|]*\| (\d+) \|", PAGE.read_text("utf-8"))

    assert found
    assert int(found[1]) == count


def test_ports_on_the_page_are_understood() -> None:
    text = PAGE.read_text("utf-8")
    for url in re.findall(r"`(gpio://[^`]*)`", text):
        parse_gpio_url(url)
    for url in re.findall(r"`((?:spy\+|replay:|gpio:|serial:)[^`]*)`", text):
        parse_config(f'[table]\nport = "{url}"\n', "page")


def test_the_page_names_the_command_that_a_refusal_names() -> None:
    assert FLASH_COMMAND in PAGE.read_text("utf-8")


def test_the_sum_of_the_power_budget_is_right() -> None:
    rows = re.findall(
        r"\| 5 V \| (.*?) \| \**([\d.]+) A\** \| \**([\d.]+) A\** \|", PAGE.read_text()
    )
    *parts, total = rows
    for column in (1, 2):
        assert round(sum(float(row[column]) for row in parts), 1) == float(total[column])
