"""The clock as a value: delay, reserve, increment, flag (MAT-17 to MAT-20)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import RulesError
from controller.match.clock import (
    Clock,
    TimeRule,
    new_clock,
    seconds_shown,
    singles_rule,
    turn_timer,
)
from controller.match.score import MONEY, Score
from controller.rules.position import Side

LIGHT, DARK = Side.LIGHT, Side.DARK
TEN_MINUTES = 600_000
DELAY = TimeRule(TEN_MINUTES, 12_000)


def running(rule: TimeRule, side: Side = LIGHT) -> Clock:
    return new_clock(rule).begin(side, 0)


def after_turns(rule: TimeRule, *seconds: int) -> Clock:
    """Light's turns of these lengths, dark pressing at once after each."""
    clock, now_ms = running(rule), 0
    for length in seconds:
        now_ms += 1000 * length
        clock = clock.press(now_ms).press(now_ms)
    return clock


@pytest.mark.parametrize(
    ("turns", "left_s"),
    [((5,), 600), ((5, 12), 600), ((5, 12, 20), 592)],
)
def test_mat_17_a_delay_costs_nothing_until_it_is_used_up(
    turns: tuple[int, ...], left_s: int
) -> None:
    assert after_turns(DELAY, *turns).reserves == (1000 * left_s, TEN_MINUTES)


def test_mat_17_an_increment_is_added_after_a_completed_turn_only() -> None:
    rule = TimeRule(TEN_MINUTES, increment_ms=8_000)
    clock = running(rule)
    assert clock.reserve(LIGHT, 5_000) == TEN_MINUTES - 5_000
    assert clock.press(5_000).reserves == (TEN_MINUTES + 3_000, TEN_MINUTES)
    doubled = clock.press(5_000, is_turn_over=False)
    assert doubled.reserves == (TEN_MINUTES - 5_000, TEN_MINUTES)
    assert doubled.turn is DARK


def test_mat_17_without_main_time_the_flag_falls_when_the_delay_is_over() -> None:
    clock = running(TimeRule(0, 12_000))
    assert clock.flag(11_999) is None
    assert clock.flag(12_000) is LIGHT
    assert clock.due_ms() == 12_000


@pytest.mark.parametrize("first", list(Side))
def test_mat_17_both_sides_have_the_same_rule_from_their_first_turn(first: Side) -> None:
    clock = running(DELAY, first).press(20_000)
    second = clock.press(40_000)
    assert second.reserves == (TEN_MINUTES - 8_000, TEN_MINUTES - 8_000)


def test_mat_17_a_pause_carries_the_rest_of_the_delay_over() -> None:
    clock = running(DELAY).stop(10_000)
    assert (clock.is_running, clock.delay_left(99_000)) == (False, 2_000)
    clock = clock.go_on(100_000)
    assert clock.delay_left(101_500) == 500
    assert clock.reserve(LIGHT, 103_000) == TEN_MINUTES - 1_000


def test_mat_18_a_play_at_one_millisecond_counts_and_at_zero_the_flag_is_down() -> None:
    clock = running(TimeRule(3_000))
    assert clock.press(2_999).turn is DARK
    late = clock.press(3_000)
    assert (late.fallen, late.turn, late.is_running) == (LIGHT, LIGHT, False)


def test_mat_18_there_is_one_result_only() -> None:
    late = running(TimeRule(3_000)).press(3_000)
    for later in (late.press(9_000), late.begin(DARK, 9_000), late.go_on(9_000)):
        assert later.flag(99_000) is LIGHT
        assert not later.is_running


def test_mat_19_what_is_shown_never_counts_up_during_a_turn() -> None:
    clock = running(TimeRule(60_000, 12_000, 5_000))
    shown = [seconds_shown(clock.reserve(LIGHT, now_ms)) for now_ms in range(0, 80_000, 100)]
    assert shown == sorted(shown, reverse=True)
    assert seconds_shown(1) == 1
    assert seconds_shown(0) == 0


def test_mat_20_after_a_flag_the_players_may_go_on_without_time() -> None:
    clock = running(TimeRule(3_000)).go_on_untimed(5_000)
    assert clock.fallen is LIGHT  # a claim stays possible, and is logged
    assert clock.begin(DARK, 6_000).reserve(DARK, 99_000) == 3_000
    assert clock.due_ms() is None


def test_mat_20_the_clock_stands_when_a_game_has_ended() -> None:
    clock = running(DELAY).stop(20_000)
    assert clock.reserve(LIGHT, 999_000) == TEN_MINUTES - 8_000
    assert clock.due_ms() is None


def test_bu_11_a_turn_timer_begins_anew_with_each_turn_and_loses_no_match() -> None:
    clock = running(turn_timer(45_000))
    assert clock.flag(44_999) is None
    assert clock.flag(45_000) is LIGHT
    answering = clock.press(47_000)  # the shown play lies there: now the other's time begins
    assert (answering.turn, answering.fallen) == (DARK, None)
    assert answering.flag(47_000 + 44_999) is None


@pytest.mark.parametrize(
    ("score", "minutes"), [(Score(11), 22), (Score(7), 14), (Score(7, (2, 3)), 9)]
)
def test_usc13_singles_have_two_minutes_a_point_less_one_a_point_scored(
    score: Score, minutes: int
) -> None:
    assert singles_rule(score) == TimeRule(minutes * 60_000, 12_000)


def test_a_clock_that_leaves_no_time_is_none() -> None:
    for times in ((0, 0), (-1, 5), (5, -1)):
        with pytest.raises(RulesError):
            TimeRule(*times)
    with pytest.raises(RulesError, match="money"):
        singles_rule(Score(MONEY))


# -- whatever people do ---------------------------------------------------------------------------

RULES = st.builds(
    TimeRule, st.integers(0, 5_000), st.integers(1, 3_000), st.integers(0, 2_000)
)  # fmt: skip
ACTS = st.lists(
    st.tuples(st.sampled_from(["press", "stop", "go_on"]), st.integers(0, 4_000)),
    max_size=30,
)


@given(RULES, ACTS)
def test_time_is_never_lost_or_made(rule: TimeRule, acts: list[tuple[str, int]]) -> None:
    """Reserves change by what ran after the delay, and by increments, and by nothing else."""
    clock, now_ms = running(rule), 0
    for act, wait_ms in acts:
        now_ms += wait_ms
        before = {side: clock.reserve(side, now_ms) for side in Side}
        was = clock
        clock = getattr(clock, act)(now_ms)
        after = {side: clock.reserve(side, now_ms) for side in Side}
        changed = {side: after[side] - before[side] for side in Side if after[side] != before[side]}
        if act == "press" and was.turn is not None and changed:
            assert changed == {was.turn: rule.increment_ms}
        else:
            assert not changed


@given(RULES, st.lists(st.integers(0, 6_000), max_size=20))
def test_a_delay_is_not_banked(rule: TimeRule, turns: list[int]) -> None:
    """Without increments a reserve is the start less what each turn took beyond its delay."""
    rule = TimeRule(rule.reserve_ms, rule.delay_ms)
    clock, now_ms = running(rule), 0
    left = dict.fromkeys(Side, rule.reserve_ms)
    for length in turns:
        side = clock.turn
        assert side is not None
        now_ms += length
        left[side] -= max(0, length - rule.delay_ms)
        clock = clock.press(now_ms)
        if length >= rule.delay_ms and left[side] <= 0:
            assert clock.fallen is side
            return
    assert clock.reserves == (left[LIGHT], left[DARK])


@given(RULES, st.lists(st.integers(0, 6_000), max_size=20))
def test_a_reading_falls_as_time_passes_and_stopping_does_not_change_it(
    rule: TimeRule, moments: list[int]
) -> None:
    clock = running(rule)
    readings = [clock.reserve(LIGHT, now_ms) for now_ms in sorted(moments)]
    assert readings == sorted(readings, reverse=True)
    for now_ms in moments:
        assert clock.stop(now_ms).reserve(LIGHT, now_ms + 1_000) == clock.reserve(LIGHT, now_ms)


@given(RULES, st.integers(0, 10_000))
def test_the_flag_falls_exactly_when_it_was_due(rule: TimeRule, now_ms: int) -> None:
    clock = running(rule)
    due_ms = clock.due_ms()
    assert due_ms == rule.delay_ms + rule.reserve_ms
    assert (clock.flag(now_ms) is LIGHT) == (now_ms >= due_ms)
