"""`serial://auto`: the table is found by what it says, never by what its device is called.

Each opening tries one device: whoever does not answer the greeting within `PATIENCE_MS` is said by
name, and the next opening tries the next. A table that was found is tried first ever after; under
another name (another socket, another number) it is found again like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware_bridge.codec import decode_device
from firmware_bridge.errors import PortUnavailable, ProtocolViolation
from firmware_bridge.framing import Framer
from firmware_bridge.messages import Identity
from firmware_bridge.port import Port

PATIENCE_MS = 4500  # the greeting is said at 0, 0.25, 0.75 s and then each second: a boot loader
# of two seconds answers that at 2.75 s, one that is deaf for longer the one at 3.75 s
KNOWN = {
    (0x2341, 0x0010), (0x2341, 0x0042), (0x2341, 0x0242),  # Arduino Mega 2560
    (0x2A03, 0x0010), (0x2A03, 0x0042),
    (0x1A86, 0x7523),  # CH340, on most copies
}  # fmt: skip
"""USB vendor and product of boards that may be ours; the udev rule in deploy/ names the same."""


@dataclass(frozen=True, slots=True)
class SerialDevice:
    """A serial device of this machine; vendor and product of its USB, None for others."""

    path: str
    what: str = ""
    vendor: int | None = None
    product: int | None = None

    @property
    def name(self) -> str:
        """For people: where it is, and what it says that it is."""
        return f"{self.path} ({self.what})" if self.what else self.path


class Finder:
    """Remembers what was tried. list_devices: all that are there now; open_device: exclusively."""

    def __init__(
        self,
        list_devices: Callable[[], Sequence[SerialDevice]],
        open_device: Callable[[str], Port],
        clock_ms: Callable[[], float],
    ) -> None:
        self._list_devices = list_devices
        self._open_device = open_device
        self._clock_ms = clock_ms
        self._found = ""  # where a table answered last
        self._tried: set[str] = set()

    def open(self, url: str) -> Port:
        """The next device that can be opened. Raises PortUnavailable saying what each one said."""
        devices = self._in_order()
        if not devices:
            raise PortUnavailable(f"{url}: no serial device on USB; is the table's cable in?")
        reasons: list[str] = []
        for device in devices:
            self._tried.add(device.path)
            try:
                port = self._open_device(device.path)
            except PortUnavailable as error:
                reasons.append(str(error))
                continue
            return _Candidate(port, device, self)
        raise PortUnavailable(f"{url}: {'; '.join(reasons)}")

    def answered(self, device: SerialDevice) -> None:
        """A table sits there."""
        self._found = device.path
        self._tried.clear()

    def kept_silent(self, device: SerialDevice) -> None:
        """Nobody whom we know sits there."""
        if device.path == self._found:
            self._found = ""

    def elapsed_ms(self, since_ms: float) -> float:
        return self._clock_ms() - since_ms

    def now_ms(self) -> float:
        return self._clock_ms()

    def _in_order(self) -> list[SerialDevice]:
        """USB devices, the likeliest first: those not tried in this round before the others."""
        devices = [device for device in self._list_devices() if device.vendor is not None]
        if all(device.path in self._tried for device in devices):
            self._tried.clear()

        def unlikely(device: SerialDevice) -> tuple[bool, bool, bool, str]:
            is_known = (device.vendor, device.product) in KNOWN
            is_found = device.path == self._found
            return not is_found, device.path in self._tried, not is_known, device.path

        return sorted(devices, key=unlikely)


class _Candidate:
    """A port that has to show within a while that a table sits at its other end."""

    def __init__(self, port: Port, device: SerialDevice, finder: Finder) -> None:
        self._port = port
        self._device = device
        self._finder = finder
        self._opened_ms = finder.now_ms()
        self._framer: Framer | None = Framer()  # None: a table has answered

    @property
    def bytes_read(self) -> int:
        return self._port.bytes_read

    @property
    def bytes_written(self) -> int:
        return self._port.bytes_written

    def fileno(self) -> int:
        return self._port.fileno()

    def read(self) -> bytes:
        data = self._port.read()
        if self._framer is not None:
            self._look_for_identity(self._framer.feed(data))
        return data

    def write(self, data: bytes) -> int:
        """The greeting is written again and again, so this is where patience ends."""
        if self._framer is not None and self._finder.elapsed_ms(self._opened_ms) > PATIENCE_MS:
            self._finder.kept_silent(self._device)
            raise PortUnavailable(
                f"{self._device.name} does not answer as a table does; the next device is tried"
            )
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()

    def _look_for_identity(self, payloads: Sequence[bytes]) -> None:
        for payload in payloads:
            try:
                message = decode_device(payload)
            except ProtocolViolation:
                continue
            if isinstance(message, Identity):
                self._finder.answered(self._device)
                self._framer = None
                return
