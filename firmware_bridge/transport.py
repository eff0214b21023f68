"""Ports by URL: where the bytes come from is one word of the config.

    serial:///dev/serial/by-id/...[?baud=250000]     a board on a cable
    pty:PATH                                         a simulated board of another process
    spy+URL&spy=FILE (or ?spy=FILE)                  any of these, every byte recorded to FILE
    sim://?noise=realistic and other schemes         from the table that the caller hands in

Every failure is one PortUnavailable line that names the URL and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.port import Opener, Port, monotonic_ms
from firmware_bridge.recording import SpyPort
from firmware_bridge.serial_port import DEFAULT_BAUD, SerialPort

_SPY = "spy+"
_NOT_YET = {
    "gpio": "a table without a microcontroller cannot be used yet",
    "replay": "recordings cannot be replayed yet",
}


def open_port(
    url: str,
    schemes: Mapping[str, Opener] | None = None,
    *,
    spy_file: str | None = None,
    clock_ms: Callable[[], float] = monotonic_ms,
) -> Port:
    """Open what the URL names. `schemes` adds openers by scheme ("sim").

    `spy_file` is where `spy+` records to if the URL has no `spy=FILE` of its own.
    """
    if url.startswith(_SPY):
        inner, in_url = _without_spy(url)
        path = in_url or spy_file
        if not path:
            raise PortUnavailable(f"{url}: say where to record to, with spy=FILE")
        port = open_port(inner, schemes, clock_ms=clock_ms)
        try:
            return SpyPort(port, path, inner, clock_ms)
        except OSError as error:
            port.close()
            raise PortUnavailable(f"{url}: cannot record to {path}: {error.strerror}") from error
    scheme, colon, _ = url.partition(":")
    if not colon:
        raise PortUnavailable(f"{url!r} is no port: begin with serial:, pty: or sim:")
    opener = {**_OWN_SCHEMES, **(schemes or {})}.get(scheme)
    if opener is None:
        known = ", ".join(sorted({*_OWN_SCHEMES, *(schemes or {})}))
        raise PortUnavailable(f"{url}: {_NOT_YET.get(scheme, f'known are {known}')}")
    return opener(url)


def _without_spy(url: str) -> tuple[str, str]:
    """The URL within `spy+...`, and the file that its query names ("" for none)."""
    inner = url.removeprefix(_SPY)
    base, _, query = inner.partition("?")
    words = parse_qsl(query, keep_blank_values=True)
    rest = urlencode([(key, value) for key, value in words if key != "spy"], safe="/:")
    return base + ("?" + rest if rest else ""), dict(words).get("spy", "")


def _open_serial(url: str) -> Port:
    parts = urlsplit(url)
    if parts.netloc == "auto":
        raise PortUnavailable(
            f"{url}: tables cannot be searched for yet; name one, serial:///dev/serial/by-id/..."
        )
    if parts.netloc or not parts.path.startswith("/"):
        raise PortUnavailable(f"{url}: give the whole path, serial:///dev/serial/by-id/...")
    return SerialPort(url, parts.path, baud=_baud(url, parts.query))


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


_OWN_SCHEMES: dict[str, Opener] = {"serial": _open_serial, "pty": _open_pty}
