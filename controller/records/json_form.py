"""Our own complete form of a match: every fact of the journal, as JSON, one fact a line.

{"gammonboard": 1, "facts": [...]}, in full in deploy/match.schema.json. A file of any released
version is read for ever; a newer version than ours is refused in words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from controller.errors import RecordError, RulesError
from controller.table.facts import AnyFact, Fact, MatchStarted

VERSION = 1
SCHEMA_TITLE = "A match as gammonboard records it"

_FACTS = msgspec.json.Decoder(list[AnyFact])


class Record(msgspec.Struct):
    """A match: version of this form, and its facts in the order in which they happened."""

    gammonboard: Annotated[int, msgspec.Meta(ge=VERSION, le=VERSION)]
    facts: list[AnyFact]


class _Envelope(msgspec.Struct):
    """The outer object, its facts not looked into yet."""

    gammonboard: int
    facts: msgspec.Raw


def format_json(facts: Iterable[Fact]) -> str:
    """The whole file."""
    lines = ",\n".join(msgspec.json.encode(fact).decode() for fact in facts)
    return f'{{"gammonboard": {VERSION}, "facts": [\n{lines}\n]}}\n'


def parse_json(text: str, file: str = "record") -> list[AnyFact]:
    """The facts of a file. Raises RecordError naming the file and the reason."""
    try:
        envelope = msgspec.json.decode(text, type=_Envelope)
        if envelope.gammonboard != VERSION:
            raise RecordError(
                f"{file}: form {envelope.gammonboard} of our JSON; this version reads {VERSION}"
            )
        facts: list[AnyFact] = _FACTS.decode(envelope.facts)
    except (msgspec.DecodeError, RecursionError, RulesError) as error:
        raise RecordError(f"{file}: not a gammonboard record: {error}") from error
    return facts


def format_schema() -> str:
    """The JSON Schema of this form, made from the facts themselves (deploy/match.schema.json)."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA_TITLE,
        **msgspec.json.schema(Record),
    }
    return json.dumps(schema, indent=1) + "\n"


def split_matches(facts: Sequence[AnyFact], file: str = "record") -> list[tuple[AnyFact, ...]]:
    """The facts of each match. Raises RecordError where they do not begin with one's start."""
    starts = [at for at, fact in enumerate(facts) if isinstance(fact, MatchStarted)]
    if not starts or starts[0]:
        raise RecordError(f"{file}: its facts do not begin with the start of a match")
    ends = [*starts[1:], len(facts)]
    return [tuple(facts[a:b]) for a, b in zip(starts, ends, strict=True)]


def is_json_form(text: str) -> bool:
    """Does a text begin like our form (or any JSON object)?"""
    return text.lstrip("\ufeff \t\r\n").startswith("{")
