"""Ports by URL: where the bytes come from is one word of the config.

    serial:///dev/serial/by-id/...[?baud=250000]     a board on a cable
    serial://auto[?baud=250000]                      the board that answers, whatever it is called
    pty:PATH                                         a simulated board of another process
    replay:PATH                                      what a board once said, from a recording
    spy+URL&spy=FILE (or ?spy=FILE)                  any of these, every byte recorded to FILE
    sim://?noise=realistic, gpio:// and others       from the table that the caller hands in

Every failure is one PortUnavailable line that names the URL and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit

from firmware_bridge.discovery import Finder, SerialDevice
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.port import Opener, Port, monotonic_ms
from firmware_bridge.recording import SpyPort
from firmware_bridge.replay import Replay, read_recording
from firmware_bridge.serial_port import DEFAULT_BAUD, SerialPort, serial_devices

_SPY = "spy+"
_REPLAY = "replay:"
_ELSEWHERE = {
    "gpio": "this program has no table on its own pins; `gammonboard serve` has",
    "sim": "this program has no simulated table",
}


class Ports:
    """Opens URLs, again and again; remembers where a table was found and how far a replay is.

    `schemes` adds openers by scheme ("sim"). `spy_file` is where `spy+` records to if the URL has
    no `spy=FILE` of its own. `list_devices`: the serial devices that are there now.
    """

    def __init__(
        self,
        schemes: Mapping[str, Opener] | None = None,
        *,
        spy_file: str | None = None,
        clock_ms: Callable[[], float] = monotonic_ms,
        list_devices: Callable[[], Sequence[SerialDevice]] = serial_devices,
    ) -> None:
        self._spy_file = spy_file
        self._clock_ms = clock_ms
        self._list_devices = list_devices
        self._finders: dict[str, Finder] = {}
        self._replays: dict[str, Replay] = {}
        self._openers: dict[str, Opener] = {
            "serial": self._open_serial,
            "pty": _open_pty,
            "replay": self._open_replay,
            **(schemes or {}),
        }

    def open(self, url: str) -> Port:
        """The port that the URL names. Raises PortUnavailable."""
        if url.startswith(_SPY):
            return self._open_spied(url)
        scheme, colon, _ = url.partition(":")
        if not colon:
            raise PortUnavailable(f"{url!r} is no port: begin with serial:, pty: or sim:")
        opener = self._openers.get(scheme)
        if opener is None:
            known = f"known are {', '.join(sorted(self._openers))}"
            raise PortUnavailable(f"{url}: {_ELSEWHERE.get(scheme, known)}")
        return opener(url)

    def _open_spied(self, url: str) -> Port:
        inner, in_url = _without_spy(url)
        path = in_url or self._spy_file
        if not path:
            raise PortUnavailable(f"{url}: say where to record to, with spy=FILE")
        port = self.open(inner)
        try:
            return SpyPort(port, path, inner, self._clock_ms)
        except OSError as error:
            port.close()
            raise PortUnavailable(f"{url}: cannot record to {path}: {error.strerror}") from error

    def _open_serial(self, url: str) -> Port:
        parts = urlsplit(url)
        baud = _baud(url, parts.query)
        if parts.netloc == "auto" and parts.path in ("", "/"):
            return self._finder(url, baud).open(url)
        if parts.netloc or not parts.path.startswith("/"):
            raise PortUnavailable(
                f"{url}: give the whole path, serial:///dev/serial/by-id/..., or serial://auto"
            )
        return SerialPort(url, parts.path, baud=baud, is_cable=True)

    def _finder(self, url: str, baud: int) -> Finder:
        if url not in self._finders:

            def open_device(path: str) -> Port:
                return SerialPort(path, path, baud=baud, is_cable=True)

            self._finders[url] = Finder(self._list_devices, open_device, self._clock_ms)
        return self._finders[url]

    def _open_replay(self, url: str) -> Port:
        if url not in self._replays:
            parts = read_recording(url, _replay_path(url))
            self._replays[url] = Replay(url, parts, self._clock_ms)
        return self._replays[url].open()


def open_port(
    url: str,
    schemes: Mapping[str, Opener] | None = None,
    *,
    spy_file: str | None = None,
    clock_ms: Callable[[], float] = monotonic_ms,
) -> Port:
    """Open a URL once: see `Ports`."""
    return Ports(schemes, spy_file=spy_file, clock_ms=clock_ms).open(url)


def _replay_path(url: str) -> str:
    path = url.removeprefix(_REPLAY)
    if not path:
        raise PortUnavailable(f"{url}: give the path of a recording, replay:PATH")
    return path


def _without_spy(url: str) -> tuple[str, str]:
    """The URL within `spy+...`, and the file that its query names ("" for none)."""
    inner = url.removeprefix(_SPY)
    base, _, query = inner.partition("?")
    words = parse_qsl(query, keep_blank_values=True)
    rest = urlencode([(key, value) for key, value in words if key != "spy"], safe="/:,")
    return base + ("?" + rest if rest else ""), dict(words).get("spy", "")


def _open_pty(url: str) -> Port:
    path = url.removeprefix("pty:")
    if not path:
        raise PortUnavailable(f"{url}: give the path that the simulator printed, pty:PATH")
    return SerialPort(url, path, baud=DEFAULT_BAUD)


def _baud(url: str, query: str) -> int:
    words = dict(parse_qsl(query, keep_blank_values=True))
    text = words.pop("baud", str(DEFAULT_BAUD))
    if words:
        raise PortUnavailable(f"{url}: {', '.join(words)} is not known here, only baud is")
    if not text.isascii() or not text.isdigit() or not 9600 <= int(text) <= 2_000_000:
        raise PortUnavailable(f"{url}: baud {text!r} is not 9600-2000000")
    return int(text)
