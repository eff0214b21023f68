"""`check`, `matches` and `export`: what is behind the commands that read and write match files.

Plain functions: parsed arguments and text streams in, exit code out (0 fine, 1 illegal plays,
2 unreadable or bad words). Paths, IDs and JSON stand alone on their lines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, TextIO

from controller.errors import RecordError, RulesError, UsageError
from controller.records.check import Findings, check_record, column
from controller.records.files import read_matches, write_atomically, write_form
from controller.records.losses import lost_in
from controller.records.model import MatchRecord
from controller.table.facts import Fact
from controller.view.seats import marked

ALL_LEGAL, ILLEGAL_FOUND, UNREADABLE = 0, 1, 2
EXPORT_FORMS = ("mat", "sgf", "json", "xgid", "gnubg-id")


class Summary(Protocol):
    """What `matches` shows of a match; the journal's MatchSummary is one."""

    @property
    def match(self) -> int: ...
    @property
    def light(self) -> str: ...
    @property
    def dark(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def date(self) -> str | None: ...
    @property
    def score(self) -> tuple[int, int]: ...
    @property
    def finished(self) -> bool: ...
    @property
    def seats(self) -> tuple[str, str]: ...
    @property
    def abandoned(self) -> bool: ...


def check(paths: Sequence[Path], out: TextIO, err: TextIO, *, as_json: bool = False) -> int:
    """Replay every play of every file. The exit code is the worst of all files'."""
    worst = ALL_LEGAL
    for path in paths:
        name = os.fsencode(path).decode(errors="replace")  # a file's name may be no text
        try:
            matches = [match.record for match in read_matches(path)]
            judged = [(record, check_record(record)) for record in matches]
        except (RecordError, RulesError) as error:
            line = " ".join(str(error).removeprefix(f"{path}: ").split())
            print(f"gammonboard: {name}: {line}", file=err)
            worst = UNREADABLE
            continue
        if as_json:
            print(json.dumps(check_object(path, judged)), file=out)
        else:
            _print_findings(name, judged, out)
        for line in unread_of(judged):
            print(f"gammonboard: {name}: {line}", file=err)
        worst = max(worst, *(_exit_code(findings) for _, findings in judged))
    return worst


Judged = Sequence[tuple[MatchRecord, Findings]]
"""The matches of one file with what replaying them found."""


def _exit_code(findings: Findings) -> int:
    if findings.unread:
        return UNREADABLE
    return ILLEGAL_FOUND if findings.illegal else ALL_LEGAL


def unread_of(judged: Judged) -> list[str]:
    """What could not be read in a file's matches."""
    return [line for _, findings in judged for line in findings.unread]


def check_object(path: Path, judged: Judged) -> dict[str, Any]:
    """The object of `check --json` (DESIGN section 9): the file's first match.

    A file of several matches tells the others, in the same words, under `further_matches`.
    """
    first, *others = [match_object(record, findings) for record, findings in judged]
    told: dict[str, Any] = {"file": str(path), **first}
    if others:
        told["warnings"] = [*told["warnings"], f"{len(judged)} matches are in this file"]
        told["further_matches"] = others
    return told


def match_object(record: MatchRecord, findings: Findings) -> dict[str, Any]:
    """One match of `check --json`."""
    return {
        "match_length": record.length,
        "players": list(record.players),
        "games": len(record.games),
        "plays": findings.plays,
        "illegal": [
            {
                "game": found.game,
                "move": found.move,
                "side": column(found.side),
                "text": found.text,
                "why": found.why,
            }
            for found in findings.illegal
        ],
        "warnings": [*findings.warnings, *findings.unread],
        "winner": column(record.winner) if record.winner else None,
        "score": list(record.score),
    }


def matches(summaries: Iterable[Summary], out: TextIO) -> int:
    """One line a match, newest last: id, date, players, length, score, state."""
    for line in summaries:
        length = f"{line.length}pt" if line.length else "money"
        state = "given up" if line.abandoned else "finished" if line.finished else "unfinished"
        score = f"{line.score[0]}-{line.score[1]}"
        date = line.date or "undated"
        light, dark = map(marked, (line.light, line.dark), line.seats)
        names = f"{light} - {dark}"
        print(f"{line.match:4}  {date:10}  {length:6} {score:7} {state:11} {names}", file=out)
    return ALL_LEGAL


def find_match(wanted: str, summaries: Sequence[Summary]) -> int:
    """The id that `ID|last` names. Raises UsageError where there is no such match."""
    ids = [summary.match for summary in summaries]
    if wanted == "last":
        if not ids:
            raise UsageError("no match is recorded yet")
        return max(ids)
    if not wanted.isdecimal() or int(wanted) not in ids:
        raise UsageError(f"no match {wanted!r}; `gammonboard matches` lists them")
    return int(wanted)


def export(
    wanted: str,
    form: str,
    summaries: Sequence[Summary],
    facts_of: Callable[[int], Sequence[Fact]],
    out: TextIO,
    err: TextIO,
    target: Path | None = None,
) -> int:
    """Write match `wanted` ("last" or an id) to `target`, or to `out` where there is none.

    What the form cannot carry is told on `err`, a line each kind. Raises UsageError for words that
    make no sense, RecordError where it cannot be written or the form cannot tell such a game.
    """
    if form not in EXPORT_FORMS:
        raise UsageError(f"no format {form!r}; there is {', '.join(EXPORT_FORMS)}")
    match = find_match(wanted, summaries)
    facts = facts_of(match)
    text = write_form(form, facts)
    for line in lost_in(form, facts):
        print(f"gammonboard: match {match} as {form}: {line}", file=err)
    if target is None:
        out.write(text)
        return ALL_LEGAL
    try:
        write_atomically(target, text)
    except OSError as error:
        raise RecordError(f"{target}: not written: {error.strerror or error}") from error
    print(target, file=out)
    return ALL_LEGAL


def _print_findings(name: str, judged: Judged, out: TextIO) -> None:
    for at, (record, findings) in enumerate(judged, 1):
        where = f"{name}: " if len(judged) == 1 else f"{name}: match {at} of {len(judged)}: "
        for found in findings.illegal:
            place = f"game {found.game}, move {found.move}, {column(found.side)}"
            print(f"{where}{place}: {found.text}: {found.why}", file=out)
        for warning in findings.warnings:
            print(f"{where}{warning}", file=out)
        verdict = f"{len(findings.illegal)} illegal" if findings.illegal else "all legal"
        if findings.unread:
            verdict += ", but not all of it could be read"
        games = "1 game" if len(record.games) == 1 else f"{len(record.games)} games"
        print(f"{where}{games}, {findings.plays} plays, {verdict}", file=out)
