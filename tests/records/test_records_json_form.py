"""Our own complete form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from random_matches import random_match

from controller.errors import RecordError
from controller.match.clock import TimeRule
from controller.records.json_form import format_json, format_schema, is_json_form, parse_json
from controller.table import facts as f


def every_kind_of_fact() -> list[f.Fact]:
    return [
        *random_match(5, 5, illegal=0.05),
        f.MatchResumed("light"),
        f.QuestionAnswered("dark", "which", "8/5 6/5"),
        f.BoardSet((0,) * 26, (15, 15), turn="light"),
        f.IntentRefused("light", "double", "The cube is not yours."),
        f.SeedRevealed("M1/G1", "00" * 32),
    ]


def test_every_fact_survives() -> None:
    facts = every_kind_of_fact()
    assert parse_json(format_json(facts)) == facts


def test_it_is_json_with_a_version_and_a_fact_a_line() -> None:
    facts = every_kind_of_fact()
    text = format_json(facts)
    read = json.loads(text)
    assert read["gammonboard"] == 1
    assert len(read["facts"]) == len(facts) == len(text.splitlines()) - 2
    assert read["facts"][0]["fact"] == "MatchStarted"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a gammonboard record"),
        ("{}", "not a gammonboard record"),
        ('{"gammonboard": 2, "facts": []}', "form 2 of our JSON; this version reads 1"),
        ('{"gammonboard": 1, "facts": [{"fact": "Wonder"}]}', "Wonder"),
        ('{"gammonboard": 1, "facts": [{"fact": "Dropped"}]}', "side"),
        ('{"gammonboard": 1, "facts": 3}', "array"),
        ("[" * 100_000, "not a gammonboard record"),
        ('{"gammonboard": 1, "facts": ' + "[" * 100_000, "not a gammonboard record"),
    ],
)
def test_other_texts_are_refused_with_file_and_reason(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=r"m\.json") as refused:
        parse_json(text, "m.json")
    assert why in str(refused.value)


def test_the_published_schema_is_that_of_the_facts() -> None:
    published = Path(__file__).parents[2] / "deploy" / "match.schema.json"
    again = "from controller.records.json_form import format_schema as f; print(f(), end='')"
    assert published.read_text("utf-8") == format_schema(), (
        f'facts have changed: python -c "{again}" > deploy/match.schema.json'
    )


def test_the_schema_names_every_fact_by_its_tag() -> None:
    schema = json.loads(format_schema())
    kinds = {kind.__name__ for kind in get_args(f.AnyFact)}
    tagged = {
        name for name, told in schema["$defs"].items()
        if told.get("properties", {}).get("fact") == {"enum": [name]}
    }  # fmt: skip
    assert tagged == kinds
    assert schema["$defs"]["Played"]["properties"]["illegal"]["type"] == "boolean"


def test_a_json_text_is_told_from_a_mat() -> None:
    assert is_json_form(' \n{"gammonboard"')
    assert not is_json_form("; [Site]\n")


def test_a_clock_that_leaves_no_time_is_no_record() -> None:
    card = f.MatchStarted(1, "standard", 3, "a", "b", ("", ""), "typed", clock=TimeRule(5_000))
    text = format_json([card])
    assert parse_json(text) == [card]
    with pytest.raises(RecordError, match="not a gammonboard record: a clock without reserve"):
        parse_json(text.replace("5000", "0"))
