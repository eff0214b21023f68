"""Rolls a match again from its facts: the verification of fair dice (fair_dice.md 7.3).

What it looks at is what is a matter of dice: commitments, hashes, entropy and seeds, each in its
place; every roll with its kind, number and side; the dice of each play, and that every turn which
needed a roll has exactly one. Names, scores, cubes and where checkers went are no matter of dice.
`deploy/verify_dice.py` does the same without us, rule by rule; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.dice.fair import COLUMNS, FairDice, commitment, player_commitment, seed_from_int
from controller.rules.position import Roll
from controller.table import facts as f
from controller.view.snapshot import Message

ROLLS_ANEW = ("acey-deucey", "tavla", "portes")
"""Variants in which the opening roll only decides who begins."""
SIDES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class GameAudit:
    """What rolling a game again came to. gid: of its last seed, revealed or not.

    rolls: how many follow from the seeds shown; unseen: turns played by dice that the table did not
    throw; is_open: the game goes on, its seed is still a secret. sources: whose chance each side's
    entropy was. difference: the first that does not follow, in words.
    """

    game: int
    gid: str
    rolls: int = 0
    unseen: int = 0
    is_open: bool = False
    sources: tuple[str, str] = ("", "")
    difference: Message | None = None


def audit_match(facts: Sequence[f.Fact]) -> tuple[GameAudit, ...]:
    """Every game of a match of fair or seeded dice. facts: all, in their order."""
    card = next(fact for fact in facts if isinstance(fact, f.MatchStarted))
    starts = [at for at, fact in enumerate(facts) if isinstance(fact, f.GameStarted)]
    games = [facts[a:b] for a, b in zip(starts, [*starts[1:], len(facts)], strict=True)]
    return tuple(
        audit_game(card, game, is_last=at + 1 == len(games)) for at, game in enumerate(games)
    )


def audit_game(card: f.MatchStarted, facts: Sequence[f.Fact], *, is_last: bool = True) -> GameAudit:
    """One game. facts: from its `GameStarted` on; is_last: none follows in this match."""
    return _Game(card, facts, is_last=is_last).walk()


def format_roll(kind: str, dice: Roll) -> str:
    """Two dice as a person reads them: the opening's apart, light's first."""
    return f"{dice[0]}-{dice[1]}" if kind == "R" else f"{dice[0]} and {dice[1]}"


class _Game:
    """Walks over one game's facts and stops at the first that does not fit."""

    def __init__(self, card: f.MatchStarted, facts: Sequence[f.Fact], *, is_last: bool) -> None:
        self.card, self.facts, self.is_last = card, facts, is_last
        self.seeds = {fact.gid: fact.seed for fact in facts if isinstance(fact, f.SeedRevealed)}
        first = facts[0]
        assert isinstance(first, f.GameStarted)
        self.game = first.game
        self.gid = first.gid
        self.dice: FairDice | None = None
        self.next_n = {"O": 0, "R": 0}
        self.digests: dict[str, str] = {}
        self.sources = {"light": "", "dark": ""}
        self.has_entropy = False  # both sides' was revealed
        self.is_shown = self.is_over = False
        self.turn: str | None = None
        self.roll: Roll | None = None  # thrown and not played yet
        self.then = ""
        self.rolls = self.unseen = self.lost = 0

    def walk(self) -> GameAudit:
        difference: Message | None = None
        for fact in self.facts:
            difference = self.step(fact)
            if difference is not None:
                break
        if difference is None and self.lost:
            difference = self.said("the seed of {lost} rolls was lost", lost=self.lost)
        is_open = not self.is_shown
        if difference is None and is_open and (self.is_over or not self.is_last):
            difference = self.said("it is over, and its seed was never shown")
        return GameAudit(
            self.game, self.gid, self.rolls, self.unseen, is_open,
            (self.sources["light"], self.sources["dark"]), difference,
        )  # fmt: skip

    def said(self, words: str, **arguments: str | int) -> Message:
        return "game {game}: " + words, {"game": self.game, **arguments}

    def step(self, fact: f.Fact) -> Message | None:
        if getattr(fact, "gid", self.gid) != self.gid:
            return self.said("{fact} names another game", fact=type(fact).__name__)
        if getattr(fact, "side", None) not in (None, *SIDES):
            return self.said("{fact} names another side", fact=type(fact).__name__)
        match fact:
            case f.GameStarted():
                self.turn = fact.starter
                return self.begin(fact.gid, fact.commitment)
            case f.SeedLost():
                return self.lose(fact)
            case f.EntropyCommitted():
                return self.commit_entropy(fact)
            case f.EntropyRevealed():
                return self.reveal_entropy(fact)
            case f.Rolled():
                return self.thrown(fact)
            case f.Played():
                return self.played(fact)
            case f.NamedDouble():
                return self.named(fact)
            case f.BoardSet():
                self.turn, self.roll, self.then = fact.turn, None, ""
            case f.RollCorrected() | f.OpeningWon():
                return self.said("dice that people threw, in a match of the table's")
            case f.SeedRevealed():
                return self.reveal(fact)
            case f.GameEnded() | f.MatchAbandoned():
                self.is_over = True
        return None

    # -- seeds ------------------------------------------------------------------------------

    def begin(self, gid: str, committed: str | None) -> Message | None:
        """Rolls come from another seed from here on."""
        self.gid, self.next_n, self.dice = gid, {"O": 0, "R": 0}, None
        self.digests, self.has_entropy, self.is_shown = {}, False, False
        if committed is None:
            return self.said("its dice were not committed to")
        if gid not in self.seeds:
            return None
        seed = _bytes(self.seeds[gid])
        if seed is None or len(seed) != 32:
            return self.said("the seed shown is no seed")
        if not gid.isascii() or commitment(gid, seed) != committed:
            return self.said("the seed shown is not the one that was committed to")
        if self.card.seed is not None and seed != seed_from_int(self.card.seed, gid):
            return self.said("its seed is not that of a match seeded with {seed}",
                             seed=self.card.seed)  # fmt: skip
        self.dice = FairDice(gid, seed)
        return None

    def lose(self, fact: f.SeedLost) -> Message | None:
        self.lost += sum(self.next_n.values())
        if not fact.next_gid:
            self.is_shown = True
            return None
        return self.begin(fact.next_gid, fact.commitment)

    def reveal(self, fact: f.SeedRevealed) -> Message | None:
        if self.is_shown:
            return self.said("its seed is shown twice")
        self.is_shown = True
        return None

    # -- entropy ----------------------------------------------------------------------------

    def commit_entropy(self, fact: f.EntropyCommitted) -> Message | None:
        if fact.side in self.digests or not self.card.entropy:
            return self.said("the players' chance is not due here")
        self.digests[fact.side] = fact.commitment
        self.sources[fact.side] = fact.source
        return None

    def reveal_entropy(self, fact: f.EntropyRevealed) -> Message | None:
        self.has_entropy = True
        for side, text in zip(SIDES, fact.entropy, strict=True):
            given = _bytes(text)
            digest = given is not None and player_commitment(self.gid, COLUMNS[side], given)
            if digest != self.digests.get(side):
                return self.said("{side}'s chance is not the one that was committed to", side=side)
        if self.dice is not None:
            light, dark = (bytes.fromhex(text) for text in fact.entropy)
            self.dice = FairDice(self.gid, self.dice.seed, light, dark)
        return None

    # -- rolls and turns ----------------------------------------------------------------------

    def thrown(self, fact: f.Rolled) -> Message | None:
        name = f"{fact.kind}{fact.n}"
        if fact.n != self.next_n.get(fact.kind):
            return self.said("roll {roll} is not the next of its kind", roll=name)
        if self.card.entropy and not self.has_entropy:
            return self.said("roll {roll} came before the players' chance", roll=name)
        if not self.is_due(fact):
            return self.said("roll {roll} is not due here", roll=name)
        self.next_n[fact.kind] += 1
        if self.dice is not None:
            ours = self.dice.throw(fact.kind, fact.n)
            if ours != fact.dice:
                return self.said(
                    "roll {roll} is recorded as {recorded}, the seed gives {thrown}", roll=name,
                    recorded=format_roll(fact.kind, fact.dice), thrown=format_roll(fact.kind, ours),
                )  # fmt: skip
            self.rolls += 1
        if fact.kind == "O" and fact.dice[0] != fact.dice[1]:
            self.turn = SIDES[fact.dice[0] < fact.dice[1]]
        if fact.kind == "R" or (self.turn and self.card.variant not in ROLLS_ANEW):
            self.roll = (max(fact.dice), min(fact.dice))
        return None

    def is_due(self, fact: f.Rolled) -> bool:
        """Nobody has a roll to play, and it is this side's turn, or in the opening nobody's."""
        is_turn = fact.side == self.turn and (fact.side is None) is (fact.kind == "O")
        return is_turn and self.roll is None and self.then != "name" and not self.is_shown

    def played(self, fact: f.Played) -> Message | None:
        dice = (max(fact.dice), min(fact.dice))
        fits = fact.side == self.turn and dice == self.roll
        if fact.rolls:  # nobody saw this turn: people said what it was
            self.unseen += self.roll is None or fact.rolls != (self.roll,)
        elif not fits:
            return self.said("{side} played {dice}, the roll was {roll}",
                             side=fact.side, dice=format_roll("R", dice),
                             roll=format_roll("R", self.roll) if self.roll else "–")  # fmt: skip
        self.roll, self.then = None, fact.then
        self.turn = fact.side if fact.then else SIDES[fact.side == "light"]
        return None

    def named(self, fact: f.NamedDouble) -> Message | None:
        if self.then != "name" or fact.side != self.turn:
            return self.said("{side} named a double that was not due", side=fact.side)
        self.roll, self.then = (fact.value, fact.value), ""
        return None


def _bytes(text: str) -> bytes | None:
    """Hex in lower case as bytes; None for anything else."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return None
    return data if data.hex() == text else None
