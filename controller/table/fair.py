"""What the facts say of the dice: on what they rest, and what came of rolling a game again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.table import facts as f
from controller.table.audit import SIDES, audit_game
from controller.view.snapshot import Message

_MATTER_OF_DICE = (
    f.GameStarted, f.SeedLost, f.EntropyCommitted, f.EntropyRevealed, f.Rolled, f.RollCorrected,
    f.OpeningWon, f.NamedDouble, f.Played, f.BoardSet, f.SeedRevealed, f.GameEnded,
    f.MatchAbandoned,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ended:
    """The dice of a game that is over. seed "": it was lost. entropy: A and B, hex.

    difference: the first roll that does not follow, in words; None: all do.
    """

    gid: str
    commitment: str
    seed: str
    entropy: tuple[str, str]
    rolls: int
    difference: Message | None


@dataclass(frozen=True, slots=True)
class Fair:
    """The dice of the game begun last. told: its facts so far that are a matter of dice.

    digests: what light and dark committed to, None until then; sources: whose chance that is, ""
    until then; entropy: A and B (hex) once they are revealed. is_lost: rolls of this game hang on a
    seed that is gone. ended: the game that was over last.
    """

    card: f.MatchStarted | None = None
    told: tuple[f.Fact, ...] = ()
    digests: tuple[str | None, str | None] = (None, None)
    sources: tuple[str, str] = ("", "")
    entropy: tuple[str, str] | None = None
    is_lost: bool = False
    ended: Ended | None = None

    @property
    def is_wished(self) -> bool:
        """The players add chance of their own to the dice of this match."""
        return self.card is not None and self.card.entropy and self.card.dice in ("fair", "seeded")

    @property
    def is_ready(self) -> bool:
        """Dice may be thrown: nobody's chance is still to come."""
        return not self.is_wished or self.entropy is not None


def follow(fair: Fair, fact: f.Fact) -> Fair:
    """After one more fact of the match."""
    if isinstance(fact, f.MatchStarted):
        return Fair(card=fact, ended=fair.ended)
    if not isinstance(fact, _MATTER_OF_DICE):
        return fair
    if isinstance(fact, f.GameStarted):
        return Fair(card=fair.card, told=(fact,), ended=fair.ended)
    fair = replace(fair, told=(*fair.told, fact))
    match fact:
        case f.EntropyCommitted():
            at = SIDES.index(fact.side)
            digests, sources = list(fair.digests), list(fair.sources)
            digests[at], sources[at] = fact.commitment, fact.source
            return replace(fair, digests=(digests[0], digests[1]), sources=(sources[0], sources[1]))
        case f.EntropyRevealed():
            return replace(fair, entropy=fact.entropy)
        case f.SeedLost(next_gid=next_gid) if next_gid:
            was_thrown = any(isinstance(told, f.Rolled) for told in fair.told)
            anew = replace(fair, digests=(None, None), sources=("", ""), entropy=None)
            return replace(anew, is_lost=fair.is_lost or was_thrown)
        case f.SeedLost():
            return replace(fair, ended=_ended(fair, fact.gid, ""))
        case f.SeedRevealed():
            return replace(fair, ended=_ended(fair, fact.gid, fact.seed))
    return fair


def _ended(fair: Fair, gid: str, seed: str) -> Ended:
    assert fair.card is not None
    audit = audit_game(fair.card, fair.told)
    started = [fact for fact in fair.told if isinstance(fact, f.GameStarted | f.SeedLost)]
    committed = [fact.commitment for fact in started if fact.commitment is not None]
    return Ended(
        gid, committed[-1] if committed else "", seed, fair.entropy or ("", ""), audit.rolls,
        audit.difference,
    )  # fmt: skip
