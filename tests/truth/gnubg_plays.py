"""What gnubg holds for the legal plays of a board: the second opinion that the truth is made of.

gnubg's Python answers `hint` with the text of every play; each text is applied literally, so that
nothing of our own search comes into the answer.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.rules.ids import format_position_id
from controller.rules.notation import literal_board, parse_play
from controller.rules.position import Board, Roll

GNUBG = "/usr/games/gnubg"
SECONDS = 1200

_SCRIPT = """
import gnubg, json
for command in (
    'set player 0 human', 'set player 1 human', 'set automatic roll off', 'set automatic game off',
    'set automatic move off', 'set automatic bearoff off', 'set display off', 'set confirm new off',
    'set confirm default yes', 'set evaluation chequerplay evaluation plies 0', 'new session',
):
    gnubg.command(command)
with open({questions!r}) as stream:
    questions = json.load(stream)
answers = []
for position, high, low in questions:
    gnubg.command('set turn 1')
    gnubg.command('set board ' + position)
    gnubg.command('set dice %d %d' % (high, low))
    told = gnubg.hint(9999)
    assert told['gnubgid'].startswith(position + ':')
    answers.append([each['move'] for each in told['hint']])
with open({answers!r}, 'w') as stream:
    json.dump(answers, stream)
"""


@dataclass(frozen=True, slots=True)
class TruthCase:
    """A board with a roll and the boards after all legal plays; none where nothing can be played.

    stratum: which corner of the rules it was chosen for.
    """

    stratum: str
    board: Board
    roll: Roll
    finals: frozenset[Board]


def is_installed() -> bool:
    return Path(GNUBG).exists()


def gnubg_finals(questions: Sequence[tuple[Board, Roll]]) -> list[frozenset[Board]]:
    """The boards after every legal play by gnubg, for each question. Raises where gnubg fails."""
    asked = [(format_position_id(board), max(roll), min(roll)) for board, roll in questions]
    with tempfile.TemporaryDirectory() as folder:
        files = {name: f"{folder}/{name}.json" for name in ("questions", "answers")}
        Path(files["questions"]).write_text(json.dumps(asked), encoding="ascii")
        script = Path(folder, "ask.py")
        script.write_text(_SCRIPT.format(**files), encoding="ascii")
        done = subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", str(script)],
            env={**os.environ, "LC_ALL": "C", "HOME": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        if not Path(files["answers"]).exists():
            raise RuntimeError(
                f"gnubg gave no answer: {done.stdout[-500:].decode('ascii', 'replace')}"
            )
        answers = json.loads(Path(files["answers"]).read_text(encoding="ascii"))
    return [
        frozenset(_after(board, text) for text in texts)
        for (board, _roll), texts in zip(questions, answers, strict=True)
    ]


def format_case(case: TruthCase) -> str:
    """One line: boards as 26 characters from the mover's side as in an XGID, capitals his."""
    finals = sorted(map(_format_board, case.finals))
    return " ".join(
        [case.stratum, _format_board(case.board), "".join(map(str, case.roll)), *finals]
    )


def parse_case(line: str) -> TruthCase:
    """The case of a line that `format_case` wrote."""
    stratum, board, dice, *finals = line.split()
    roll = (int(dice[0]), int(dice[1]))
    return TruthCase(stratum, _parse_board(board), roll, frozenset(map(_parse_board, finals)))


def _after(board: Board, text: str) -> Board:
    after = literal_board(board, parse_play(text))
    if after is None:
        raise RuntimeError(f"gnubg plays {text!r} on {board}")
    return after


_CHARS = {0: "-"} | {n: chr(64 + n) for n in range(1, 16)} | {-n: chr(96 + n) for n in range(1, 16)}
_COUNTS = {char: count for count, char in _CHARS.items()}


def _format_board(board: Board) -> str:
    return "".join(map(_CHARS.__getitem__, board))


def _parse_board(text: str) -> Board:
    return tuple(map(_COUNTS.__getitem__, text))
