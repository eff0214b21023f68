"""Reading .mat: ours, gnubg's, and what is found in the wild (FIL- cases)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_matches import random_match

from controller.errors import RecordError
from controller.match.cube import Cube
from controller.match.score import Ending
from controller.records.mat import format_mat, mat_view
from controller.records.mat_reader import parse_mat, parse_mats
from controller.records.model import CubeAct, MatchRecord, RecordedResult, Turn, from_facts
from controller.records.replay import replay
from controller.rules.position import Side

LIGHT, DARK = Side.LIGHT, Side.DARK

GNUBG = """\
; [EventDate "2026.11.30"]

 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1)                             31: 8/5 6/5 
  2) 65: 24/18 18/13             21: 13/11 6/5 
  3) 66: 8/2 8/2 7/1* 7/1         Doubles => 2
  4)  Takes                      21: 
  5) 55: 2/0 2/0                 
      Wins 4 points
"""  # noqa: W291 (blanks at line ends are gnubg's)


def game_of(*rows: str, score: str = " Anna : 0                      Bob : 0") -> MatchRecord:
    return parse_mat("\n".join([" 3 point match", "", " Game 1", score, *rows, ""]))


def read_or_refuse(text: str) -> MatchRecord | RecordError:
    try:
        return parse_mat(text)
    except RecordError as error:
        return error


def test_what_gnubg_exports_is_read() -> None:
    record = parse_mat(GNUBG)
    assert (record.length, record.players, record.date) == (3, ("Alice", "Bob"), "2026-11-30")
    assert record.games[0].entries == (
        Turn(1, DARK, (3, 1), "8/5 6/5"),
        Turn(2, LIGHT, (6, 5), "24/18 18/13"),
        Turn(2, DARK, (2, 1), "13/11 6/5"),
        Turn(3, LIGHT, (6, 6), "8/2 8/2 7/1* 7/1"),
        CubeAct(3, DARK, "double", 2),
        CubeAct(4, LIGHT, "take", 2),
        Turn(4, DARK, (2, 1), ""),
        Turn(5, LIGHT, (5, 5), "2/off 2/off"),
    )
    assert record.games[0].result == RecordedResult(LIGHT, 4)
    assert record.winner is LIGHT
    assert record.warnings == ()


def test_fil_01_a_last_roll_without_a_play_was_resigned() -> None:
    record = game_of(
        "  1)                             31: 8/5 6/5",
        "  2) 52: 13/8 24/22              64: ",
        "      Wins 1 point",
    )
    assert record.games[0].entries[-1] == Turn(2, DARK, (6, 4), None)


def test_fil_02_losses_are_no_plays() -> None:
    left = game_of(" 28) 62: 1/0 1/0                  Losses 2 point", "      Wins 2 point")
    assert left.games[0].result == RecordedResult(LIGHT, 2)
    wide = " 20)  Losses 3 point" + " " * 47 + "Wins 3 point and the match"
    right = game_of(wide)
    assert right.games[0].result == RecordedResult(DARK, 3)
    assert right.winner is DARK
    assert left.warnings == right.warnings == ()


def test_fil_04_question_marks_are_a_roll_without_a_play() -> None:
    record = game_of("  2) 42: ????                    Wins 2 point")
    assert record.games[0].entries == (Turn(2, LIGHT, (4, 2), None),)
    assert record.games[0].result == RecordedResult(DARK, 2)


def test_fil_05_a_second_number_in_a_line_is_no_play() -> None:
    line = " 24) 43: 21/18 18/14              24)  Losses 2 point"
    record = game_of(line + " " * 47 + "Wins 2 point and the match")
    assert record.games[0].entries == (Turn(24, LIGHT, (4, 3), "21/18 18/14"),)
    assert record.games[0].result == RecordedResult(DARK, 2)


def test_fil_06_one_blank_between_columns_is_enough() -> None:
    record = game_of("  9) 11: 25/24 23/22 22/21* 13/12 61: 25/24 20/14")
    assert record.games[0].entries == (
        Turn(9, LIGHT, (1, 1), "bar/24 23/22 22/21* 13/12"),
        Turn(9, DARK, (6, 1), "bar/24 20/14"),
    )


def test_fil_08_multipliers_stay_with_their_play() -> None:
    record = game_of("  1) 22: 13/11(2) 6/4(2)           31: 8/5 6/5")
    assert record.games[0].entries[0] == Turn(1, LIGHT, (2, 2), "13/11 13/11 6/4 6/4")


def test_fil_09_three_ways_to_say_no_move() -> None:
    record = game_of(
        "  6) 66: Cannot Move              66:", "  7) 31: 8/5 6/5                  65:"
    )
    assert [e.play for e in record.games[0].entries if isinstance(e, Turn)] == [
        "", "", "8/5 6/5", "",
    ]  # fmt: skip


def test_fil_10_dice_come_larger_first() -> None:
    record = game_of("  1) 16: 13/7 8/7                  45: 24/20 13/8")
    assert record.games[0].entries[0] == Turn(1, LIGHT, (6, 1), "13/7 8/7")


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_fil_11_marks_and_line_ends_do_not_matter(end: str) -> None:
    assert parse_mat("\ufeff" + GNUBG.replace("\n", end)) == parse_mat(GNUBG)


def test_fil_12_names_may_hold_commas_and_the_word_game() -> None:
    record = game_of(score=" Lane, Kim: 0                    Game Master 7 : 0")
    assert record.players == ("Lane, Kim", "Game Master 7")
    assert game_of(score=" kim, 1650.2 : 0      b : 0").players == ("kim", "b")


@pytest.mark.parametrize("cut", range(0, 420, 7))
def test_fil_21_a_cut_file_keeps_what_is_whole(cut: int) -> None:
    record = read_or_refuse(GNUBG[:cut])
    if isinstance(record, RecordError):
        assert "not a backgammon match file" in str(record) or "no score line" in str(record)
        return
    whole = parse_mat(GNUBG).games[0]
    for game in record.games:
        assert game.entries[:-1] == whole.entries[: max(0, len(game.entries) - 1)]
        assert game.result in (None, whole.result)


def test_fil_22_two_matches_of_one_file_are_two() -> None:
    two = GNUBG + "\n" + GNUBG.replace("Alice", "Carol")
    first, second = parse_mats(two)
    assert first == parse_mat(GNUBG)
    assert second.players == ("Carol", "Bob")
    assert second.games == first.games
    assert "2 matches are in this file" in parse_mat(two).warnings[0]


def test_fil_24_comments_before_the_match_are_passed_over() -> None:
    notes = "".join(f"; [Game 1, Move {n}: 31: 8/5]\n" for n in range(200))
    assert parse_mat(notes + GNUBG) == parse_mat(GNUBG)


def test_fil_25_a_match_too_long_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match=r"f\.mat:1: a match has 1-64 points"):
        parse_mat(" 99 point match\n", "f.mat")


@pytest.mark.parametrize("text", ["", "MATLAB 5.0 MAT-file, Platform: x", "\x00\x01", "hello\n"])
def test_fil_29_what_is_no_match_is_refused_politely(text: str) -> None:
    with pytest.raises(RecordError, match=r"x\.mat: not a backgammon match file"):
        parse_mat(text, "x.mat")


def test_a_dropped_double_is_won_by_the_other_whatever_the_column() -> None:
    record = game_of(
        "  1)                              Doubles => 2", "  2)  Drops", "      Wins 1 point"
    )
    assert record.games[0].result == RecordedResult(DARK, 1, Ending.DROP)
    assert "side that dropped" in record.warnings[0]


def test_what_is_not_understood_is_told_with_its_line() -> None:
    record = game_of("  1) 31: 8/5 6/5                 Accepts", "  2) what is this", "a note")
    assert record.unread == ("line 6: '2) what is this' was not understood",)
    assert record.warnings == (
        "line 5: a double is answered that was not offered",
        "line 7: 'a note' was not understood",
    )
    assert record.games[0].entries == (Turn(1, LIGHT, (3, 1), "8/5 6/5"),)


def money_game(*rows: str) -> MatchRecord:
    head = [" 0 point match", "", " Game 1", " Anna : 0                      Bob : 0"]
    return parse_mat("\n".join([*head, *rows, ""]))


def test_fil_20_a_beaver_keeps_the_columns_and_gives_the_cube_to_who_beavered() -> None:
    record = money_game(
        "  1) 31: 8/5 6/5                 52: 13/8 24/22",
        "  2)  Doubles => 2               Beavers => 4",
        "  3) 42: 8/4 6/4                 51: 13/8 6/5",
    )
    assert record.games[0].entries[2:5] == (
        CubeAct(2, LIGHT, "double", 2), CubeAct(2, DARK, "beaver", 4),
        Turn(3, LIGHT, (4, 2), "8/4 6/4"),
    )  # fmt: skip
    assert list(replay(record.games[0]))[-1].cube == Cube(4, DARK)
    assert record.warnings == record.unread == ()


def test_raccoons_and_dropped_beavers() -> None:
    record = money_game(
        "  1) 31: 8/5 6/5                 52: 13/8 24/22",
        "  2)  Doubles => 2               Beavers => 4",
        "  3)  Beavers => 8                Drops",
        "      Wins 4 points",
    )
    acts = [(e.act, e.value) for e in record.games[0].entries if isinstance(e, CubeAct)]
    assert acts == [("double", 2), ("beaver", 4), ("raccoon", 8), ("drop", 8)]
    assert record.warnings == record.unread == ()
    assert record.games[0].result == RecordedResult(LIGHT, 4, Ending.DROP)


def test_a_play_that_cannot_be_read_is_kept_as_written() -> None:
    record = game_of("  1) 31: nonsense                65: 24/18")
    assert record.games[0].entries[0] == Turn(1, LIGHT, (3, 1), "nonsense")


def test_a_score_beyond_both_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match=r":4: 3-3: both cannot have won"):
        game_of(score=" Anna : 3                      Bob : 3")


def test_an_illegal_play_of_a_bot_is_read() -> None:
    """The dump holds the names, and a bot's name ends in a bracket."""
    facts = random_match(2, 5, illegal=0.2)
    started = facts[0]
    facts[0] = msgspec.structs.replace(started, seats=("bot x", "bot y"))
    record = mat_view(from_facts(facts))
    assert parse_mat(format_mat(record)) == record


@pytest.mark.parametrize("line", [" " * 200_000 + "x", "9" * 200_000, ":" * 200_000, "(" * 999])
def test_endless_lines_and_numbers_take_no_time(line: str) -> None:
    record = read_or_refuse(GNUBG + f"\n Game 2\n{line}\n" + line)
    assert isinstance(record, MatchRecord | RecordError)


MATCHES = [format_mat(from_facts(random_match(seed, 3, illegal=0.02))) for seed in (1, 3, 6)]


PIECES = ("", ":", ")", ";", "\n", "Wins 3", "31:", "(", "9", "x")


@settings(max_examples=60)
@given(st.sampled_from(MATCHES), st.data())
def test_fil_27_damage_is_read_or_refused_but_never_raised(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(
            st.sampled_from(("", ":", ")", ";", "\n", "Wins 3", "31:", "(", "9", "x"))
        )
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 30)) :]
    record = read_or_refuse(text)
    assert str(record) if isinstance(record, RecordError) else format_mat(record)
