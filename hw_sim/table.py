"""A whole simulated table: checkers, cells, faults, the device and the hands' way in.

The same parts in real and in virtual time: the owner tells the time by `advance`, carries bytes,
and gives acts to `hand`. Everything that happens by chance comes from one seed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

import numpy as np

from firmware_bridge.layout import REFERENCE, Layout
from firmware_bridge.messages import Button
from hw_sim.acts import Lay
from hw_sim.board import Board
from hw_sim.checkers import START
from hw_sim.device import Device, Scanner
from hw_sim.faults import CellFaults
from hw_sim.geometry import along_of_cell, capacity_of, position
from hw_sim.hand_port import HandPort
from hw_sim.placement import LEVELS, QUIET, Placement
from hw_sim.sensors import Calibration, Sensors

STANDARD_START = Lay(START)


class TableDevice(Protocol):
    """A device that a table can have: the one in software, or the firmware in a simulated chip."""

    def receive(self, data: bytes, now_ms: int) -> None: ...
    def advance(self, now_ms: int) -> None: ...
    def next_due_ms(self) -> int: ...
    def bytes_to_send(self) -> bytes: ...
    def press(self, button: Button, pressed: bool, now_ms: int) -> None: ...
    def reset(self, now_ms: int, banner_ms: int = 0) -> None: ...
    def power(self, on: bool, now_ms: int) -> None: ...
    def garble(self, count: int, rng: np.random.Generator) -> None: ...
    def lose(self, count: int, direction: str = "up") -> None: ...
    def close(self) -> None: ...
    @property
    def no_host(self) -> bool: ...
    @property
    def lights(self) -> tuple[int, ...]: ...
    @property
    def palette(self) -> tuple[tuple[int, int, int], ...]: ...
    @property
    def brightness_pct(self) -> int: ...


DeviceMaker = Callable[[Scanner], TableDevice]


class SimTable:
    """Board, sensors, device and hand port, wired together and driven by one clock.

    seed: of all chance. placement: how exactly checkers are put down; the harsh level comes with
    rows of cells that drop out now and then. The board starts set up as `start` says.
    make_device: another device than the one in software, for these sensors. calibrated False:
    nobody knows its cells yet.
    """

    def __init__(
        self,
        seed: int = 0,
        placement: Placement = QUIET,
        layout: Layout = REFERENCE,
        board_id: int = 1,
        start: Lay = STANDARD_START,
        make_device: DeviceMaker | None = None,
        *,
        calibrated: bool = True,
    ) -> None:
        self._calibrated = calibrated
        board_rng, magnets_rng, sensors_rng, self._line_rng = np.random.default_rng(seed).spawn(4)
        self.board = Board(placement, board_rng, magnets_rng)
        self.board.lay(start.slots, start.off, start.reserve)
        self.sensors = Sensors(
            self.board,
            sensors_rng,
            layout,
            with_dropouts=placement.dropouts,
            any_magnet=placement.any_magnet,
        )
        self.device: TableDevice = (
            make_device(self.sensors)
            if make_device is not None
            else Device(self.sensors, layout=layout, board_id=board_id)
        )
        self.hand = HandPort(self.board, self.sensors.faults, self)
        self.plugged = True
        self._now_ms: int | None = None

    @property
    def faults(self) -> CellFaults:
        return self.sensors.faults

    def calibration(self) -> Calibration:
        """What a good `calibrate` would have found on this table; that of nominal cells where it
        is withheld."""
        return self.sensors.calibration() if self._calibrated else Calibration()

    # --- the wire ------------------------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host; lost while the cable is out."""
        if self.plugged:
            self.device.receive(data, now_ms)

    def bytes_to_send(self) -> bytes:
        """Bytes for the host since the last call; those sent while the cable is out are lost."""
        data = self.device.bytes_to_send()
        return data if self.plugged else b""

    def close(self) -> None:
        """Let the device go. May be called again."""
        self.device.close()

    # --- time ----------------------------------------------------------------------------------

    def advance(self, now_ms: int) -> None:
        """Let hands and device do all that is due up to now, in the order of time."""
        if self._now_ms is None:  # the clock may start anywhere; nothing is due from before
            self._step(now_ms)
        while (due_ms := self.next_due_ms()) <= now_ms:
            self._step(due_ms)
        self._step(now_ms)

    def next_due_ms(self) -> int:
        """When `advance` has something to do."""
        device_ms = self.device.next_due_ms()
        hand_ms = self.hand.next_due_ms()
        return device_ms if hand_ms is None else min(device_ms, hand_ms)

    def _step(self, now_ms: int) -> None:
        self._now_ms = max(now_ms, self._now_ms or 0)
        self.hand.advance(self._now_ms)
        self.device.advance(self._now_ms)

    # --- what hands do to the machine ------------------------------------------------------------

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        self.device.press(button, pressed, now_ms)

    def power(self, on: bool, now_ms: int) -> None:
        self.device.power(on, now_ms)

    def connect(self, plugged: bool, now_ms: int) -> None:
        """Put the cable in or take it out; what was under way in it is lost."""
        self.device.bytes_to_send()
        self.plugged = plugged

    def lay_phone(self, slot: int | None) -> None:
        """One more stray magnet on the middle of a slot, or all of them away."""
        middle = (capacity_of(0) + 1) // 2
        where = None if slot is None else position(slot, along_of_cell(middle))
        self.sensors.place_stray(where)

    def cover(self, slots: Collection[int]) -> None:
        """Hands over these slots. Raises ValueError where cells feel magnets only."""
        self.sensors.cover(slots)

    def reset(self, banner_ms: int = 0) -> None:
        """Restart the device now, as a host that opens the port of a real board does."""
        self.device.reset(self._now_ms or 0, banner_ms)

    def garble(self, count: int) -> None:
        """`count` random bytes on the line to the host."""
        self.device.garble(count, self._line_rng)


def placement_named(name: str) -> Placement:
    """The placement level of this name. Raises ValueError that lists the names."""
    if name not in LEVELS:
        raise ValueError(f"noise {name!r} is not one of {', '.join(LEVELS)}")
    return LEVELS[name]
