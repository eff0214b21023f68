"""What happened for good. The journal holds these and nothing else; match state is their fold.

`side` is "light" or "dark"; plays are canonical text from the mover's side (DESIGN words in
ARCHITECTURE.md). A fact is never changed after release: new fields get defaults, a changed
meaning gets a new tag.
"""

from __future__ import annotations

import msgspec

from controller.match.clock import TimeRule
from controller.match.stakes import USUAL, Stakes

TIMEOUT = "timeout"
"""The cause of what the table decided for a side whose time was up."""


class Fact(msgspec.Struct, frozen=True, tag_field="fact", tag=True):
    """Base of all facts: JSON with its own name under "fact"."""


class MatchStarted(Fact, frozen=True):
    """length 0 = money. seats: "person", "bot ...", "hands" or "" (nobody sat here for it). dice:
    fair, seeded, typed or deduced. stakes: what was agreed about cube and points. source: the file
    it was imported from; such a match never goes on.

    timer_s: seconds a turn, 0 for none. clock: of a match clock, None for none. entropy: the
    players add chance of their own to the table's dice. level: of the bots. aids: "full",
    "wrong-only" or "none"; "" is as the table is set. tournament: aids and timer are locked off."""

    match: int
    variant: str
    length: int
    light: str
    dark: str
    seats: tuple[str, str]
    dice: str
    event: str = ""
    round: str = ""
    table: str = ""
    date: str | None = None  # ISO date, only from a synchronised clock
    seed: int | None = None  # of a seeded (not fair) match
    product: str = ""
    stakes: Stakes = USUAL
    source: str = ""
    timer_s: int = 0
    clock: TimeRule | None = None
    entropy: bool = False
    level: str = ""
    aids: str = ""
    tournament: bool = False


class MatchResumed(Fact, frozen=True):
    """The service came back; the board was confirmed by `confirmed_by` (None: not needed)."""

    confirmed_by: str | None = None


class GameStarted(Fact, frozen=True):
    """Score and Crawford at its start; commitment: hex, None for typed dice. slots: set-up.

    starter: who throws first without an opening roll; None: the opening decides.
    """

    game: int
    gid: str
    score: tuple[int, int]
    crawford: bool
    commitment: str | None
    slots: tuple[int, ...]
    off: tuple[int, int] = (0, 0)
    reserve: tuple[int, int] = (0, 0)
    starter: str | None = None


class Rolled(Fact, frozen=True):
    """kind "O" (opening: light's die, dark's die; ties are facts too) or "R"; n counts per kind.

    source: of a match of deduced dice how this roll is known: "deduced", the only one that explains
    the play, confirmed with it; "chosen" by a person among several; "typed" in. "" elsewhere: the
    match's own.
    """

    kind: str
    n: int
    dice: tuple[int, int]
    side: str | None = None  # who rolled; None in the opening
    source: str = ""


class RollCorrected(Fact, frozen=True):
    """The dice that were typed in do not explain the play, and both sides let the move stand: these
    were thrown."""

    side: str
    dice: tuple[int, int]


class OpeningWon(Fact, frozen=True):
    """Real dice that nobody entered: `side` won the opening throw and throws anew to begin."""

    side: str


class NamedDouble(Fact, frozen=True):
    """Acey-deucey: after a 1-2 `side` plays this number four times, as if it had been thrown.

    cause: TIMEOUT where the table named it, else "".
    """

    side: str
    value: int
    cause: str = ""


class Played(Fact, frozen=True):
    """A whole turn, as the hands made it; notation "" is a dance. slots, off: the board after.

    then: what the same side does next in its turn, "name" a double or "roll" again (acey-deucey);
    "": the turn is over.

    rolls: of a turn that was reconstructed, nobody having seen it, every roll that explains it; one
    is certain, or was thrown by the table (then `Rolled` tells it). Of several nobody knows which
    it was: dice is (0, 0), and the notation says only from where to where.
    """

    side: str
    dice: tuple[int, int]
    notation: str
    slots: tuple[int, ...]
    off: tuple[int, int]
    reserve: tuple[int, int] = (0, 0)
    illegal: bool = False
    then: str = ""
    rolls: tuple[tuple[int, int], ...] = ()


class Chosen(Fact, frozen=True):
    """A play that hands must still make. cause: "bot" or TIMEOUT; slots, off: the board after."""

    side: str
    dice: tuple[int, int]
    notation: str
    slots: tuple[int, ...]
    off: tuple[int, int]
    cause: str
    reserve: tuple[int, int] = (0, 0)


class Doubled(Fact, frozen=True):
    """side offers a cube of `value`."""

    side: str
    value: int


class Beavered(Fact, frozen=True):
    """side takes what is offered and offers the cube back at `value` (a raccoon does it again)."""

    side: str
    value: int


class AutomaticDouble(Fact, frozen=True):
    """The opening was tied: the cube stands at `value`, in the middle."""

    value: int


class Taken(Fact, frozen=True):
    """cause: TIMEOUT where the table answered, else ""."""

    side: str
    value: int
    cause: str = ""


class Dropped(Fact, frozen=True):
    """cause: as of `Taken`."""

    side: str
    cause: str = ""


class ResignOffered(Fact, frozen=True):
    side: str
    size: int


class ResignAnswered(Fact, frozen=True):
    """cause: as of `Taken`."""

    side: str
    accepted: bool
    cause: str = ""


class QuestionAnswered(Fact, frozen=True):
    """ask: which question; answer: what was chosen, as text."""

    side: str
    ask: str
    answer: str


class BoardSet(Fact, frozen=True):
    """A position set by hand or director, with who is on roll (None: nobody yet)."""

    slots: tuple[int, ...]
    off: tuple[int, int]
    reserve: tuple[int, int] = (0, 0)
    turn: str | None = None
    cube: int = 1
    owner: str | None = None


class ClockRead(Fact, frozen=True):
    """What the match clock showed when a turn ended, or (fallen) when a side's time ran out.

    reserves: (light, dark) in ms.
    """

    reserves: tuple[int, int]
    fallen: str | None = None


class MatchPaused(Fact, frozen=True):
    """side stopped the match and its clocks for a while."""

    side: str


class MatchWentOn(Fact, frozen=True):
    """side ended the pause."""

    side: str


class IntentRefused(Fact, frozen=True):
    side: str
    control: str
    why: str


class SeedRevealed(Fact, frozen=True):
    """seed: 64 hex digits; verify re-rolls every die of game `gid` from it."""

    gid: str
    seed: str


class SeedLost(Fact, frozen=True):
    """The seed of game `gid` is gone: nobody can ever check the rolls thrown from it. The game goes
    on by the dice of `next_gid` (its rolls are counted from 0 again), committed to by `commitment`;
    "": it is over."""

    gid: str
    next_gid: str = ""
    commitment: str | None = None


class EntropyCommitted(Fact, frozen=True):
    """A side's own chance for the dice of `gid` is in; commitment: its hash (HL or HR), hex.

    source: "person", "table" (drawn by the service, for a bot) or "none" (it rolls without).
    """

    gid: str
    side: str
    commitment: str
    source: str


class EntropyRevealed(Fact, frozen=True):
    """What both sides gave, (light's, dark's) as hex: before the first die, after both hashes."""

    gid: str
    entropy: tuple[str, str]


class GameEnded(Fact, frozen=True):
    """how: bearoff, drop or resign; size 1, 2, 3; points = size x cube."""

    winner: str
    how: str
    size: int
    points: int
    score: tuple[int, int]


class MatchEnded(Fact, frozen=True):
    winner: str
    score: tuple[int, int]


class MatchAbandoned(Fact, frozen=True):
    """The match was given up for good, at `side`'s word: it has no result."""

    side: str
    score: tuple[int, int]


class AidsSet(Fact, frozen=True):
    """level: full, wrong-only or none, for the rest of the match."""

    side: str
    level: str


AnyFact = (
    MatchStarted | MatchResumed | GameStarted | Rolled | RollCorrected | OpeningWon | NamedDouble
    | Played | Chosen | Doubled | Beavered | AutomaticDouble | Taken | Dropped | ResignOffered
    | ResignAnswered | QuestionAnswered | BoardSet | IntentRefused | SeedRevealed | SeedLost
    | EntropyCommitted | EntropyRevealed | GameEnded | MatchEnded | ClockRead | MatchPaused
    | MatchWentOn | MatchAbandoned | AidsSet
)  # fmt: skip
