"""What a scene is made of: plain values, each with the pixels it touches.

Two scenes differ where their items differ, so a redraw is the rectangles of those. Colours of words
and plates are names of tokens in `theme.Ink`, or "light.ink" and the like for a side's own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from controller.rules.position import Side
from display.geometry import Point, Rect, around, square


@dataclass(frozen=True, slots=True)
class Checker:
    """lifted: in a hand, drawn higher with a brass halo."""

    at: Point
    d: float
    side: Side
    seed: int = 0
    lifted: bool = False

    @property
    def rect(self) -> Rect:
        return square(self.at, self.d * (2.3 if self.lifted else 1.9) + 2)


@dataclass(frozen=True, slots=True)
class Count:
    """How many lie on a place that shows only five."""

    at: Point
    d: float
    side: Side
    number: int

    @property
    def rect(self) -> Rect:
        return square(self.at, self.d)


@dataclass(frozen=True, slots=True)
class Slab:
    """A borne-off checker, edge on."""

    rect: Rect
    side: Side


@dataclass(frozen=True, slots=True)
class Ring:
    """You may go here, with this die. A sum is a pill; a hit goes round the blot. large: its digit
    fills it.
    """

    at: Point
    d: float
    label: str
    hit: bool = False
    large: bool = False

    @property
    def wide(self) -> float:
        """Of the pill, or the ring."""
        if len(self.label) < 2 or self.hit:
            return self.d
        return self.d * (1.24 if self.large else 1.38)

    @property
    def rect(self) -> Rect:
        return square(self.at, self.d * 1.9)


@dataclass(frozen=True, slots=True)
class Die:
    """value: 0 for one that is not known. degrees: as it lies; faded: played already, or only to
    come; back: how far such a one has come back (0-1); spin: degrees that it turns by while it
    rolls.
    """

    at: Point
    size: float
    side: Side
    value: int
    degrees: float = 0
    faded: bool = False
    spin: float = 0
    back: float = 0

    @property
    def rect(self) -> Rect:
        return square(self.at, self.size * (2.76 if self.spin else 1.95))  # turned, it is wider


@dataclass(frozen=True, slots=True)
class CubeFace:
    """The doubling cube from above."""

    at: Point
    size: float
    value: int
    degrees: float = 0
    faded: bool = False

    @property
    def rect(self) -> Rect:
        return square(self.at, self.size * 1.95)


@dataclass(frozen=True, slots=True)
class Words:
    """Text in a box, shrunk pixel by pixel to `floor`, then broken into `lines`, then cut by "…".

    face: "regular", "semibold", "bold" or "serif". align: left, centre or right.
    """

    rect: Rect
    text: str
    size: int
    colour: str = "ink"
    face: str = "semibold"
    align: str = "left"
    floor: int = 15
    lines: int = 1
    engraved: bool = False
    from_top: bool = False  # a paragraph: it starts at the top of its box


@dataclass(frozen=True, slots=True)
class Plate:
    """A rounded plate. top: it runs from that colour down to `fill`."""

    rect: Rect
    fill: str = "plate"
    border: str | None = "hairline"
    radius: float = 8
    border_px: float = 1.2
    top: str | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """kind: primary, plain, chosen (of several), danger or off. filled: share of a hold that has
    passed (0-1). lead: a key that stands large before the label, in a list of what can be done."""

    rect: Rect
    label: str
    size: int
    kind: str = "plain"
    key: str = ""
    under: str = ""
    filled: float = 0
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A text being written, with a brass caret at its end; of a long one the end is seen. marked:
    the next key writes in its stead."""

    rect: Rect
    text: str
    size: int
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """A seat's checker, name and, for a bot, its badge's text ("": none here)."""

    rect: Rect
    side: Side
    text: str
    size: int
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A word such as BOT in a brass outline."""

    rect: Rect
    text: str
    size: int


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawn icon, one of `signs.KINDS`."""

    rect: Rect
    kind: str


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock's plate. text: digits or a word; ring: how many of `clocks.RING_STEPS` of its edge
    are lit; colour: of the lit edge; ink: of the digits; warns: a triangle stands before them.
    """

    rect: Rect
    text: str
    size: int
    ring: int
    colour: str
    ink: str
    warns: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Something is off here: a warn ring round a checker with a chip."""

    at: Point
    d: float
    label: str

    @property
    def rect(self) -> Rect:
        return square(self.at, self.d * 1.3 + 2)


@dataclass(frozen=True, slots=True)
class Ghost:
    """A checker of this side belongs here."""

    at: Point
    d: float
    label: str

    @property
    def rect(self) -> Rect:
        return square(self.at, self.d * 1.2 + 2)


@dataclass(frozen=True, slots=True)
class Arrow:
    """From a checker in a bow into its place. colour: "warn" or "accent".

    run: in dashes that have come so far on their way from each to the next (0-1); None: one stroke.
    """

    start: Point
    end: Point
    d: float
    colour: str
    hangs: bool = False  # the bow sinks below the straight line instead of rising above it
    gap: float = 0  # how far before the end the head stops
    run: float | None = None

    @property
    def rect(self) -> Rect:
        half = self.d * 0.7
        xs, ys = (self.start[0], self.end[0]), (self.start[1], self.end[1])
        aside = half + self.bulge * abs(ys[1] - ys[0]) / max(math.dist(self.start, self.end), 1)
        left, top = int(min(xs) - aside), int(min(ys) - half - self.bulge)
        return Rect(left, top, int(max(xs) + aside) - left, int(max(ys) + half + self.bulge) - top)

    @property
    def bulge(self) -> float:
        """How far the bow leaves the straight line."""
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        return min(0.28 * float((dx * dx + dy * dy) ** 0.5) + 0.35 * self.d, 1.6 * self.d)


@dataclass(frozen=True, slots=True)
class Progress:
    """A ring that fills: `done` of `of`."""

    rect: Rect
    done: int
    of: int
    size: int
    under: str


@dataclass(frozen=True, slots=True)
class Focus:
    """Where the keyboard is: a dashed brass circle, or an outline round a button.

    turn: by how many quarters of a dash the circle has turned.
    """

    rect: Rect
    is_round: bool
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Veil:
    """Darkens what lies under it by this share."""

    rect: Rect
    share: float


@dataclass(frozen=True, slots=True)
class Drain:
    """Takes the colour out of the pieces and words in this box, and some of the light."""

    rect: Rect


@dataclass(frozen=True, slots=True)
class Line:
    """A hairline across a plate."""

    rect: Rect
    colour: str = "hairline"


@dataclass(frozen=True, slots=True)
class Bars:
    """What came in spans of time, the oldest first, standing on the foot of the box: of each how
    high it is and how much of that was damaged, as shares; None: not known, nothing is drawn.

    Sound parts are drawn as "good", damaged ones apart upon them and silence as a stub as "warn".
    """

    rect: Rect
    bars: tuple[tuple[float, float] | None, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """An ivory card, for what is printed in dark."""

    rect: Rect
    radius: float = 12


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR code, dark on ivory. rows: of modules, "1" dark; at: its first module, px: of one."""

    at: tuple[int, int]
    px: int
    rows: tuple[str, ...]

    @property
    def rect(self) -> Rect:
        side = len(self.rows) * self.px
        return Rect(*self.at, side, side)


Item = (
    Checker | Count | Slab | Ring | Die | CubeFace | Words | Plate | Button | Field | Name | Badge
    | Sign | ClockFace | Mark | Ghost | Arrow | Progress | Focus | Veil | Drain | Line | Bars
    | Paper | Qr
)  # fmt: skip


def solid(item: Item) -> Rect | None:
    """The pixels of a thing itself, without its shadow; None for what is flat or see-through."""
    match item:
        case Checker(at=at, d=d) | Count(at=at, d=d) | Mark(at=at, d=d) | Ghost(at=at, d=d):
            return square(at, d)
        case Ring(at=(x, y), d=d, wide=wide):
            return around(x - wide / 2, y - d / 2, x + wide / 2, y + d / 2)
        case Die(at=at, size=size) | CubeFace(at=at, size=size):
            return square(at, size * 1.1)
    return None
