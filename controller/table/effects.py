"""Everything the core asks of the world. The shell carries these out, in order.

`reveals` is the number of the newest fact that an effect's content depends on (0: none newer
than the agreed position): the shell lets it out only when that fact is committed.
"""

from __future__ import annotations

import msgspec

from controller.table.facts import AnyFact
from controller.view.lobby import Wishes
from controller.view.snapshot import Light, Snapshot


class Effect(msgspec.Struct, frozen=True, tag_field="effect", tag=True):
    """Base of all effects."""


class Record(Effect, frozen=True):
    """Commit this fact; numbers of one journal have no gaps."""

    number: int
    fact: AnyFact


class ShowLights(Effect, frozen=True):
    """These lights and no others burn, so bright."""

    lights: tuple[Light, ...]
    reveals: int = 0
    brightness_pct: int = 60


class Show(Effect, frozen=True):
    """The picture for every screen."""

    snapshot: Snapshot
    reveals: int = 0


class AskMeans(Effect, frozen=True):
    """Ask the table for a snapshot of means; the answer carries the request's number."""

    request: int


class WakeAt(Effect, frozen=True):
    """Send a Tick at this time at the latest; replaces the wish before."""

    at_ms: int


class WantSeed(Effect, frozen=True):
    """Make the seed of a game (or read back the one kept) and commit to it."""

    gid: str


class WantRoll(Effect, frozen=True):
    """Roll two dice: number n of kind "O" (opening) or "R" of a game, from the seed that was
    committed to and what light and dark gave (hex)."""

    gid: str
    kind: str
    n: int
    reveals: int = 0
    commitment: str | None = None
    entropy: tuple[str, str] = ("", "")


class KeepEntropy(Effect, frozen=True):
    """Keep a side's own chance for a game's dice, safe from a crash, and commit to it.

    source: "person" (then `text` is it), "none" (empty) or "table" (draw it). A secret: no log.
    """

    gid: str
    side: str
    text: str
    source: str
    reveals: int = 0


class WantEntropy(Effect, frozen=True):
    """Both sides' hashes are facts: show what they gave."""

    gid: str
    reveals: int = 0


class WantChoice(Effect, frozen=True):
    """A bot decides. what: "play", "double" (or roll), "answer" (take or drop), "resignation"
    (accept or refuse a loss of `size`) or "name" (a double).

    board, off, reserve: from the side that decides (its own first); the answer carries `request`.
    """

    request: int
    what: str
    side: str
    board: tuple[int, ...]
    off: tuple[int, int]
    roll: tuple[int, int] | None
    cube: int
    owns_cube: bool | None  # None: centred
    score: tuple[int, int]  # own, other's
    length: int
    crawford: bool
    size: int = 0
    largest_win: int = 3  # what the game can be won by as it stands
    reveals: int = 0
    variant: str = "standard"
    reserve: tuple[int, int] = (0, 0)


class WantReveal(Effect, frozen=True):
    """The game is over: show its seed, the one that was committed to."""

    gid: str
    reveals: int = 0
    commitment: str | None = None


class WantLobby(Effect, frozen=True):
    """No match is under way: tell `LobbyReady` with what people may choose."""


class WantMatch(Effect, frozen=True):
    """People want a match: tell `Begin` with its card.

    wishes: what they chose, found possible; None: the last match again, as it was agreed, and if
    swapped with sides (names and seats) exchanged. aids: of a match that is played again.
    """

    reveals: int = 0
    wishes: Wishes | None = None
    swapped: bool = False
    aids: str = ""


class WriteRecords(Effect, frozen=True):
    """A match has ended: write its files."""

    match: int
    reveals: int = 0


AnyEffect = (
    Record | ShowLights | Show | AskMeans | WakeAt | WantSeed | WantRoll | WantChoice
    | KeepEntropy | WantEntropy | WantReveal | WantLobby | WantMatch | WriteRecords
)  # fmt: skip
