"""What a bus promises, over every carrier."""

from __future__ import annotations

import threading
import time

from bus_rig import TOKEN, WAIT_S, Rig, drain, envelope, snapshot, until, write_facts

from controller.table.facts import MatchStarted
from controller.view.intents import Envelope, Press
from controller.view.snapshot import Snapshot


def test_a_viewer_sees_the_newest_snapshot_at_once_and_then_later_ones(rig: Rig) -> None:
    bus = rig.started()
    for number in (1, 2, 3):
        bus.publish_snapshot(snapshot(number))
    first = rig.screen()
    first.sees(3)
    late = rig.screen()
    assert late.sees(3) == [3]
    bus.publish_snapshot(snapshot(4))
    assert late.sees(4) == [4]
    assert first.sees(4) == [4]


def test_a_snapshot_arrives_whole(rig: Rig) -> None:
    bus = rig.started()
    seen: list[object] = []
    rig.viewer().start(seen.append)
    bus.publish_snapshot(snapshot(6))
    until(lambda: bool(seen), "the viewer is there")
    bus.publish_snapshot(snapshot(7))
    until(lambda: len(seen) == 2, "the snapshot")
    assert seen[1] == snapshot(7)


def test_a_viewer_that_comes_late_sees_clocks_as_they_stand_by_then(rig: Rig) -> None:
    bus = rig.started()
    bus.publish_snapshot(snapshot(1, at_ms=1_000))
    came_s = rig.clock()
    rig.screen().sees(1)
    rig.clock.ahead_s = 40.0
    errors_ms: list[float] = []

    def look(shown: Snapshot) -> None:
        errors_ms.append(shown.at_ms - 1_000 - 1000 * (rig.clock() - came_s))

    def is_right() -> bool:
        """Another viewer comes; at once only where the service has told the time since the leap."""
        seen = len(errors_ms)
        rig.viewer().start(look)
        until(lambda: len(errors_ms) > seen, "the snapshot")
        return abs(errors_ms[-1]) < 100

    until(is_right, f"a late viewer whose clock is right: {errors_ms}")


def test_a_viewer_that_was_there_sees_each_snapshot_at_its_own_time(rig: Rig) -> None:
    bus = rig.started()
    times: list[int] = []
    rig.viewer().start(lambda shown: times.append(shown.at_ms))
    bus.publish_snapshot(snapshot(1, at_ms=1_000))
    until(lambda: len(times) == 1, "the viewer is there")
    rig.clock.ahead_s = 7.0
    bus.publish_snapshot(snapshot(2, at_ms=2_000))
    until(lambda: len(times) == 2, "the snapshot")
    assert times[1] == 2_000


def test_a_slow_viewer_holds_up_neither_the_service_nor_other_viewers(rig: Rig) -> None:
    bus = rig.started()
    let_go, entered = threading.Event(), threading.Event()
    slow: list[int] = []

    def dawdle(told: object) -> None:
        slow.append(told.number)  # type: ignore[attr-defined]
        entered.set()
        let_go.wait(WAIT_S)

    rig.viewer().start(dawdle)
    quick = rig.screen()
    bus.publish_snapshot(snapshot(1))
    assert entered.wait(WAIT_S)
    quick.sees(1)
    began = time.monotonic()
    for number in range(2, 500):
        bus.publish_snapshot(snapshot(number))
    assert time.monotonic() - began < 1.0
    quick.sees(499)
    let_go.set()
    until(lambda: slow[-1] == 499, "the newest snapshot at the slow viewer")
    assert len(slow) < 20  # it missed what was in between


def test_what_a_person_asks_carries_what_he_saw_and_the_sessions_token(rig: Rig) -> None:
    heard: list[Envelope] = []
    bus = rig.started(heard)
    screens = [rig.screen(), rig.screen()]
    bus.publish_snapshot(snapshot(1, match=3, turn_number=17))
    for screen in screens:
        screen.sees(1)
        until(lambda screen=screen: screen.viewer.trouble is None, "the viewer is up")
        assert screen.viewer.ask(Press("dark", "double"))
    until(lambda: len(heard) == 2, "both intents")
    assert [(e.intent, e.match, e.turn_number, e.token) for e in heard] == [
        (Press("dark", "double"), 3, 17, TOKEN)
    ] * 2
    assert heard[0].seat != heard[1].seat  # no screen's number makes another's an old one


def test_a_screen_counts_what_it_asks(rig: Rig) -> None:
    heard: list[Envelope] = []
    bus = rig.started(heard)
    bus.publish_snapshot(snapshot(1))
    screen = rig.screen()
    screen.sees(1)
    until(lambda: screen.viewer.trouble is None, "the viewer is up")
    for _ in range(3):
        assert screen.viewer.ask(Press("light", "done"))
    until(lambda: len(heard) == 3, "three intents")
    assert [e.number for e in heard] == [1, 2, 3]
    assert len({e.seat for e in heard}) == 1


def test_a_screen_that_was_started_again_is_not_taken_for_an_old_one(rig: Rig) -> None:
    heard: list[Envelope] = []
    bus = rig.started(heard)
    bus.publish_snapshot(snapshot(1))
    for _ in range(2):
        screen = rig.screen()
        assert screen.sees(1) == [1]
        until(lambda screen=screen: screen.viewer.trouble is None, "the viewer is up")
        assert screen.viewer.ask(Press("light", "done"))
        until(lambda: bool(heard), "an intent")
        screen.viewer.close()
    until(lambda: len(heard) == 2, "an intent of each")
    assert heard[0].seat != heard[1].seat


def test_late_and_forged_envelopes_pass_unchanged_for_the_core_to_judge(rig: Rig) -> None:
    heard: list[Envelope] = []
    bus = rig.started(heard)
    bus.publish_snapshot(snapshot(1))
    screen = rig.screen()
    screen.sees(1)
    until(lambda: screen.viewer.trouble is None, "the viewer is up")
    sent = [envelope(9), envelope(9), envelope(3), envelope(2**62, token="forged")]
    for each in sent:
        assert screen.viewer.send(each)
    until(lambda: len(heard) == 4, "all four")
    assert heard == sent


def test_nobody_can_ask_before_anything_was_shown(rig: Rig) -> None:
    rig.started()
    screen = rig.screen()
    assert not screen.viewer.ask(Press("light", "done"))


def test_facts_come_all_once_and_in_order(rig: Rig) -> None:
    bus = rig.started()
    write_facts(rig.journal, 130)
    bus.publish_facts()
    feed = rig.feed()
    assert drain(feed, 130) == list(range(1, 131))
    write_facts(rig.journal, 5)
    bus.publish_facts()
    assert drain(feed, 135) == [131, 132, 133, 134, 135]


def test_a_feed_begins_after_the_fact_it_is_told(rig: Rig) -> None:
    bus = rig.started()
    write_facts(rig.journal, 10)
    bus.publish_facts()
    assert drain(rig.feed(after=7), 10) == [8, 9, 10]


def test_a_fact_arrives_as_it_lies_in_the_journal(rig: Rig) -> None:
    bus = rig.started()
    write_facts(rig.journal, 1)
    bus.publish_facts()
    (row,) = rig.feed().take(WAIT_S)
    assert row == rig.journal.rows_after(0, 1)[0]
    assert b'"fact":"MatchStarted"' in row.text
    assert isinstance(rig.journal.facts()[0], MatchStarted)


def test_closing_twice_is_no_harm_and_a_closed_viewer_asks_nothing(rig: Rig) -> None:
    bus = rig.started()
    bus.publish_snapshot(snapshot(1))
    screen = rig.screen()
    screen.sees(1)
    for part in (screen.viewer, bus):
        part.close()
        part.close()
    assert not screen.viewer.send(envelope(1))
