"""gnubg as a second opinion: does it understand a `.mat` or SGF of ours as we meant it?

`python tests/records/gnubg_oracle.py FILE...` asks about files; tests call `disagreements`.
Imports are watched for gnubg's complaints, since it drops what it does not understand and exits
with 0 all the same; then `gnubg.match()` is compared with the record entry by entry: player,
action, dice, steps, the position before each play, results, scores.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.match.score import Ending
from controller.records.files import first_difference, read_matches, read_record
from controller.records.mat import mat_view, start_told_by
from controller.records.model import (
    OFFERS,
    CubeAct,
    GameRecord,
    MatchRecord,
    RecordedResult,
    Turn,
)
from controller.records.replay import Moment, replay
from controller.records.sgf import sgf_view
from controller.rules.notation import parse_play
from controller.rules.plays import legal_plays
from controller.rules.position import Position, Side

GNUBG = "/usr/games/gnubg"
COMPLAINTS = ("WARNING", "Unrecognised", "not a valid", "No such file", "No '('", "overflow")
COLUMN = {"X": Side.LIGHT, "O": Side.DARK}  # gnubg.match() calls the left column X
SECONDS = 120

_SCRIPT = """
import gnubg, json
gnubg.command('set jacoby off')
for path, answer in {jobs!r}:
    if path.endswith('.sgf'):
        gnubg.command('load match "%s"' % path)
        gnubg.command('save match "%s"' % (path + '.saved'))
    else:
        gnubg.command('import mat "%s"' % path)
    with open(answer, 'w') as stream:
        stream.write(json.dumps(gnubg.match(analysis=0, boards=1, statistics=0)))
"""


def is_installed() -> bool:
    return Path(GNUBG).exists()


def disagreements(paths: Sequence[Path]) -> list[str]:
    """Everything in which gnubg and our records differ, in words; [] is what one wants.

    paths: files of either form; each is compared with the JSON record beside it (the journal's
    facts), else with what our own reader makes of it. An SGF is also saved by gnubg again, and
    what our reader finds in that must be the same.
    """
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        for n, path in enumerate(paths):  # copied, since gnubg's Python takes ASCII paths only
            copy = f"{folder}/{n}{'.sgf' if path.suffix == '.sgf' else '.mat'}"
            shutil.copyfile(path, copy)
            jobs.append((copy, f"{folder}/{n}.json"))
        output = _run(_SCRIPT.format(jobs=jobs), Path(folder))
        found = [
            f"gnubg: {line.strip()}"
            for line in output.splitlines()
            if any(word in line for word in COMPLAINTS)
        ]
        for path, (copy, answer) in zip(paths, jobs, strict=True):
            if not Path(answer).exists():
                found.append(f"{path.name}: gnubg gave no match: {output[-300:]}")
                continue
            theirs = json.loads(Path(answer).read_text(encoding="utf-8"))
            whole = path.with_suffix(".json")
            record = read_record(whole if whole.exists() else path)
            is_sgf = path.suffix == ".sgf"
            view = sgf_view(record) if is_sgf else mat_view(record)
            told = compare(record, view, theirs, is_sgf=is_sgf)
            found += [f"{path.name}: {text}" for text in told]
            if is_sgf:
                found += [f"{path.name}: saved again: {text}" for text in _saved(view, copy)]
    return found


def _saved(view: MatchRecord, copy: str) -> list[str]:
    """What gnubg's own SGF of a match tells otherwise than ours."""
    (saved,) = read_matches(Path(copy + ".saved"))
    jacoby = replace(saved.record.stakes, jacoby=view.stakes.jacoby)  # gnubg's is a setting
    again = replace(saved.record, stakes=jacoby)
    difference = first_difference(view, again)
    return [difference] if difference else [*saved.record.warnings, *saved.record.unread]


def compare(
    record: MatchRecord, view: MatchRecord, theirs: dict[str, Any], *, is_sgf: bool
) -> list[str]:
    """Our record, seen as the file's form tells it, against gnubg's reading of that file."""
    info = theirs["match-info"]
    found = []
    names = (info["X"]["name"], info["O"]["name"])
    if names != view.players:
        found.append(f"players {view.players} became {names}")
    if info["match-length"] != view.length:
        found.append(f"length {view.length} became {info['match-length']}")
    day, month, year = info.get("date", (0, 0, 0))
    if view.date and view.date != f"{year}-{month:02}-{day:02}":
        found.append(f"date {view.date} became {info['date']}")
    if len(theirs["games"]) != len(view.games):
        found.append(f"{len(view.games)} games became {len(theirs['games'])}")
    for game, ours, other in zip(record.games, view.games, theirs["games"], strict=False):
        told = _compare_game(ours, view.length, other, is_sgf=is_sgf)
        found += [f"game {ours.number}: {text}" for text in told]
        how = game.result.how if game.result else None
        if how and other["info"].get("resigned") is not (how is Ending.RESIGN):
            found.append(f"game {ours.number}: ending {how.value} became {other['info']}")
    return found


def position_id(position: Position, on_roll: Side) -> str:
    """GNUbg Position ID (records 5.4): the side not on roll first, points 1-24, then its bar."""
    bits: list[int] = []
    for side in (on_roll.other, on_roll):
        for count in position.board(side)[1:]:
            bits += [1] * max(count, 0) + [0]
    number = sum(bit << place for place, bit in enumerate(bits))
    return base64.b64encode(number.to_bytes(10, "little")).decode()[:14]


def _is_capped(
    result: RecordedResult, score: tuple[int, int], length: int, told: tuple[Any, Any]
) -> bool:
    """Some sites write what the winner needed; gnubg counts what the game was worth (G-10)."""
    needed = length - score[result.winner.index]
    return told[0] is result.winner and told[1] > result.points == needed


def _compare_game(
    game: GameRecord, length: int, theirs: dict[str, Any], *, is_sgf: bool
) -> list[str]:
    info = theirs["info"]
    found = []
    if (info["score-X"], info["score-O"]) != game.score:
        found.append(f"score {game.score} became {info}")
    if bool(info.get("crawford", False)) != game.crawford:
        found.append(f"crawford {game.crawford} became {info}")
    if game.result is not None:
        told = (COLUMN.get(info["winner"]), info.get("points-won"))
        wanted = (game.result.winner, game.result.points)
        if told != wanted and not _is_capped(game.result, game.score, length, told):
            found.append(f"result {game.result} became {info}")
    moments = list(replay(game))
    entries = theirs["game"]
    if entries and entries[-1]["action"] == "resign":
        resigned = entries.pop()
        loser = COLUMN[resigned["player"]]
        if game.result is None or loser is game.result.winner:
            found.append(f"result {game.result} became {resigned}")
    expected = []
    boards_known = True  # gnubg's boards stand still after an illegal play; its plays go on
    entries = _without_what_goes_without_saying(entries)
    if game.start != start_told_by(game.variant.id):
        entries = entries[1 if is_sgf else 2 :]  # in .mat the set-up passes for an illegal play
        boards_known = False
    for moment in moments:
        told = _as_gnubg(moment, is_sgf=is_sgf)
        if not boards_known:
            told = [{key: value for key, value in t.items() if key != "board"} for t in told]
        expected += [(moment, t) for t in told]
        entry = moment.entry
        boards_known = boards_known and not (isinstance(entry, Turn) and entry.after is not None)
    if len(expected) != len(entries):
        found.append(f"{len(expected)} entries became {len(entries)}: {entries[-1:]}")
    for (moment, ours), other in zip(expected, entries, strict=False):
        if not all(_agrees(key, value, other.get(key)) for key, value in ours.items()):
            found.append(f"{moment.entry}: {ours} became {other}")
    return found


def _without_what_goes_without_saying(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """No cube set before the first roll, no take of a beaver: they are no entries of ours."""
    kept: list[dict[str, Any]] = []
    for entry in entries:
        is_cube = entry["action"] == "set" and ("cube" in entry or "cube-owner" in entry)
        beavered = [e["action"] for e in kept[-2:]] == ["double", "double"]
        if not is_cube and not (beavered and entry["action"] == "take"):
            kept.append(entry)
    return kept


def _as_gnubg(moment: Moment, *, is_sgf: bool) -> list[dict[str, Any]]:
    """What gnubg should tell of an entry. board: IDs, either of which will do: of an illegal play
    gnubg does not know which side the board is to be shown from."""
    entry = moment.entry
    assert isinstance(entry, Turn | CubeAct)
    told: dict[str, Any] = {"player": "X" if entry.side is Side.LIGHT else "O"}
    board = [position_id(moment.before, entry.side)]
    if isinstance(entry, CubeAct):
        act = "double" if entry.act in OFFERS else entry.act
        return [told | {"action": act} | ({"board": board} if entry.act == "double" else {})]
    told["dice"] = entry.dice
    if entry.after is not None:
        after = [position_id(entry.after, side) for side in Side]
        return [told | {"action": "set"}, {"action": "set", "board": after}]
    is_told = is_sgf or legal_plays(moment.before.board(entry.side), entry.dice).plays
    if entry.play is None and is_told:
        return [told | {"action": "set"}]
    steps = [(step.source, step.to) for step in parse_play(entry.play or "")]
    return [told | {"action": "move", "move": steps, "board": board}]


def _agrees(key: str, ours: Any, theirs: Any) -> bool:
    match key:
        case "board":
            return theirs in ours
        case "dice" | "move":
            as_pairs = [tuple(x) if isinstance(x, list) else x for x in theirs or ()]
            return sorted(ours) == sorted(as_pairs)
        case _:
            return bool(ours == theirs)


def _run(script: str, folder: Path) -> str:
    """Everything gnubg says while it runs a Python script, in a home of its own."""
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    environment = os.environ | {"LC_ALL": "C", "HOME": str(folder)}
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-p", str(path)],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
    )
    output = done.stdout.decode("utf-8", errors="replace")
    if done.returncode:
        output += f"\nWARNING: gnubg ended with {done.returncode}"
    return output


if __name__ == "__main__":
    problems = disagreements([Path(name).resolve() for name in sys.argv[1:]])
    print("\n".join(problems) or f"{len(sys.argv) - 1} files: gnubg agrees")
    sys.exit(1 if problems else 0)
