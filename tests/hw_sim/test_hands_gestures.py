"""A play made by hands ends on the board that the rules say, in whatever order."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.plays import apply_steps, legal_plays
from controller.rules.position import START, Position, Side
from hw_sim.acts import Lift, Nudge, Press, Put, Slide
from hw_sim.board import Board
from hw_sim.checkers import Colour
from hw_sim.faults import CellFaults
from hw_sim.hand_port import HandPort
from hw_sim.hands import choice
from hw_sim.hands.gestures import Choreography, Gesture, bring_all, straighten
from hw_sim.hands.looking import Transfer, lies, transfers
from hw_sim.hands.skill import CAREFUL, CLUMSY, FAST, Skill
from hw_sim.placement import REALISTIC

DONE = Press(Colour.LIGHT, "done")


class NoMachine:
    """Takes presses and forgets them."""

    def press(self, button: object, pressed: bool, now_ms: int) -> None: ...

    def power(self, on: bool, now_ms: int) -> None: ...

    def connect(self, plugged: bool, now_ms: int) -> None: ...

    def cover(self, slots: Collection[int]) -> None: ...

    def lay_phone(self, slot: int | None) -> None: ...


def port_with(position: Position, rng: np.random.Generator) -> HandPort:
    board = Board(REALISTIC, rng)
    board.lay(position.slots, position.off)
    return HandPort(board, CellFaults(rng), NoMachine())


def carry_out(port: HandPort, gestures: list[Gesture], start_ms: int = 0) -> int:
    """Do them all in time; when the last one ended."""
    now_ms = start_ms
    for gesture in gestures:
        now_ms += gesture.wait_ms
        port.advance(now_ms)
        port.do(gesture.act)
    return now_ms


def random_position(rng: np.random.Generator, plies: int) -> tuple[Position, Side]:
    position, side = START, Side.LIGHT
    for _ in range(plies):
        roll = (int(rng.integers(1, 7)), int(rng.integers(1, 7)))
        plays = legal_plays(position.board(side), roll).plays
        if plays:
            play = plays[int(rng.integers(len(plays)))]
            position = apply_steps(position, side, play.steps)
        if not position.on_board(side):
            return START, Side.LIGHT
        side = side.other
    return position, side


@settings(max_examples=120)
@given(seed=st.integers(0, 2**20), plies=st.integers(0, 60), skill=st.sampled_from([FAST, CAREFUL]))
def test_any_play_of_any_skill_leaves_the_board_of_the_play(
    seed: int, plies: int, skill: Skill
) -> None:
    rng = np.random.default_rng(seed)
    position, side = random_position(rng, plies)
    roll = (int(rng.integers(1, 7)), int(rng.integers(1, 7)))
    legal = legal_plays(position.board(side), roll).plays
    if not legal:
        return
    play = legal[int(rng.integers(len(legal)))]
    port = port_with(position, rng)
    others = [other for other in legal if other.board != play.board]
    carry_out(port, Choreography(side, skill, rng).play(play, DONE, others))
    assert lies(port.truth(), apply_steps(position, side, play.steps))


def all_kinds(skill: Skill) -> set[type]:
    kinds: set[type] = set()
    for seed in range(120):
        rng = np.random.default_rng(seed)
        position, side = random_position(rng, seed % 20)
        legal = legal_plays(position.board(side), (3, 1)).plays
        if legal:
            play = legal[int(rng.integers(len(legal)))]
            for gesture in Choreography(side, skill, rng).play(play, DONE, legal[:1]):
                kinds.add(type(gesture.act))
    return kinds


def test_careful_hands_only_lift_and_put_and_fast_ones_slide_and_nudge() -> None:
    assert all_kinds(CAREFUL) == {Lift, Put, Press}
    assert all_kinds(FAST) == {Lift, Put, Slide, Nudge, Press}


def test_clumsy_hands_put_right_what_they_misplaced() -> None:
    """More lifts than steps, and at the end the play lies there all the same."""
    play = legal_plays(START.board(Side.LIGHT), (3, 1)).plays[0]
    counts = []
    for seed in range(60):
        gestures = Choreography(Side.LIGHT, CLUMSY, np.random.default_rng(seed)).play(play, DONE)
        counts.append(sum(isinstance(gesture.act, Put) for gesture in gestures))

    assert max(counts) > len(play.steps)


def test_fast_hands_hold_two_checkers_at_once_sometimes() -> None:
    play = legal_plays(START.board(Side.LIGHT), (3, 1)).plays[0]
    held = 0
    for seed in range(60):
        gestures = Choreography(Side.LIGHT, FAST, np.random.default_rng(seed)).play(play, DONE)
        acts = [type(gesture.act) for gesture in gestures]
        held += any(pair == (Lift, Lift) for pair in pairwise(acts))
    assert 5 <= held <= 40


def test_done_waits_until_the_last_slide_has_arrived() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        play = legal_plays(START.board(Side.LIGHT), (6, 5)).plays[0]
        port = port_with(START, rng)
        carry_out(port, Choreography(Side.LIGHT, FAST, rng).play(play, DONE))
        assert port.truth().in_hand == (0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_transfers_bring_any_board_to_any_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    there, _ = random_position(rng, 40)
    wanted, _ = random_position(rng, 70)
    port = port_with(there, rng)
    port.lift("dark", int(24 - next(s for s in range(24) if there.slots[s] < 0)))
    carry_out(port, bring_all(transfers(port.truth(), wanted), (100, 200), rng))
    assert lies(port.truth(), wanted)
    assert transfers(port.truth(), wanted) == []


def test_one_checker_too_far_is_one_transfer() -> None:
    port = port_with(START, np.random.default_rng(1))
    port.lift("dark", 13)
    port.put("dark", 9)
    assert transfers(port.truth(), START) == [Transfer(Side.DARK, 9, 13)]


def test_straightening_changes_millimetres_but_no_place() -> None:
    rng = np.random.default_rng(1)
    port = port_with(START, rng)
    before = port._board.checkers_on(5)[0].along
    carry_out(port, straighten([(Side.LIGHT, 6, 5)], (100, 200), rng))
    assert lies(port.truth(), START)
    assert port._board.checkers_on(5)[0].along != before


def test_hands_like_points_and_hits_more_than_blots() -> None:
    made = [0] * 26
    made[5], made[6], made[1], made[24] = 2, 2, -2, 1
    blots = list(made)
    blots[5], blots[4] = 1, 1
    assert choice.worth_of(tuple(made)) > choice.worth_of(tuple(blots))
    hit = list(made)
    hit[1], hit[0] = -1, -1
    assert choice.worth_of(tuple(hit)) > choice.worth_of(tuple(made))


def race(light_ace: int, dark_ace: int) -> Position:
    """All on one's own 6-point but these on the ace points: no contact, so pips alone count."""
    slots = [0] * 26
    slots[5], slots[0] = 15 - light_ace, light_ace
    slots[18], slots[23] = -(15 - dark_ace), -dark_ace
    return Position(tuple(slots))


def test_the_cube_follows_the_race() -> None:
    rng = np.random.default_rng(1)
    assert not any(choice.wants_to_double(race(0, 0), Side.LIGHT, rng) for _ in range(50))
    assert all(choice.wants_to_double(race(3, 0), Side.LIGHT, rng) for _ in range(50))
    assert all(choice.wants_to_take(race(1, 0), Side.DARK, rng) for _ in range(50))
    assert not any(choice.wants_to_take(race(4, 0), Side.DARK, rng) for _ in range(50))
