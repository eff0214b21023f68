"""gnubg as a child process: real gnubg where it is installed, and one that misbehaves."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_questions import mirror, random_questions

from controller.errors import RulesError
from controller.rules.notation import find_play
from controller.rules.plays import legal_plays
from controller.rules.position import BAR, START_BOARD, Board, Roll
from controller.seats.gnubg import LEVELS, Gnubg, find_gnubg
from controller.seats.player import Choice, PlayerFailed, Question, is_legal

FAKE = Path(__file__).parent / "fake_gnubg.py"
OPENING = Question("play", START_BOARD, (3, 1))
FIRST_PLAY = legal_plays(START_BOARD, (3, 1)).plays[0].board
GNUBG = find_gnubg()


def fake(mode: str, failures: int, fifo: str = "", limit_s: float = 20.0, tries: int = 3) -> Gnubg:
    command = [sys.executable, str(FAKE), mode, str(failures), *([fifo] if fifo else [])]
    return Gnubg(command, limit_s=limit_s, tries=tries)


TROUBLES = ["die", "exit", "die at start", "flood", "nonsense", "stale", "illegal"]


@pytest.mark.parametrize("mode", TROUBLES)
def test_after_trouble_a_new_process_gets_the_same_question(mode: str) -> None:
    gnubg = fake(mode, failures=1)
    try:
        assert gnubg.choose(OPENING) == Choice(play=FIRST_PLAY)
        assert gnubg.restarts == 1
        assert gnubg.choose(Question("double", START_BOARD)) == Choice(act="roll")
        assert gnubg.restarts == 1
    finally:
        gnubg.close()


def test_a_hanging_process_is_replaced_when_its_time_is_over() -> None:
    gnubg = fake("hang", failures=1, limit_s=3.0)
    try:
        assert gnubg.choose(OPENING) == Choice(play=FIRST_PLAY)
        assert gnubg.restarts == 1
    finally:
        gnubg.close()


@pytest.mark.parametrize(
    ("mode", "why"),
    [("die", "it ended"), ("illegal", "24/1"), ("stale", "did not take the position"),
     ("nonsense", "no play"), ("flood", "without an end")],
)  # fmt: skip
def test_trouble_without_end_is_an_error_that_says_why(mode: str, why: str) -> None:
    gnubg = fake(mode, failures=99, tries=2)
    try:
        with pytest.raises(PlayerFailed, match=f"gnubg failed 2 times.*{why}"):
            gnubg.choose(OPENING)
    finally:
        gnubg.close()


def test_a_cube_answer_in_no_words_that_we_know_is_trouble_too() -> None:
    gnubg = fake("nonsense", failures=99, tries=1)
    try:
        with pytest.raises(PlayerFailed, match="no cube decision"):
            gnubg.choose(Question("answer", START_BOARD))
    finally:
        gnubg.close()


def test_a_program_that_is_not_there_is_said_so() -> None:
    gnubg = Gnubg(["no-such-gnubg"])
    with pytest.raises(PlayerFailed, match="cannot start no-such-gnubg: No such file"):
        gnubg.choose(OPENING)
    gnubg.close()


def test_close_ends_a_question_under_way_and_the_process(tmp_path: Path) -> None:
    fifo = tmp_path / "asked"
    os.mkfifo(fifo)
    gnubg = fake("hang", failures=99, fifo=str(fifo), limit_s=120.0)
    said: list[str] = []

    def ask() -> None:
        with pytest.raises(PlayerFailed) as failure:
            gnubg.choose(OPENING)
        said.append(str(failure.value))

    asking = threading.Thread(target=ask)
    asking.start()
    pid = int(fifo.read_text())  # the question has arrived
    began = time.monotonic()
    gnubg.close()
    asking.join(10.0)
    assert not asking.is_alive()
    assert time.monotonic() - began < 10.0
    assert said == ["gnubg was closed"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    gnubg.close()
    with pytest.raises(PlayerFailed):
        gnubg.choose(OPENING)


def test_what_has_one_answer_needs_no_process() -> None:
    gnubg = Gnubg(["no-such-gnubg"])
    shut_out = _board({BAR: 1, 6: 14}, {19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2, 18: 3})
    assert gnubg.choose(Question("play", shut_out, (6, 6))) == Choice(play=shut_out)
    crawford = Question("double", START_BOARD, score=(4, 1), length=5, crawford=True)
    assert gnubg.choose(crawford) == Choice(act="roll")
    gnubg.close()


def test_more_checkers_than_gnubg_knows_are_no_reason_to_start_it_again() -> None:
    gnubg = fake("well", failures=0)
    try:
        with pytest.raises(PlayerFailed, match="more than 15"):
            gnubg.choose(Question("play", _board({6: 16}, {19: 15}), (3, 1)))
        assert gnubg.restarts <= 1
    finally:
        gnubg.close()


def test_a_level_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(RulesError, match="beginner, casual, intermediate, advanced, expert"):
        Gnubg(["gnubg"], level="grandmaster")


# --- the real one --------------------------------------------------------------------------------

needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")


@pytest.fixture(scope="module")
def expert() -> Iterator[Gnubg]:
    assert GNUBG
    gnubg = Gnubg([GNUBG])
    yield gnubg
    gnubg.close()


@pytest.mark.gnubg
@needs_gnubg
@pytest.mark.parametrize(
    ("roll", "text"), [((3, 1), "8/5 6/5"), ((6, 5), "24/18 18/13"), ((4, 2), "8/4 6/4")]
)
def test_gnubg_opens_as_the_books_say(expert: Gnubg, roll: Roll, text: str) -> None:
    choice = expert.choose(Question("play", START_BOARD, roll))
    assert choice == Choice(play=find_play(START_BOARD, roll, text).board)


@pytest.mark.gnubg
@needs_gnubg
def test_gnubg_answers_whatever_comes_up_in_a_game(expert: Gnubg) -> None:
    asked = list(random_questions(300, seed=3))
    answers = [expert.choose(question) for question in asked]
    assert all(is_legal(q, a) for q, a in zip(asked, answers, strict=True))
    assert {answer.act for answer in answers} == {None, "roll", "double", "take", "drop"}
    assert expert.restarts == 0


@pytest.mark.gnubg
@needs_gnubg
def test_gnubg_killed_or_stopped_in_mid_game_is_started_again(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    command = ["sh", "-c", 'echo $$ >"$0"; exec "$@"', str(pid_file), str(GNUBG)]
    gnubg = Gnubg(command, limit_s=2.0)
    first = gnubg.choose(OPENING)
    for restarts, blow in enumerate((signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP), start=1):
        os.kill(int(pid_file.read_text()), blow)
        assert gnubg.choose(OPENING) == first
        assert gnubg.restarts == restarts
    gnubg.close()


RACE_AHEAD = {6: 5, 5: 4, 4: 3, 7: 2, 8: 1}, {20: 3, 19: 5, 18: 4, 17: 3}  # 84 pips to 97


@pytest.mark.gnubg
@needs_gnubg
def test_gnubg_doubles_a_won_race_and_the_loser_drops(expert: Gnubg) -> None:
    ahead = _board(*RACE_AHEAD)
    assert expert.choose(Question("double", ahead)) == Choice(act="double")
    assert expert.choose(Question("answer", mirror(ahead))) == Choice(act="drop")
    assert expert.choose(Question("double", mirror(ahead))) == Choice(act="roll")
    assert expert.choose(Question("answer", ahead)) == Choice(act="take")
    dearer = Question("double", ahead, cube=4096, cube_owner="own")
    assert expert.choose(dearer) == Choice(act="double")


@pytest.mark.gnubg
@needs_gnubg
def test_the_score_counts_for_the_cube(expert: Gnubg) -> None:
    """After Crawford, who trails doubles from the start."""
    trails = Question("double", START_BOARD, score=(3, 4), length=5)
    assert expert.choose(trails) == Choice(act="double")
    crawford = Question("double", START_BOARD, score=(3, 4), length=5, crawford=True)
    assert expert.choose(crawford) == Choice(act="roll")
    level = Question("double", START_BOARD, score=(2, 2), length=7)
    assert expert.choose(level) == Choice(act="roll")
    behind = mirror(_board(*RACE_AHEAD))
    too_dear = Question("answer", behind, score=(1, 2), length=5)
    assert expert.choose(too_dear) == Choice(act="drop")
    wins_the_match = Question("answer", behind, score=(3, 3), length=5)
    assert expert.choose(wins_the_match) == Choice(act="drop")


@pytest.mark.gnubg
@needs_gnubg
def test_lower_levels_err_and_the_same_position_gets_the_same_answer() -> None:
    assert GNUBG
    asked = [q for q in random_questions(240, seed=5) if q.what == "play"]
    answers = {}
    for level in ("beginner", "expert", "beginner again"):
        gnubg = Gnubg([GNUBG], level=level.split()[0])
        assert gnubg.name == f"gnubg {level.split()[0]}"
        answers[level] = [gnubg.choose(question) for question in asked]
        gnubg.close()
    assert answers["beginner"] == answers["beginner again"]
    assert answers["beginner"] != answers["expert"]
    assert list(LEVELS) == ["beginner", "casual", "intermediate", "advanced", "expert"]
    noises = [level.noise for level in LEVELS.values()]
    assert noises == sorted(noises, reverse=True)


def _board(mine: dict[int, int], theirs: dict[int, int]) -> Board:
    """Both sides' checkers by the points of the side that sees the board."""
    return tuple(mine.get(point, 0) - theirs.get(point, 0) for point in range(26))
