"""The commands of a scenario as values. Points are counted by the side named; times are in ms."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from controller.rules.position import Side


class Spot(enum.Enum):
    """Places that have no number."""

    BAR = "bar"  # the half of the side named
    BAR_LIGHT = "bar.light"  # light's half, whoever is named
    BAR_DARK = "bar.dark"
    OFF = "off"
    RESERVE = "reserve"
    TABLE = "table"  # beside the board


Place = int | Spot
"""A point 1-24 of the side named, or a spot."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Where a side's checkers lie: how many on each place; nothing on those left out."""

    side: Side
    counts: Mapping[Place, int]


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell: of a point 1-24 or of the side's bar half, counted from the rail, from 1."""

    side: Side
    place: Place
    cell: int


@dataclass(frozen=True, slots=True)
class LightThere:
    """A light that burns at a point, a bar half or a tray (off)."""

    side: Side
    place: Place
    kind: str


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands. line: where it stands in its file, from 1."""

    line: int


# --- what is set up ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variant(Command):
    id: str


@dataclass(frozen=True, slots=True)
class Match(Command):
    """To this many points; 0 is money."""

    length: int


@dataclass(frozen=True, slots=True)
class Score(Command):
    light: int
    dark: int


@dataclass(frozen=True, slots=True)
class CubeAt(Command):
    """owner None: centred."""

    value: int
    owner: Side | None


@dataclass(frozen=True, slots=True)
class Crawford(Command):
    """This is the Crawford game."""


@dataclass(frozen=True, slots=True)
class Seats(Command):
    """Each "script", "bot" or "hands"; None: as it was."""

    light: str | None
    dark: str | None


@dataclass(frozen=True, slots=True)
class Seed(Command):
    seed: int


@dataclass(frozen=True, slots=True)
class Noise(Command):
    level: str


@dataclass(frozen=True, slots=True)
class Aids(Command):
    level: str


@dataclass(frozen=True, slots=True)
class Orientation(Command):
    """bottom "light" or "dark", home "right" or "left"; None: as it was."""

    bottom: str | None
    home: str | None


@dataclass(frozen=True, slots=True)
class LayoutName(Command):
    name: str


@dataclass(frozen=True, slots=True)
class Cells(Command):
    """Cells under each point."""

    count: int


@dataclass(frozen=True, slots=True)
class Timer(Command):
    """Time for a turn."""

    ms: int


@dataclass(frozen=True, slots=True)
class Clock(Command):
    delay_ms: int
    reserve_ms: int


@dataclass(frozen=True, slots=True)
class Set(Command):
    """Any key of the config."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Board(Command):
    """What is believed and what lies there. A side left out has nothing."""

    light: Contents
    dark: Contents


@dataclass(frozen=True, slots=True)
class Turn(Command):
    """Whose turn it is: starts at to_roll."""

    side: Side


# --- dice ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll(Command):
    """The side on roll presses Done and gets these (opening: light's die, then dark's)."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dice(Command):
    """fair, typed or deduced."""

    source: str


@dataclass(frozen=True, slots=True)
class TypeDice(Command):
    """Two dice; in the opening one, with the side that rolled it."""

    dice: tuple[int, ...]
    side: Side | None


@dataclass(frozen=True, slots=True)
class Entropy(Command):
    """A side adds chance of its own to the dice (`set dice.entropy true`)."""

    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class Name(Command):
    """Acey-deucey's double."""

    double: int


# --- hands ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lift(Command):
    """along_mm: the checker nearest to there, from the rail; None: the one that hands take."""

    side: Side
    place: Place
    along_mm: int | None = None


@dataclass(frozen=True, slots=True)
class Put(Command):
    """on_top: on a checker though there is room beside. along_mm: as near to there, from the rail,
    as its neighbours let it."""

    side: Side
    place: Place
    on_top: bool = False
    along_mm: int | None = None


@dataclass(frozen=True, slots=True)
class Slide(Command):
    side: Side
    source: Place
    to: Place


@dataclass(frozen=True, slots=True)
class Both(Command):
    """Two checkers at once, one in each hand."""

    side: Side
    first: tuple[Place, Place]
    second: tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Knock(Command):
    """A sleeve pushes one checker without lifting it."""

    side: Side
    source: Place
    to: Place


@dataclass(frozen=True, slots=True)
class Nudge(Command):
    """A sleeve moves the stacks there and on both neighbours, by so much on average."""

    side: Side
    place: Place
    along_mm: int


@dataclass(frozen=True, slots=True)
class Add(Command):
    """A checker from nowhere."""

    side: Side
    place: Place


@dataclass(frozen=True, slots=True)
class Take(Command):
    """A checker to nowhere."""

    side: Side
    place: Place


@dataclass(frozen=True, slots=True)
class Sweep(Command):
    """All checkers beside the table."""


@dataclass(frozen=True, slots=True)
class SetUp(Command):
    """Hands set up the start."""


@dataclass(frozen=True, slots=True)
class LayOut(Command):
    """Hands lay the checkers so, whatever the table believes; what is left out lies beside it."""

    light: Contents
    dark: Contents


@dataclass(frozen=True, slots=True)
class Cover(Command):
    """A hand over points (presence-only layouts)."""

    side: Side
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Phone(Command):
    """One more stray magnet lies on a point, or on a bar half."""

    side: Side
    place: Place


@dataclass(frozen=True, slots=True)
class Clear(Command):
    """Cover and phones are taken away."""


# --- buttons, screen, time ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Press(Command):
    """done, double, undo, yes, no, accept, pause, go_on, take, beaver (held) or drop (held, waits
    until it may).

    side None: the side that is asked or to act.
    """

    control: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class PressResign(Command):
    size: int
    side: Side | None


@dataclass(frozen=True, slots=True)
class Tap(Command):
    side: Side
    place: Place


@dataclass(frozen=True, slots=True)
class Key(Command):
    name: str


@dataclass(frozen=True, slots=True)
class Restore(Command):
    """Asks for the way back: to the agreed position, of `back` plays ago, or of an ID."""

    side: Side
    back: int = 0
    board: str = ""


@dataclass(frozen=True, slots=True)
class AnswerPoint(Command):
    """Touches one of the two places of a question."""

    side: Side
    place: Place


@dataclass(frozen=True, slots=True)
class Wait(Command):
    ms: int


# --- faults ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FaultCell(Command):
    """kind dead, stuck (at `value`), flicker or drift (`value` units an hour)."""

    cell: CellPlace
    kind: str
    value: int | None


@dataclass(frozen=True, slots=True)
class FaultChecker(Command):
    """kind weak or flipped; the topmost checker there."""

    side: Side
    place: Place
    kind: str


@dataclass(frozen=True, slots=True)
class FaultCable(Command):
    """The plugs of two multiplexers (0-7, sixteen cells each) are exchanged."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class FaultClear(Command):
    pass


@dataclass(frozen=True, slots=True)
class Unplug(Command):
    pass


@dataclass(frozen=True, slots=True)
class Plug(Command):
    pass


@dataclass(frozen=True, slots=True)
class Power(Command):
    """Of table and service together."""

    on: bool


@dataclass(frozen=True, slots=True)
class Reset(Command):
    """The device restarts."""


@dataclass(frozen=True, slots=True)
class Garble(Command):
    """Random bytes from the device."""

    count: int


@dataclass(frozen=True, slots=True)
class Lose(Command):
    """The next messages of the device, or (down) to it, get lost."""

    count: int
    down: bool


@dataclass(frozen=True, slots=True)
class Banner(Command):
    """Boot loader and text after the next reset."""

    ms: int


# --- what must hold ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseIs:
    phase: str


@dataclass(frozen=True, slots=True)
class InterruptionIs:
    """None: no interruption."""

    interruption: str | None


@dataclass(frozen=True, slots=True)
class TurnIs:
    side: Side


@dataclass(frozen=True, slots=True)
class RollIs:
    """Order means nothing."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class NamesAre:
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SeatsAre:
    """person, hands, script or bot; whichever bot it is."""

    seats: tuple[str, str]


@dataclass(frozen=True, slots=True)
class AidsAre:
    level: str


@dataclass(frozen=True, slots=True)
class ScoreIs:
    light: int
    dark: int


@dataclass(frozen=True, slots=True)
class PlayIs:
    """The last recorded play, compared by the board after it."""

    notation: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """Plays of both sides since the script began, dances counted."""

    plays: int


@dataclass(frozen=True, slots=True)
class VerdictIs:
    verdict: str


@dataclass(frozen=True, slots=True)
class MessageSays:
    """English, either side's words, case ignored."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was refused since the last press, tap, key or answer."""


@dataclass(frozen=True, slots=True)
class BoardIs:
    """The position believed; a side left out is not looked at."""

    sides: tuple[Contents, ...]


@dataclass(frozen=True, slots=True)
class SensedIs:
    """What the cells say of the places listed."""

    sides: tuple[Contents, ...]


@dataclass(frozen=True, slots=True)
class LightsAre:
    """Exactly these."""

    lights: tuple[LightThere, ...]


@dataclass(frozen=True, slots=True)
class ClockIs:
    """What a side has left, in whole seconds as shown: of a match clock its reserve, else of its
    turn."""

    side: Side
    ms: int


@dataclass(frozen=True, slots=True)
class AnyPlay:
    """A play was recorded (only after `never`)."""


Condition = (
    PhaseIs | InterruptionIs | NamesAre | SeatsAre | AidsAre | TurnIs | RollIs | ScoreIs
    | PlayIs | Recorded | VerdictIs | MessageSays | Refused | BoardIs | SensedIs | LightsAre
    | ClockIs
)  # fmt: skip
Unwanted = AnyPlay | Refused | VerdictIs | MessageSays


@dataclass(frozen=True, slots=True)
class Expect(Command):
    what: Condition


@dataclass(frozen=True, slots=True)
class Never(Command):
    """`what` must not become true for so long."""

    what: Unwanted
    for_ms: int
