"""systemd hears of the loop itself: READY when it runs, WATCHDOG while it turns, else nothing."""

from __future__ import annotations

import queue
import socket
from collections.abc import Callable
from pathlib import Path

from controller.commands.watchdog import Watchdog


def heard_by(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(path))
    listening.settimeout(5.0)
    return listening


def test_ready_and_then_a_sign_of_life_each_third_of_the_interval(tmp_path: Path) -> None:
    loop: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    environment = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "60000"}
    with heard_by(tmp_path / "n") as listening:
        watchdog = Watchdog(loop.put, environment)
        said = []
        for _ in range(3):
            loop.get(timeout=5.0)()
            said.append(listening.recv(100))
        watchdog.close()

    assert said == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_a_loop_that_hangs_is_silent(tmp_path: Path) -> None:
    asked: list[Callable[[], None]] = []
    environment = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "30000"}
    with heard_by(tmp_path / "n") as listening:
        watchdog = Watchdog(asked.append, environment)
        listening.settimeout(0.1)
        try:
            heard = listening.recv(100)
        except TimeoutError:
            heard = b""
        watchdog.close()

    assert heard == b""
    assert len(asked) >= 2


def test_without_systemd_nothing_is_asked() -> None:
    asked: list[Callable[[], None]] = []
    Watchdog(asked.append, {}).close()

    assert asked == []
