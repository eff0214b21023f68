"""The service's end of a bus over Redis: three threads, each with a connection of its own."""

from __future__ import annotations

import threading
import time

import msgspec

from controller.bus.age import Clock, Kept
from controller.bus.bus import FactSource, OnIntent
from controller.bus.keeper import BLOCK_MS, Client, Connect, Keeper
from controller.bus.keys import START, Keys, fact_fields, fact_id, stream_id
from controller.view.intents import Envelope
from controller.view.snapshot import Snapshot

SNAPSHOTS_KEPT = 8
INTENTS_KEPT = 64
FACTS_KEPT = 50_000  # some 300 matches; the journal has them all
BATCH = 100  # facts read at once: the journal is held up for a millisecond at most
IDLE_S = 1.0  # how soon an idle publisher notices that Redis was away
TOKEN_LIVES_S = 5


class RedisBus:
    """Publishes and listens while Redis is there, catches up when it comes back."""

    def __init__(
        self,
        connect: Connect,
        source: FactSource,
        token: str,
        name: str,
        clock: Clock = time.monotonic,
    ) -> None:
        keys = Keys(name)
        self._snapshots = SnapshotPublisher(connect, keys, token, clock)
        self._outbox = Outbox(connect, keys, source)
        self._intents = IntentReader(connect, keys)

    @property
    def trouble(self) -> str | None:
        keepers = (self._intents.keeper, self._snapshots.keeper, self._outbox.keeper)
        return next((keeper.trouble for keeper in keepers if keeper.trouble), None)

    def start(self, on_intent: OnIntent) -> None:
        self._intents.start(on_intent)
        self._snapshots.keeper.start()
        self._outbox.keeper.start()

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshots.put(snapshot)

    def publish_facts(self) -> None:
        self._outbox.news.set()

    def close(self) -> None:
        for part in (self._snapshots, self._outbox, self._intents):
            part.keeper.stopping.set()
        self._outbox.news.set()  # wakes it
        for part in (self._snapshots, self._outbox, self._intents):
            part.keeper.close()


class SnapshotPublisher:
    """Keeps the newest snapshot in Redis, whatever happens to Redis meanwhile, and beside it what
    time it is for the core."""

    def __init__(self, connect: Connect, keys: Keys, token: str, clock: Clock) -> None:
        self.keeper = Keeper("snapshots", connect, self._serve)
        self._keys = keys
        self._token = token
        self._clock = clock
        self._change = threading.Condition()
        self._newest: Kept | None = None
        self._published: Kept | None = None  # in the stream that Redis has now
        self._told: Kept | None = None  # in any

    def put(self, snapshot: Snapshot) -> None:
        with self._change:
            self._newest = Kept(snapshot, self._clock())
            self._change.notify()

    def _serve(self, client: Client) -> None:
        keys, stopping = self._keys, self.keeper.stopping
        due_s = self._clock()
        self._published = None  # whatever Redis still knows, it is told again
        while not stopping.is_set():
            now_s = self._clock()
            if now_s >= due_s:
                client.set(keys.token, self._token, ex=TOKEN_LIVES_S)
                self._tell_time(client)
                due_s = now_s + IDLE_S
                if not client.exists(keys.snapshots):
                    self._published = None
            with self._change:
                self._change.wait_for(self._has_news, BLOCK_MS / 1000)
                news = self._newest if self._has_news() else None
            if news is not None:
                self._publish(client, news)
        client.delete(keys.token, keys.time)

    def _publish(self, client: Client, news: Kept) -> None:
        is_first, is_again = self._told is None, self._told is news
        shown = news.now(self._clock()) if is_again else news.snapshot
        fields = {"snapshot": msgspec.json.encode(shown)}
        client.xadd(self._keys.snapshots, fields, maxlen=SNAPSHOTS_KEPT, approximate=False)
        self._published = self._told = news
        if is_first:
            self._tell_time(client)

    def _tell_time(self, client: Client) -> None:
        """What time it is for the core: then whoever reads a snapshot later can tell its age."""
        newest = self._newest
        if newest is not None:
            told = f"{newest.core_ms(self._clock())} {redis_ms(client)}"
            client.set(self._keys.time, told, ex=TOKEN_LIVES_S)

    def _has_news(self) -> bool:
        return self._newest is not self._published


class Outbox:
    """Publishes the journal. The stream itself is the cursor, so the two can never disagree."""

    def __init__(self, connect: Connect, keys: Keys, source: FactSource) -> None:
        self.keeper = Keeper("outbox", connect, self._serve)
        self.news = threading.Event()
        self._keys = keys
        self._source = source

    def _serve(self, client: Client) -> None:
        stream, published = self._resume(client)
        while not self.keeper.stopping.is_set():
            self.news.clear()
            rows = self._source.rows_after(published, BATCH)
            if rows and stream is None:
                stream, published = self._resume(client)
                continue
            for row in rows:
                client.xadd(
                    stream, fact_fields(row), fact_id(row.number),
                    maxlen=FACTS_KEPT, approximate=True,
                )  # fmt: skip
                published = row.number
            if not rows and not self.news.wait(IDLE_S):
                stream, published = self._resume(client)

    def _resume(self, client: Client) -> tuple[str | None, int]:
        """The stream to publish to (None: nothing to publish yet), and the last fact in it.

        A stream that ends in a fact which is not the journal's is another journal's, or holds
        what a power cut took back: it goes, and readers see by the new name that all begins anew.
        """
        first = self._source.rows_after(0, 1)
        if not first:
            return None, 0
        name = self._keys.facts_of(first[0].hash.hex()[:16])
        named = client.get(self._keys.facts)
        stream = named.decode() if named else ""
        newest = client.xrevrange(stream, count=1) if stream else []
        if newest:
            entry_id, fields = newest[0]
            number, _ = stream_id(entry_id)
            digest = fields.get(b"hash", b"").decode(errors="replace")
            ours = self._is_ours(number, digest)
            if ours and _is_whole(client, stream):
                return stream, number
            client.delete(stream)
            if stream.startswith(name):
                name = stream if ours else f"{name}-{digest[:8]}"
        elif stream.startswith(name):
            name = stream
        client.set(self._keys.facts, name)
        return name, max(0, self._source.last_number - FACTS_KEPT)

    def _is_ours(self, number: int, digest: str) -> bool:
        rows = self._source.rows_after(number - 1, 1)
        return bool(rows) and (rows[0].number, rows[0].hash.hex()) == (number, digest)


def redis_ms(client: Client) -> int:
    """Redis' own clock: the one that all its readers share. It may be set, even backwards."""
    seconds, microseconds = client.time()
    return int(seconds) * 1000 + int(microseconds) // 1000


def _is_whole(client: Client, stream: str) -> bool:
    """Whether a stream lacks nothing but what it was trimmed of: somebody may have flushed it."""
    ((first, _),) = client.xrange(stream, count=1)
    return stream_id(first)[0] == 1 or int(client.xlen(stream)) >= FACTS_KEPT


class IntentReader:
    """Hands every envelope on once, in order, also those that came while the line was down."""

    def __init__(self, connect: Connect, keys: Keys) -> None:
        self.keeper = Keeper("intents", connect, self._serve)
        self._keys = keys
        self._last: str | None = None
        self._on_intent: OnIntent | None = None
        self.unreadable = 0

    def start(self, on_intent: OnIntent) -> None:
        self._on_intent = on_intent
        self.keeper.start()

    def _serve(self, client: Client) -> None:
        newest = client.xrevrange(self._keys.intents, count=1)
        end = newest[0][0].decode() if newest else START
        if self._last is None:
            self._last = end  # what was asked before this session began is not for it
        elif stream_id(end) < stream_id(self._last):
            self._last = START  # Redis has lost its data
        while not self.keeper.stopping.is_set():
            reply = client.xread({self._keys.intents: self._last}, count=BATCH, block=BLOCK_MS)
            for entry_id, fields in reply[0][1] if reply else []:
                self._last = entry_id.decode()
                self._hand_on(fields)

    def _hand_on(self, fields: dict[bytes, bytes]) -> None:
        try:
            envelope = msgspec.json.decode(fields.get(b"envelope", b""), type=Envelope)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.unreadable += 1
            return
        if self._on_intent is not None:
            self._on_intent(envelope)
