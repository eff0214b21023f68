"""The play of who is out of time and has no engine (A-12): of the legal ones always the same, and
one that brings a game to its end."""

from __future__ import annotations

import random

import pytest

from controller.rules.plays import apply_steps, first_legal, legal_plays
from controller.rules.position import START, Side
from controller.rules.variants import find_variant

LONGEST_TURNS = 250


def turns_of(variant: str, seed: int) -> int:
    """How many turns a game lasts in which both sides are always out of time."""
    row, dice = find_variant(variant), random.Random(seed)
    position, side, turns = row.start_position, Side.LIGHT, 0
    while all(position.on_board(each) or position.reserve[each.index] for each in Side):
        turns += 1
        assert turns <= LONGEST_TURNS, "the game does not end"
        high, low = sorted(dice.choices(range(1, 7), k=2), reverse=True)
        reserve = position.reserve[side.index]
        plays = legal_plays(position.board(side), (high, low), row, reserve).plays
        if plays:
            board = first_legal([play.board for play in plays])
            (play,) = (play for play in plays if play.board == board)
            position = apply_steps(position, side, play.steps)
        side = side.other
    return turns


@pytest.mark.parametrize("variant", ["standard", "tavla", "nackgammon", "acey-deucey"])
def test_bu_12_a_game_of_absent_players_ends(variant: str) -> None:
    """By the order read from the ace point up, 40 of 40 games of 3,000 turns had not ended."""
    for seed in range(3):
        turns_of(variant, seed)


def test_bu_12_the_first_legal_play_is_the_same_in_whatever_order_plays_are_listed() -> None:
    boards = [play.board for play in legal_plays(START.board(Side.LIGHT), (3, 1)).plays]
    chosen = first_legal(boards)
    random.Random(1).shuffle(boards)
    assert first_legal(boards) == chosen
    assert chosen[24] == 0  # both of the farthest have set out
