"""The bridge's own conduct on every way to reach a table, and the suite's own checks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import test_port_contract
from backends import BACKENDS, Ability, chosen, describe, needs
from contract_rig import CODES, SHOWN, Table, is_lit, open_descriptors, show

from firmware_bridge.bridge import Bridge
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.layout import REFERENCE
from firmware_bridge.messages import Lights, LinkDown, LinkEvent, LinkFault, LinkUp
from firmware_bridge.port import Port

ON_ALL_BACKENDS = True


# --- the bridge's own conduct --------------------------------------------------------------------


@needs(Ability.SIGHT)
def test_writing_to_a_line_that_fails_does_not_end_the_bridge(table: Table) -> None:
    """SEN-10: every write fails for a while; the loop goes on and the lights come."""
    broken = [True]

    class Failing:
        """A port whose writes fail while it is broken."""

        def __init__(self, port: Port) -> None:
            self._port = port
            self.fileno, self.read, self.close = port.fileno, port.read, port.close
            self.bytes_read = self.bytes_written = 0

        def write(self, data: bytes) -> int:
            if broken[0]:
                raise PortUnavailable("the line fails")
            return self._port.write(data)

    table.wrap = Failing
    table.bridge.start()
    show(table)
    down = table.until_seen(LinkDown)
    table.until(lambda: table.opened >= 3)
    broken[0] = False
    table.until(lambda: is_lit(table, SHOWN))

    assert down == LinkDown(LinkFault.PORT_LOST, "the line fails")


def test_a_fault_of_our_own_is_told_and_the_bridge_goes_on(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Never die in silence: the thread's top reports what nobody foresaw, then begins anew."""
    faulty = [True]

    def wrap(port: Port) -> Port:
        if faulty[0]:
            faulty[0] = False
            port.close()
            raise KeyError("nobody foresaw this")
        return port

    table.wrap = wrap
    table.bridge.start()
    down = table.until_seen(LinkDown)
    table.until_seen(LinkUp)

    assert isinstance(down, LinkDown)
    assert "nobody foresaw this" in down.detail
    assert "the bridge failed" in caplog.text


def test_lib_06_closing_from_another_thread_is_quick_and_may_be_done_again(up: Table) -> None:
    began_ms = up.clock()
    up.bridge.close()
    took_ms = up.clock() - began_ms
    up.bridge.close()
    up.bridge.send(Lights(1, 40, CODES))

    assert took_ms < 1000
    assert not up.bridge.is_alive


def test_closing_by_whoever_gets_the_events_is_no_deadlock(table: Table) -> None:
    bridge = Bridge(table.open_port, REFERENCE, deliver=lambda event: bridge.close())
    bridge.start()
    table.until(lambda: not bridge.is_alive)

    assert table.opened == 1


def test_closing_before_starting_lets_everything_go(table: Table) -> None:
    table.bridge.close()


@needs(Ability.CABLE)
def test_closing_while_no_port_is_there_does_not_wait_for_one(table: Table) -> None:
    table.backend.unplug()
    table.bridge.start()
    table.until_seen(LinkDown)
    table.bridge.close()


def test_events_can_be_delivered_to_a_callback(table: Table) -> None:
    seen: list[LinkEvent] = []
    with Bridge(table.open_port, REFERENCE, deliver=seen.append):
        table.until(lambda: len(seen) >= 2)

    assert isinstance(seen[0], LinkUp)


# --- the suite itself ----------------------------------------------------------------------------


def test_a_leak_of_a_descriptor_would_be_noticed(tmp_path: Path) -> None:
    """The check that guards this folder, checked itself."""
    before = open_descriptors()
    held = os.open(tmp_path, os.O_RDONLY)
    during = open_descriptors()
    os.close(held)

    assert during == before + 1


def test_every_quirk_has_its_reason_and_is_listed() -> None:
    listed = "\n".join(describe(BACKENDS))
    for name, backend in BACKENDS.items():
        assert f"{name}: " in listed
        for ability, why in backend.quirks.items():
            assert why
            assert f"not: {ability.value} ({why})" in listed


def test_every_ability_is_needed_by_a_test() -> None:
    tests = vars(test_port_contract).values()
    needed = {ability for test in tests for ability in getattr(test, "needed", ())}

    assert needed == set(Ability)


def test_a_back_end_that_is_asked_for_and_unknown_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLE_BACKENDS", "pair,quantum")
    with pytest.raises(ValueError, match="quantum is none of"):
        chosen()
