"""What a game is worth, Crawford, the end of a match (G-, C-, MAT-)."""

from __future__ import annotations

import pytest

from controller.errors import RulesError
from controller.match.cube import CENTRED, Cube, largest_win, refusal_to_double
from controller.match.score import (
    BACKGAMMON,
    GAMMON,
    MONEY,
    SINGLE,
    Ending,
    GameResult,
    Score,
    check_start_score,
    game_size,
    is_crawford,
    result_of_bearoff,
    result_of_drop,
    result_of_resignation,
    winner_by_bearoff,
)
from controller.match.stakes import Stakes
from controller.rules.position import START, Position, Side

LIGHT, DARK = Side.LIGHT, Side.DARK


def lost(loser: dict[int, int], off: int = 0, winner: Side = LIGHT) -> Position:
    """The winner has all off; the loser's checkers by the winner's points (0: the loser's bar)."""
    board = [0] * 26
    for point, count in loser.items():
        board[point] = -count
    counts = (15, off) if winner is LIGHT else (off, 15)
    return Position.from_board(tuple(board), winner, counts)


@pytest.mark.parametrize("winner", list(Side))
@pytest.mark.parametrize(
    ("case", "loser", "off", "size"),
    [
        ("G-01", {20: 14}, 1, SINGLE),
        ("G-01 on the bar", {0: 1, 20: 13}, 1, SINGLE),
        ("G-01 in the winner's home", {3: 1, 20: 13}, 1, SINGLE),
        ("G-02", {19: 10, 24: 5}, 0, GAMMON),
        ("G-03", {12: 1, 20: 14}, 0, GAMMON),
        ("G-04", {7: 1, 20: 14}, 0, GAMMON),
        ("G-05", {6: 1, 20: 14}, 0, BACKGAMMON),
        ("G-05 on the one", {1: 1, 20: 14}, 0, BACKGAMMON),
        ("G-06", {0: 1, 20: 14}, 0, BACKGAMMON),
    ],
)
def test_g01_to_g06_size_of_a_game(
    case: str, loser: dict[int, int], off: int, size: int, winner: Side
) -> None:
    position = lost(loser, off, winner)
    assert game_size(position, winner) == size, case
    assert winner_by_bearoff(position) is winner


def test_nobody_has_won_while_both_have_checkers() -> None:
    assert winner_by_bearoff(START) is None
    one_left = Position.from_board((0, 1, *[0] * 23, 0), LIGHT, (14, 0))
    assert winner_by_bearoff(one_left) is None


def test_a_wrong_set_up_that_stood_still_ends_and_counts() -> None:
    """14 checkers each after a set-up error (tournament 6.2): none off is a gammon."""
    board = [0] * 26
    board[20] = -14
    position = Position.from_board(tuple(board), LIGHT, (14, 0))
    assert winner_by_bearoff(position) is LIGHT
    assert game_size(position, LIGHT) == GAMMON


MONEY_GAME, JACOBY = Score(MONEY), Stakes(jacoby=True)


def test_g07_c14_mat14_jacoby_gammons_need_a_turned_cube() -> None:
    largest = largest_win(CENTRED, MONEY_GAME, JACOBY)
    result = result_of_bearoff(lost({20: 15}), LIGHT, 1, largest=largest)
    assert result == GameResult(LIGHT, Ending.BEAROFF, SINGLE, 1)


def test_g08_c14_mat14_jacoby_a_turned_cube_counts_gammons() -> None:
    largest = largest_win(Cube(2, DARK), MONEY_GAME, JACOBY)
    assert result_of_bearoff(lost({20: 15}), LIGHT, 2, largest=largest).points == 4


def test_c14_mat14_jacoby_matters_in_money_play_only() -> None:
    largest = largest_win(CENTRED, Score(5), JACOBY)
    assert result_of_bearoff(lost({20: 15}), LIGHT, 1, largest=largest).points == 2


def test_c14_an_automatic_double_is_no_double_to_jacoby() -> None:
    assert largest_win(Cube(2), MONEY_GAME, JACOBY) == SINGLE


def test_g09_without_jacoby_a_backgammon_counts_three() -> None:
    largest = largest_win(CENTRED, MONEY_GAME, Stakes())
    result = result_of_bearoff(lost({0: 1, 20: 14}), LIGHT, 1, largest=largest)
    assert (result.size, result.points) == (BACKGAMMON, 3)


def test_g10_points_are_never_capped() -> None:
    result = result_of_bearoff(lost({6: 1, 20: 14}), LIGHT, 2)
    score = Score(3).with_win(LIGHT, result.points)
    assert score.points == (6, 0)
    assert score.winner is LIGHT


@pytest.mark.parametrize(("most", "points"), [(SINGLE, 1), (GAMMON, 2), (BACKGAMMON, 3)])
def test_pt_28_a_variant_says_how_large_a_game_can_be_won(most: int, points: int) -> None:
    largest = largest_win(CENTRED, Score(5), Stakes(), most)
    assert result_of_bearoff(lost({0: 1, 20: 14}), LIGHT, 1, largest=largest).points == points


@pytest.mark.parametrize(
    ("doubler", "cube", "after"),
    [
        (DARK, CENTRED, (2, 4)),  # (a) B doubles at 1, A drops
        (LIGHT, CENTRED, (3, 3)),  # (b) A doubles at 1, B drops
        (LIGHT, Cube(2, LIGHT), (4, 3)),  # (c) A redoubles 2 to 4, B drops
    ],
)
def test_c05_mat01_a_drop_gives_the_value_before_the_offer(
    doubler: Side, cube: Cube, after: tuple[int, int]
) -> None:
    result = result_of_drop(doubler, cube.value)
    assert (result.how, result.size) == (Ending.DROP, SINGLE)
    assert Score(7, (2, 3)).with_win(result.winner, result.points).points == after


def test_mat04_mat07_the_next_game_begins_with_a_centred_cube() -> None:
    """A game won with the cube at 4 brings the score to match point: Crawford, cube 1, blocked."""
    score = Score(5, (0, 1)).with_win(LIGHT, 4)
    crawford = is_crawford(score, crawford_played=False)
    assert Cube(1, None) == CENTRED
    assert crawford
    assert refusal_to_double(CENTRED, DARK, score, crawford=crawford) is not None


def test_c06_mat06_crawford_is_one_game() -> None:
    """5-point match: 4-1 is Crawford, 4-2, 4-3 and 4-4 are not again."""
    played = False
    found = []
    for points in ((1, 1), (4, 1), (4, 2), (4, 3), (4, 4)):
        crawford = is_crawford(Score(5, points), crawford_played=played)
        played = played or crawford
        found.append(crawford)
    assert found == [False, True, False, False, False]


def test_c06_three_point_match() -> None:
    assert is_crawford(Score(3, (2, 0)), crawford_played=False)
    assert not is_crawford(Score(3, (2, 1)), crawford_played=True)


def test_fil18_no_crawford_in_one_point_matches_and_money() -> None:
    assert not is_crawford(Score(1), crawford_played=False)
    assert not is_crawford(Score(MONEY, (3, 0)), crawford_played=False)


@pytest.mark.parametrize(
    ("size", "cube", "points"), [(1, 2, 2), (2, 2, 4), (3, 1, 3), (3, 4, 12), (1, 1, 1)]
)
def test_c15_mat13_a_resignation_is_its_size_times_the_cube(
    size: int, cube: int, points: int
) -> None:
    result = result_of_resignation(DARK, size, cube)
    assert result == GameResult(LIGHT, Ending.RESIGN, size, points)


@pytest.mark.parametrize("size", [0, 4, -1])
def test_c15_nobody_resigns_anything_else(size: int) -> None:
    with pytest.raises(RulesError, match="1, 2 or 3"):
        result_of_resignation(LIGHT, size, 1)


def test_mat12_impossible_scores_are_refused() -> None:
    with pytest.raises(RulesError, match="6-1"):
        check_start_score(5, (6, 1))
    with pytest.raises(RulesError, match="3-point"):
        check_start_score(3, (4, 1))  # 7 shortened to 3
    with pytest.raises(RulesError, match="both"):
        Score(5, (5, 5))
    with pytest.raises(RulesError, match="negative"):
        Score(5, (-1, 0))
    assert check_start_score(5, (4, 4)).winner is None


@pytest.mark.parametrize("length", [-1, 65])
def test_a_match_has_at_most_64_points(length: int) -> None:
    with pytest.raises(RulesError, match="1-64"):
        Score(length)


def test_money_play_has_no_winner() -> None:
    assert Score(MONEY, (1000, 0)).winner is None


def test_mat15_a_match_goes_on_until_the_length_is_reached() -> None:
    score = Score(7, (4, 2)).with_win(LIGHT, 1)
    assert score.points == (5, 2)
    assert score.winner is None
    assert score.with_win(DARK, 5).winner is DARK
