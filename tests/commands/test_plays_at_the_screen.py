"""Every legal play can be made at the screen of a simulated table, step by step, by keys alone and
by a finger alone, from what the scene offers (BU-01, BU-03, BU-09, A-9)."""

from __future__ import annotations

import random

import pytest
from seated_person import Seated

from controller.guidance.reach import place_of
from controller.rules.plays import Step, Ways, apply_steps, legal_plays, legal_ways
from controller.rules.position import OFF, Board, Position, Roll, Side
from controller.rules.variants import VARIANTS, find_variant
from display.layout import TRAYS
from display.stage import Tap

STOPS_MOST = 40
PLAYS_EACH = 3


def played_for(turns: int, variant: str, chance: random.Random) -> tuple[Position, Side, Roll]:
    """A position after so many legal turns, and the next roll that leaves a choice."""
    row = find_variant(variant)
    position, side = row.start_position, Side.LIGHT
    while True:
        low, high = sorted(chance.choices(range(1, 7), k=2))
        roll = high, low
        reserve = position.reserve[side.index]
        plays = legal_plays(position.board(side), roll, row, reserve).plays
        if turns <= 0 and plays:
            return position, side, roll
        if plays:
            after = apply_steps(position, side, chance.choice(plays).steps)
            position = after if after.on_board(side) + after.reserve[side.index] else position
        side, turns = side.other, turns - 1


def way_to(ways: Ways, start: Board, final: Board, chance: random.Random) -> list[Step]:
    """Steps, one by one, in an order that the rules allow."""
    if start == final:
        return []
    following = list(ways.next_steps(start))
    chance.shuffle(following)
    for step, _die, after in following:
        if after == final:
            return [step]
        rest = way_to(ways, after, final, chance) if after != start else []
        if rest:
            return [step, *rest]
    return []


def go_to(person: Seated, place: int, key: str) -> None:
    """Press a key until the focus lies on a place."""
    for _ in range(STOPS_MOST):
        person.key(key)
        if person.focus == Tap(person.side, place):
            return
    raise AssertionError(f"{key} never comes to place {place}: {person.seen}")


def by_keys(person: Seated, source: int, to: int) -> None:
    go_to(person, source, "Tab")
    person.key("Enter")
    person.settle()
    targets = person.seen.targets
    if targets:
        for _ in range(targets.index(to) + 1):
            person.key("Right")
        assert person.focus == Tap(person.side, to), person.seen
    elif person.focus != Tap(person.side, to):
        go_to(person, to, "Right")
    person.key("Enter")
    person.settle()


def by_finger(person: Seated, source: int, to: int) -> None:
    person.touch(source)
    person.settle()
    shown = person.screen.hand.pointed
    offered = person.seen.targets or (shown.places if shown is not None else ())
    assert to in offered or person.seen.aids != "full", person.seen
    person.touch(to)
    person.settle()


MOVES = {"keys": by_keys, "finger": by_finger}


def make_any_play(means: str, variant: str, chance: random.Random, aids: str = "full") -> None:
    """Some of the legal plays of a position that came about by chance, each from its start."""
    position, side, roll = played_for(chance.randrange(120), variant, chance)
    board, row = position.board(side), find_variant(variant)
    ways = legal_ways(board, roll, row, position.reserve[side.index])
    finals = sorted(ways.finals)
    for final in chance.sample(finals, min(PLAYS_EACH, len(finals))):
        person = Seated(position, side, roll, variant, aids)
        steps = way_to(ways, board, final, chance)
        for step in steps:
            MOVES[means](person, place_of(side, step.source), place_of(side, step.to))
        if person.played() is None:
            person.key("D")
            person.settle()
        fact = person.played()
        assert fact is not None, (position, side, roll, steps, person.seen)
        after = apply_steps(position, side, ways.boards[final])
        assert fact.slots == after.slots, (position, side, roll, steps)


def light(**points: int) -> Position:
    """Light's checkers by `p` and their point, dark's by `d` and light's name of the point."""
    board = [0] * 26
    for name, count in points.items():
        board[int(name[1:])] = count if name[0] == "p" else -count
    counts = sum(n for n in board if n > 0), -sum(n for n in board if n < 0)
    return Position.from_board(tuple(board), Side.LIGHT, (15 - counts[0], 15 - counts[1]))


BLOT = light(p24=1, p8=1, p6=5, p1=2, d4=1, d20=2, d19=3)
CASES = {
    "a checker goes on by its second die": (BLOT, (3, 1), [(8, 5), (5, 4)]),
    "it hits on the way and goes on": (BLOT, (4, 2), [(8, 4), (4, 2)]),
    "or goes the other way to the same place": (BLOT, (4, 2), [(8, 6), (6, 2)]),
    "a double goes on four times": (light(p8=1, d20=2), (1, 1), [(8, 7), (7, 6), (6, 5), (5, 4)]),
    "off, then off though the board looks whole (T28)":
        (light(p3=1, p2=2, p1=3, d20=2), (4, 1), [(3, 0), (1, 0)]),
}  # fmt: skip


@pytest.mark.parametrize("means", MOVES)
@pytest.mark.parametrize("case", CASES)
def test_A9_an_unclear_sum_and_a_checker_that_goes_on_are_made_step_by_step(
    means: str, case: str
) -> None:
    position, roll, steps = CASES[case]
    person = Seated(position, Side.LIGHT, roll, "standard")
    for source, to in steps:
        to_place = TRAYS[Side.LIGHT] if to == OFF else to - 1
        MOVES[means](person, source - 1, to_place)
    person.key("D")
    person.settle()

    fact = person.played()
    assert fact is not None
    expected = moved(position, steps)
    assert (fact.slots, fact.off) == (expected.slots, expected.off)


def moved(position: Position, steps: list[tuple[int, int]]) -> Position:
    """After light's steps, hits among them."""
    for source, to in steps:
        position = apply_steps(position, Side.LIGHT, (Step(source, to),))
    return position


@pytest.mark.parametrize("means", MOVES)
@pytest.mark.parametrize("variant", ["standard", "pt-br", "hu", "acey-deucey"])
def test_BU09_BU03_any_play_can_be_made_step_by_step(means: str, variant: str) -> None:
    chance = random.Random(f"{means} {variant}")
    for _ in range(6):
        make_any_play(means, variant, chance)


@pytest.mark.parametrize("means", MOVES)
def test_without_aids_any_play_can_be_made_though_nothing_shows_it(means: str) -> None:
    chance = random.Random(f"{means} none")
    for _ in range(4):
        make_any_play(means, "standard", chance, "none")


@pytest.mark.parametrize("variant", ["standard", "acey-deucey"])
def test_BU02_whatever_rings_are_taken_sums_too_a_legal_play_lies_there(variant: str) -> None:
    chance = random.Random(f"rings {variant}")
    for _ in range(8):
        position, side, roll = played_for(chance.randrange(120), variant, chance)
        ways = legal_ways(
            position.board(side), roll, find_variant(variant), position.reserve[side.index]
        )
        person = Seated(position, side, roll, variant)
        while person.seen.reach and person.played() is None:
            reach = chance.choice(person.seen.reach)
            by_finger(person, reach.slot, chance.choice(reach.places))
            assert person.seen.verdict != "wrong", person.seen
        if person.played() is None:
            person.key("D")
            person.settle()
        fact = person.played()
        assert fact is not None, (position, side, roll, person.seen)
        lying = Position(fact.slots, fact.off, fact.reserve)
        assert lying.board(side) in ways.finals


@pytest.mark.slow
@pytest.mark.parametrize("means", MOVES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_BU09_BU03_many_plays_can_be_made_step_by_step(means: str, variant: str) -> None:
    chance = random.Random(f"many {means} {variant}")
    for _ in range(12):
        make_any_play(means, variant, chance)
