"""Where dice come from: committed before, repeatable from the seed, kept through a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.dice.fair import commitment
from controller.service.chance import FairSource, RealDice, SeededDice, roll_from


def test_a_fair_source_throws_what_its_revealed_seed_throws(tmp_path: Path) -> None:
    source = FairSource(tmp_path)
    committed = source.commit("M1/G1")
    rolls = [source.roll("M1/G1", "R", n) for n in range(20)]
    seed = bytes.fromhex(source.reveal("M1/G1") or "")

    assert committed == commitment("M1/G1", seed)
    assert rolls == [roll_from("M1/G1", seed, "R", n) for n in range(20)]


def test_a_crash_is_not_an_end_the_same_commitment_comes_back(tmp_path: Path) -> None:
    before = FairSource(tmp_path).commit("M1/G1")

    assert FairSource(tmp_path).commit("M1/G1") == before


def test_a_seed_is_for_nobody_elses_eyes(tmp_path: Path) -> None:
    FairSource(tmp_path).commit("M1/G1")

    modes = [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()]
    assert modes == [0o600]


def test_two_games_have_two_seeds_and_a_forgotten_one_leaves_no_file(tmp_path: Path) -> None:
    source = FairSource(tmp_path)
    assert source.commit("M1/G1") != source.commit("M1/G2")
    source.forget("M1/G1")

    assert [path.name for path in tmp_path.iterdir()] == ["M1-G2.seed"]


def test_a_seeded_source_repeats_itself_and_differs_by_seed() -> None:
    def rolls(seed: int) -> list[tuple[int, int]]:
        return [SeededDice(seed).roll("M1/G1", "R", n) for n in range(10)]

    assert rolls(7) == rolls(7)
    assert rolls(7) != rolls(8)


def test_of_real_dice_nothing_is_committed_to_and_none_is_thrown() -> None:
    source = RealDice()

    assert source.commit("M1/G1") is None
    assert source.reveal("M1/G1") is None
    with pytest.raises(ValueError, match="real ones"):
        source.roll("M1/G1", "R", 0)
