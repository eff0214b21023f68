"""Commit and reveal: the published vectors, and what makes dice fair."""

from __future__ import annotations

from collections import Counter

import pytest

from controller.dice.fair import (
    FairDice,
    commitment,
    derive_key,
    entropy_of,
    player_commitment,
    seed_from_int,
    succeeding,
)

GID = "2024-03-09/T4/M17/G1"
SEED = bytes(range(32))
A, B = b"\xa0" * 32, b"\xb0" * 32


def test_the_published_vectors_hold() -> None:
    """fair_dice.md 7.4, whole."""
    assert commitment(GID, SEED) == (
        "87460d96c0d0f92a0c406bc0188c68ff7927c3dea984e72068521b3a67e6c52a"
    )
    assert player_commitment(GID, "L", A) == (
        "ef32427e60b3b287fa05074feee016aa8e4e41e1c245b0eeb4c9f13bd3b6a80c"
    )
    assert player_commitment(GID, "R", B) == (
        "ccd314e9b6af563a3392355661fa77ee71cd5ede049c9b93e5a9ac6799196bbe"
    )
    assert derive_key(GID, SEED, A, B).hex() == (
        "db5723d4c0f8d07cbcc8da71a05e2583e73c7f0acaef2dcac0884370b2599e45"
    )
    dice = FairDice(GID, SEED, A, B)
    assert [dice.opening(n) for n in range(4)] == [(2, 2), (6, 1), (5, 3), (5, 5)]
    rolls = ["23", "15", "62", "54", "52", "54", "31", "12", "15", "12", "26", "23"]
    assert [dice.roll(n) for n in range(12)] == [(int(r[0]), int(r[1])) for r in rolls]


def test_minimal_mode_is_empty_entropy() -> None:
    assert FairDice(GID, SEED).roll(0) == FairDice(GID, SEED, b"", b"").roll(0)
    assert FairDice(GID, SEED).commitment == commitment(GID, SEED)
    minimal = [FairDice(GID, SEED).roll(n) for n in range(20)]
    assert minimal != [FairDice(GID, SEED, A, B).roll(n) for n in range(20)]


def test_every_part_changes_the_dice() -> None:
    base = [FairDice(GID, SEED).roll(n) for n in range(20)]
    assert base != [FairDice(GID + "x", SEED).roll(n) for n in range(20)]
    assert base != [FairDice(GID, SEED[::-1]).roll(n) for n in range(20)]
    assert base != [FairDice(GID, SEED).opening(n) for n in range(20)]


def test_bu_16_dice_are_even() -> None:
    """fair_dice.md 7.4: 72,000 rolls of the vector's stream in 36 pairs: chi-square 31.6 on 35
    degrees of freedom. As exact a figure as the vector itself: another stream has another."""
    dice = FairDice(GID, SEED, A, B)
    counts = Counter(dice.roll(n) for n in range(72_000))
    assert set(counts) == {(a, b) for a in range(1, 7) for b in range(1, 7)}
    assert round(sum((n - 2000) ** 2 / 2000 for n in counts.values()), 1) == 31.6


def test_an_entropy_is_the_text_itself_its_ends_and_its_spelling_do_not_count() -> None:
    assert entropy_of(" three blind mice\n") == b"three blind mice"
    assert entropy_of("tre\u0301s") == entropy_of("tr\u00e9s") == "tr\u00e9s".encode()
    assert entropy_of("") == b""
    with pytest.raises(ValueError, match="longer than 400 bytes"):
        entropy_of("x" * 401)


def test_a_game_whose_seed_was_lost_goes_on_under_the_next_id() -> None:
    assert succeeding("M1/G1") == "M1/G1.2"
    assert succeeding("M1/G1.2") == "M1/G1.3"


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 16"):
        commitment(GID, bytes(16))
    with pytest.raises(ValueError, match="32 bytes, not 33"):
        FairDice(GID, bytes(33)).roll(0)


def test_the_seed_is_not_in_the_repr() -> None:
    dice = FairDice(GID, SEED)
    assert SEED.hex() not in repr(dice)
    assert repr(SEED) not in repr(dice)


def test_seeded_games_repeat_and_differ_from_each_other() -> None:
    assert seed_from_int(7, "M1/G1") == seed_from_int(7, "M1/G1")
    seeds = {seed_from_int(n, gid) for n in (1, 7, -7) for gid in ("M1/G1", "M1/G2")}
    assert len(seeds) == 6
    assert all(len(seed) == 32 for seed in seeds)
