"""Turns that nobody saw: the true ones are always among those found, and none that is not legal."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from controller.records.files import read_record
from controller.records.model import Turn
from controller.records.replay import replay
from controller.rules.missed import (
    OPENING_ROLLS,
    ROLLS,
    Explanations,
    Gap,
    flipped,
    missed_turns,
    turn_between,
)
from controller.rules.notation import find_play, format_play
from controller.rules.plays import legal_finals
from controller.rules.position import START, Board, Position, Roll, Side
from controller.rules.variants import find_variant

MATCHES = Path(__file__).parent.parent / "data" / "matches"


def played(position: Position, side: Side, board: Board) -> Position:
    turn = turn_between(position, side, board)
    assert turn is not None
    return turn.after


def boards_of(found: Explanations) -> set[tuple[Position, ...]]:
    return {tuple(turn.after for turn in turns) for turns in found.sequences}


def brute(gap: Gap, turns: int) -> set[tuple[Position, ...]]:
    """Every sequence, by trying all plays of all rolls."""
    paths: list[tuple[Position, ...]] = [()]
    side = gap.first
    for number in range(turns):
        longer: set[tuple[Position, ...]] = set()
        for path in paths:
            position = path[-1] if path else gap.start
            if path and not position.on_board(side.other):
                continue
            seen = position.board(side)
            boards = set[Board]()
            for roll in ROLLS if number else gap.rolls:
                boards.update(legal_finals(seen, roll, gap.variant) or [seen])
            if number == 0 and gap.chosen is not None:
                boards &= {gap.chosen}
            longer.update((*path, played(position, side, board)) for board in boards)
        paths, side = list(longer), side.other
    return {path for path in paths if path[-1] == gap.end}


def sparse(rng: random.Random) -> Position:
    """A few checkers of each side near each other: they hit, dance and bear off."""
    slots = [0] * 26
    for side in Side:
        for _ in range(rng.randint(1, 2)):
            free = [slot for slot in range(24) if slots[slot] * side.sign >= 0]
            slots[rng.choice(free)] += side.sign
    on_board = [sum(max(0, n * side.sign) for n in slots) for side in Side]
    return Position(tuple(slots), (2 - on_board[0], 2 - on_board[1]))


@pytest.mark.parametrize("seed", range(6))
def test_the_search_finds_what_trying_all_plays_finds(seed: int) -> None:
    rng = random.Random(seed)
    start, first = sparse(rng), rng.choice(list(Side))
    rolls = rng.choice((ROLLS, OPENING_ROLLS, ((3, 1),)))
    for turns in (1, 2):
        position, side = start, first
        for number in range(turns):
            seen = position.board(side)
            roll = rng.choice(ROLLS if number else rolls)
            after = rng.choice(legal_finals(seen, roll) or [seen])
            position, side = played(position, side, after), side.other
            if not position.on_board(side.other):
                return
        gap = Gap(start, first, position, rolls)

        assert boards_of(missed_turns(gap, turns)) == brute(gap, turns)


def random_game(seed: int, variant: str) -> list[tuple[Side, Roll, Position]]:
    """(mover, roll, position before) of each turn."""
    rng, row = random.Random(seed), find_variant(variant)
    position, side, game = row.start_position, Side.LIGHT, []
    while position.on_board(side.other):
        roll = rng.choice(ROLLS)
        game.append((side, roll, position))
        seen = position.board(side)
        after = rng.choice(legal_finals(seen, roll, row) or [seen])
        off = list(position.off)
        off[side.index] += sum(n for n in seen if n > 0) - sum(n for n in after if n > 0)
        position = Position.from_board(after, side, (off[0], off[1]))
        side = side.other
    game.append((side, (0, 0), position))
    return game


@pytest.mark.parametrize("variant", ["standard", "hypergammon", "tavla", "nackgammon"])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_turns_that_were_made_are_among_those_found(variant: str, turns: int) -> None:
    row, checked = find_variant(variant), 0
    for seed in range(3):
        game = random_game(seed, variant)
        for at in range(0, len(game) - turns, 7 * turns):
            side, roll, start = game[at]
            made = tuple(position for _, _, position in game[at + 1 : at + turns + 1])
            for rolls in (ROLLS,) if turns < 3 else ((roll,),):
                found = missed_turns(Gap(start, side, made[-1], rolls, variant=row), turns)
                assert made in boards_of(found) or not found.is_whole
                checked += found.is_whole
    assert checked > 3


def test_every_sequence_found_is_a_chain_of_legal_turns() -> None:
    gap = Gap(START, Side.LIGHT, after_all(START, ((4, 2), "8/4 6/4"), ((6, 5), "24/13")))
    (turns,) = missed_turns(gap, 2).sequences

    assert [turn.side for turn in turns] == [Side.LIGHT, Side.DARK]
    assert turns[0].rolls == ((4, 2),)
    assert format_play(turns[0].steps) == "8/4 6/4"
    assert turns[1].rolls == ((6, 5),)
    assert format_play(turns[1].steps) == "24/18 18/13"
    assert turns[1].after == gap.end


def after_all(start: Position, *turns: tuple[Roll, str]) -> Position:
    position, side = start, Side.LIGHT
    for roll, text in turns:
        position = played(position, side, find_play(position.board(side), roll, text).board)
        side = side.other
    return position


def test_a_play_of_several_rolls_names_them_all_and_no_landing_between() -> None:
    gap = Gap(START, Side.LIGHT, after_all(START, ((4, 1), "13/9 9/8")))
    ((turn,),) = missed_turns(gap, 1).sequences

    assert turn.rolls == ((4, 1), (3, 2))
    assert format_play(turn.steps) == "13/8"


def test_a_dance_is_a_turn() -> None:
    """Dark is on the bar against five points: what light did before and after is still found."""
    board = (-1, 2, 2, 2, 2, 2, 0, 5, *(0,) * 11, -5, -5, -4, *(0,) * 4)
    start = Position.from_board(board, Side.DARK.other)
    danced = missed_turns(Gap(start, Side.DARK, start), 1)

    ((turn,),) = danced.sequences
    assert turn.steps == ()
    assert all(6 not in roll for roll in turn.rolls)


def test_where_a_known_roll_is_given_no_other_is_thought_of() -> None:
    end = after_all(START, ((4, 1), "13/9 9/8"))

    assert missed_turns(Gap(START, Side.LIGHT, end, ((3, 2),)), 1).sequences
    assert not missed_turns(Gap(START, Side.LIGHT, end, ((6, 5),)), 1).sequences


def test_a_chosen_play_is_the_only_one_for_the_first_turn() -> None:
    end = after_all(START, ((3, 1), "8/5 6/5"), ((6, 5), "24/13"))
    other = after_all(START, ((3, 1), "24/23 13/10"))
    chosen = after_all(START, ((3, 1), "8/5 6/5"))
    roll = ((3, 1),)

    for position, found in ((chosen, 1), (other, 0)):
        gap = Gap(START, Side.LIGHT, end, roll, position.board(Side.LIGHT))
        assert len(missed_turns(gap, 2).sequences) == found


def test_nobody_plays_on_after_the_last_checker_is_off() -> None:
    board = (0, 1, *(0,) * 17, -1, *(0,) * 6)
    start = Position.from_board(board, Side.LIGHT, (14, 14))
    end = Position((0,) * 26, (15, 15))

    assert not missed_turns(Gap(start, Side.LIGHT, end), 2).sequences


def test_the_search_ends_where_it_may_not_go_on_and_says_so() -> None:
    turns: list[tuple[Roll, str]] = [
        ((4, 3), "24/20 13/10"), ((2, 1), "24/23 13/11"), ((6, 1), "13/7 8/7"),
    ]  # fmt: skip
    gap = Gap(START, Side.LIGHT, after_all(START, *turns))

    assert not missed_turns(gap, 3, searches=40).is_whole
    few = missed_turns(gap, 3, most=2, searches=100_000)
    assert (len(few.sequences), few.is_whole) == (3, False)


def test_the_likelier_rolls_come_first() -> None:
    for seed in range(4):
        game = random_game(seed, "standard")
        for at in range(4, 40, 6):
            side, _, start = game[at]
            found = missed_turns(Gap(start, side, game[at + 2][2]), 2).sequences
            chances = [[sum(2 - (a == b) for a, b in t.rolls) for t in turns] for turns in found]
            products = [one * two for one, two in chances]
            assert products == sorted(products, reverse=True)


def test_a_board_is_turned_round() -> None:
    assert flipped(START.board(Side.LIGHT)) == START.board(Side.DARK)


def test_of_recorded_matches_two_missed_turns_are_nearly_always_told() -> None:
    """Every 40th pair of turns of the recorded matches; in full: `bench missed`."""
    counts = []
    for path in sorted(MATCHES.glob("*.txt"))[::8]:
        for game in read_record(path).games:
            moments = [m for m in replay(game) if isinstance(m.entry, Turn) and m.play is not None]
            for first, second in list(pairwise(moments))[::12]:
                assert isinstance(first.entry, Turn)
                found = missed_turns(Gap(first.before, first.entry.side, second.after), 2)
                assert (first.after, second.after) in boards_of(found)
                counts.append(len(found.sequences))
    assert len(counts) > 40
    assert sum(count == 1 for count in counts) >= 0.85 * len(counts)
