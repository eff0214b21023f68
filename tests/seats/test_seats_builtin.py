"""The built-in player: always legal, always the same, sensible, much better than chance."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from random_questions import mirror, off, random_questions, random_roll

from controller.rules.notation import find_play
from controller.rules.plays import legal_plays
from controller.rules.position import BAR, START_BOARD, Board, Roll
from controller.rules.variants import VARIANTS
from controller.seats.builtin import BuiltinPlayer, equity, race_chance
from controller.seats.player import Act, Choice, PlayerFailed, Question, is_legal

WORST = dict.fromkeys((*range(13, 25), 12, 11, 10), 1)  # 1-1: 447 plays and more


def test_every_answer_is_legal_and_the_same_when_asked_again() -> None:
    player, again = BuiltinPlayer(), BuiltinPlayer()
    acts = set()
    for question in random_questions(2000, seed=11):
        choice = player.choose(question)
        assert is_legal(question, choice)
        acts.add(choice.act)
        if question.what == "play" and question.roll:
            turned = Question("play", question.board, question.roll[::-1], question.off)
            assert again.choose(turned) == choice  # whatever was asked before, dice either way
    assert acts == {None, "roll", "double", "take", "drop"}


@pytest.mark.parametrize(
    ("roll", "text"),
    [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((5, 3), "8/3 6/3"),
     ((6, 5), "24/18 18/13")],
)  # fmt: skip
def test_points_are_made_and_the_lover_leaps(roll: Roll, text: str) -> None:
    choice = BuiltinPlayer().choose(Question("play", START_BOARD, roll))
    assert choice == Choice(play=find_play(START_BOARD, roll, text).board)


@pytest.mark.parametrize(
    ("mine", "theirs", "roll", "text"),
    [
        ({6: 2, 5: 2, 3: 1}, {24: 5}, (6, 5), "6/off 5/off"),  # off before anything
        ({6: 1, 4: 1}, {24: 2}, (4, 2), "6/4 4/off"),  # dice cannot take both off
        ({8: 3, 6: 5, 24: 2, 13: 5}, {4: 1, 12: 5, 17: 3, 19: 5, 1: 1}, (4, 2), "8/4* 6/4"),
    ],
)
def test_plays_that_everybody_makes(
    mine: dict[int, int], theirs: dict[int, int], roll: Roll, text: str
) -> None:
    board = board_of(mine, theirs)
    choice = BuiltinPlayer().choose(Question("play", board, roll, off(board)))
    assert choice == Choice(play=find_play(board, roll, text).board)


def test_a_won_race_is_doubled_and_dropped_a_close_one_neither() -> None:
    ahead = board_of({6: 5, 5: 4, 4: 3, 7: 2, 8: 1}, {20: 3, 19: 5, 18: 4, 17: 3})
    close = board_of({6: 5, 5: 4, 4: 3, 7: 2, 8: 1}, {19: 5, 20: 4, 21: 3, 18: 2, 17: 1})
    player = BuiltinPlayer()
    assert player.choose(Question("double", ahead)) == Choice(act="double")
    assert player.choose(Question("answer", mirror(ahead))) == Choice(act="drop")
    assert player.choose(Question("double", mirror(ahead))) == Choice(act="roll")
    assert player.choose(Question("double", close)) == Choice(act="roll")
    assert player.choose(Question("answer", mirror(close))) == Choice(act="take")
    not_his = Question("double", ahead, cube=2, cube_owner="other")
    assert player.choose(not_his) == Choice(act="roll")


def test_where_no_gammon_counts_nobody_plays_on_for_one() -> None:
    board = board_of(*GAMMON_NEAR)
    player = BuiltinPlayer()
    assert player.choose(Question("double", board, off=(9, 0))) == Choice(act="roll")
    jacoby = Question("double", board, off=(9, 0), largest_win=1)
    assert player.choose(jacoby) == Choice(act="double")


def test_who_trails_after_crawford_doubles_at_once() -> None:
    player = BuiltinPlayer()
    trails = Question("double", START_BOARD, score=(2, 4), length=5)
    assert player.choose(trails) == Choice(act="double")
    crawford = Question("double", START_BOARD, score=(2, 4), length=5, crawford=True)
    assert player.choose(crawford) == Choice(act="roll")


def test_more_lead_is_more_chance_and_the_last_checker_off_is_the_game() -> None:
    chances = [race_chance(80, 80 + lead) for lead in range(-60, 61, 5)]
    assert chances == sorted(chances)
    assert 0.5 < race_chance(80, 80) < 0.7
    assert chances[0] < 0.02
    assert chances[-1] > 0.98
    gone = board_of({}, {24: 3})
    assert equity(gone) == 1.0
    assert equity(board_of({}, {24: 15})) == 2.0


GAMMON_NEAR = {1: 2, 2: 2, 3: 2}, {24: 0, 0: 1, 3: 0, 12: 14}  # nine off, the other far behind


@pytest.mark.parametrize(
    ("board", "standing", "act"),
    [
        (START_BOARD, {"size": 1}, "accept"),
        (({6: 3, 5: 3, 4: 3}, {24: 10}), {"size": 1, "off": (6, 5)}, "accept"),  # no gammon left
        (GAMMON_NEAR, {"size": 1, "off": (9, 0)}, "refuse"),
        (({1: 2, 2: 2}, {13: 15}), {"size": 1, "off": (11, 0)}, "refuse"),  # past, but far off
        (({1: 2, 2: 2}, {13: 15}), {"size": 2, "off": (11, 0)}, "accept"),
        (({6: 5, 5: 5, 4: 5}, {19: 14, 18: 1}), {"size": 1}, "accept"),  # nobody will be late
        (GAMMON_NEAR, {"size": 3, "off": (9, 0)}, "accept"),
        (GAMMON_NEAR, {"size": 1, "off": (9, 0), "largest_win": 1}, "accept"),  # Jacoby, pt, hu
        (GAMMON_NEAR, {"size": 1, "off": (9, 0), "length": 5, "score": (4, 0)}, "accept"),
    ],
)
def test_a_resignation_is_refused_only_where_more_can_be_won(
    board: Board | tuple[dict[int, int], dict[int, int]], standing: dict[str, Any], act: Act
) -> None:
    seen = board_of(*board) if len(board) == 2 else board
    question = Question("resignation", seen, **standing)
    assert BuiltinPlayer().choose(question) == Choice(act=act)


def test_after_close_it_answers_no_more() -> None:
    player = BuiltinPlayer()
    player.close()
    with pytest.raises(PlayerFailed):
        player.choose(Question("double", START_BOARD))


def test_the_worst_roll_is_chosen_within_the_blink_of_an_eye() -> None:
    board = board_of(WORST, {})
    began = time.monotonic()
    BuiltinPlayer().choose(Question("play", board, (1, 1)))
    assert len(legal_plays(board, (1, 1)).plays) > 400
    assert time.monotonic() - began < 2.0  # 60 ms on an idle PC


@pytest.mark.slow
def test_it_beats_a_random_player_clearly_over_200_games() -> None:
    chance = random.Random(7)
    player = BuiltinPlayer()
    won = sum(wins_a_game(player, chance, begins=n % 2 == 0) for n in range(200))
    assert won >= 190  # 200 of 200 when this was written


def wins_a_game(player: BuiltinPlayer, chance: random.Random, *, begins: bool) -> bool:
    """Does the player beat one who picks any legal play?"""
    board, ours = START_BOARD, begins
    while True:
        roll = random_roll(chance)
        if ours:
            after = player.choose(Question("play", board, roll, off(board))).play
            assert after is not None
        else:
            plays = legal_plays(board, roll).plays
            after = chance.choice(plays).board if plays else board
        if not any(n > 0 for n in after):
            return ours
        board, ours = mirror(after), not ours


def board_of(mine: dict[int, int], theirs: dict[int, int]) -> Board:
    """Both sides' checkers by the points (25 the bar) of the side that sees the board."""
    return tuple(mine.get(point, 0) - theirs.get(point, 0) for point in range(BAR + 1))


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_every_variant_legally(variant: str) -> None:
    row = VARIANTS[variant]
    player, chance = BuiltinPlayer(), random.Random(3)
    board, reserve = row.start, (row.reserve, row.reserve)
    for _ in range(40):
        question = Question(
            "play", board, random_roll(chance), off(board), variant=variant, reserve=reserve
        )
        choice = player.choose(question)
        assert is_legal(question, choice)
        assert choice.play is not None
        entered = max(0, sum(n for n in choice.play if n > 0) - sum(n for n in board if n > 0))
        reserve = (reserve[1], reserve[0] - entered)
        board = mirror(choice.play)
        if not any(n < 0 for n in board) and not reserve[1]:
            break


def test_no_12_it_names_the_double_of_which_most_can_be_played() -> None:
    board = board_of({24: 1}, dict.fromkeys((23, 22, 21, 20, 19, 12), 2))
    question = Question("name", board, variant="acey-deucey", reserve=(0, 0))

    assert BuiltinPlayer().choose(question) == Choice(double=6)


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [("beginner", 0.02, 0.2), ("casual", 0.01, 0.1), ("advanced", 0.0, 0.0), ("expert", 0.0, 0.0)],
)
def test_bu_14_the_weaker_levels_give_equity_away_and_the_others_do_not(
    level: str, least: float, most: float
) -> None:
    plain, weak = BuiltinPlayer(), BuiltinPlayer(level)
    lost = []
    for question in random_questions(900, seed=4):
        if question.what != "play":
            continue
        best, chosen = plain.choose(question), weak.choose(question)
        assert weak.choose(question) == chosen
        assert best.play is not None
        assert chosen.play is not None
        lost.append(equity(best.play) - equity(chosen.play))
    mean = sum(lost) / len(lost)
    assert least <= mean <= most
    assert (level in weak.name) is (most > 0)
