"""A program that speaks like gnubg where it wants to: python fake_gnubg.py MODE FAILURES [FIFO].

The first FAILURES processes started in one folder behave as MODE says, later ones answer well
(the play that sorts first; never double, always take). With a FIFO the process writes its id
there when it is asked something, so that a test knows that the question has arrived.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from controller.rules.ids import format_position_id, parse_xgid
from controller.rules.notation import format_play
from controller.rules.plays import legal_plays
from controller.rules.position import Side

OTHER_ID = "4HPwATDgc/ABMB"  # no position that a test asks about
CUBE = "1. No double  +0.100\n2. Double, pass  +1.000  (+0.9)\n3. Double, take  -0.100  (-0.2)"


def main(mode: str, failures: int, fifo: str | None) -> None:
    if os.environ["HOME"] != str(Path.cwd()) or os.environ["LC_ALL"] != "C":
        sys.exit("not in a home of its own, or in a language that has to be guessed")
    starts = Path("starts")
    begun = len(starts.read_text()) if starts.exists() else 0
    starts.write_text("x" * (begun + 1))
    misbehaves = begun < failures
    if misbehaves and mode == "die at start":
        sys.exit(3)
    xgid = ""
    for line in map(str.strip, sys.stdin):
        if line.startswith("sync_"):
            say(f"Unknown keyword `{line}'.")
        elif line.startswith("set xgid"):
            xgid = line.split()[-1]
        elif line.startswith("hint"):
            if fifo:
                Path(fifo).write_text(f"{os.getpid()}\n")
            answer(xgid, mode if misbehaves else "well")


def answer(xgid: str, mode: str) -> None:
    position, state = parse_xgid(xgid)
    board = position.board(Side.LIGHT)
    shown = format_position_id(board)
    play = format_play(legal_plays(board, state.dice).plays[0].steps) if state.dice else ""
    match mode:
        case "hang":
            signal.pause()
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            sys.exit(0)
        case "flood":
            while True:
                say("0123456789" * 1000)
        case "nonsense":
            sys.stdout.buffer.write(bytes(range(256)))
            say(f"Position ID: {shown}\n1. Cubeful 0-ply    ?!?   Eq.: +0.1")
        case "stale":
            say(f"Illegal position.\nPosition ID: {OTHER_ID}")
            say("1. Cubeful 0-ply    8/5 6/5    Eq.: +0.2\n" + CUBE)
        case "illegal":
            say(f"Position ID: {shown}\n1. Cubeful 0-ply    24/1    Eq.: +0.1")
        case _ if state.dice:
            say(f"Position ID: {shown}\n    1. Cubeful 0-ply    {play}    Eq.: +0.1")
        case _:
            say(f"Position ID: {shown}\n\nCubeful equities:\n{CUBE}")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] if sys.argv[3:4] != ["-t"] else None)
