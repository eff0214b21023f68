"""`gammonboard import FILE...`: matches of other people's files, and our own, into the journal.

What of a file is whole is taken, what is not is said; no file keeps the others from it. Our own
JSON is taken fact by fact, seeds and all: `verify` judges it as it judged the original.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from controller.errors import ControllerError, JournalError, RecordError, RulesError, UsageError
from controller.journal.journal import Journal
from controller.records.check import Findings, check_record, column
from controller.records.files import FileMatch, read_matches
from controller.records.model import MatchRecord, from_facts
from controller.records.to_facts import Told, content_id, is_content_id, to_facts
from controller.table.facts import AnyFact, GameStarted, MatchStarted
from controller.table.state import MatchState, fold

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
            for match in read_matches(path):
                worst = max(worst, _import(match, name, journal, out, err))
        except (RecordError, RulesError) as error:
            line = " ".join(str(error).removeprefix(f"{path}: ").split())
            print(f"gammonboard: {name}: not imported: {line}", file=err)
            worst = NOT_TAKEN
        except JournalError as error:
            print(f"gammonboard: {name}: not imported: {error}", file=err)
            return NOT_TAKEN
    return worst


def _import(match: FileMatch, name: str, journal: Journal, out: TextIO, err: TextIO) -> int:
    """Import one match and tell it. Raises RecordError, RulesError, JournalError."""
    number = journal.next_match()
    source = Path(name).name
    told = (
        _own(match.facts, number, source) if match.facts else to_facts(match.record, number, source)
    )
    known = _known(told.facts, match.record, journal)
    if known is not None:
        print(f"{name}: is match {known} already", file=out)
        return FINE
    journal.append(told.facts)
    findings = check_record(match.record)
    _tell(name, number, match.record, findings, out)
    left_out = (*match.record.unread, *told.left_out)
    for line in left_out:
        print(f"gammonboard: {name}: match {number}: not all of it: {line}", file=err)
    if left_out:
        return NOT_TAKEN
    return ILLEGAL_FOUND if findings.illegal else FINE


def _own(facts: Sequence[AnyFact], number: int, source: str) -> Told:
    """Facts of our own form as match `number`. Raises RecordError where they are no match."""
    try:
        fold(MatchState(), facts)
    except (ControllerError, ValueError, AssertionError) as error:  # the core trusts its own facts
        raise RecordError(f"its facts are no match: {error or 'out of order'}") from error
    if not any(isinstance(fact, GameStarted) for fact in facts):
        raise RecordError("there is no game in it")
    card, *others = facts
    assert isinstance(card, MatchStarted), "split_matches begins each match with its start"
    return Told((msgspec.structs.replace(card, match=number, source=source), *others))


def _known(facts: Sequence[AnyFact], record: MatchRecord, journal: Journal) -> int | None:
    """The match of the journal that tells the same, whatever its number and source."""
    first = next(fact for fact in facts if isinstance(fact, GameStarted))
    holders = journal.matches_of_game(first.gid)
    if is_content_id(first.gid):
        return holders[0] if holders else _told_otherwise(record, journal)
    wanted = _anonymous(facts)  # tables give the same ids: only all facts tell one from another
    return next((m for m in holders if _anonymous(journal.facts(m)) == wanted), None)


def _told_otherwise(record: MatchRecord, journal: Journal) -> int | None:
    """The match, played here or of our own JSON, that a foreign file was exported from."""
    alike = (
        line.match
        for line in journal.matches()
        if (line.length, line.variant, line.score) == (record.length, record.variant, record.score)
    )
    content = content_id(record)
    return next((m for m in alike if content_id(from_facts(journal.facts(m))) == content), None)


def _anonymous(facts: Sequence[AnyFact]) -> list[AnyFact]:
    card, *others = facts
    assert isinstance(card, MatchStarted), "every match begins with its start"
    return [msgspec.structs.replace(card, match=0, source=""), *others]


def _tell(name: str, match: int, record: MatchRecord, findings: Findings, out: TextIO) -> None:
    for found in findings.illegal:
        where = f"game {found.game}, move {found.move}, {column(found.side)}"
        kept = "" if found.unplayable else "; kept as illegal"
        print(f"{name}: {where}: {found.text}: {found.why}{kept}", file=out)
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
