"""The last minute of the table's line, as the scene of a fault draws it."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from controller.view.snapshot import LineMinute, LineQuality
from display import items as i
from display.clocks import next_change_ms
from display.geometry import Rect
from display.line_minute import SPANS, Bar, bars, columns, is_heard, spans, watched_s
from display.samples.moments import MINUTE, moments
from display.samples.states import states
from display.scenes import compose
from display.stage import Hand, Scene, ScreenSettings

QUIET = moments()["fault_since"][0]
BOX = Rect(10, 20, 300, 100)


def minute(*heard: int, until_ms: int = 59_500) -> LineMinute:
    return LineMinute(heard, (0,) * len(heard), until_ms)


def fault(line: LineQuality | None, age_ms: int = 0, fault_ms: int | None = 61_000) -> Scene:
    made = msgspec.structs.replace(QUIET, line=line, fault_ms=fault_ms)
    return compose(made, ScreenSettings(size=(800, 480)), Hand(age_ms=age_ms))


def words(scene: Scene) -> str:
    return " | ".join(item.text for item in scene.items if isinstance(item, i.Words))


# --- spans ----------------------------------------------------------------------------------------


def test_spans_begin_at_even_seconds_and_the_one_under_way_is_left_out() -> None:
    found = spans(minute(*range(60)), 59_500)

    assert found[-1] == (56 + 57, 0)
    assert found[1] == (0 + 1, 0)
    assert len(found) == SPANS


def test_time_before_anybody_listened_is_not_known_rather_than_silent() -> None:
    found = spans(minute(1, 1, 1, 1, 1), 60_000)  # seconds 55-59

    assert found[-3:] == ((1, 0), (2, 0), (2, 0))
    assert set(found[:-3]) == {None}
    assert watched_s(found) == 6
    assert spans(LineMinute(), 60_000) == (None,) * SPANS


def test_silence_moves_in_while_nothing_more_is_told() -> None:
    before = spans(minute(*(3,) * 62), 60_000)
    later = spans(minute(*(3,) * 62), 70_000)

    assert later == (*before[5:], *((0, 0),) * 5)
    assert spans(minute(*(3,) * 62), 600_000) == ((0, 0),) * SPANS


def test_a_line_is_heard_while_a_message_is_fresh() -> None:
    told = minute(*(1,) * 62)

    assert is_heard(spans(told, 64_000))
    assert not is_heard(spans(told, 66_000))
    assert not is_heard(spans(LineMinute((0,), (5,), 63_500), 64_000))


# --- bars -----------------------------------------------------------------------------------------


def test_a_heartbeat_is_seen_beside_a_busy_moment() -> None:
    made = bars((None, (0, 0), (100, 0), (1, 0), (50, 50)))

    assert made[:3] == (None, (0.0, 0.0), (1.0, 0.0))
    assert made[3] == pytest.approx((0.1, 0.0))
    assert made[4] == pytest.approx((1.0, 0.5))


def test_of_a_minute_of_silence_no_bar_stands() -> None:
    assert bars(((0, 0),) * 3) == ((0.0, 0.0),) * 3


@pytest.mark.parametrize(
    ("bar", "colours"),
    [
        (None, []),
        ((0.0, 0.0), ["warn"]),
        ((0.01, 0.0), ["good"]),
        ((0.5, 0.1), ["warn", "good"]),
        ((1.0, 1.0), ["warn"]),
    ],
)
def test_shapes_alone_tell_silence_damage_and_the_unknown_apart(
    bar: Bar | None, colours: list[str]
) -> None:
    drawn = columns(BOX, (bar, (1.0, 0.0)))[:-1]

    assert [colour for colour, _ in drawn] == colours
    assert all(BOX.holds(rect) for _, rect in drawn)
    if len(drawn) == 2:
        (_, damaged), (_, sound) = drawn
        assert damaged.bottom < sound.y  # apart
    if bar == (0.0, 0.0):
        assert drawn[0][1].h <= 3


def test_bars_fill_their_box_from_edge_to_edge() -> None:
    drawn = columns(BOX, ((1.0, 0.0),) * SPANS)

    assert drawn[0][1].x == BOX.x
    assert abs(drawn[-1][1].right - BOX.right) <= 1
    assert all(a.right < b.x for (_, a), (_, b) in pairwise(drawn))


# --- the scene ------------------------------------------------------------------------------------


def test_a_fault_shows_a_bar_for_each_span_of_its_minute() -> None:
    (shown,) = (item for item in fault(QUIET.line).items if isinstance(item, i.Bars))

    assert None not in shown.bars
    assert any(high and not damaged for high, damaged in filter(None, shown.bars))
    assert shown.bars[-7:] == ((0.0, 0.0),) * 7
    assert "Link, last minute" in words(fault(QUIET.line))


def test_right_after_a_start_only_what_was_watched_is_said() -> None:
    line = LineQuality(0, 0, 0, None, LineMinute((0,) * 6, (0,) * 6, 75_000))

    assert "Link, last 4 s" in words(fault(line))
    assert not [item for item in fault(None).items if isinstance(item, i.Bars)]


def test_a_table_that_speaks_but_cannot_be_used_is_not_called_quiet() -> None:
    snapshot, hand = moments()["fault_strange"]
    said = words(compose(snapshot, ScreenSettings(size=(800, 480)), hand))

    assert "The table cannot be used" in said
    assert "quiet" not in said
    assert "Push in the cable" not in said


def test_the_minute_is_drawn_on_until_it_is_all_silence_and_then_rests() -> None:
    line = LineQuality(42, 3, 0, 3100, MINUTE)
    never_heard = msgspec.structs.replace(QUIET, line=line, fault_ms=None, at_ms=61_000, clock=None)
    ages = [0]
    while (due_ms := next_change_ms(never_heard, ages[-1])) is not None:
        ages.append(due_ms)

    assert all((never_heard.at_ms + age_ms) % 2000 == 0 for age_ms in ages[1:])
    assert ages[-1] == 63_000


def test_without_a_fault_nothing_is_drawn_for_the_line() -> None:
    assert next_change_ms(states()["to_roll"], 0) is None
