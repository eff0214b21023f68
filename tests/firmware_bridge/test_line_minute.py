"""The last minute of a line: what came in each second, also while the device cannot be used."""

from __future__ import annotations

from itertools import pairwise

from wire_rig import Rig

from firmware_bridge.layout import Layout
from firmware_bridge.link import LinkState
from firmware_bridge.messages import LineHeard, LineMinute, LinkDown
from firmware_bridge.minute import KEPT_S, Minute


def test_a_line_that_nobody_watched_yet_has_no_seconds() -> None:
    assert Minute().until(5000) == LineMinute((), ())


def test_seconds_before_the_first_are_not_known() -> None:
    minute = Minute()
    minute.begin(10_900)
    minute.begin(11_000)
    minute.add(11_999, 3, 0)

    assert minute.until(12_100) == LineMinute((0, 3, 0), (0, 0, 0))


def test_what_comes_within_a_second_of_the_clock_is_counted_together() -> None:
    minute = Minute()
    for now_ms in (1000, 1500, 1999):
        minute.add(now_ms, 1, 1)
    minute.add(2000, 1, 0)

    assert minute.until(2000) == LineMinute((3, 1), (3, 0))
    assert minute.total == 7


def test_only_a_minute_is_kept_and_silence_runs_through_it() -> None:
    minute = Minute()
    for second in range(200):
        minute.add(second * 1000, second, 0)

    assert minute.until(199_999).heard == tuple(range(138, 200))
    assert minute.until(229_000).heard == (*range(168, 200), *(0,) * 30)
    assert minute.until(600_000) == LineMinute((0,) * KEPT_S, (0,) * KEPT_S)


def test_bad_news_brings_the_minute_that_led_to_it() -> None:
    rig = Rig().open()
    rig.run(20_000)
    rig.up = lambda data: b""
    rig.run(4000)
    (down,) = rig.take(LinkDown)

    assert isinstance(down, LinkDown)
    assert down.quality is not None
    heard = down.quality.minute.heard
    assert len(heard) == 24  # since the port was opened, 3 s of silence included
    assert all(heard[:20])
    assert not any(heard[21:])
    assert not any(down.quality.minute.damaged)


def test_damaged_frames_are_counted_apart() -> None:
    rig = Rig().open()
    rig.run(2000)
    rig.up = lambda data: data.replace(b"\x04", b"\x07")
    rig.run(6000)
    (down,) = rig.take(LinkDown)

    assert isinstance(down, LinkDown)
    assert down.quality is not None
    assert sum(down.quality.minute.damaged) == down.quality.damaged > 0


def test_what_a_refused_device_says_is_told_once_a_second() -> None:
    rig = Rig(layout=Layout("presence", signed=False)).open()
    rig.run(1000)
    assert rig.link.state is LinkState.REFUSED
    rig.events.clear()
    rig.run(10_000)
    told = [at_ms for at_ms, event in rig.events if isinstance(event, LineHeard)]
    assert 5 <= len(told) <= 10
    assert all(later - at_ms >= 1000 for at_ms, later in pairwise(told))
    (*_, newest) = rig.take(LineHeard)
    assert isinstance(newest, LineHeard)
    assert sum(newest.minute.heard) >= 10


def test_while_a_device_is_believed_nothing_is_told_of_its_line() -> None:
    rig = Rig().open()
    rig.run(10_000)

    assert rig.link.state is LinkState.UP
    assert not rig.take(LineHeard)


def test_a_line_that_stays_silent_tells_nothing_more() -> None:
    rig = Rig().open()
    rig.run(2000)
    rig.up = lambda data: b""
    rig.run(120_000)

    assert rig.link.state is LinkState.CALLING
    assert not rig.take(LineHeard)
