"""Redis goes away and comes back: nothing is lost, nothing is doubled, the table never waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import fakeredis
import msgspec
import pytest
from bus_rig import (
    TOKEN,
    RedisRig,
    Rig,
    Server,
    drain,
    envelope,
    fake_connect,
    snapshot,
    until,
    write_facts,
)

from controller.bus.redis_bus import TOKEN_LIVES_S, RedisBus
from controller.bus.redis_viewer import NO_SERVICE, RedisViewer
from controller.journal.journal import Journal
from controller.view.intents import Envelope, Press

pytestmark = pytest.mark.slow


def test_facts_of_an_outage_come_later_each_once_although_redis_forgot_everything(
    server: Server, redis_rig: Rig
) -> None:
    bus = redis_rig.started()
    feed = redis_rig.feed()
    write_facts(redis_rig.journal, 250)
    bus.publish_facts()
    numbers = drain(feed, 250)
    server.kill()
    write_facts(redis_rig.journal, 150)
    bus.publish_facts()
    until(lambda: bus.trouble is not None, "the outage is noticed")
    server.start()
    numbers += drain(feed, 400)
    write_facts(redis_rig.journal, 1)
    bus.publish_facts()
    numbers += drain(feed, 401)
    assert numbers == list(range(1, 402))
    with closing(server.connect()()) as client:
        stream = client.xrange(client.get("gammonboard:table:facts").decode())
    assert [entry for entry, _ in stream] == [f"{n}-1".encode() for n in range(1, 402)]


def test_many_kills_while_facts_are_written_lose_and_double_nothing(
    server: Server, redis_rig: Rig
) -> None:
    bus = redis_rig.started()
    feed = redis_rig.feed()
    numbers: list[int] = []
    for round_ in range(1, 6):
        for _ in range(20):
            write_facts(redis_rig.journal, 10)
            bus.publish_facts()
            numbers += [row.number for row in feed.take(0.001)]
        server.kill()
        write_facts(redis_rig.journal, 10)
        server.start()
        numbers += drain(feed, 210 * round_)
    assert numbers == list(range(1, 1051))


def test_LIB_17_the_present_is_seen_again_after_an_outage_even_if_nothing_happened(
    server: Server, redis_rig: Rig
) -> None:
    bus = redis_rig.started()
    bus.publish_snapshot(snapshot(1))
    screen = redis_rig.screen()
    screen.sees(1)
    server.kill()
    until(lambda: screen.viewer.trouble is not None, "the screen notices")
    assert not screen.viewer.send(envelope(1))
    bus.publish_snapshot(snapshot(2))
    server.start()
    assert screen.sees(2)[-1] == 2
    server.kill()
    server.start()  # nothing new is published now: Redis has forgotten, the service has not
    assert screen.sees(2) == [2]
    assert redis_rig.screen().sees(2) == [2]


def test_clocks_stand_as_they_should_when_redis_has_forgotten_an_old_snapshot(
    server: Server, redis_rig: Rig
) -> None:
    bus = redis_rig.started()
    bus.publish_snapshot(snapshot(1, at_ms=1_000))
    came_s = redis_rig.clock()
    errors_ms: list[float] = []
    redis_rig.viewer().start(
        lambda shown: errors_ms.append(shown.at_ms - 1_000 - 1000 * (redis_rig.clock() - came_s))
    )
    until(lambda: bool(errors_ms), "the snapshot")
    server.kill()
    redis_rig.clock.ahead_s = 40.0
    server.start()
    until(lambda: len(errors_ms) > 1, "the snapshot again")
    assert abs(errors_ms[-1]) < 100


def test_a_clock_of_redis_that_was_set_puts_nobody_s_time_up(
    server: Server, redis_rig: Rig
) -> None:
    """The time is told every second: what is longer ago was never."""
    bus = redis_rig.started()
    bus.publish_snapshot(snapshot(1, at_ms=1_000))
    redis_rig.screen().sees(1)
    with closing(server.connect()()) as client:
        until(lambda: client.exists("gammonboard:table:time") == 1, "the time")
        bus.close()
        for told in (b"1000 0", b"1000 9999999999999999", b"1000", b"", b"soon"):
            client.set("gammonboard:table:time", told)
            times: list[int] = []
            redis_rig.viewer().start(lambda shown: times.append(shown.at_ms))  # noqa: B023
            until(lambda: bool(times), "the snapshot")  # noqa: B023
            assert 1_000 <= times[0] <= 1_000 + 1000 * TOKEN_LIVES_S


def test_intents_flow_again_after_an_outage_and_none_of_before_is_kept(
    server: Server, redis_rig: Rig
) -> None:
    heard: list[Envelope] = []
    bus = redis_rig.started(heard)
    bus.publish_snapshot(snapshot(1))
    screen = redis_rig.screen()
    screen.sees(1)
    until(lambda: screen.viewer.trouble is None, "the viewer is up")
    assert screen.viewer.ask(Press("light", "done"))
    until(lambda: len(heard) == 1, "the first intent")
    server.kill()
    until(lambda: not screen.viewer.ask(Press("light", "undo")), "asking is refused")
    server.start()
    until(lambda: screen.viewer.trouble is None and bus.trouble is None, "all is well again")
    assert screen.viewer.ask(Press("light", "double"))
    until(lambda: Press("light", "double") in [e.intent for e in heard], "the second intent")
    assert [e.intent for e in heard] == [Press("light", "done"), Press("light", "double")]


def test_intents_flow_although_redis_counts_from_lower_ids_than_before(
    server: Server, redis_rig: Rig
) -> None:
    """A clock that was set back while Redis was away must not make anybody deaf."""
    heard: list[Envelope] = []
    redis_rig.started(heard)
    with closing(server.connect()()) as client:
        fields = {"envelope": msgspec.json.encode(envelope(1))}
        client.xadd("gammonboard:table:intents", fields, "9999999999999-0")
    until(lambda: len(heard) == 1, "an intent of the far future")
    server.kill()
    server.start()
    viewer = redis_rig.viewer()
    viewer.start(lambda _told: None)
    until(lambda: viewer.send(envelope(2)), "the viewer sends")
    until(lambda: len(heard) == 2, "an intent of today")


def test_what_was_asked_while_the_line_was_breaking_is_never_done_later(
    server: Server, redis_rig: Rig
) -> None:
    heard: list[Envelope] = []
    redis_rig.started(heard)
    viewer = redis_rig.viewer()
    viewer.start(lambda _told: None)
    until(lambda: viewer.send(envelope(1)), "the viewer sends")
    until(lambda: len(heard) == 1, "the first intent")
    server.freeze()
    for number in range(2, 6):
        viewer.send(envelope(number))
    server.kill()
    server.start()
    until(lambda: viewer.send(envelope(6)), "the viewer sends again")
    until(lambda: envelope(6) in heard, "the newest intent")
    assert heard == [envelope(1), envelope(6)]


def test_an_intent_that_got_no_answer_is_not_sent_again(server: Server, redis_rig: Rig) -> None:
    """redis-py would: a press that counts twice is worse than one that is lost."""
    heard: list[Envelope] = []
    redis_rig.started(heard)
    viewer = redis_rig.viewer()
    viewer.start(lambda _told: None)
    until(lambda: viewer.send(envelope(1)), "the viewer sends")
    until(lambda: len(heard) == 1, "the first intent")
    server.freeze()
    viewer.send(envelope(2))
    until(lambda: not viewer.send(envelope(3)), "no answer is noticed")
    server.thaw()
    until(lambda: viewer.send(envelope(4)), "the viewer sends again")
    until(lambda: envelope(4) in heard, "the newest intent")
    assert heard.count(envelope(2)) <= 1


def test_a_redis_that_came_back_with_older_data_shows_the_present(
    server: Server, redis_rig: Rig
) -> None:
    bus = redis_rig.started()
    screen = redis_rig.screen()
    for number in (1, 2):
        bus.publish_snapshot(snapshot(number))
        screen.sees(number)
    with closing(server.connect()()) as client:
        ((newest, _),) = client.xrevrange("gammonboard:table:snapshots", count=1)
        client.xdel("gammonboard:table:snapshots", newest)
        client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert screen.sees(2)[-1] == 2  # the older one first, perhaps: then the present follows
    assert redis_rig.screen().sees(2) == [2]


def test_intents_of_before_the_service_began_are_not_for_it(server: Server, redis_rig: Rig) -> None:
    first: list[Envelope] = []
    old = redis_rig.started(first)
    viewer = redis_rig.viewer()
    viewer.start(lambda _told: None)
    until(lambda: viewer.trouble is None, "the viewer is up")
    assert viewer.send(envelope(1))
    until(lambda: len(first) == 1, "the first intent")
    old.close()
    second: list[Envelope] = []
    redis_rig.started(second)
    until(lambda: viewer.send(envelope(2)), "the viewer sends")
    until(lambda: bool(second), "the second intent")
    assert second == [envelope(2)]


def test_publishing_takes_no_time_while_redis_is_away(server: Server, redis_rig: Rig) -> None:
    bus = redis_rig.started()
    server.kill()
    began = time.monotonic()
    for number in range(1000):
        bus.publish_snapshot(snapshot(number))
        bus.publish_facts()
    assert time.monotonic() - began < 1.0


def test_a_service_that_starts_before_redis_waits_for_it(server: Server, redis_rig: Rig) -> None:
    server.kill()
    bus = redis_rig.bus()
    bus.start(lambda _envelope: None)
    bus.publish_snapshot(snapshot(1))
    screen = redis_rig.screen()
    until(lambda: "cannot be reached" in (bus.trouble or ""), "words for the service")
    until(lambda: "cannot be reached" in (screen.viewer.trouble or ""), "words for the screen")
    server.start()
    assert screen.sees(1) == [1]
    until(lambda: bus.trouble is None, "all is well")


@pytest.fixture
def guarded() -> Iterator[Server]:
    if not Server.is_there():
        pytest.skip("redis-server is missing (apt-get install redis-server)")
    server = Server("--requirepass", "open sesame")
    server.start()
    yield server
    server.close()


@pytest.mark.parametrize("password", [None, "open says me"])
def test_a_wrong_password_is_said_in_words_that_do_not_hold_it(
    guarded: Server, journal: Journal, password: str | None
) -> None:
    bus = RedisBus(guarded.connect(password), journal, TOKEN, "table")
    viewer = RedisViewer(guarded.connect(password), "table")
    bus.start(lambda _envelope: None)
    viewer.start(lambda _told: None)
    until(lambda: bus.trouble == "Redis refuses the password", "words for the service")
    until(lambda: viewer.trouble == "Redis refuses the password", "words for the screen")
    bus.publish_snapshot(snapshot(1))
    bus.close()
    viewer.close()


def test_with_the_password_all_is_well(guarded: Server, journal: Journal) -> None:
    rig = Rig(RedisRig(journal, guarded.connect("open sesame")), journal)
    rig.started().publish_snapshot(snapshot(1))
    assert rig.screen().sees(1) == [1]
    rig.close()


def test_a_server_that_hangs_is_no_data_and_then_said_in_words(
    server: Server, redis_rig: Rig
) -> None:
    """LIB-16: no answer within the socket's time is no end of the world."""
    bus = redis_rig.started()
    bus.publish_snapshot(snapshot(1))
    screen = redis_rig.screen()
    screen.sees(1)
    server.freeze()
    until(lambda: bus.trouble == "Redis does not answer", "words for the service")
    bus.publish_snapshot(snapshot(2))
    server.thaw()
    assert screen.sees(2)[-1] == 2
    until(lambda: bus.trouble is None, "all is well")


def test_reads_that_wait_for_longer_than_any_timeout_keep_their_connections(
    server: Server, redis_rig: Rig
) -> None:
    """LIB-16: redis-py 8 ends a read that blocks for five seconds with an exception."""
    bus = redis_rig.started()
    bus.publish_snapshot(snapshot(1))
    feed = redis_rig.feed()
    screen = redis_rig.screen()
    screen.sees(1)
    until(lambda: feed.trouble is None and screen.viewer.trouble is None, "all are there")
    with closing(server.connect()()) as client:
        before = client.info("stats")["total_connections_received"]
        assert feed.take(6.0) == []
        assert client.info("stats")["total_connections_received"] == before
    write_facts(redis_rig.journal, 2)
    bus.publish_facts()
    assert drain(feed, 2) == [1, 2]


def test_another_journal_under_the_same_name_begins_anew(
    server: Server, redis_rig: Rig, tmp_path: Path
) -> None:
    old = redis_rig.started()
    write_facts(redis_rig.journal, 20)
    old.publish_facts()
    feed = redis_rig.feed()
    drain(feed, 20)
    old.close()
    other = Journal.open(tmp_path / "other.sqlite3")
    write_facts(other, 3)
    bus = RedisBus(server.connect(), other, TOKEN, "table")
    bus.start(lambda _envelope: None)
    numbers = drain(feed, 3)
    assert numbers == [1, 2, 3]
    bus.close()
    other.close()


def test_a_screen_says_that_no_table_is_served(server: Server, redis_rig: Rig) -> None:
    screen = redis_rig.screen()
    until(lambda: screen.viewer.trouble == NO_SERVICE, "words for the screen")
    bus = redis_rig.started()
    until(lambda: screen.viewer.trouble is None, "the service is seen")
    bus.close()
    until(lambda: screen.viewer.trouble == NO_SERVICE, "the service is missed")


def test_whatever_else_lies_in_the_streams_is_passed_over(server: Server, redis_rig: Rig) -> None:
    heard: list[Envelope] = []
    bus = redis_rig.started(heard)
    bus.publish_snapshot(snapshot(1))
    screen = redis_rig.screen()
    screen.sees(1)
    client = server.connect()()
    for fields in ({"envelope": b"\xff{"}, {"envelope": "{}"}, {"x": "y"}):
        client.xadd("gammonboard:table:intents", fields)
        client.xadd("gammonboard:table:snapshots", {"snapshot": "[]"})
    client.close()
    until(lambda: screen.viewer.trouble is None, "the viewer is up")
    assert screen.viewer.send(envelope(1))
    until(lambda: len(heard) == 1, "the intent")
    bus.publish_snapshot(snapshot(2))
    assert screen.sees(2) == [2]


def test_a_flushed_redis_is_filled_again(server: Server, redis_rig: Rig) -> None:
    bus = redis_rig.started()
    bus.publish_snapshot(snapshot(1))
    write_facts(redis_rig.journal, 20)
    bus.publish_facts()
    feed = redis_rig.feed()
    drain(feed, 20)
    client = server.connect()()
    client.flushall()
    write_facts(redis_rig.journal, 1)
    bus.publish_facts()
    assert redis_rig.screen().sees(1) == [1]
    until(lambda: bool(client.keys("*:facts:*")), "a stream of facts")
    (stream,) = client.keys("*:facts:*")
    until(lambda: client.xlen(stream) == 21, "all facts are there again")
    client.close()
    assert drain(feed, 21) == [21]
    assert drain(redis_rig.feed(), 21) == list(range(1, 22))


def test_fakeredis_going_away_is_the_same_to_us(journal: Journal) -> None:
    """LIB-18: what the fake cannot do is tested on the real server above."""
    fake = fakeredis.FakeServer()
    rig = Rig(RedisRig(journal, fake_connect(fake)), journal)
    bus = rig.started()
    fake.connected = False
    write_facts(journal, 30)
    bus.publish_facts()
    bus.publish_snapshot(snapshot(1))
    until(lambda: bus.trouble is not None, "the outage is noticed")
    fake.connected = True
    assert drain(rig.feed(), 30) == list(range(1, 31))
    assert rig.screen().sees(1) == [1]
    rig.close()
