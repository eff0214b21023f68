"""What files really hold: faults reported for other programs, by their numbers (FIL-)."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest
from random_matches import random_match

from controller.errors import RecordError
from controller.match.score import Ending
from controller.records.check import check_record
from controller.records.files import LARGEST_FILE, read_matches, read_record
from controller.records.mat import format_mat, mat_view
from controller.records.mat_reader import parse_mat
from controller.records.model import (
    CubeAct,
    GameRecord,
    MatchRecord,
    RecordedResult,
    Resignation,
    Turn,
    from_facts,
)
from controller.records.replay import canonical, replay
from controller.records.sgf import format_sgf
from controller.rules.ids import parse_xgid
from controller.rules.notation import format_play
from controller.rules.plays import legal_plays
from controller.rules.position import START, START_BOARD, Position, Side

LIGHT, DARK = Side.LIGHT, Side.DARK
SAMPLES = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.txt"))


def game_of(*rows: str, length: int = 5, tags: str = "", rest: str = "") -> MatchRecord:
    head = [f"{tags} {length} point match", "", " Game 1", " Anna : 0                  Bob : 0"]
    return parse_mat("\n".join([*head, *rows, ""]) + rest)


@pytest.mark.parametrize(
    ("rows", "rest", "points"),
    [
        (["  1) 32: ????                           Wins 4016 point"], "", 3),
        (["  1) 32: 24/21 13/11", "      Wins 4 point"], "", 3),
        (["  1) 32: 24/21 13/11", "      Wins 4016 point"],
         "\n Game 2\n Anna : 2           Bob : 0\n  1) 31: 8/5 6/5\n", 2),
        (["  1)                              Doubles => 2", "  2)  Takes",
          "      Wins 3 point"], "", 4),
        (["      Wins 5 point"], "", 3),
    ],
    ids=["FIL-03 cut to a backgammon", "FIL-03 four with the cube at 1", "FIL-03 by the next score",
         "FIL-03 three with the cube at 2", "FIL-03 as many as the match needs"],
)  # fmt: skip
def test_points_that_no_game_is_worth_are_not_believed(
    rows: list[str], rest: str, points: int
) -> None:
    record = game_of(*rows, length=9, rest=rest)
    result = record.games[0].result
    assert result is not None
    assert result.points == points
    assert any("counted" in warning for warning in record.warnings)


def test_fil_03_points_that_were_needed_and_no_more_are_believed() -> None:
    record = game_of("      Wins 2 points", length=2)
    assert (record.score, record.winner, record.warnings) == ((2, 0), LIGHT, ())


def test_fil_07_numbers_are_bar_and_off() -> None:
    record = game_of("  1) 21: 25/23 25/24              55: 5/0 5/0 5/0 5/0 0/0")
    assert [e.play for e in record.games[0].entries if isinstance(e, Turn)] == [
        "bar/24 bar/23", "5/off 5/off 5/off 5/off",
    ]  # fmt: skip


def compact(play: str) -> str:
    """A play as others write it: equal entries as `(n)`."""
    words = [(word, len(list(same))) for word, same in groupby(play.replace("*", "").split())]
    return " ".join(word if n == 1 else f"{word}({n})" for word, n in words)


def test_fil_08_a_play_written_shorter_is_the_same_play() -> None:
    """500 positions of random play: multipliers and missing stars change nothing."""
    chance, board, seen = random.Random(8), START_BOARD, 0
    while seen < 500:
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        plays = legal_plays(board, roll).plays
        if not plays or not any(n > 0 for n in board):
            board = START_BOARD
            continue
        play = chance.choice(plays)
        start = Position.from_board(board, LIGHT)
        text = compact(format_play(play.steps))
        game = GameRecord(1, (0, 0), start=start, entries=(Turn(1, LIGHT, roll, text),))
        ((moment,), seen) = (list(replay(game)), seen + 1)
        assert moment.after.board(LIGHT) == play.board, (board, roll, text)
        board = tuple(-n for n in reversed(play.board))


@pytest.mark.parametrize(
    ("start", "dice", "text", "meant"),
    [
        ({24: 1, 18: -1}, (6, 4), "24/14", "24/20 20/14"),
        ({24: 1, 18: -1}, (6, 4), "24/18*/14", "24/18* 18/14"),
        ({24: 1, 18: -1, 20: -2}, (6, 4), "24/14", "24/18* 18/14"),
        ({13: 2, 11: -1, 9: -2}, (2, 2), "13/11*(2)", "13/11* 13/11"),
        ({13: 1, 5: -1}, (6, 2), "13/5*", "13/11 11/5*"),
    ],
    ids=["FIL-08 no hit on the way", "FIL-08 a star on the way", "FIL-08 no other way",
         "FIL-08 a star and a multiplier", "FIL-08 a star at the end"],
)  # fmt: skip
def test_merged_steps_are_taken_apart(
    start: dict[int, int], dice: tuple[int, int], text: str, meant: str
) -> None:
    board = tuple(start.get(point, 0) for point in range(26))
    entries = (Turn(1, LIGHT, dice, text),)
    game = GameRecord(1, (0, 0), start=Position.from_board(board, LIGHT), entries=entries)
    (turn,) = canonical(game).entries
    assert isinstance(turn, Turn)
    assert set((turn.play or "").split()) <= set(meant.split()) | {"13/7", "7/5*"}


def test_fil_08_a_text_that_means_two_plays_is_told() -> None:
    board = [0] * 26
    board[24], board[18], board[20] = 1, -1, -1
    start = Position.from_board(tuple(board), LIGHT)
    game = GameRecord(1, (0, 0), start=start, entries=(Turn(3, LIGHT, (6, 4), "24/14"),))
    findings = check_record(MatchRecord(("a", "b"), 3, (game,)))
    assert findings.illegal == ()
    (warning,) = findings.warnings
    assert re.match(r"game 1, move 3: left: '24/14' may mean '24/\d\d\* .*'; '24.*' was", warning)


def test_fil_10_a_star_where_nothing_is_hit_is_told() -> None:
    record = game_of("  1) 16: 13/7* 8/7                  45: 24/20 13/8")
    assert check_record(record).warnings == (
        "game 1, move 1: left: '13/7* 8/7' hits nothing there; '13/7 8/7' was taken",
    )


def test_fil_10_hits_follow_from_the_board_so_that_no_checker_is_lost() -> None:
    for path in SAMPLES[:8]:
        text = path.read_text("utf-8").replace("*", "")
        for game in parse_mat(text).games:
            for moment in replay(game):
                assert moment.error is None
                assert [moment.after.owned(side) for side in Side] == [15, 15]


def test_fil_18_crawford_is_derived_and_comes_once() -> None:
    def flags(length: int, *scores: tuple[int, int]) -> list[bool]:
        games = "".join(
            f" Game {n}\n a : {light}      b : {dark}\n  1) 31: 8/5 6/5\n"
            for n, (light, dark) in enumerate(scores, 1)
        )
        return [game.crawford for game in parse_mat(f" {length} point match\n\n{games}").games]

    assert flags(3, (0, 0), (2, 0), (2, 1)) == [False, True, False]
    assert flags(1, (0, 0)) == [False]
    assert flags(0, (0, 0), (4, 0)) == [False, False]


def test_fil_18_a_header_may_say_that_there_is_no_crawford_game() -> None:
    tags = '; [Crawford "Off"]\n'
    rest = " Game 2\n Anna : 4       Bob : 0\n  1) 31: 8/5 6/5\n"
    record = game_of("      Wins 1 point", tags=tags, rest=rest)
    assert [game.crawford for game in record.games] == [False, False]
    assert '; [Crawford "Off"]' in format_mat(record)
    assert parse_mat(format_mat(record)) == mat_view(record)


def test_fil_19_scores_are_those_of_the_match_and_wins_stands_in_the_winners_column() -> None:
    first, second = Turn(1, LIGHT, (3, 1), "8/5 6/5"), Turn(1, DARK, (6, 5), "24/18 18/13")
    doubled = (CubeAct(2, LIGHT, "double", 2), CubeAct(2, DARK, "take", 2))
    dropped = (*doubled, CubeAct(3, DARK, "double", 4), CubeAct(3, LIGHT, "drop", 4))
    record = MatchRecord(("Anna", "Bob"), 9, (
        GameRecord(1, (0, 0), entries=(first, second, *dropped),
                   result=RecordedResult(DARK, 2, Ending.DROP, 1)),
        GameRecord(2, (0, 2), entries=(first, second, *doubled, Resignation(DARK, 2, True)),
                   result=RecordedResult(LIGHT, 4, Ending.RESIGN, 2)),
        GameRecord(3, (4, 2), entries=(first,), result=RecordedResult(DARK, 1)),
    ))  # fmt: skip
    text = format_mat(record)
    read = parse_mat(text)
    assert [game.score for game in read.games] == [(0, 0), (0, 2), (4, 2)]
    assert [line.index("Wins") for line in text.splitlines() if "Wins" in line] == [34, 6, 34]
    assert read == mat_view(record)


@pytest.mark.slow
def test_fil_21_files_cut_at_any_line_keep_what_was_before() -> None:
    for path in SAMPLES[2:7]:
        lines = path.read_text("utf-8").splitlines(keepends=True)
        whole = parse_mat("".join(lines)).games
        for cut in range(len(lines)):
            try:
                games = parse_mat("".join(lines[:cut])).games
            except RecordError:
                assert not any("match" in line and "point" in line for line in lines[:cut])
                continue
            assert games[:-1] == whole[: max(0, len(games) - 1)]
            if games:
                assert games[-1].entries == whole[len(games) - 1].entries[: len(games[-1].entries)]


def test_fil_21_an_empty_numbered_line_at_the_end_is_no_fault() -> None:
    record = game_of("  1) 31: 8/5 6/5                 65: 24/18 18/13", "  2)             ")
    assert record.warnings == record.unread == ()
    assert (record.games[0].result, record.winner) == (None, None)


def test_the_score_line_says_who_is_left_whatever_the_tags_say() -> None:
    """XG's export names its own player 2 on the left (records 5.1.2)."""
    tags = '; [Player 1 "Bob"]\n; [Player 2 "Anna"]\n'
    assert game_of("  1) 31: 8/5 6/5", tags=tags).players == ("Anna", "Bob")


@pytest.mark.parametrize(
    "row",
    ["  1)\t31: 8/5 6/5\t\t65: 24/18 18/13", "  1)\t\t\t\t\t31: 8/5 6/5",
     "  1) 31: 8/5 6/5                                65: 24/18 18/13"],
)  # fmt: skip
def test_tabs_and_wide_columns_keep_the_sides(row: str) -> None:
    sides = [e.side for e in game_of(row).games[0].entries if isinstance(e, Turn)]
    assert sides == ([LIGHT, DARK] if "65" in row else [DARK])


def test_a_lone_cell_between_the_columns_is_his_who_is_on_roll() -> None:
    rows = ("  1) 31: 8/5 6/5                 65: 24/18 18/13", "  2)\t\t52: 13/8 24/22")
    assert game_of(*rows).games[0].entries[-1] == Turn(2, LIGHT, (5, 2), "24/22 13/8")


@pytest.mark.parametrize(
    "words", ["Doubles => 2", "Doubles ==> 2", "doubles", "Doubles=>2", "Redoubles => 2"]
)
def test_a_double_is_a_double_however_it_is_written(words: str) -> None:
    (act,) = game_of(f"  1)  {words}").games[0].entries
    assert act == CubeAct(1, LIGHT, "double", 2)


def test_a_resignation_before_the_roll_is_no_roll() -> None:
    record = game_of("  1) 31: 8/5 6/5                 00: ????", "      Wins 1 point")
    assert len(record.games[0].entries) == 1
    assert record.games[0].result == RecordedResult(LIGHT, 1)
    assert record.warnings == record.unread == ()


def test_a_loser_alone_says_who_won() -> None:
    record = game_of("  1) 31: 8/5 6/5                  Losses 2 point")
    assert record.games[0].result == RecordedResult(LIGHT, 2)


def test_a_game_without_a_winners_line_is_won_by_the_last_checker_off() -> None:
    board = [0] * 26
    board[1], board[24] = 1, -2
    dump = ";".join(["3;0;0;0;1;Anna;Bob;0;0;0;1;0", *map(str, board), "0;0;"])
    record = game_of(f"  1)                             12: Illegal play ({dump})", "  2) 61: 1/0")
    assert record.games[0].result == RecordedResult(LIGHT, 1, Ending.BEAROFF, 1)
    assert record.warnings == ("game 1 has no winner's line: 1 point for left counted",)


def test_fil_22_a_second_match_that_cannot_be_read_does_not_cost_the_first(tmp_path: Path) -> None:
    path = tmp_path / "two.mat"
    path.write_text(
        " 3 point match\n\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5\n"
        " 99 point match\n\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5\n"
    )
    (match,) = read_matches(path)
    assert len(match.record.games) == 1
    assert "1-64 points" in match.record.unread[0]


def test_fil_23_the_rest_of_the_match_is_there_after_a_play_against_the_rules() -> None:
    rest = " Game 2\n Anna : 1       Bob : 0\n  1) 31: 8/5 6/5\n"
    record = game_of(
        "  2) 65: 13/7 13/9               42: 8/4 6/4", "      Wins 1 point", rest=rest
    )
    findings = check_record(record)
    assert [(found.game, found.move) for found in findings.illegal] == [(1, 2)]
    assert len(record.games) == 2


def test_a_bad_score_line_keeps_the_games_before_it_and_says_where() -> None:
    rest = " Game 2\n Anna : one     Bob : 0\n  1) 31: 8/5 6/5\n"
    record = game_of("  1) 65: 24/18 18/13", "      Wins 1 point", rest=rest)
    assert len(record.games) == 1
    assert record.unread == (
        "line 8: no score line 'name : n  name : n'; what follows in this match is left out",
    )


def test_a_dump_that_cannot_be_read_costs_the_rest_of_its_game_but_not_its_winner() -> None:
    rest = " Game 2\n Anna : 1     Bob : 0\n  1) 31: 8/5 6/5\n"
    record = game_of(
        "  1) 31: Illegal play (3;0;) 66: 24/18", "  2) 65: 24/18 18/13", "      Wins 1 point",
        rest=rest,
    )  # fmt: skip
    assert [len(game.entries) for game in record.games] == [0, 1]
    assert record.games[0].result == RecordedResult(LIGHT, 1)
    assert len(record.unread) == 1
    assert record.unread[0].startswith("line 5: illegal play not readable: 2 fields, not 40")


@pytest.mark.parametrize("count", [0, 10, 1000], ids=lambda n: f"FIL-24 {n} comments")
def test_comments_are_passed_over_wherever_they_stand(count: int) -> None:
    notes = "".join(f"; [Game 1, Move {n}: 31: 8/5 6/5]\n" for n in range(count))
    plain = game_of("  1) 31: 8/5 6/5", "  2) 65: 24/18 18/13")
    record = game_of("  1) 31: 8/5 6/5", notes + "  2) 65: 24/18 18/13", tags=notes)
    assert (record, record.warnings, record.unread) == (plain, (), ())


def test_fil_24_a_set_position_is_applied_at_a_games_start_and_told_in_its_middle() -> None:
    line = "; Set Pos=-b----E-C---eE---c-e----A-/0"
    start = game_of(line, "  1) 31: 8/5 6/5").games[0].start
    assert (start.slots[23], start.off) == (1, (1, 0))
    late = game_of("  1) 31: 8/5 6/5", line)
    assert late.warnings == ("line 6: a set position in mid-game was passed over",)
    odd = game_of("; Set Pos=" + "-" + "B" * 25)
    assert odd.unread == ("line 5: no position: 50 checkers of one side",)


@pytest.mark.parametrize(
    ("text", "length", "cube"),
    [
        (" 64 point match", 64, 128),
        (" 0 point match", 0, 128),
        ("7 points match", 7, 128),
        ("Unlimited game", 0, 128),
    ],
    ids=lambda value: f"FIL-25 {value}",
)
def test_long_matches_and_large_cubes(text: str, length: int, cube: int) -> None:
    rows, value = [], 2
    while value <= cube:
        rows += [f"  1)  Doubles => {value}               Takes", "  2) 31: 8/5 6/5",
                 f"  2)                              Doubles => {2 * value}", "  3)  Takes",
                 "  3)                             31: 8/5 6/5"]  # fmt: skip
        value *= 4
    record = parse_mat("\n".join([text, "", " Game 1", " a : 0    b : 0", *rows, ""]))
    acts = [e.value for e in record.games[0].entries if isinstance(e, CubeAct)]
    assert (record.length, max(acts)) == (length, 256)


def test_fil_26_numbers_of_other_languages_in_a_header_do_no_harm() -> None:
    tags = '; [Player 1 Elo "6,00/0"]\n; [EventDate "30.11.2026"]\n'
    record = game_of("  1) 31: 8/5 6/5", tags=tags)
    assert (record.date, record.warnings) == (None, ())


@pytest.mark.slow
def test_fil_26_what_is_written_is_the_same_in_any_language() -> None:
    script = (
        "import locale, sys; locale.setlocale(locale.LC_ALL, '') if 'C.UTF-8' in sys.argv else 0\n"
        "from pathlib import Path\n"
        "from controller.records.files import read_record\n"
        "from controller.records.mat import format_mat\n"
        "from controller.records.sgf import format_sgf\n"
        f"record = read_record(Path({str(SAMPLES[3])!r}))\n"
        "sys.stdout.buffer.write((format_mat(record) + format_sgf(record)).encode())"
    )
    written = [
        subprocess.run(
            [sys.executable, "-c", script, language],
            env={**os.environ, "LANG": language, "LC_ALL": language},
            capture_output=True,
            check=True,
        ).stdout
        for language in ("C.UTF-8", "de_DE.UTF-8", "hu_HU.UTF-8")
    ]
    assert written[0] == written[1] == written[2]
    assert b"Wins" in written[0]


def test_fil_27_a_file_larger_than_any_match_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.mat"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    with pytest.raises(RecordError, match=f"larger than any match.*{LARGEST_FILE}"):
        read_record(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES[:10], ids=lambda path: f"FIL-27 {path.stem}")
def test_damaged_samples_are_read_or_refused(path: Path, tmp_path: Path) -> None:
    chance = random.Random(path.stem)
    data = path.read_bytes()
    damaged = tmp_path / "damaged.mat"
    for _ in range(12):
        at, size = chance.randrange(len(data)), chance.randrange(400)
        piece = chance.choice(
            (b"", data[at : at + size] * 2, bytes([data[at] ^ 1 << chance.randrange(8)]))
        )
        damaged.write_bytes(data[:at] + piece + data[at + chance.randrange(size + 1) :])
        try:
            records = [match.record for match in read_matches(damaged)]
        except RecordError:
            continue
        for record in records:
            text = format_mat(record)
            again = parse_mat(text)
            check_record(record)
            assert format_mat(again) == text
            assert not record.games or format_sgf(record)


def test_fil_28_pasted_xgids_keep_sides_numbers_and_cube() -> None:
    line = "XGID=-b----E-C---eE---c-e----B-:1:{0}:{0}:31:0:0:0:0:10"
    for sign, side in ((1, LIGHT), (-1, DARK)):
        position, state = parse_xgid(line.format(sign))
        assert (state.on_roll, state.cube_owner, position.slots) == (side, side, START.slots)
        boards = {play.board for play in legal_plays(position.board(side), (3, 1)).plays}
        assert boards == {play.board for play in legal_plays(START_BOARD, (3, 1)).plays}


@pytest.mark.parametrize("seed", range(3))
def test_fil_27_export_of_import_is_a_fixed_point(seed: int) -> None:
    record = from_facts(random_match(seed, 5, illegal=0.02))
    text = format_mat(record)
    assert format_mat(parse_mat(text)) == text
