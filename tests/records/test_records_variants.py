"""Matches of every variant in every form that can tell them."""

from __future__ import annotations

from pathlib import Path

import gnubg_oracle
import pytest
from random_matches import random_match

from controller.errors import RecordError
from controller.records.check import check_record
from controller.records.files import first_difference, read_record, write_records
from controller.records.json_form import format_json
from controller.records.mat import format_mat, mat_view
from controller.records.mat_reader import parse_mat
from controller.records.model import from_facts
from controller.records.sgf import format_sgf, sgf_view
from controller.records.sgf_reader import parse_sgf
from controller.records.to_facts import to_facts
from controller.records.variation import variant_of, variant_of_rules, variation_of
from controller.rules.variants import VARIANTS
from controller.table import facts as f

TOLD = [row.id for row in VARIANTS.values() if not row.reserve]
AS_GNUBG_PLAYS = ["pt-br", "nackgammon", "hypergammon", "long-gammon"]


@pytest.mark.parametrize("variant", TOLD)
def test_mat_gives_the_match_back_with_its_rules(variant: str) -> None:
    record = from_facts(random_match(2, 3, variant=variant))
    read = parse_mat(format_mat(record))
    assert first_difference(mat_view(record), read) is None
    assert (read.variant, read.warnings, read.unread) == (variant, (), ())
    findings = check_record(read)
    assert (findings.illegal, findings.warnings) == ((), ())


@pytest.mark.parametrize("variant", TOLD)
def test_sgf_gives_the_match_back(variant: str) -> None:
    record = from_facts(random_match(2, 3, variant=variant))
    (read,) = parse_sgf(format_sgf(record))
    assert first_difference(sgf_view(record), read) is None
    assert (read.warnings, read.unread) == ((), ())


@pytest.mark.parametrize("variant", TOLD)
def test_an_imported_match_is_of_the_same_variant(variant: str) -> None:
    record = parse_mat(format_mat(from_facts(random_match(4, 3, variant=variant))))
    told = to_facts(record, 1, "x.mat")
    assert told.left_out == ()
    assert from_facts(told.facts).variant == variant
    assert check_record(from_facts(told.facts)).illegal == ()


@pytest.mark.parametrize("form", ["mat", "sgf"])
@pytest.mark.gnubg
@pytest.mark.skipif(not gnubg_oracle.is_installed(), reason="gnubg is not installed")
def test_gnubg_agrees_on_the_variants_that_it_plays(tmp_path: Path, form: str) -> None:
    paths = []
    for variant in AS_GNUBG_PLAYS:
        record = from_facts(random_match(2, 3, variant=variant))
        path = tmp_path / f"{variant}.{form}"
        path.write_text(format_sgf(record) if form == "sgf" else format_mat(record), "utf-8")
        paths.append(path)
    assert gnubg_oracle.disagreements(paths) == []


def test_acey_deucey_is_written_as_json_alone(tmp_path: Path) -> None:
    start = VARIANTS["acey-deucey"].start_position
    entered = (*(0,) * 19, 1, 0, 1, *(0,) * 4)
    facts: list[f.Fact] = [
        f.MatchStarted(1, "acey-deucey", 0, "a", "b", ("hands", "hands"), "fair"),
        f.GameStarted(1, "M1/G1", (0, 0), False, None, start.slots, reserve=start.reserve),
        f.Rolled("O", 0, (6, 4)),
        f.Rolled("R", 0, (5, 3), "light"),
        f.Played("light", (5, 3), "in/22 in/20", entered, (0, 0), (13, 15)),
    ]
    (path,) = write_records(tmp_path, facts, None)
    assert path.suffix == ".json"
    findings = check_record(read_record(path))
    assert (findings.plays, findings.illegal, findings.warnings) == (1, (), ())
    assert path.read_text("utf-8") == format_json(facts)


@pytest.mark.parametrize(
    ("word", "variant"),
    [("", "standard"), ("Backgammon", "standard"), ("NackGammon", "nackgammon"),
     ("HyperGammon (3)", "hypergammon"), ("Longgammon", "long-gammon"), ("tavla", "tavla")],
)  # fmt: skip
def test_words_of_other_programs_mean_our_variants(word: str, variant: str) -> None:
    assert variant_of(word).id == variant
    assert variant_of(variation_of(variant)).id == variant


def test_a_game_that_we_do_not_play_is_named() -> None:
    with pytest.raises(RecordError, match=r"a match of 'HyperGammon \(1\)', which is not read"):
        variant_of("HyperGammon (1)")


def test_rules_of_an_sgf_name_the_variant() -> None:
    assert variant_of_rules({"crawford", "nackgammon"}).id == "nackgammon"
    assert variant_of_rules({"hypergammon3"}).id == "hypergammon"
    assert variant_of_rules({"jacoby"}).id == "standard"
