"""The same bus over three carriers: one process, fakeredis, a redis-server of our own."""

from __future__ import annotations

import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fakeredis
from redis.backoff import NoBackoff
from redis.retry import Retry

from controller.bus.bus import Bus, FactFeed, Viewer
from controller.bus.keeper import Connect, connector
from controller.bus.memory import MemoryBus
from controller.bus.redis_bus import RedisBus
from controller.bus.redis_viewer import RedisFeed, RedisViewer
from controller.journal.journal import Journal
from controller.table import facts as f
from controller.view.intents import Envelope, Press
from controller.view.snapshot import Cube, Snapshot

TOKEN = "0123456789abcdef"
WAIT_S = 15.0  # a loaded machine may be slow; nothing waits that long where all is well


class LeapingClock:
    """The real one, that a test may set forward."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


def snapshot(number: int, match: int = 1, turn_number: int = 5, at_ms: int = 0) -> Snapshot:
    """A snapshot that differs by its number."""
    return Snapshot(
        number=number, match=match, turn_number=turn_number, phase="to_roll", interruption=None,
        turn="light", slots=(0,) * 26, off=(0, 0), reserve=(0, 0), roll=None, opening=None,
        steps=(), targets=(), lifted=(), verdict=None, cube=Cube(), can_double=True, score=(0, 0),
        match_length=3, game=1, crawford=False, names=("Ann", "Bo"), seats=("person", "person"),
        lights=(), messages=(None, None), fault_line=None, refused=0, last_play="",
        last_side=None, pips=(167, 167), dice_source="typed", commitment=None, winner=None,
        game_points=0, recording=True, at_ms=at_ms,
    )  # fmt: skip


def envelope(number: int, token: str = TOKEN) -> Envelope:
    return Envelope(Press("light", "done"), 1, 5, "screen", number, token)


def write_facts(journal: Journal, count: int) -> None:
    """So many facts more, each different."""
    facts: list[f.AnyFact] = []
    if not journal.last_number:
        facts.append(f.MatchStarted(1, "standard", 3, "Ann", "Bo", ("hands", "hands"), "typed"))
    while len(facts) < count:
        facts.append(f.QuestionAnswered("light", "which", str(journal.last_number + len(facts))))
    journal.append(facts)


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for another thread to bring this about; fails after WAIT_S."""
    ends = time.monotonic() + WAIT_S
    pause = threading.Event()
    while not holds():
        assert time.monotonic() < ends, f"never came: {what}"
        pause.wait(0.01)


def drain(feed: FactFeed, up_to: int) -> list[int]:
    """The numbers that a feed gives until fact `up_to` has come."""
    numbers: list[int] = []
    ends = time.monotonic() + WAIT_S
    while not numbers or numbers[-1] < up_to:
        assert time.monotonic() < ends, f"never came: fact {up_to}; there were {numbers[-5:]}"
        numbers += [row.number for row in feed.take(0.2)]
    return numbers


class Screen:
    """Whoever watches: keeps the numbers of what it was shown."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.shown: queue.SimpleQueue[int] = queue.SimpleQueue()
        viewer.start(lambda told: self.shown.put(told.number))

    def sees(self, number: int) -> list[int]:
        """What was shown until snapshot `number` came."""
        numbers: list[int] = []
        while not numbers or numbers[-1] != number:
            numbers.append(self.shown.get(timeout=WAIT_S))
        return numbers


class MemoryRig:
    """All in one process."""

    def __init__(self, journal: Journal) -> None:
        self.clock = LeapingClock()
        self._journal = journal
        self._bus: MemoryBus | None = None

    def bus(self, token: str = TOKEN) -> Bus:
        self._bus = MemoryBus(self._journal, token, self.clock)
        return self._bus

    def viewer(self) -> Viewer:
        assert self._bus is not None
        return self._bus.viewer()

    def feed(self, after: int = 0) -> FactFeed:
        assert self._bus is not None
        return self._bus.feed(after)


class RedisRig:
    """Over whatever `connect` leads to."""

    def __init__(self, journal: Journal, connect: Connect) -> None:
        self.clock = LeapingClock()
        self._journal = journal
        self._connect = connect

    def bus(self, token: str = TOKEN) -> Bus:
        return RedisBus(self._connect, self._journal, token, "table", self.clock)

    def viewer(self) -> Viewer:
        return RedisViewer(self._connect, "table")

    def feed(self, after: int = 0) -> FactFeed:
        return RedisFeed(self._connect, "table", after)


Carrier = MemoryRig | RedisRig


class Rig:
    """Buses, viewers and feeds over one carrier; all are closed at the end."""

    def __init__(self, carrier: Carrier, journal: Journal) -> None:
        self.journal = journal
        self.clock = carrier.clock
        self._carrier = carrier
        self._open: list[Bus | Viewer | FactFeed] = []

    def bus(self, token: str = TOKEN) -> Bus:
        bus = self._carrier.bus(token)
        self._open.append(bus)
        return bus

    def started(self, intents: list[Envelope] | None = None) -> Bus:
        """A bus that keeps what it is asked in `intents`."""
        bus = self.bus()
        bus.start(intents.append if intents is not None else lambda _envelope: None)
        until(lambda: bus.trouble is None, "the bus is up")
        return bus

    def viewer(self) -> Viewer:
        viewer = self._carrier.viewer()
        self._open.append(viewer)
        return viewer

    def screen(self) -> Screen:
        return Screen(self.viewer())

    def feed(self, after: int = 0) -> FactFeed:
        feed = self._carrier.feed(after)
        self._open.append(feed)
        return feed

    def close(self) -> None:
        with ThreadPoolExecutor() as pool:  # each waits for its own threads
            list(pool.map(lambda part: part.close(), self._open))


def fake_connect(server: fakeredis.FakeServer) -> Connect:
    return lambda: fakeredis.FakeRedis(
        server=server, single_connection_client=True, retry=Retry(NoBackoff(), 0), protocol=2
    )


class Server:
    """A redis-server of our own on a Unix socket; keeps nothing when it dies, unless told to."""

    def __init__(self, *options: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gammonboard-"))
        self.socket = self.folder / "redis.sock"
        self._options = options
        self._process: subprocess.Popen[str] | None = None

    @staticmethod
    def is_there() -> bool:
        return shutil.which("redis-server") is not None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def connect(self, password: str | None = None) -> Connect:
        return connector(self.url, password)

    def start(self) -> None:
        """Returns when it accepts connections."""
        self._process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", str(self.socket), "--save", "",
             "--dir", str(self.folder), *self._options],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "eady to accept connections" in line:
                return
        raise AssertionError("redis-server did not start")

    def kill(self) -> None:
        """As a power cut would."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
        self.socket.unlink(missing_ok=True)

    def freeze(self) -> None:
        """It stays there and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)
