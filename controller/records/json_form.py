"""Our own complete form of a match: every fact of the journal, as JSON, one fact a line.

{"gammonboard": 1, "facts": [...]}. A file of any released version is read for ever; a newer
version than ours is refused in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from controller.errors import RecordError
from controller.table.facts import AnyFact, Fact

VERSION = 1

_FACTS = msgspec.json.Decoder(list[AnyFact])


class _Envelope(msgspec.Struct):
    """The outer object, its facts not looked into yet."""

    gammonboard: int
    facts: msgspec.Raw


def format_json(facts: Iterable[Fact]) -> str:
    """The whole file."""
    lines = ",\n".join(msgspec.json.encode(fact).decode() for fact in facts)
    return f'{{"gammonboard": {VERSION}, "facts": [\n{lines}\n]}}\n'


def parse_json(text: str, file: str = "record") -> list[Fact]:
    """The facts of a file. Raises RecordError naming the file and the reason."""
    try:
        envelope = msgspec.json.decode(text, type=_Envelope)
        if envelope.gammonboard != VERSION:
            raise RecordError(
                f"{file}: form {envelope.gammonboard} of our JSON; this version reads {VERSION}"
            )
        facts: list[Any] = _FACTS.decode(envelope.facts)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"{file}: not a gammonboard record: {error}") from error
    return facts


def is_json_form(text: str) -> bool:
    """Does a text begin like our form (or any JSON object)?"""
    return text.lstrip("\ufeff \t\r\n").startswith("{")
