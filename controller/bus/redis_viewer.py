"""A screen's end of a bus over Redis, and the feed of facts."""

from __future__ import annotations

import queue

import msgspec

from controller.bus.age import as_of
from controller.bus.bus import Sender, Show
from controller.bus.keeper import BLOCK_MS, Client, Connect, Keeper
from controller.bus.keys import START, Keys, fact_id, row_from, stream_id
from controller.bus.redis_bus import (
    BATCH,
    INTENTS_KEPT,
    SNAPSHOTS_KEPT,
    TOKEN_LIVES_S,
    redis_ms,
)
from controller.journal.chain import Row
from controller.view.intents import Envelope, Intent
from controller.view.snapshot import Snapshot

FACTS_WAITING = 1000  # a reader so far behind stops the feed until it has caught up
NO_SERVICE = "no table is served on this bus"


class RedisViewer:
    """Two threads: one reads snapshots, one sends what people ask for."""

    def __init__(self, connect: Connect, name: str) -> None:
        self._keys = Keys(name)
        self._sender = Sender()
        self._reader = Keeper("viewer", connect, self._read)
        self._writer = Keeper("asking", connect, self._write)
        self._envelopes: queue.SimpleQueue[Envelope] = queue.SimpleQueue()
        self._show: Show | None = None
        self._seen: Snapshot | None = None
        self._token: str | None = None

    @property
    def trouble(self) -> str | None:
        missing = None if self._token else NO_SERVICE
        return self._reader.trouble or self._writer.trouble or missing

    def start(self, show: Show) -> None:
        self._show = show
        self._reader.start()
        self._writer.start()

    def ask(self, intent: Intent) -> bool:
        seen, token = self._seen, self._token
        if seen is None or token is None:
            return False
        return self.send(self._sender.envelope(intent, seen, token))

    def send(self, envelope: Envelope) -> bool:
        if self._reader.trouble or self._writer.trouble or self._writer.stopping.is_set():
            return False
        self._envelopes.put(envelope)
        return True

    def close(self) -> None:
        self._reader.stopping.set()
        self._writer.close()
        self._reader.close()

    def _read(self, client: Client) -> None:
        keys = self._keys
        self._token = _text(client.get(keys.token))
        entries = client.xrevrange(keys.snapshots, count=1)
        last, core_ms = START, _core_ms(client, keys)  # what is kept may be old, what comes is not
        while not self._reader.stopping.is_set():
            if entries:
                last = entries[-1][0].decode()
                self._show_newest(entries[-1][1], core_ms)
            reply = client.xread({keys.snapshots: last}, count=SNAPSHOTS_KEPT, block=BLOCK_MS)
            entries, core_ms = reply[0][1] if reply else [], 0
            self._token = _text(client.get(keys.token))

    def _show_newest(self, fields: dict[bytes, bytes], core_ms: int) -> None:
        try:
            snapshot = msgspec.json.decode(fields.get(b"snapshot", b""), type=Snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return  # of another release: the next one will say so again, and nothing is shown
        self._seen = snapshot
        if self._show is not None:
            self._show(as_of(snapshot, core_ms))

    def _write(self, client: Client) -> None:
        while not self._envelopes.empty():  # asked before the line broke: too late now
            self._envelopes.get()
        while not self._writer.stopping.is_set():
            try:
                envelope = self._envelopes.get(timeout=BLOCK_MS / 1000)
            except queue.Empty:
                client.ping()  # a line that broke meanwhile is made anew before it is needed
                continue
            fields = {"envelope": msgspec.json.encode(envelope)}
            client.xadd(self._keys.intents, fields, maxlen=INTENTS_KEPT, approximate=True)


class RedisFeed:
    """All facts that follow number `after`, read on a thread of its own."""

    def __init__(self, connect: Connect, name: str, after: int = 0) -> None:
        self._keys = Keys(name)
        self._last = after
        self._stream: str | None = None
        self._rows: queue.Queue[Row] = queue.Queue(FACTS_WAITING)
        self._keeper = Keeper("feed", connect, self._read)
        self._keeper.start()

    @property
    def trouble(self) -> str | None:
        return self._keeper.trouble

    def take(self, timeout_s: float) -> list[Row]:
        rows: list[Row] = []
        try:
            rows.append(self._rows.get(timeout=timeout_s))
            while len(rows) < BATCH:
                rows.append(self._rows.get_nowait())
        except queue.Empty:
            pass
        return rows

    def close(self) -> None:
        self._keeper.close()

    def _read(self, client: Client) -> None:
        stopping = self._keeper.stopping
        entries: list[tuple[bytes, dict[bytes, bytes]]] = []
        while not stopping.is_set():
            if not entries:
                self._find_stream(client)
            if self._stream is None:
                stopping.wait(BLOCK_MS / 1000)
                continue
            reply = client.xread({self._stream: fact_id(self._last)}, count=BATCH, block=BLOCK_MS)
            entries = reply[0][1] if reply else []
            for entry_id, fields in entries:
                row = row_from(entry_id, fields)
                if row is not None:
                    self._put(row)
                self._last = stream_id(entry_id)[0]

    def _find_stream(self, client: Client) -> None:
        """Another name says: another journal, all facts from its first on."""
        named = _text(client.get(self._keys.facts))
        if named is None or named == self._stream:
            return
        if self._stream is not None:
            self._last = 0
        self._stream = named

    def _put(self, row: Row) -> None:
        while not self._keeper.stopping.is_set():
            try:
                self._rows.put(row, timeout=BLOCK_MS / 1000)
            except queue.Full:
                continue
            return


def _core_ms(client: Client, keys: Keys) -> int:
    """The core's time by now, 0 where no service tells it.

    How long ago it was told says Redis' clock, within what can be: that clock may have been set.
    """
    try:
        core_ms, at_ms = map(int, (_text(client.get(keys.time)) or "").split())
    except ValueError:
        return 0
    return core_ms + min(max(redis_ms(client) - at_ms, 0), TOKEN_LIVES_S * 1000)


def _text(value: bytes | None) -> str | None:
    return value.decode() if value else None
