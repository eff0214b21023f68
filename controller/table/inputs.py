"""Everything that can be told to the core. Each carries the monotonic time at which it happened.

None of these is journalled; `--record-inputs` keeps them as JSON lines, and replaying the lines
gives the same effects.
"""

from __future__ import annotations

import msgspec

from controller.table.facts import MatchStarted
from controller.view.intents import Envelope
from controller.view.lobby import Lobby
from controller.view.snapshot import LineMinute, LineQuality


class Input(msgspec.Struct, frozen=True, tag_field="input", tag=True):
    """Base of all inputs. now_ms: monotonic milliseconds, never going back."""

    now_ms: int


class Tick(Input, frozen=True):
    """Time has come that a `WakeAt` asked for."""


class Begin(Input, frozen=True):
    """Start a match (facts that the journal already holds came with the table instead)."""

    card: MatchStarted


class Await(Input, frozen=True):
    """No match is under way, and none begins by itself: people choose one."""


class LobbyReady(Input, frozen=True):
    """Answer to WantLobby: what people may choose."""

    lobby: Lobby


class Resume(Input, frozen=True):
    """The service is back in an unfinished match; power_lost: it did not stop by itself."""

    power_lost: bool


class Readings(Input, frozen=True):
    """Cells that a report of the table brought: (cell, reading or None) pairs."""

    cells: tuple[tuple[int, int | None], ...]


class Means(Input, frozen=True):
    """The snapshot of means that request asked for: 128 readings or None."""

    request: int
    readings: tuple[int | None, ...]


class Button(Input, frozen=True):
    """A button of the table; control: done, double or undo."""

    side: str
    control: str
    pressed: bool


class Asked(Input, frozen=True):
    """An intent of a person at a screen, with its envelope."""

    envelope: Envelope


class LinkUp(Input, frozen=True):
    """The table answers; restarted: its own electronics started anew."""

    restarted: bool


class LinkDown(Input, frozen=True):
    """The table is gone; detail: one line in words; line: how good the line was of late."""

    detail: str
    line: LineQuality | None = None


class LineHeard(Input, frozen=True):
    """Something comes over the line though the table is gone."""

    minute: LineMinute


class DiceRolled(Input, frozen=True):
    """Answer to WantRoll: kind "O" or "R", its number n, two dice."""

    kind: str
    n: int
    dice: tuple[int, int]


class ChoiceMade(Input, frozen=True):
    """Answer to WantChoice: the board after a play (mover's side), an act by its name, or the
    double that is named."""

    request: int
    board: tuple[int, ...] | None = None
    act: str | None = None
    double: int | None = None


class SeedReady(Input, frozen=True):
    """Answer to WantSeed: the game's commitment (hex), None where dice are typed."""

    gid: str
    commitment: str | None


class SeedShown(Input, frozen=True):
    """Answer to WantReveal: the seed of a finished game (hex), None where it was lost."""

    gid: str
    seed: str | None


class RecordKept(Input, frozen=True):
    """A finished match's files are written: the first one's path, and its text where it is a
    `.mat`; why: they could not be, one line in words."""

    match: int
    path: str = ""
    text: str = ""
    why: str = ""


class EntropyKept(Input, frozen=True):
    """Answer to KeepEntropy: it is safe; commitment: its hash (hex). source: as it was asked."""

    gid: str
    side: str
    commitment: str
    source: str


class EntropyShown(Input, frozen=True):
    """Answer to WantEntropy: what light and dark gave, hex."""

    gid: str
    entropy: tuple[str, str]


class SeedGone(Input, frozen=True):
    """Answer to WantRoll or WantEntropy: the game's secrets cannot be read any more. What comes is
    thrown from the seed of `next_gid`, committed to by `commitment`."""

    gid: str
    next_gid: str
    commitment: str


class Committed(Input, frozen=True):
    """The journal holds every fact up to this number for good."""

    number: int


class NotRecorded(Input, frozen=True):
    """The journal cannot be written; why: one line in words."""

    why: str


AnyInput = (
    Tick | Begin | Await | LobbyReady | Resume | Readings | Means | Button | Asked | LinkUp
    | LinkDown | LineHeard | DiceRolled | ChoiceMade | SeedReady | SeedShown | EntropyKept
    | EntropyShown | SeedGone | RecordKept | Committed | NotRecorded
)  # fmt: skip
