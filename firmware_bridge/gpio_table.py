"""`gpio://`: the board's side of the wire on this machine's own pins, behind a port.

A thread of its own scans without a pause, samples the buttons between the steps of a scan and
carries the same bytes as a cable would, so that nothing above the port knows the difference.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import select
import socket
import threading
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.board import Board, Colour, Nameplate
from firmware_bridge.codec import NO_READING
from firmware_bridge.conduct import SCAN_MS
from firmware_bridge.debounce import Debounce
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.gpio_pins import GpioPins, parse_gpio_url
from firmware_bridge.layout import LIGHTS, REFERENCE
from firmware_bridge.local_port import SocketPort
from firmware_bridge.port import Opener, Port, monotonic_ms
from firmware_bridge.reporting import Readings

FIRMWARE = "gpio-0.1.0"
REFRESH_MS = 1000  # a strip whose supply blinked shows the right thing again
RETRY_S = 0.25  # between scans while they fail
JOIN_S = 2.0
_READ_BYTES = 4096
_DARK = ((0, 0, 0),) * LIGHTS

log = logging.getLogger(__name__)


class Hardware(Protocol):
    """What hangs on the pins (`gpio_board.GpioHardware`). All raise PortUnavailable in words."""

    def scan(self, between: Callable[[], None]) -> Readings:
        """All cells once; `between` is called at each step."""

    def buttons_down(self) -> tuple[bool, ...]:
        """Whether each contact is closed now."""

    def show(self, colours: tuple[Colour, ...]) -> None:
        """Have the lights show these."""

    def close(self) -> None:
        """Let everything go."""


class Line(Protocol):
    """The board's end of the bytes; a line that is not there takes and brings nothing."""

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...


class GpioDriver:
    """Hardware, board and line, one `step` at a time; in real or in virtual time."""

    def __init__(
        self, hardware: Hardware, board: Board, line: Line, clock_ms: Callable[[], int]
    ) -> None:
        self._hardware = hardware
        self._board = board
        self._line = line
        self._clock_ms = clock_ms
        self._debounce = Debounce()
        self._shown: tuple[Colour, ...] | None = None
        self._refresh_ms = 0
        self._is_sound = False

    def begin(self) -> None:
        """Whatever the strip showed before is cleared; twice, if it was cut off in mid-frame."""
        for _ in range(2):
            self._hardware.show(_DARK)

    def step(self) -> None:
        """One scan, and all that is due meanwhile. Raises PortUnavailable for a dead ADC.

        After a failure nobody is answered before a scan was good again.
        """
        was_sound, self._is_sound = self._is_sound, False
        readings = self._hardware.scan(self.attend if was_sound else _nothing)
        if int(readings.max()) == NO_READING:
            raise PortUnavailable(
                "the MCP3008 does not answer, or the sensors have no supply; check the 3.3 V of "
                "the sensor board and SPI0"
            )
        self._is_sound = True
        self._board.take_scan(readings, self._clock_ms())
        self.attend()

    def attend(self) -> None:
        """Buttons, bytes and lights as they are now."""
        now_ms = self._clock_ms()
        for button, pressed in self._debounce.sample(self._hardware.buttons_down(), now_ms):
            self._board.press(button, pressed, now_ms)
        self._board.receive(self._line.read(), now_ms)
        said = self._board.bytes_to_send()
        if said:
            self._line.write(said)
        colours = self._board.colours
        if colours != self._shown or now_ms >= self._refresh_ms:
            self._hardware.show(colours)
            self._shown = colours
            self._refresh_ms = now_ms + REFRESH_MS

    def end(self) -> None:
        """Nothing burns on when nobody watches; twice, as at the beginning."""
        for _ in range(2):
            self._hardware.show(_DARK)


def _nothing() -> None:
    """Between the steps of a scan that may fail."""


class GpioTable(contextlib.AbstractContextManager["GpioTable"]):
    """The table of this process: its pins are opened once and kept until `close`.

    open_hardware: `gpio_board.open_hardware`, which this module must not import by itself.
    """

    def __init__(
        self,
        open_hardware: Callable[[GpioPins], Hardware],
        clock_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._open_hardware = open_hardware
        self._clock_ms = clock_ms
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._why_gone = "the table is closed"
        self._host: SocketPort | None = None
        self._line = _SocketLine()

    @property
    def opener(self) -> Opener:
        """For the table of schemes of `transport.open_port`."""
        return self._open

    def close(self) -> None:
        """Lights out, thread ended, pins let go. May be called again."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(JOIN_S)
            if self._thread.is_alive():
                log.error("the table's scan has not ended within %s s", JOIN_S)

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _open(self, url: str) -> Port:
        """One holder at a time. The first opening opens the pins."""
        if self._closing.is_set():
            raise PortUnavailable(f"{url}: {self._why_gone}")
        if self._host is not None and not self._host.is_closed:
            raise PortUnavailable(f"{url}: in use by this program already")
        if self._thread is None:
            pins = parse_gpio_url(url)
            hardware = self._open_hardware(pins)
            log.info("the table's pins are used by %s", pins.factory)
            board = Board(Nameplate(FIRMWARE, pins.factory, REFERENCE))
            driver = GpioDriver(hardware, board, self._line, self._clock_ms)
            self._thread = threading.Thread(
                target=self._run, args=(driver, hardware), name="table on pins", daemon=True
            )
            self._thread.start()
        ours, theirs = socket.socketpair()
        self._line.connect(ours)
        self._host = SocketPort(theirs, url, lambda: self._why_gone)
        return self._host

    # --- the thread that scans ---------------------------------------------------------------

    def _run(self, driver: GpioDriver, hardware: Hardware) -> None:
        try:
            self._attempt(driver.begin)
            while not self._closing.is_set():
                due_ms = self._clock_ms() + SCAN_MS
                if self._attempt(driver.step):
                    self._rest(driver, due_ms)
                else:
                    self._closing.wait(RETRY_S)
            self._attempt(driver.end)
        finally:
            self._attempt(hardware.close)
            self._line.disconnect()

    def _attempt(self, act: Callable[[], None]) -> bool:
        """Do it; if that fails the line is gone, with words. The next scan may go well again."""
        try:
            act()
        except PortUnavailable as error:
            self._fail(str(error))
        except Exception as error:  # thread top: never die in silence
            log.exception("the table on pins failed")
            self._fail(f"internal: {error!r}")
        else:
            return True
        return False

    def _fail(self, words: str) -> None:
        if words != self._why_gone:
            log.error("the table on pins: %s", words)
        self._why_gone = words
        self._line.disconnect()

    def _rest(self, driver: GpioDriver, until_ms: int) -> None:
        """A scan each 10 ms where the pins are faster; what the host says is heard meanwhile."""
        while (left_ms := until_ms - self._clock_ms()) > 0 and not self._closing.is_set():
            line = self._line.fileno()
            if line is None:
                self._closing.wait(left_ms / 1000)
            elif select.select([line], [], [], left_ms / 1000)[0]:
                self._attempt(driver.attend)


class _SocketLine:
    """The board's end of a socket pair, which comes and goes. All but `connect`: one thread."""

    def __init__(self) -> None:
        self._fresh: queue.SimpleQueue[socket.socket] = queue.SimpleQueue()
        self._socket: socket.socket | None = None

    def connect(self, end: socket.socket) -> None:
        """From any thread: use this end from the next `read` on."""
        end.setblocking(False)
        self._fresh.put(end)

    def disconnect(self) -> None:
        while self._take_fresh():
            pass
        self._drop()

    def fileno(self) -> int | None:
        """Readable when the host has written; None without a host."""
        return None if self._socket is None else self._socket.fileno()

    def read(self) -> bytes:
        self._take_fresh()
        if self._socket is None:
            return b""
        try:
            data = self._socket.recv(_READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:  # the host has let go
            self._drop()
        return data

    def write(self, data: bytes) -> None:
        """What does not fit is lost, as on a cable; the wire repeats what matters."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.send(data)

    def _take_fresh(self) -> bool:
        if self._fresh.empty():
            return False
        self._drop()
        self._socket = self._fresh.get()
        return True

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
