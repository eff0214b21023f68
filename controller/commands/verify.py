"""`gammonboard verify`: re-roll every die of a match from the seeds that were shown.

Follows spec 7.3 of the construction "bgtable-dice-v1" in its minimal mode (table seed only): the
commitment comes before the first die, the seed after the last, and every roll follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from controller.dice.fair import commitment
from controller.errors import RecordError, UsageError
from controller.records.files import read_matches
from controller.service.chance import roll_from
from controller.table.facts import Fact, GameStarted, MatchStarted, Played, Rolled, SeedRevealed


def read_facts(path: Path) -> list[Fact]:
    """The facts of a JSON record's first match. Raises RecordError naming file and reason."""
    facts = list[Fact](read_matches(path)[0].facts)
    if not facts:
        raise RecordError(f"{path}: only our own JSON carries the seeds of the dice")
    return facts


def run(facts: Sequence[Fact], out: TextIO) -> int:
    """Print VERIFIED and return 0, or the first difference and return 1.

    Raises UsageError for a match whose dice cannot be verified: typed, or not finished.
    """
    card = next((fact for fact in facts if isinstance(fact, MatchStarted)), None)
    if card is None:
        raise UsageError("there is no match in it")
    if card.dice in ("typed", "deduced"):
        raise UsageError(f"its dice were real ones, {card.dice}: nothing was committed to")
    difference = first_difference(facts)
    if difference is not None:
        print(difference, file=out)
        return 1
    rolls = sum(isinstance(fact, Rolled) for fact in facts)
    games = sum(isinstance(fact, SeedRevealed) for fact in facts)
    note = "" if card.seed is None else f" (seeded with {card.seed}: repeatable, not fair)"
    print(f"VERIFIED {rolls} rolls of {games} games, table seed only{note}", file=out)
    if unseen := _thrown_elsewhere(facts):
        print(f"{unseen} reconstructed: dice that the table did not throw", file=out)
    return 0


def _thrown_elsewhere(facts: Sequence[Fact]) -> str:
    """How many turns were played by dice that nobody saw; "" for none."""
    turns, thrown = 0, (0, 0)
    for fact in facts:
        if isinstance(fact, Rolled):
            thrown = fact.dice
        elif isinstance(fact, Played):
            turns += bool(fact.rolls) and fact.rolls != ((max(thrown), min(thrown)),)
            thrown = (0, 0)
    return f"{turns} turn{'' if turns == 1 else 's'}" if turns else ""


def first_difference(facts: Sequence[Fact]) -> str | None:
    """What does not follow from the seeds, in words; None if all does."""
    seeds = {fact.gid: fact.seed for fact in facts if isinstance(fact, SeedRevealed)}
    if not seeds:
        raise UsageError("no seed was shown yet: a game is verified when it is over")
    game: GameStarted | None = None
    expected = {"O": 0, "R": 0}
    for fact in facts:
        if isinstance(fact, GameStarted):
            game, expected = fact, {"O": 0, "R": 0}
            seed = seeds.get(fact.gid)
            if seed is not None and commitment(fact.gid, bytes.fromhex(seed)) != fact.commitment:
                return f"game {fact.game}: the seed shown is not the one that was committed to"
        elif isinstance(fact, Rolled) and game is not None and game.gid in seeds:
            where = f"game {game.game}, roll {fact.kind}{fact.n}"
            if fact.n != expected[fact.kind]:
                return f"{where}: roll {fact.kind}{expected[fact.kind]} should come here"
            expected[fact.kind] += 1
            dice = roll_from(game.gid, bytes.fromhex(seeds[game.gid]), fact.kind, fact.n)
            if dice != fact.dice:
                return f"{where}: recorded {fact.dice}, the seed gives {dice}"
    return None
