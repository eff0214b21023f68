"""SGF GM[6]: what is written is read back, and what others write is understood (FIL- cases)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_matches import random_match

from controller.errors import RecordError
from controller.match.cube import Cube
from controller.match.score import Ending
from controller.match.stakes import Stakes
from controller.records.files import first_difference
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
from controller.records.names import cut_bytes
from controller.records.replay import replay
from controller.records.sgf import format_sgf, letter_of, sgf_view
from controller.records.sgf_reader import parse_sgf
from controller.rules.position import START, START_BOARD, Position, Side

LIGHT, DARK = Side.LIGHT, Side.DARK

GNUBG = """\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Alice]PB[Bob]\
DT[2026-11-30]RU[Crawford]RE[W+2R]GS[M:0 0 1]
;W[31hefe]
;B[65aggl]
;W[double]
;B[take]
;W[52xvmh]
;PL[B]DI[64])
(;FF[4]GM[6]CA[UTF-8]MI[length:3][game:1][ws:2][bs:0]PW[Alice]PB[Bob]RU[Crawford:CrawfordGame]
;B[66])
"""


def record_of(*entries: Entry, result: RecordedResult | None = None) -> MatchRecord:
    game = GameRecord(1, (0, 0), entries=entries, result=result)
    return MatchRecord(("Anna", "Bob"), 3, (game,))


def nodes(record: MatchRecord) -> list[str]:
    return format_sgf(record).removesuffix(")\n").splitlines()[1:]


def tree(moves: str, root: str = "MI[length:3][game:0][ws:0][bs:0]") -> MatchRecord:
    (record,) = parse_sgf(f"(;FF[4]GM[6]PW[a]PB[b]{root}{moves})")
    return record


def test_what_gnubg_saves_is_read() -> None:
    (record,) = parse_sgf(GNUBG)
    assert (record.players, record.length, record.date) == (("Alice", "Bob"), 3, "2026-11-30")
    first, second = record.games
    assert first.entries == (
        Turn(1, LIGHT, (3, 1), "8/5 6/5"),
        Turn(1, DARK, (6, 5), "24/18 18/13"),
        CubeAct(2, LIGHT, "double", 2),
        CubeAct(2, DARK, "take", 2),
        Turn(3, LIGHT, (5, 2), "24/22 13/8"),
        Turn(3, DARK, (6, 4), None),
    )
    assert first.result == RecordedResult(LIGHT, 2, Ending.RESIGN, 1)
    assert (first.crawford, second.crawford) == (False, True)
    assert second.score == (2, 0)
    assert record.warnings == record.unread == ()


@pytest.mark.parametrize("illegal", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(10))
def test_fil_27_what_is_written_is_read_back_event_by_event(seed: int, illegal: float) -> None:
    record = from_facts(random_match(seed, (0, 1, 3, 5, 7)[seed % 5], illegal=illegal))
    text = format_sgf(record)
    (read,) = parse_sgf(text)
    assert first_difference(sgf_view(record), read) is None
    assert read.warnings == read.unread == ()
    assert format_sgf(read) == text  # a fixed point


def test_points_are_letters_of_a_board_that_is_never_turned() -> None:
    assert [letter_of(LIGHT, point) for point in (1, 24, 25, 0)] == ["a", "x", "y", "z"]
    assert [letter_of(DARK, point) for point in (1, 24, 25, 0)] == ["x", "a", "y", "z"]


def test_the_root_says_which_match_and_game_it_is() -> None:
    record = replace(
        record_of(result=RecordedResult(DARK, 3, Ending.RESIGN, 3)), event="Club", round="2",
        place="Oslo", date="2026-11-30", product="gammonboard 1", seats=("person", "bot gnubg"),
    )  # fmt: skip
    assert format_sgf(record).splitlines()[0] == (
        "(;FF[4]GM[6]CA[UTF-8]AP[gammonboard]MI[length:3][game:0][ws:0][bs:0]PW[Anna]"
        "PB[Bob (bot)]DT[2026-11-30]EV[Club]RO[2]PC[Oslo]AN[gammonboard 1]RU[Crawford]RE[B+3R])"
    )


def test_a_match_without_the_crawford_rule_says_so_and_comes_back() -> None:
    game = GameRecord(1, (2, 0), crawford=False)
    record = MatchRecord(("a", "b"), 3, (game,), stakes=Stakes(crawford=False))
    assert "RU[Crawford" not in format_sgf(record)
    assert parse_sgf(format_sgf(record))[0].stakes.crawford is False
    assert "RU[Crawford:CrawfordGame]" in format_sgf(
        replace(record, stakes=Stakes(), games=(replace(game, crawford=True),))
    )


def test_fil_16_a_resignation_is_no_node() -> None:
    record = record_of(
        Turn(1, LIGHT, (3, 1), "8/5 6/5"), CubeAct(1, DARK, "double", 2),
        CubeAct(2, LIGHT, "take", 2), Resignation(DARK, 2, False), Resignation(DARK, 2, True),
        result=RecordedResult(LIGHT, 4, Ending.RESIGN, 2),
    )  # fmt: skip
    assert nodes(record) == [";W[31hefe]", ";B[double]", ";W[take]"]
    assert "RE[W+4R]" in format_sgf(record)
    (read,) = parse_sgf(format_sgf(record))
    assert read.games[0].result == RecordedResult(LIGHT, 4, Ending.RESIGN, 2)
    assert read.winner is LIGHT


def test_fil_23_an_illegal_play_is_a_roll_and_the_board_it_left() -> None:
    board = list(START_BOARD)
    board[8], board[4] = 2, 1
    after = Position.from_board(tuple(board), DARK)
    record = record_of(Turn(1, DARK, (3, 1), "8/4", after), Turn(2, LIGHT, (2, 1), "24/23 13/11"))
    rolled, left, following = nodes(record)
    assert rolled == ";PL[B]DI[31]"
    assert left.startswith(";PL[B]AE[a:y]AW[f][f][f][f][f][h][h][h][m]")
    assert left.endswith("AB[a][a][l][l][l][l][l][q][q][s][s][s][s][s][u]")
    assert following == ";W[21xwmk]"
    (read,) = parse_sgf(format_sgf(record))
    assert read.games[0].entries[0] == Turn(1, DARK, (3, 1), None, after)


def test_set_positions_and_cubes_survive() -> None:
    nack = list(START_BOARD)
    nack[6], nack[23], nack[19], nack[2] = 4, 1, -4, -1
    position = Position.from_board(tuple(nack), LIGHT)
    game = GameRecord(
        1, (0, 0), start=position, cube=2,
        entries=(Turn(1, DARK, (3, 1), "8/5 6/5"), PositionSet(START, DARK, 4, LIGHT)),
    )  # fmt: skip
    record = MatchRecord(("Anna", "Bob"), 0, (game,))
    (read,) = parse_sgf(format_sgf(record))
    assert (read.games[0].start, read.games[0].cube) == (position, 2)
    assert read.games[0].entries == game.entries


def test_a_set_up_error_that_stood_is_the_games_start() -> None:
    fewer = Position((-1, *START.slots[1:]))
    record = record_of(PositionSet(fewer), Turn(1, DARK, (3, 1), "8/5 6/5"))
    (read,) = parse_sgf(format_sgf(record))
    assert first_difference(sgf_view(record), read) is None
    assert (read.games[0].start.slots, read.games[0].start.off) == (fewer.slots, (0, 1))


def test_a_board_may_be_changed_point_by_point() -> None:
    record = tree(";W[31hefe];PL[B]AE[x]AW[w][w]")
    (_, change) = record.games[0].entries
    assert isinstance(change, PositionSet)
    assert change.position.slots[22:24] == (2, 0)
    assert change.turn is DARK


def test_fil_20_a_beaver_is_a_further_double() -> None:
    moves = ";W[31hefe];B[65aggl];W[double];B[double];W[take];W[52xvmh]"
    record = tree(moves, "MI[length:0]")
    acts = [(e.act, e.value) for e in record.games[0].entries if isinstance(e, CubeAct)]
    assert acts == [("double", 2), ("beaver", 4)]
    assert list(replay(record.games[0]))[-1].cube == Cube(4, DARK)
    assert ";W[double]\n;B[double]\n;W[take]\n" in format_sgf(record)


def test_fil_09_two_digits_alone_are_a_dance() -> None:
    assert tree(";B[66]").games[0].entries == (Turn(1, DARK, (6, 6), ""),)


def test_fil_13_names_keep_their_letters_in_any_alphabet() -> None:
    names = ("Οδυσσέας 山田", "Łukasz 🎲")
    record = MatchRecord(names, 3, (GameRecord(1, (0, 0)),))
    assert "CA[UTF-8]" in format_sgf(record)
    assert parse_sgf(format_sgf(record))[0].players == names


@given(st.text(max_size=300), st.text(max_size=60))
def test_fil_14_any_text_comes_back(name: str, event: str) -> None:
    record = MatchRecord((name, "Ann [TD] \\ 7:3"), 3, (GameRecord(1, (0, 0)),), event=event)
    (read,) = parse_sgf(format_sgf(record))
    assert read.players == (cut_bytes(" ".join(name.split()), 31).strip(), "Ann [TD] \\ 7:3")
    assert read.event == " ".join(event.split())


def test_fil_14_an_unescaped_bracket_is_one_clear_error() -> None:
    with pytest.raises(RecordError, match=r"x\.sgf: not a backgammon match file: line 2: "):
        parse_sgf("(;FF[4]GM[6]\nPW[Ann [TD] x]PB[b];W[31hefe])", "x.sgf")


def test_fil_15_empty_values_are_accepted() -> None:
    record = tree(";W[31hefe];B[  ];W[]", "MI[length:3]RU[]RE[]DT[]")
    assert len(record.games[0].entries) == 1
    assert record.warnings == record.unread == ()


@pytest.mark.parametrize(
    "info",
    ["MI[length:7][game:2][ws:3][bs:1]", "MI[bs:1][ws:3][game:2][length:7]",
     "MI[ length : 7 ][game:2][ws:3][bs:1][x:9]"],
)  # fmt: skip
def test_fil_17_all_values_of_the_match_info_are_read_in_any_order(info: str) -> None:
    record = tree("", info)
    assert record.length == 7
    assert (record.games[0].number, record.games[0].score) == (3, (3, 1))


@pytest.mark.parametrize(
    ("root", "game"), [("GM[1]", "Go"), ("GM[3]", "chess"), ("", "Go"), ("GM[99]", "another game")]
)
def test_fil_29_an_sgf_of_another_game_is_refused_by_its_name(root: str, game: str) -> None:
    with pytest.raises(RecordError, match=f"not a backgammon match file: .*an SGF of {game}"):
        parse_sgf(f"(;FF[4]{root}SZ[19];B[pd];W[dp])")


def test_fil_22_trees_of_two_matches_are_two_matches() -> None:
    first, second = parse_sgf(GNUBG + GNUBG.replace("Alice", "Carol"))
    assert (first.players[0], second.players[0]) == ("Alice", "Carol")
    assert len(first.games) == len(second.games) == 2
    assert [len(r.games) for r in parse_sgf(GNUBG + GNUBG)] == [2, 2]  # game 1 begins a match


def test_fil_21_a_file_cut_anywhere_keeps_its_whole_games() -> None:
    for cut in range(0, len(GNUBG) - 2, 3):
        try:
            (record,) = parse_sgf(GNUBG[:cut])
        except RecordError:
            assert cut < GNUBG.index("[31hefe]")
            continue
        assert record.unread
        if cut > GNUBG.index("(;FF", 5):
            assert record.games[0] == parse_sgf(GNUBG)[0].games[0]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (";W[31hefe];B[99xx]", "'99xx' is no move"),
        (";W[31hefe];PL[B]DI[70]", "'70' are no dice"),
        (";W[31hefe];DI[61]", "nobody is named"),
        (";PL[W]AW[?]", "'\\?' is no point"),
        (";PL[W]AW" + "[a]" * 16, "checkers of one side"),
        (";CV[3]", "power of two"),
        (";CV[x]", "invalid literal"),
    ],
)
def test_what_makes_no_sense_costs_the_rest_of_its_game(moves: str, said: str) -> None:
    text = f"(;GM[6]MI[length:3]PW[a]PB[b]{moves};W[65xrrm])(;GM[6]MI[length:3][game:1]PW[a]PB[b])"
    (record,) = parse_sgf(text)
    assert len(record.games) == 2
    assert len(record.games[0].entries) <= 1
    assert len(record.unread) == 1
    assert re.search(said, record.unread[0])


def test_variations_are_passed_over_and_told() -> None:
    record = tree("(;W[31hefe](;B[65aggl])(;B[66]))(;W[31xwxu])")
    assert [e.play for e in record.games[0].entries if isinstance(e, Turn)] == [
        "8/5 6/5", "24/18 18/13",
    ]  # fmt: skip
    assert record.warnings == ("line 1: 2 variations were passed over",)


def test_capped_points_become_what_the_game_was_worth() -> None:
    """G-10: gnubg recomputes them, and the size of a game must be a whole number."""
    record = record_of(
        CubeAct(1, LIGHT, "double", 2), CubeAct(1, DARK, "take", 2),
        result=RecordedResult(LIGHT, 3),
    )  # fmt: skip
    assert "RE[W+4R]" in format_sgf(record)


def test_deep_nesting_takes_no_time() -> None:
    with pytest.raises(RecordError):
        parse_sgf("(;" * 100_000)


@settings(max_examples=60)
@given(st.data())
def test_fil_27_damage_is_read_or_refused_but_never_raised(data: st.DataObject) -> None:
    text = GNUBG
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(st.sampled_from(("", "]", "[", "(", ")", ";", "\\", "W[66]", "AE", "9")))
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 20)) :]
    try:
        records = parse_sgf(text)
    except RecordError:
        return
    assert all(format_sgf(record) for record in records)
