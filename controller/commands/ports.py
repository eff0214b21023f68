"""Every port that a service can have: cables, simulated tables, and this machine's own pins."""

from __future__ import annotations

import contextlib
from types import TracebackType

from firmware_bridge.gpio_table import GpioTable
from firmware_bridge.port import Port
from firmware_bridge.transport import Ports
from hw_sim.live import SimScheme


class TablePorts(contextlib.AbstractContextManager["TablePorts"]):
    """Opens the port of a config, again and again. Closing puts out the lights of a `gpio://`."""

    def __init__(self, sims: SimScheme) -> None:
        self.sims = sims
        self._gpio: GpioTable | None = None
        self._ports = Ports({"sim": sims.opener, "gpio": self._open_pins})

    def open(self, url: str) -> Port:
        """Raises PortUnavailable."""
        return self._ports.open(url)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._gpio is not None:
            self._gpio.close()

    def _open_pins(self, url: str) -> Port:
        """gpiozero and its pin library are loaded when they are wanted, and not before."""
        if self._gpio is None:
            from firmware_bridge.gpio_board import open_hardware  # noqa: PLC0415

            self._gpio = GpioTable(open_hardware)
        return self._gpio.opener(url)
