"""Records as files: written whole or not at all, and believed only after being read back."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from controller.errors import RecordError
from controller.records.id_lists import format_gnubg_ids, format_xgids
from controller.records.json_form import format_json, is_json_form, parse_json, split_matches
from controller.records.mat import format_mat, mat_view
from controller.records.mat_reader import parse_mats, with_others
from controller.records.model import MatchRecord, from_facts
from controller.records.names import file_part
from controller.records.sgf import format_sgf, sgf_view
from controller.records.sgf_reader import parse_sgf
from controller.records.sgf_tree import is_sgf
from controller.records.text import declared_charset, decode_text, why_no_text
from controller.rules.variants import find_variant
from controller.table.facts import AnyFact, Fact, MatchStarted
from controller.view.coded import is_packed, unpacked
from controller.view.seats import is_bot

LARGEST_FILE = 8 * 1024 * 1024  # a long match has 100 KB


FORMS = {
    "mat": format_mat,
    "sgf": format_sgf,
    "xgid": format_xgids,
    "gnubg-id": format_gnubg_ids,
}
"""Forms of other programs and what writes them; each raises RecordError for what it cannot say."""


_READ_BACK = {"mat": (mat_view, parse_mats), "sgf": (sgf_view, parse_sgf)}
"""What of a record a form says, and its reader."""


def write_form(form: str, facts: Sequence[Fact]) -> str:
    """A match in a form of FORMS, or in our own ("json").

    Raises RecordError, naming the form that can, where this one cannot tell such a match.
    """
    if form == "json":
        return format_json(facts)
    try:
        return FORMS[form](from_facts(facts))
    except RecordError as error:
        raise RecordError(f"{error}; the json form carries everything") from error


def read_back(form: str, record: MatchRecord) -> str | None:
    """Where a form that can be read tells a record otherwise, as `first_difference` says it."""
    if form not in _READ_BACK:
        return None
    view, parse = _READ_BACK[form]
    return first_difference(view(record), parse(FORMS[form](record))[0])


def write_records(folder: Path, facts: Sequence[Fact], date: str | None) -> list[Path]:
    """Write `.mat` and `.json` of one match to `folder`, read both back and compare.

    date: for the file names, ISO, None where no synchronised clock knew it. Returns the paths,
    `.mat` first; a game that `.mat` cannot tell (acey-deucey) is written as JSON alone. Raises
    RecordError where a file cannot be written or does not read back equal.
    """
    record = from_facts(facts)
    match = next(fact.match for fact in facts if isinstance(fact, MatchStarted))
    stem = record_stem(record, match, date)
    mat, json = folder / f"{stem}.mat", folder / f"{stem}.json"
    has_mat = not find_variant(record.variant).reserve
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(json, format_json(facts))
        if has_mat:
            write_atomically(mat, format_mat(record))
    except OSError as error:
        raise RecordError(f"{folder}: record not written: {error}") from error
    if parse_json(_text(json), str(json)) != list(facts):
        raise RecordError(f"{json}: does not read back as written")
    if not has_mat:
        return [json]
    difference = first_difference(mat_view(record), read_record(mat))
    if difference:
        raise RecordError(f"{mat}: does not read back as written: {difference}")
    return [mat, json]


def date_of(facts: Sequence[Fact]) -> str | None:
    """The date in a match's header."""
    return next((fact.date for fact in facts if isinstance(fact, MatchStarted)), None)


def record_stem(record: MatchRecord, match: int, date: str | None) -> str:
    """`<date or undated>_<names>_<n>pt_<id>`, no blanks; a bot's name ends in `-bot`."""
    names = "-".join(
        file_part(name) + ("-bot" if is_bot(seat) else "")
        for name, seat in zip(record.players, record.seats, strict=True)
    )
    return f"{date or 'undated'}_{names}_{record.length}pt_{match}"


@dataclass(frozen=True, slots=True)
class FileMatch:
    """A match of a file. facts: what our own form tells of it, () where another program wrote."""

    record: MatchRecord
    facts: tuple[AnyFact, ...] = ()


def read_matches(path: Path) -> list[FileMatch]:
    """Every match of a file, at least one, whatever form it has: told by its content, not its name.
    The text of a QR code that a screen showed is such a form, too.

    Raises RecordError naming the file and why there is none.
    """
    text = _text(path)
    if is_packed(text):
        text = _scanned(text, path)
    if is_json_form(text):
        matches = split_matches(parse_json(text, str(path)), str(path))
        return [FileMatch(from_facts(facts), facts) for facts in matches]
    parse = parse_sgf if is_sgf(text) else parse_mats
    return [FileMatch(record) for record in parse(text, str(path))]


def _scanned(text: str, path: Path) -> str:
    """What was in a QR code of the screen."""
    try:
        return unpacked(text)
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from error


def read_record(path: Path) -> MatchRecord:
    """The first match of a file; that there are others is told among its warnings."""
    first, *others = read_matches(path)
    return first.record if not others else with_others(first.record, 1 + len(others))


def write_atomically(path: Path, text: str) -> None:
    """Replace or make `path`: a reader, or a power cut, sees the old file or the new one."""
    handle, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}-", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fchmod(stream.fileno(), 0o644)
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def first_difference(written: MatchRecord, read: MatchRecord) -> str | None:
    """Where two records differ first, event by event; None if they are equal."""
    for field in fields(MatchRecord):
        if field.compare and field.name != "games":
            ours, theirs = getattr(written, field.name), getattr(read, field.name)
            if ours != theirs:
                return f"{field.name}: {ours!r} became {theirs!r}"
    if len(written.games) != len(read.games):
        return f"{len(written.games)} games became {len(read.games)}"
    for ours, theirs in zip(written.games, read.games, strict=True):
        where = f"game {ours.number}"
        for mine, other in zip(ours.entries, theirs.entries, strict=False):
            if mine != other:
                return f"{where}: {mine} became {other}"
        if len(ours.entries) != len(theirs.entries):
            return f"{where}: {len(ours.entries)} entries became {len(theirs.entries)}"
        if ours != theirs:
            return f"{where}: {ours.result}, {ours.score} became {theirs.result}, {theirs.score}"
    return None


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RecordError(f"{path}: larger than any match ({LARGEST_FILE} bytes)")
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from error
    why = why_no_text(data)
    if why:
        raise RecordError(f"{path}: not a backgammon match file: {why}")
    return decode_text(data, declared_charset(data))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
