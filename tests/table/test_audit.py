"""BU-16 to BU-19: a match is rolled again from its facts, and what does not follow is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest
from random_matches import random_match, with_seeds

from controller.guidance.words import format_message
from controller.rules.variants import VARIANTS
from controller.table import facts as f
from controller.table.audit import audit_match

Facts = list[f.Fact]
GIVEN = (b"three blind mice", bytes(range(32)))


def difference(facts: Facts) -> str:
    """The first in a match; "" if all dice follow."""
    found = (game.difference for game in audit_match(facts))
    return format_message(next((each for each in found if each is not None), None))


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "acey-deucey"])
def test_bu_19_every_die_of_a_match_follows_from_its_seeds(variant: str) -> None:
    facts = with_seeds(random_match(11, 3, variant=variant))
    games = audit_match(facts)

    assert difference(facts) == ""
    rolls = sum(isinstance(fact, f.Rolled) for fact in facts)
    assert sum(game.rolls for game in games) == rolls > 10
    assert not any(game.is_open for game in games)


def test_bu_16_the_players_entropy_is_part_of_every_die() -> None:
    facts, without = (with_seeds(random_match(4, 1, entropy=given)) for given in (GIVEN, None))
    (game,) = audit_match(facts)

    assert difference(facts) == ""
    assert game.rolls == sum(isinstance(fact, f.Rolled) for fact in facts) > 20
    assert game.sources == ("person", "table")
    assert first_dice(facts) != first_dice(without)


def first_dice(facts: Facts) -> list[tuple[int, int]]:
    return [fact.dice for fact in facts if isinstance(fact, f.Rolled)][:10]


@dataclass(frozen=True)
class Forged:
    """A way to forge a match, and what is said of it."""

    name: str
    forge: Callable[[Facts], Facts]
    said: str


def changed(kind: type[f.Fact], at: int, /, **fields: object) -> Callable[[Facts], Facts]:
    """The at-th fact of a kind gets other fields."""

    def forge(facts: Facts) -> Facts:
        index = [i for i, fact in enumerate(facts) if isinstance(fact, kind)][at]
        return [
            *facts[:index],
            msgspec.structs.replace(facts[index], **fields),
            *facts[index + 1 :],
        ]

    return forge


def dropped(kind: type[f.Fact], at: int) -> Callable[[Facts], Facts]:
    def forge(facts: Facts) -> Facts:
        index = [i for i, fact in enumerate(facts) if isinstance(fact, kind)][at]
        return [*facts[:index], *facts[index + 1 :]]

    return forge


def moved(kind: type[f.Fact], at: int, before: type[f.Fact]) -> Callable[[Facts], Facts]:
    """The at-th fact of a kind comes before the first of another kind."""

    def forge(facts: Facts) -> Facts:
        index = [i for i, fact in enumerate(facts) if isinstance(fact, kind)][at]
        left = [*facts[:index], *facts[index + 1 :]]
        to = next(i for i, fact in enumerate(left) if isinstance(fact, before))
        return [*left[:to], facts[index], *left[to:]]

    return forge


def repeated(kind: type[f.Fact], at: int) -> Callable[[Facts], Facts]:
    def forge(facts: Facts) -> Facts:
        index = [i for i, fact in enumerate(facts) if isinstance(fact, kind)][at]
        return [*facts[: index + 1], *facts[index:]]

    return forge


HASH = "ab" * 32
FORGED = (
    Forged("a die", changed(f.Rolled, 3, dice=(7, 7)), "the seed gives"),
    Forged("a commitment", changed(f.GameStarted, 0, commitment=HASH), "not the one that was comm"),
    Forged("no commitment", changed(f.GameStarted, 0, commitment=None), "were not committed to"),
    Forged("a seed", changed(f.SeedRevealed, 0, seed=HASH), "not the one that was committed to"),
    Forged("half a seed", changed(f.SeedRevealed, 0, seed="ab"), "no seed"),
    Forged("no hex", changed(f.SeedRevealed, 0, seed="x" * 64), "no seed"),
    Forged("an id", changed(f.GameStarted, 0, gid="M1/G2"), "another game"),
    Forged("a number", changed(f.Rolled, 5, n=9), "not the next of its kind"),
    Forged("a kind", changed(f.Rolled, 5, kind="Q"), "not the next of its kind"),
    Forged("who rolled", changed(f.Rolled, 5, side=None), "not due here"),
    Forged("a roll left out", dropped(f.Rolled, 5), "the roll was"),
    Forged("a roll twice", repeated(f.Rolled, 5), "not the next of its kind"),
    Forged("a play left out", dropped(f.Played, 5), "not due here"),
    Forged("a play twice", repeated(f.Played, 5), "the roll was –"),
    Forged("other dice played", changed(f.Played, 5, dice=(7, 7)), "played 7-7, the roll was"),
    Forged("who played", changed(f.Played, 5, side="nobody"), "another side"),
    Forged("no seed", dropped(f.SeedRevealed, 0), "never shown"),
    Forged("a seed too early", moved(f.SeedRevealed, 0, f.Played), "not due here"),
    Forged("two seeds", repeated(f.SeedRevealed, 0), "shown twice"),
    Forged("typed dice", moved(f.RollCorrected, 0, f.Played), "dice that people threw"),
)  # fmt: skip
FORGED_ENTROPY = (
    Forged("light's hash", changed(f.EntropyCommitted, 0, commitment=HASH), "light's chance"),
    Forged("dark's hash", changed(f.EntropyCommitted, 1, commitment=HASH), "dark's chance"),
    Forged("a hash left out", dropped(f.EntropyCommitted, 1), "dark's chance"),
    Forged("a hash too late", moved(f.EntropyRevealed, 0, f.EntropyCommitted), "light's chance"),
    Forged("a hash twice", repeated(f.EntropyCommitted, 0), "not due here"),
    Forged("A and B", changed(f.EntropyRevealed, 0, entropy=("", "")), "light's chance"),
    Forged("not shown", dropped(f.EntropyRevealed, 0), "came before the players' chance"),
    Forged("shown late", moved(f.Rolled, 0, f.EntropyRevealed), "came before the players' chance"),
    Forged("not agreed", changed(f.MatchStarted, 0, entropy=False), "not due here"),
)


@pytest.mark.parametrize("forged", FORGED, ids=lambda forged: forged.name)
def test_bu_19_what_was_changed_in_a_record_is_found(forged: Forged) -> None:
    facts = with_seeds(random_match(11, 1))
    facts.append(f.RollCorrected("light", (1, 2)))
    facts = forged.forge(facts)
    if forged.name != "typed dice":
        facts = [fact for fact in facts if not isinstance(fact, f.RollCorrected)]

    assert forged.said in difference(facts)


@pytest.mark.parametrize("forged", FORGED_ENTROPY, ids=lambda forged: forged.name)
def test_bu_19_what_was_changed_of_the_players_entropy_is_found(forged: Forged) -> None:
    assert forged.said in difference(forged.forge(with_seeds(random_match(11, 1, entropy=GIVEN))))


def test_bu_18_of_a_game_under_way_the_seed_is_a_secret_and_no_difference() -> None:
    facts = with_seeds(random_match(11, 1))
    at = next(i for i, fact in enumerate(facts) if isinstance(fact, f.GameEnded))
    (game,) = audit_match(facts[: at - 2])

    assert (game.is_open, game.difference, game.rolls) == (True, None, 0)


def test_a_lost_seed_leaves_its_rolls_unverified_and_the_rest_verified() -> None:
    facts = with_seeds(random_match(11, 1, lost_at=6))
    (game,) = audit_match(facts)
    opening = sum(isinstance(fact, f.Rolled) and fact.kind == "O" for fact in facts)

    assert f"the seed of {6 + opening} rolls was lost" in difference(facts)
    assert game.rolls == sum(isinstance(fact, f.Rolled) for fact in facts) - 6 - opening
    assert game.gid == "M1/G1.2"


def test_a_seed_that_was_lost_at_the_end_is_said_to_be_lost_not_missing() -> None:
    facts = random_match(11, 1)
    rolls = sum(isinstance(fact, f.Rolled) for fact in facts)

    assert f"the seed of {rolls} rolls was lost" in difference([*facts, f.SeedLost("M1/G1")])
