"""A finished match's files, and what the core is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from controller.errors import RecordError
from controller.records.files import write_form, write_records
from controller.table.facts import AnyFact
from controller.table.inputs import RecordKept


def keep(
    folder: Path, match: int, facts: Sequence[AnyFact], date: str | None, now_ms: int
) -> tuple[list[Path], RecordKept]:
    """Write `.mat` and JSON of a match. Returns the files, the first one first, and the news.

    A record that cannot be written is news, too: the journal has everything, and the next match
    does not wait for it.
    """
    try:
        paths = write_records(folder, facts, date)
        text = write_form("mat", facts) if paths[0].suffix == ".mat" else ""
    except RecordError as error:
        return [], RecordKept(now_ms, match, why=str(error))
    return paths, RecordKept(now_ms, match, str(paths[0]), text)
