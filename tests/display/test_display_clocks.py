"""Clocks as they are seen: digits by whole seconds, the delay as an edge, redraws when due."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import numpy as np
import pytest

from controller.rules.position import Side
from controller.view.snapshot import Clock, Paused, Snapshot
from display import items as i
from display import signs
from display.app import changed
from display.clocks import LEAST_MS, RING_STEPS, Ticker, face, next_change_ms
from display.layout import Rect
from display.samples.states import RESERVE, TURN, snapshot, states, timed
from display.scenes import compose
from display.stage import Hand, Scene, ScreenSettings
from display.theme import WOOD

SETTINGS = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}))
LIGHT, DARK = Side.LIGHT, Side.DARK


def clock(base: Clock = RESERVE, **changes: Any) -> Snapshot:
    return timed(msgspec.structs.replace(base, **changes))


def scene(shown: Snapshot, age_ms: int = 0, size: tuple[int, int] = (800, 480)) -> Scene:
    settings = ScreenSettings(size=size, sides=frozenset({Side.LIGHT}))
    return compose(shown, settings, Hand(age_ms=age_ms))


def faces(made: Scene) -> list[i.ClockFace]:
    return [item for item in made.items if isinstance(item, i.ClockFace)]


def digits(shown: Snapshot, age_ms: int, side: Side = LIGHT) -> str:
    made = face(shown, side, age_ms)
    assert made is not None
    return made.digits


# --- what is shown ------------------------------------------------------------


def test_mat_19_digits_are_whole_seconds_that_end_with_the_time_itself() -> None:
    """The last second is shown as 1 until it is over; then the word, never 0:00."""
    shown = clock(reserve_ms=(3_000, 60_000), delay_ms=0)
    told = [digits(shown, age) for age in (0, 1, 999, 1_000, 2_000, 2_999, 3_000, 9_000)]
    assert told == ["0:03", "0:03", "0:03", "0:02", "0:01", "0:01", "", ""]


def test_mat_19_digits_never_count_up() -> None:
    shown = clock(reserve_ms=(5_000, 60_000), delay_ms=2_000)
    told = [digits(shown, age) for age in range(0, 8_000, 37)]
    assert told == sorted(told, reverse=True)


def test_the_reserve_stands_while_the_delay_runs() -> None:
    shown = clock()
    assert (digits(shown, 0), digits(shown, 7_000), digits(shown, 7_001)) == ("6:42",) * 3
    assert digits(shown, 8_000) == "6:41"


def test_time_counts_from_when_it_began_not_from_when_the_snapshot_came() -> None:
    shown = timed(RESERVE, at_ms=9_000)
    assert digits(shown, 0) == "6:41"


@pytest.mark.parametrize(
    ("left_ms", "told"),
    [(59_001, "1:00"), (600_000, "10:00"), (3_599_000, "59:59"), (3_723_000, "1:02:03")],
)
def test_minutes_and_hours(left_ms: int, told: str) -> None:
    assert digits(clock(reserve_ms=(left_ms, 0), delay_ms=0, since_ms=None), 0) == told


def test_a_turn_timer_shows_what_is_left_of_the_turn_and_to_the_other_the_whole() -> None:
    shown = clock(TURN)
    assert (digits(shown, 0), digits(shown, 5_000), digits(shown, 0, DARK)) == (
        "0:35", "0:30", "0:45",
    )  # fmt: skip


def test_the_edge_drains_with_the_delay() -> None:
    shown = clock(delay_ms=12_000)
    rings = [face(shown, LIGHT, age).ring for age in (0, 100, 6_000, 11_999, 12_000)]  # type: ignore[union-attr]
    assert rings == [RING_STEPS, RING_STEPS, 30, 1, 0]


def test_a_clock_that_stands_does_not_run_on() -> None:
    shown = clock(since_ms=None)
    assert digits(shown, 60_000) == "6:42"
    assert next_change_ms(shown, 0) is None


@pytest.mark.parametrize(
    ("shown", "is_low"),
    [
        (clock(reserve_ms=(30_001, 0), delay_ms=0), False),
        (clock(reserve_ms=(30_000, 0), delay_ms=0), True),
        (clock(TURN, delay_ms=10_001), False),
        (clock(TURN, delay_ms=10_000), True),
    ],
)
def test_low_is_the_last_half_minute_and_of_a_turn_the_last_ten_seconds(
    shown: Snapshot, is_low: bool
) -> None:
    made = face(shown, LIGHT, 0)
    assert made is not None
    assert made.is_low is is_low


def test_low_time_differs_by_shape_and_size_too() -> None:
    """Orange alone is nearly brass to a protan eye."""
    calm, low = (faces(scene(states()[name]))[1] for name in ("clock", "clock_low"))
    assert (calm.colour, low.colour, low.ink) == ("accent", "warn", "warn")
    assert low.warns
    assert not calm.warns
    assert low.size > calm.size


def test_the_waiting_seat_has_no_brass() -> None:
    waiting = faces(scene(states()["clock"]))[0]
    assert (waiting.ring, waiting.ink) == (0, "dim")


def test_a_paused_clock_has_no_brass() -> None:
    standing = faces(scene(clock(since_ms=None)))[1]
    assert (standing.colour, standing.ink) == ("dim", "dim")


def test_at_nought_the_word_stands_there() -> None:
    up = faces(scene(states()["clock_up"]))[1]
    assert (up.text, up.ring, up.colour) == ("time", RING_STEPS, "warn")


def test_the_delay_is_said_in_words_where_there_is_room() -> None:
    words = [item.text for item in scene(clock(), 2_100, (1280, 720)).items
             if isinstance(item, i.Words)]  # fmt: skip
    assert "delay 5 s" in words


def test_what_each_turn_adds_is_said_on_both_plates() -> None:
    shown = clock(increment_ms=8_000, delay_ms=0, whole_ms=0)
    texts = [
        item.text for item in scene(shown, size=(1280, 720)).items if isinstance(item, i.Words)
    ]
    assert texts.count("+8 s a turn") == 2


def test_whoever_is_asked_sees_the_time_to_answer() -> None:
    made = scene(states()["clock_to_answer"])
    assert [item.text for item in faces(made)] == ["0:35"]


def test_without_time_there_is_no_clock() -> None:
    assert faces(scene(snapshot())) == []


# --- the edge is cut by its length ------------------------------------------------------------


@pytest.mark.parametrize("size", [(108, 44), (152, 84), (60, 60)])
def test_each_step_of_the_edge_lights_as_much_of_it(size: tuple[int, int]) -> None:
    wide, high = size

    def lit(share: float) -> float:
        return float(signs.clock_ring(wide, high, share, WOOD.ink.accent)[:, :, 3].sum())

    whole = lit(1)
    shares = [lit(step / 12) / whole for step in range(13)]
    assert np.abs(np.array(shares) - np.arange(13) / 12).max() < 0.02


def test_the_edge_drains_clockwise_from_the_top_middle() -> None:
    half = signs.clock_ring(152, 84, 0.5, WOOD.ink.accent)[:, :, 3]
    assert half[:, :60].max() == 255
    assert half[2:82, 92:].max() == 0


# --- when it is drawn ------------------------------------------------------------


def drawings(shown: Snapshot, for_ms: int) -> list[int]:
    """The ages at which a screen that looks every 8 ms draws anew."""
    ticker, ages = Ticker(), []
    for age in range(0, for_ms, 8):
        kept = ticker.age(shown, age)
        if not ages or kept != ages[-1]:
            ages.append(kept)
    return ages


@pytest.mark.parametrize(
    ("shown", "most"),
    [
        (clock(delay_ms=12_000), 61),
        (clock(delay_ms=0), 13),
        (clock(TURN, delay_ms=45_000), 30),
        (clock(whole_ms=3_000, delay_ms=3_000), 71),
        (snapshot(), 1),
    ],
)
def test_a_clock_is_drawn_at_most_ten_times_a_second_and_once_without_delay(
    shown: Snapshot, most: int
) -> None:
    ages = drawings(shown, 12_000)
    assert len(ages) <= most
    assert all(b - a >= LEAST_MS for a, b in itertools.pairwise(ages))


@pytest.mark.parametrize("shown", [clock(delay_ms=12_000), clock(delay_ms=0), clock(TURN)])
def test_no_digit_changes_undrawn(shown: Snapshot) -> None:
    ticker = Ticker()
    for age in range(0, 20_000, 8):
        kept = ticker.age(shown, age)
        late = age - 8 - LEAST_MS
        assert digits(shown, kept) == digits(shown, age) or digits(shown, late) != digits(
            shown, age
        )


def test_only_the_plate_is_drawn_anew() -> None:
    shown = clock(delay_ms=0)
    before, after = scene(shown), scene(shown, 1_000)
    (part,) = changed(before.items, after.items)
    assert part == faces(after)[1].rect


@pytest.mark.parametrize(
    "shown",
    [
        snapshot(interruption="paused", paused=Paused("light", 400), at_ms=900),
        snapshot(interruption="fault", fault_ms=400, at_ms=900),
    ],
    ids=lambda shown: shown.interruption,
)
def test_how_long_play_stands_still_is_drawn_each_second(shown: Snapshot) -> None:
    assert next_change_ms(shown, 0) == 500
    assert next_change_ms(shown, 500) == 1_500


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720), (1920, 1080)])
def test_both_clocks_stand_on_their_seats_at_every_size(size: tuple[int, int]) -> None:
    whole = Rect(0, 0, *size)
    plates = faces(scene(clock(), 0, size))
    assert sorted(plate.text for plate in plates) == ["5:15", "6:42"]
    assert all(whole.holds(plate.rect) for plate in plates)
    assert not plates[0].rect.meets(plates[1].rect)


def test_in_large_print_the_clock_is_larger() -> None:
    settings = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}), large_print=True)
    large = faces(compose(clock(), settings))
    assert [plate.size for plate in large] == [48, 48]
    assert all(plate.size < 48 for plate in faces(scene(clock())))
