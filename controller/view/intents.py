"""What a person asks for: buttons, keys, taps and answers all arrive as these."""

from __future__ import annotations

import msgspec

from controller.view.lobby import Wishes


class Press(msgspec.Struct, frozen=True, tag="press"):
    """A table button or its key. control: done, double, undo, yes, no, take, drop or beaver;
    accept (on the screen only): let the board stand as it lies; pause, go_on: stop the match and
    its clocks for a while."""

    side: str
    control: str


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """Offer to lose size x cube (1 single, 2 gammon, 3 backgammon)."""

    side: str
    size: int


class TypeDice(msgspec.Struct, frozen=True, tag="type_dice"):
    """Real dice typed in; in the opening each side enters its own (then `dice` holds one)."""

    side: str
    dice: tuple[int, ...]


class NameDouble(msgspec.Struct, frozen=True, tag="name_double"):
    """Acey-deucey: point at the double of this number; the one pointed at already is named."""

    side: str
    value: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """A touch on one of the two lit points of a question (slot 0-25 or tray 26-27)."""

    side: str
    place: int


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """Show the hands the way back to a position: the agreed one; or that of `back` plays ago, or of
    `board` (an XGID, a GNUbg ID, or a position ID with this side on roll), from which the game goes
    on once both sides want it."""

    side: str
    board: str = ""
    back: int = 0


class NewMatch(msgspec.Struct, frozen=True, tag="new_match"):
    """Begin a match, where none is under way."""

    side: str
    wishes: Wishes


class Rematch(msgspec.Struct, frozen=True, tag="rematch"):
    """The same match again. swapped: people change sides."""

    side: str
    swapped: bool = False


class Carry(msgspec.Struct, frozen=True, tag="carry"):
    """What becomes of the unfinished match: it goes on, or it is given up for good (its dice are
    then shown)."""

    side: str
    on: bool


class Entropy(msgspec.Struct, frozen=True, tag="entropy"):
    """A side's own chance for the dice: a phrase, or the times of its taps. Secret until used."""

    side: str
    text: str


class SetAids(msgspec.Struct, frozen=True, tag="set_aids"):
    """level: full, wrong-only or none; refused under a tournament lock."""

    side: str
    level: str


class SetBrightness(msgspec.Struct, frozen=True, tag="set_brightness"):
    """Of the lights under the points, 1 to 100 percent."""

    side: str
    pct: int


Intent = (
    Press | Resign | TypeDice | NameDouble | Answer | Restore
    | NewMatch | Rematch | Carry | Entropy | SetAids | SetBrightness
)  # fmt: skip


class Envelope(msgspec.Struct, frozen=True):
    """An intent with its sender: stale, repeated or forged ones are refused in words."""

    intent: Intent
    match: int
    turn_number: int
    seat: str
    number: int
    token: str
