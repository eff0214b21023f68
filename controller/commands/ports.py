"""Every port that a service can have: cables, simulated tables, and this machine's own pins."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from types import TracebackType

from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.gpio_table import GpioTable, Hardware
from firmware_bridge.port import Port
from firmware_bridge.transport import Ports
from hw_sim.live import SimScheme


class TablePorts(contextlib.AbstractContextManager["TablePorts"]):
    """Opens the port of a config, again and again. Closing puts out the lights of a `gpio://`.

    open_pins: what hangs on this machine's pins; None: the real ones, by gpiozero.
    """

    def __init__(
        self, sims: SimScheme, open_pins: Callable[[GpioPins], Hardware] | None = None
    ) -> None:
        self.sims = sims
        self._open_hardware = open_pins
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
        if self._gpio is None:
            self._gpio = GpioTable(self._open_hardware or _real_pins())
        return self._gpio.opener(url)


def _real_pins() -> Callable[[GpioPins], Hardware]:
    """gpiozero is loaded when it is wanted, and not before."""
    from firmware_bridge.gpio_board import open_hardware  # noqa: PLC0415

    return open_hardware
