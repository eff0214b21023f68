"""gnubg as a player: a child process that can crash, hang or talk nonsense and harm nothing.

Each question is put whole (`set xgid`, `hint`), so a new process can be asked the same again at
any moment. What it answers is believed only if gnubg shows the position that was meant and its
play is one of our legal plays.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from controller.errors import RulesError
from controller.match.score import SINGLE
from controller.rules.ids import MatchState, format_position_id, format_xgid
from controller.rules.notation import find_play
from controller.rules.position import CHECKERS, Board, Position, Side
from controller.seats.builtin import resignation_choice
from controller.seats.child import Child, ChildTrouble
from controller.seats.player import Choice, PlayerFailed, Question, forced_choice

FLAGS = ("-t", "-q", "-r")  # terminal, no sound, no rc file of the user's
PLACES = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")  # not always on a service's PATH
TRIES = 3
LIMIT_S = 5.0  # an answer takes 11 ms on a PC; a Pi Zero under load is still far below
START_LIMIT_S = 20.0


@dataclass(frozen=True, slots=True)
class Level:
    """How well gnubg plays: look-ahead, and the standard deviation of the noise on each equity.

    The noise is drawn from the position, so that the same position gets the same answer.
    """

    plies: int
    noise: float


LEVELS = {  # beside each: equity given up by a play on average, measured on 400 decisions
    "beginner": Level(0, 0.100),  # 0.10
    "casual": Level(0, 0.060),  # 0.054
    "intermediate": Level(0, 0.040),  # 0.031 (the built-in player: 0.026)
    "advanced": Level(0, 0.015),  # 0.009
    "expert": Level(0, 0.0),  # two plies would gain 0.0016 in six times the time (a PC's 68 ms)
}

_SETTINGS = (  # by default one of gnubg's players is gnubg itself, and plays on unasked
    "set player 0 human",
    "set player 1 human",
    *(f"set automatic {what} off" for what in ("roll", "game", "move", "bearoff", "crawford")),
    "set display off",
    "set output mwc off",
    "set confirm new off",
    "set confirm default yes",
    "set jacoby off",
    "set beavers 0",
    "set threads 1",
    "new session",
)
_SHOWN = re.compile(r"Position ID: (\S+)")
_TOP_PLAY = re.compile(r"^ *1\. .*?-ply {2,}(.+?) +(?:Eq|MWC)", re.MULTILINE)
_EQUITY = re.compile(
    r"^\d\. (No (?:re)?double|(?:Re)?[Dd]ouble, (?:pass|take|beaver)) +([+-]\d+\.\d+)", re.MULTILINE
)


def find_gnubg() -> str | None:
    """Where gnubg is installed, also where Debian puts games; None: nowhere."""
    return shutil.which("gnubg") or shutil.which("gnubg", path=":".join(PLACES))


class Gnubg:
    """A `Player` that asks gnubg.

    command: the program (and, for tests, its arguments) that is started at the first question
    and again after any trouble. limit_s: for one answer. tries: processes that may fail at one
    question before PlayerFailed is raised. One question at a time; more wait.
    """

    def __init__(
        self,
        command: Sequence[str],
        level: str = "expert",
        limit_s: float = LIMIT_S,
        tries: int = TRIES,
    ) -> None:
        if level not in LEVELS:
            raise RulesError(f"no level {level!r}; there are {', '.join(LEVELS)}")
        self.level = level
        self.restarts = 0
        self._command = tuple(command)
        self._limit_s = limit_s
        self._tries = tries
        self._marks = count(1)
        self._asking = threading.Lock()  # held while a question is put: one at a time
        self._owning = threading.Lock()  # guards _child and _closed, never held for long
        self._child: Child | None = None
        self._closed = False
        self._home = tempfile.TemporaryDirectory(prefix="gammonboard-gnubg-")

    @property
    def name(self) -> str:
        return f"gnubg {self.level}"

    def choose(self, question: Question) -> Choice:
        """gnubg's answer. Raises PlayerFailed after `tries` failed processes, or when closed."""
        if self._closed:
            raise PlayerFailed("gnubg was closed")
        easy = forced_choice(question) or resignation_choice(question)
        if easy is not None:
            return easy
        trouble = ""
        with self._asking:
            for _ in range(self._tries):
                try:
                    return self._try(question)
                except ChildTrouble as error:
                    trouble = str(error)
                    self._discard()
                except RulesError as error:  # what cannot be said to gnubg never can
                    raise PlayerFailed(f"gnubg cannot be asked: {error}") from error
                if self._closed:
                    raise PlayerFailed("gnubg was closed")
        raise PlayerFailed(f"gnubg failed {self._tries} times; the last time: {trouble}")

    def close(self) -> None:
        """Kill the process; a question under way fails at once. From any thread, idempotent."""
        with self._owning:
            already, self._closed = self._closed, True
            if self._child is not None:
                self._child.strike()
        if already:
            return
        with self._asking:
            self._discard()
            self._home.cleanup()

    def _try(self, question: Question) -> Choice:
        child = self._running()
        words = [f"set xgid {_xgid(question)}", "hint 1" if question.what == "play" else "hint"]
        answer = self._ask(child, words, self._limit_s)
        shown = _SHOWN.findall(answer)
        if not shown or shown[-1] != format_position_id(_on_roll(question)):
            raise ChildTrouble(f"it did not take the position: {_gist(answer)}")
        return _play(question, answer) if question.what == "play" else _act(question, answer)

    def _running(self) -> Child:
        """The process, started and set up where there is none."""
        with self._owning:
            if self._closed:
                raise ChildTrouble("closed")
            if self._child is not None:
                return self._child
            child = Child((*self._command, *FLAGS), Path(self._home.name), {"LC_ALL": "C"})
            self._child = child
        self._ask(child, [*_SETTINGS, *_strength(LEVELS[self.level])], START_LIMIT_S)
        return child

    def _ask(self, child: Child, commands: Sequence[str], limit_s: float) -> str:
        """An unknown command closes each question: gnubg's complaint about it ends the answer."""
        mark = f"sync_{next(self._marks)}"
        text = "\n".join((*commands, mark, ""))
        return child.ask(text, f"Unknown keyword `{mark}'", limit_s)

    def _discard(self) -> None:
        with self._owning:
            child, self._child = self._child, None
        if child is not None:
            child.kill()
            self.restarts += 1


def _strength(level: Level) -> list[str]:
    return [
        f"set evaluation {kind} evaluation {setting}"
        for kind in ("chequerplay", "cubedecision")
        for setting in (f"plies {level.plies}", f"noise {level.noise:.3f}", "deterministic on")
    ]


def _on_roll(question: Question) -> Board:
    """The board of the side on roll: for an answer the side that doubled, not the asked one."""
    if question.what == "answer":
        return tuple(-n for n in reversed(question.board))
    return question.board


def _xgid(question: Question) -> str:
    """The question as an XGID, the side on roll being X and light.

    A money cube counts as 1 or 2: equities are told per cube, and an XGID ends at 1024.
    """
    board = _on_roll(question)
    score = question.score
    owner = question.cube_now.owner
    if question.what == "answer":
        score = (score[1], score[0])
        owner = owner.other if owner else None
    cube = question.cube if question.length else 1 if owner is None else 2
    off = (CHECKERS - sum(n for n in board if n > 0), CHECKERS + sum(n for n in board if n < 0))
    if min(off) < 0:
        raise RulesError(f"more than {CHECKERS} checkers of a side")
    state = MatchState(
        on_roll=Side.LIGHT,
        dice=question.roll,
        cube_value=cube,
        cube_owner=owner,
        length=question.length,
        score=score if question.length else (0, 0),
        crawford=question.crawford,
        jacoby=not question.length and question.largest_win == SINGLE,
    )
    return format_xgid(Position.from_board(board, Side.LIGHT, off), state)


def _play(question: Question, answer: str) -> Choice:
    found = _TOP_PLAY.search(answer)
    if not found:
        raise ChildTrouble(f"no play in its answer: {_gist(answer)}")
    assert question.roll is not None
    try:
        return Choice(play=find_play(question.board, question.roll, found[1]).board)
    except RulesError as error:
        raise ChildTrouble(f"its play is none: {error}") from error


def _act(question: Question, answer: str) -> Choice:
    """From the equities of the side on roll: what doubling brings, and what its answer costs."""
    equities = {
        name.lower().split(",")[-1].strip(): float(n) for name, n in _EQUITY.findall(answer)
    }
    wait = next((n for name, n in equities.items() if name.startswith("no ")), None)
    take = equities.get("take", equities.get("beaver"))
    drop = equities.get("pass")
    if wait is None or take is None or drop is None:
        raise ChildTrouble(f"no cube decision in its answer: {_gist(answer)}")
    if question.what == "answer":
        return Choice(act="take" if take <= drop else "drop")
    return Choice(act="double" if min(take, drop) >= wait else "roll")  # cash a game that is won


def _gist(answer: str) -> str:
    """The last words of an answer that make no sense, short enough for one line."""
    return repr(" ".join(answer.split())[-120:])
