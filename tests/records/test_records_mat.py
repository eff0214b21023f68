"""Writing .mat: the layout that gnubg reads, byte for byte where it is known to matter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from random_matches import random_match

from controller.match.score import Ending
from controller.records.files import first_difference
from controller.records.mat import format_mat, mat_play, mat_view, match_id
from controller.records.mat_reader import parse_mat
from controller.records.model import (
    CubeAct,
    Entry,
    GameRecord,
    MatchRecord,
    PositionSet,
    RecordedResult,
    Resignation,
    Turn,
    from_facts,
)
from controller.rules.position import START, START_BOARD, Position, Side

LIGHT, DARK = Side.LIGHT, Side.DARK


def record_of(*entries: Entry, won_by: Side | None = None, points: int = 1) -> MatchRecord:
    result = RecordedResult(won_by, points) if won_by else None
    game = GameRecord(1, (0, 0), entries=entries, result=result)
    return MatchRecord(("Anna", "Bob"), 3, (game,), identity="17")


def rows(record: MatchRecord) -> list[str]:
    lines = format_mat(record).splitlines()
    return lines[lines.index(" Game 1") + 2 :]


def test_the_head_of_a_file() -> None:
    record = replace(
        record_of(), event="Club Night", round="Final", place="Oslo", date="2026-11-30",
        product="gammonboard 0.1", dice="seeded", seats=("person", "bot gnubg"),
    )  # fmt: skip
    assert format_mat(record).splitlines() == [
        '; [Site "Oslo"]',
        '; [Match ID "17"]',
        '; [Player 1 "Anna"]',
        '; [Player 2 "Bob (bot)"]',
        '; [EventDate "2026.11.30"]',
        '; [Variation "Backgammon"]',
        '; [Crawford "On"]',
        '; [Event "Club Night"]',
        '; [Round "Final"]',
        '; [Transcriber "gammonboard 0.1"]',
        '; [Dice "seeded"]',
        "",
        " 3 point match",
        "",
        " Game 1",
        " Anna : 0                       Bob (bot) : 0",
    ]


def test_rows_have_padded_left_cells_even_where_the_right_one_is_empty() -> None:
    """A row of 15 characters or less would make gnubg play the row before again."""
    assert rows(record_of(Turn(1, DARK, (1, 4), "6/2* 2/1"), Turn(2, LIGHT, (6, 6), ""))) == [
        "  1)" + " " * 29 + "41: 6/2* 2/1 ",
        "  2) 66:" + " " * 25,
    ]


def test_cube_words_carry_a_blank_and_answers_take_a_cell() -> None:
    record = record_of(
        CubeAct(1, LIGHT, "double", 2), CubeAct(1, DARK, "take", 2), Turn(2, LIGHT, (3, 1), ""),
        CubeAct(2, DARK, "double", 4), CubeAct(3, LIGHT, "take", 4), Turn(3, DARK, (4, 3), ""),
    )  # fmt: skip
    assert [line.rstrip() for line in rows(record)] == [
        "  1)  Doubles => 2                Takes",
        "  2) 31:                          Doubles => 4",
        "  3)  Takes                      43:",
    ]


def test_the_left_winner_has_a_line_of_his_own() -> None:
    record = record_of(
        CubeAct(1, LIGHT, "double", 2), CubeAct(1, DARK, "drop", 2), won_by=LIGHT, points=1
    )
    assert rows(record) == [
        "  1)  Doubles => 2                Drops",
        "      Wins 1 point",
    ]


def test_the_right_winner_of_a_drop_shares_its_row() -> None:
    record = record_of(
        CubeAct(1, DARK, "double", 2), CubeAct(2, LIGHT, "drop", 2), won_by=DARK, points=1
    )
    assert rows(record)[-1] == "  2)  Drops" + " " * 23 + "Wins 1 point"


def test_the_right_winner_else_stands_in_his_column_and_points_are_counted() -> None:
    record = record_of(Turn(1, DARK, (3, 1), "8/5 6/5"), won_by=DARK, points=4)
    assert rows(record)[-1] == " " * 34 + "Wins 4 points"


def test_the_last_game_says_that_the_match_is_won() -> None:
    record = replace(record_of(won_by=LIGHT, points=3), winner=LIGHT)
    assert rows(record) == ["      Wins 3 points and the match"]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("bar/22* 6/off", "25/22* 6/0 "),
        ("8/2 8/2 7/1* 7/1", "8/2 8/2 7/1* 7/1"),
        ("", ""),
        ("what is this", "what is this"),
    ],
)
def test_plays_are_single_steps_in_numbers(text: str, cell: str) -> None:
    assert mat_play(text) == cell


def test_rolled_then_resigned_is_the_roll_alone() -> None:
    record = record_of(Turn(1, DARK, (3, 1), None), Resignation(DARK, 1, True), won_by=LIGHT)
    assert rows(record) == ["  1)" + " " * 29 + "31: ", "      Wins 1 point"]


def test_a_forced_roll_before_a_resignation_is_left_out() -> None:
    """gnubg would make the one legal play itself and might find another winner."""
    last = Position.from_board((0, 1, *[0] * 19, -2, *[0] * 4), LIGHT, (14, 13))
    game = GameRecord(
        1, (0, 0), start=last, entries=(Turn(1, LIGHT, (6, 5), None),),
        result=RecordedResult(DARK, 1, Ending.RESIGN, 1),
    )  # fmt: skip
    record = MatchRecord(("Anna", "Bob"), 3, (game,))
    assert mat_view(record).games[0].entries == ()


def test_the_others_resignation_leaves_a_roll_out_too() -> None:
    record = record_of(Turn(1, LIGHT, (3, 1), None), Resignation(DARK, 1, True), won_by=LIGHT)
    assert rows(record) == ["      Wins 1 point"]


def test_an_illegal_play_is_a_dump_of_forty_fields() -> None:
    """records 5.1.6: F is the illegal mover's column, the board is seen by who comes next."""
    board = list(START_BOARD)
    board[8], board[4] = 2, 1
    after = Position.from_board(tuple(board), DARK)
    record = record_of(Turn(1, DARK, (3, 1), "8/4", after), Turn(2, LIGHT, (2, 1), "24/23 13/11"))
    cell = rows(record)[0].strip()
    assert cell.startswith("1)")
    dump = cell[cell.index("31: Illegal play (") + 18 : -1]
    fields = dump.split(";")[:-1]
    assert len(fields) == 40
    assert fields[:12] == ["3", "0", "0", "0", "1", "Anna", "Bob", "0", "0", "0", "1", "0"]
    assert fields[12:38] == [str(n) for n in after.board(LIGHT)]
    assert fields[38:] == ["2", "1"]


def test_an_unusual_set_up_and_a_set_board_survive() -> None:
    nack = list(START_BOARD)
    nack[6], nack[23], nack[19], nack[2] = 4, 1, -4, -1
    position = Position.from_board(tuple(nack), LIGHT)
    record = record_of(
        PositionSet(position, DARK),
        Turn(1, DARK, (3, 1), "8/5 6/5"),
        PositionSet(START, LIGHT),
        Turn(2, LIGHT, (3, 1), "8/5 6/5"),
    )
    view = mat_view(record)
    assert view.games[0].start == position
    assert view.games[0].entries[0] == Turn(1, DARK, (3, 1), None, START)
    assert first_difference(view, parse_mat(format_mat(record))) is None


def test_a_set_up_error_that_stood_is_the_games_start() -> None:
    fewer = Position((-1, *START.slots[1:]))
    record = record_of(PositionSet(fewer), Turn(1, DARK, (3, 1), "8/5 6/5"))
    assert first_difference(mat_view(record), parse_mat(format_mat(record))) is None
    assert mat_view(record).games[0].start.slots == fewer.slots


@pytest.mark.parametrize("illegal", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(15))
def test_what_is_written_is_read_back_event_by_event(seed: int, illegal: float) -> None:
    record = from_facts(random_match(seed, (0, 1, 3, 5, 7)[seed % 5], illegal=illegal))
    text = format_mat(record)
    read = parse_mat(text)
    assert first_difference(mat_view(record), read) is None
    assert read == mat_view(record)
    assert read.warnings == ()
    assert format_mat(read) == text  # a fixed point


def test_the_match_id_is_stable_and_tells_matches_apart() -> None:
    ids = {match_id(from_facts(random_match(seed, 3))) for seed in range(20)}
    assert len(ids) == 20
    assert all(text.isdecimal() for text in ids)
    record = from_facts(random_match(3, 3))
    assert match_id(record) == match_id(from_facts(random_match(3, 3)))
    assert match_id(mat_view(record)) == match_id(record)


def test_crawford_follows_from_the_scores() -> None:
    """FIL-18: 0-0 normal, 2-0 Crawford, 2-1 after Crawford."""
    games = tuple(GameRecord(n, score) for n, score in enumerate(((0, 0), (2, 0), (2, 1)), 1))
    view = mat_view(MatchRecord(("a", "b"), 3, games))
    assert [game.crawford for game in view.games] == [False, True, False]
