"""`gammonboard import FILE...`: matches of other people's files into the journal.

A file is taken whole or not at all; one that is not taken never keeps the others from it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from controller.errors import JournalError, RecordError, RulesError, UsageError
from controller.journal.journal import Journal
from controller.records.check import Findings, check_record, column
from controller.records.files import read_record
from controller.records.mat import mat_view
from controller.records.model import MatchRecord
from controller.records.to_facts import game_id, to_facts

FINE, ILLEGAL_FOUND, NOT_TAKEN = 0, 1, 2


def run(paths: Sequence[Path], journal: Journal, out: TextIO, err: TextIO) -> int:
    """Import every file; the exit code is the worst of all files'.

    0 all legal, 1 illegal plays (they are kept as such), 2 something not imported. Raises
    UsageError while a match is under way in the journal: facts follow each other there.
    """
    under_way = journal.unfinished()
    if under_way is not None:
        raise UsageError(
            f"match {under_way} is not over in {journal.path}: import when it is, "
            "or into a folder of its own with --data-dir"
        )
    worst = FINE
    for path in paths:
        name = os.fsencode(path).decode(errors="replace")  # a file's name may be no text
        try:
            worst = max(worst, _import(path, name, journal, out))
        except (RecordError, RulesError) as error:
            line = " ".join(str(error).removeprefix(f"{path}: ").split())
            print(f"gammonboard: {name}: not imported: {line}", file=err)
            worst = NOT_TAKEN
        except JournalError as error:
            print(f"gammonboard: {name}: not imported: {error}", file=err)
            return NOT_TAKEN
    return worst


def _import(path: Path, name: str, journal: Journal, out: TextIO) -> int:
    """Import one file and tell it. Raises RecordError, RulesError, JournalError."""
    record = read_record(path)
    if record.seats != ("", ""):  # our own JSON says who was a bot; from now on the names do
        record = mat_view(record)
    if not any(game.entries for game in record.games):
        raise RecordError("there is no game in it")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    known = journal.match_of_game(game_id(digest, 1))
    if known is not None:
        print(f"{name}: is match {known} already", file=out)
        return FINE
    match = journal.next_match()
    facts = to_facts(record, match, digest, Path(name).name)
    journal.append(facts)
    findings = check_record(record)
    _tell(name, match, record, findings, out)
    return ILLEGAL_FOUND if findings.illegal else FINE


def _tell(name: str, match: int, record: MatchRecord, findings: Findings, out: TextIO) -> None:
    for found in findings.illegal:
        where = f"game {found.game}, move {found.move}, {column(found.side)}"
        print(f"{name}: {where}: {found.text}: {found.why}; kept as illegal", file=out)
    for warning in findings.warnings:
        print(f"{name}: {warning}", file=out)
    length = f"{record.length}pt" if record.length else "money"
    light, dark = record.players
    count = len(record.games)
    games = "1 game" if count == 1 else f"{count} games"
    print(
        f"{name}: match {match}: {light} - {dark}, {length}, {record.score[0]}-{record.score[1]}, "
        f"{games}, {findings.plays} plays",
        file=out,
    )
