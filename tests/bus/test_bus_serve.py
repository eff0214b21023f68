"""`gammonboard serve` with a Redis between it and its screens, as on a Pi."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from bus_rig import Server, until

from controller.bus.opening import open_viewer
from controller.bus.redis_viewer import NO_SERVICE, RedisFeed
from controller.config import BusConfig
from controller.view.intents import Press
from controller.view.snapshot import Snapshot

pytestmark = pytest.mark.slow

CONFIG = """\
[table]
port = "sim://?noise=quiet"
[match]
names = ["Ann", "Bo"]
[bus]
url = "{url}"
"""


class Serving:
    """The service as a process of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._config = folder / "gammonboard.toml"
        self._config.write_text(CONFIG.format(url=url), "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "controller", "serve", "--config", self._config,
             "--data-dir", self._folder / "data"],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


@pytest.fixture
def serving(server: Server, tmp_path: Path) -> Iterator[Serving]:
    service = Serving(tmp_path, server.url)
    service.start()
    yield service
    service.kill()


class Seen:
    """A screen: the snapshots that it was shown."""

    def __init__(self, url: str) -> None:
        self.snapshots: list[Snapshot] = []
        self.viewer = open_viewer(BusConfig(url))
        self.viewer.start(self.snapshots.append)

    @property
    def newest(self) -> Snapshot | None:
        return self.snapshots[-1] if self.snapshots else None

    def picture(self) -> Snapshot | None:
        """The newest, whenever it is seen."""
        return None if self.newest is None else msgspec.structs.replace(self.newest, at_ms=0)

    def is_in(self, phase: str) -> bool:
        return self.newest is not None and self.newest.phase == phase


def test_a_screen_sees_the_table_asks_and_goes_on_after_everything_was_killed_once(
    server: Server, serving: Serving
) -> None:
    first = Seen(server.url)
    until(lambda: first.is_in("opening"), "the board is ready")
    until(lambda: first.viewer.trouble is None, "the bus is up")
    assert first.newest is not None
    assert first.newest.names == ("Ann", "Bo")
    assert first.viewer.ask(Press("light", "done"))
    until(lambda: first.is_in("moving"), "the opening is decided")
    before = first.picture()

    first.viewer.close()  # the screen is killed: another sees the present at once
    second = Seen(server.url)
    until(lambda: second.picture() == before, "the same picture")

    server.kill()  # Redis is away and comes back empty
    until(lambda: second.viewer.trouble is not None, "the screen notices")
    server.start()
    third = Seen(server.url)
    until(lambda: third.newest is not None, "the present again")
    assert third.picture() == before

    serving.kill()  # the service is killed: its match goes on in a new session
    until(lambda: third.viewer.trouble == NO_SERVICE, "the service is missed")
    serving.start()
    until(lambda: third.viewer.trouble is None, "the service is there again")
    until(lambda: third.newest is not None and third.newest.interruption == "question", "asked")
    assert third.newest is not None
    refused = third.newest.refused
    assert third.viewer.ask(Press("light", "yes"))
    until(lambda: third.is_in("moving") and third.newest.interruption is None, "play goes on")  # type: ignore[union-attr]
    assert (third.newest.roll, third.newest.refused) == (before.roll, refused)
    for screen in (second, third):
        screen.viewer.close()


def test_a_feed_tells_the_facts_of_the_served_match(server: Server, serving: Serving) -> None:
    feed = RedisFeed(server.connect(), "table")
    rows = feed.take(20.0)
    assert b'"fact":"MatchStarted"' in rows[0].text
    feed.close()
