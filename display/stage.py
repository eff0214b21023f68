"""What a scene is made from, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.rules.position import POINTS, Side
from controller.view.intents import Intent
from controller.view.snapshot import Message, Reach, Snapshot
from display.draft import Draft, Edit
from display.items import Item
from display.layout import Board, Orientation, Rect
from display.locale import Catalogue


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """size: of the window in pixels. bottom, home: which side sits at the foot, and on which hand
    ("right" or "left") it bears off. sides: who may act at this screen. large_print: fewer and
    larger words; left_handed: the panel stands left of the board; motion: movements are drawn;
    muted: the screen makes no sound.
    """

    size: tuple[int, int] = (1280, 720)
    theme: str = "wood"
    bottom: Side = Side.LIGHT
    home: str = "right"
    fullscreen: bool = False
    sides: frozenset[Side] = frozenset(Side)
    large_print: bool = False
    left_handed: bool = False
    motion: bool = True
    muted: bool = False

    @property
    def orientation(self) -> Orientation:
        return Orientation(self.bottom, self.home)


@dataclass(frozen=True, slots=True)
class Tap:
    """A touch on a place of the board: a slot, or the tray of light (26) or dark (27)."""

    side: Side
    place: int


@dataclass(frozen=True, slots=True)
class Open:
    """A page of the screen's own, such as "resign"; "": back to what it was opened from."""

    page: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """One of this screen's own settings. field: of `ScreenSettings`."""

    field: str
    value: str | int | tuple[int, int]


LARGE_PRINT = 34 / 28  # of a message, beside its usual size

Act = Tap | Open | Edit | Adjust | Intent


@dataclass(frozen=True, slots=True)
class Hit:
    """What a touch inside `rect`, or one of `keys`, asks for.

    deliberate: held for a second, or its key pressed twice; nothing else starts it. tabbed: Tab
    stops at it though it has no key of its own.
    """

    rect: Rect
    act: Act
    keys: tuple[str, ...] = ()
    deliberate: bool = False
    tabbed: bool = False


NOWHERE = Rect(0, 0, 0, 0)
"""Of a hit that only a key reaches."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The screen's own state: where the keyboard is, what is being held, which page is open.

    focus: an act's hit. filled: how much of the hold is over (0-1). pointed: the checker whose
    places are shown though the table does not see it lifted: on a real table it lies, on a
    simulated one it is in the hand and may be borne off, for all that the table can see. draft:
    what is being made on pages. remark: what went wrong with this screen's own settings. tip: the
    tray or cube (26-28) that is to be explained. age_ms: how long ago the snapshot came, where time
    runs, at the last change that is seen.
    """

    focus: Hit | None = None
    held: Hit | None = None
    filled: float = 0
    page: str = ""
    pointed: Reach | None = None
    draft: Draft = field(default_factory=Draft)
    remark: Message | None = None
    tip: int | None = None
    age_ms: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: a still ground ("game", "decision", "fault", "end", "leather"
    or "bare"), items from the lowest to the topmost, and what can be touched.

    "leather" is a tray without the board, "bare" nothing at all; small: boards that lie on it.
    takes_text: what is typed is a text, not keys.
    """

    ground: str
    board: Board
    items: tuple[Item, ...] = ()
    hits: tuple[Hit, ...] = ()
    small: tuple[Board, ...] = ()
    takes_text: bool = False


def is_mending(snapshot: Snapshot) -> bool:
    """The board is not as it should be, and says what to do about it."""
    if not (snapshot.fixes or snapshot.strays) or snapshot.phase in ("game_over", "match_over"):
        return False
    if snapshot.phase == "setup" or snapshot.restoring or snapshot.verdict == "wrong":
        return True
    return snapshot.verdict == "in_hand" and snapshot.phase not in ("moving", "showing")


def lying(snapshot: Snapshot) -> tuple[int, ...]:
    """Signed counts by slot of what is to be drawn: what lies there, as far as known."""
    return snapshot.sensed if is_mending(snapshot) and snapshot.sensed else snapshot.slots


@dataclass(slots=True)
class Stage:
    """One snapshot being turned into a scene; items and hits gather here."""

    snapshot: Snapshot
    settings: ScreenSettings
    catalogue: Catalogue
    hand: Hand = field(default_factory=Hand)
    items: list[Item] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)

    def show(self, *items: Item) -> None:
        """Lay these on top."""
        self.items += items

    def offer(self, hit: Hit) -> None:
        """Something to touch; what was offered first wins where two meet."""
        self.hits.append(hit)

    def text(self, msgid: str, **arguments: object) -> str:
        """Translated and filled."""
        return self.catalogue.text(msgid, **arguments)

    @property
    def print(self) -> float:
        """What sizes of type are to be multiplied by."""
        return LARGE_PRINT if self.settings.large_print else 1

    # -- who ------------------------------------------------------------------------------------

    @property
    def turn(self) -> Side | None:
        return Side(self.snapshot.turn) if self.snapshot.turn else None

    @property
    def reader(self) -> Side:
        """The side that the words at this screen speak to."""
        asked = self.answerer or self.turn
        sides = self.settings.sides
        if asked in sides:
            assert asked is not None
            return asked
        if self.settings.bottom in sides or not sides:
            return self.settings.bottom
        return self.settings.bottom.other

    def notice(self, *, speaks: bool = False) -> str:
        """What somebody at this screen was just told, as why a button did nothing; "" for nothing.

        The table's buttons are everybody's: a press out of turn would be met with silence if only
        the mover were told. speaks: the reader's own words are shown anyway.
        """
        noticed, reader, other = self.snapshot.noticed, self.reader, self.reader.other
        if noticed[reader.index]:
            return "" if speaks else self.catalogue.said(self.snapshot.messages[reader.index])
        here = self.settings.sides
        if not noticed[other.index] or (here and other not in here):
            return ""  # it reads so on its own screen
        words = self.catalogue.said(self.snapshot.messages[other.index])
        return self.text("{name}: {words}", name=self.name(other), words=words)

    def name(self, side: Side) -> str:
        """As the match names it."""
        return self.snapshot.names[side.index]

    def bot_mark(self, side: Side) -> str:
        """What marks a bot wherever its name stands; "" for people."""
        is_bot = self.snapshot.seats[side.index].startswith("bot")
        return self.text("BOT") if is_bot else ""

    @property
    def answerer(self) -> Side | None:
        """Whose answer the table waits for, if it asks one side."""
        snapshot = self.snapshot
        if snapshot.interruption == "resign_offered" and snapshot.resign is not None:
            return Side(snapshot.resign[0]).other
        if snapshot.interruption == "question" and snapshot.question is not None:
            return Side(snapshot.question.side) if snapshot.question.side else None
        if snapshot.phase == "cube_offered" and snapshot.cube.offered_by is not None:
            return Side(snapshot.cube.offered_by).other
        return None

    @property
    def actor(self) -> Side | None:
        """The side on turn, if it may act here."""
        return self.turn if self.turn in self.settings.sides else None

    # -- what lies where ------------------------------------------------------------------------

    @property
    def is_mending(self) -> bool:
        """See the function of this name."""
        return is_mending(self.snapshot)

    @property
    def lying(self) -> tuple[int, ...]:
        """See the function of this name."""
        return lying(self.snapshot)

    def count(self, slot: int, side: Side) -> int:
        """How many of a side lie on a slot."""
        return max(self.lying[slot] * side.sign, 0)

    def number(self, place: int, reader: Side) -> str:
        """What a side calls a place."""
        if place < POINTS:
            return str(place + 1 if reader is Side.LIGHT else POINTS - place)
        return self.text("bar") if place < POINTS + 2 else self.text("off")
