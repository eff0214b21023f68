"""`gammonboard lights`: what burns on the table is what is named."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from controller.commands.app import main
from controller.commands.lights import pictures, place_name, walk
from controller.commands.probe import VirtualProbe
from controller.service.wire import SHADES, lights_from_codes
from firmware_bridge.layout import LIGHTS, REFERENCE
from hw_sim.live import table_of_url
from hw_sim.table import SimTable


def table() -> SimTable:
    return table_of_url("sim://?seed=3", layout=REFERENCE)


def test_each_picture_burns_on_the_table_and_none_in_the_end() -> None:
    sim = table()
    probe = VirtualProbe(sim, REFERENCE)
    for _name, lights in pictures():
        probe.show(lights)
        probe.means(50)
        assert lights_from_codes(sim.device.lights) == tuple(lights)

    assert walk(probe, 50, io.StringIO()) == 0
    assert not any(sim.device.lights)


def test_every_place_has_a_name_of_its_own_and_every_colour_is_told() -> None:
    names = [name for name, _lights in pictures()]

    assert names[:LIGHTS] == [place_name(place) for place in range(LIGHTS)]
    assert len(set(names)) == LIGHTS + sum(bool(kind) for kind, _of, _later in SHADES)
    assert (place_name(0), place_name(25), place_name(27)) == ("1", "bar dark", "tray dark")


class Unplugs:
    """Pulls the cable at a second."""

    def __init__(self, sim: SimTable) -> None:
        self._sim = sim
        self._due_ms: int | None = 1_000

    def next_due_ms(self) -> int | None:
        return self._due_ms

    def act(self, now_ms: int) -> None:
        self._sim.connect(False, now_ms)
        self._due_ms = None


def test_a_table_that_goes_silent_ends_it_in_words() -> None:
    sim, out = table(), io.StringIO()
    probe = VirtualProbe(sim, REFERENCE, [Unplugs(sim)])

    assert walk(probe, 400, out) == 1
    assert "The table went silent" in out.getvalue()


def test_where_no_table_is_one_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lights", "--port", f"pty:{tmp_path / 'none'}"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_the_command_walks_a_simulated_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "--port", "sim://?seed=3", "--seconds", "0.05"]) == 0
    assert "target by the larger die" in capsys.readouterr().out
