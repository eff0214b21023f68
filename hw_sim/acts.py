"""What hands can do to a simulated table, as values: one line of JSON each on the hand port.

A place is called as its side calls it: 1-24, "bar" (its own half), "bar.light", "bar.dark",
"off", "reserve" or "table" (beside the board).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from hw_sim.board import Truth
from hw_sim.checkers import Area, Colour, Place, parse_place
from hw_sim.faults import CellFault, CheckerFault

Where = int | str

SLIDE_MS_PER_POINT = 60
FAR_POINTS = 6  # a slide from or to bar, tray or table takes as long as one over six points
NUDGE_MM = 3.0  # spread along a point of what a sleeve does
PRESS_MS = 60  # a short press


class HandError(ValueError):
    """Hands cannot do this; the text says why."""


class _Act(msgspec.Struct, frozen=True, tag_field="act", tag=str.lower, forbid_unknown_fields=True):
    """Base of all acts: JSON with its name under "act"."""


class Lift(_Act, frozen=True):
    """along_mm: the checker nearest to this distance from the slot's rail; None: as hands take."""

    side: Colour
    place: Where
    along_mm: float | None = None


class Put(_Act, frozen=True):
    """The side's checker lifted last; on_top: on what lies there though there is room beside.

    along_mm: as near to this distance from the slot's rail as its neighbours let it.
    """

    side: Colour
    place: Where
    on_top: bool = False
    along_mm: float | None = None


class Drag(_Act, frozen=True):
    """The side's checker lifted last lies on the felt with its centre at x, y (mm), still held."""

    side: Colour
    x_mm: float
    y_mm: float


class Slide(_Act, frozen=True, rename={"source": "from"}):
    """duration_ms None: 60 ms a point."""

    side: Colour
    source: Where
    to: Where
    duration_ms: int | None = None


class Nudge(_Act, frozen=True):
    """A sleeve moves the stacks there and on both neighbours a few millimetres."""

    side: Colour
    place: Where
    along_mm: float = NUDGE_MM


class Sweep(_Act, frozen=True):
    """Everything on the board ends beside it within a second."""


class Lay(_Act, frozen=True):
    """Signed counts by slot, set up at once; what is not named lies beside the board."""

    slots: tuple[int, ...]
    off: tuple[int, int] = (0, 0)
    reserve: tuple[int, int] = (0, 0)


class Press(_Act, frozen=True):
    """control: done, double or undo."""

    side: Colour
    control: str
    hold_ms: int = PRESS_MS


class Hold(_Act, frozen=True):
    """A button goes down and stays down until `Release`."""

    side: Colour
    control: str


class Release(_Act, frozen=True):
    side: Colour
    control: str


class Cover(_Act, frozen=True):
    """Hands over points, seen by presence-only cells."""

    side: Colour
    first: int
    last: int


class Phone(_Act, frozen=True):
    """One more stray magnet, of 30 units over 150 mm, lies on a point or a bar half."""

    side: Colour
    place: Where


class Clear(_Act, frozen=True):
    """Covering hands and phones are taken away."""


class Add(_Act, frozen=True):
    side: Colour
    place: Where


class Remove(_Act, frozen=True):
    side: Colour
    place: Where


class FaultCell(_Act, frozen=True, tag="fault_cell"):
    """place and cell as the layout counts them: light 13, cell 2. value: of a stuck cell; units an
    hour of a drifting one."""

    side: Colour
    place: Where
    cell: int
    kind: CellFault
    value: int = 0


class FaultChecker(_Act, frozen=True, tag="fault_checker"):
    """along_mm: as with Lift."""

    side: Colour
    place: Where
    kind: CheckerFault
    along_mm: float | None = None


class FaultCable(_Act, frozen=True, tag="fault_cable"):
    """The plugs of two multiplexers (0-7, sixteen cells each) are exchanged."""

    first: int
    second: int


class ClearFaults(_Act, frozen=True, tag="clear_faults"):
    """Cells and checkers are whole again."""


class Unplug(_Act, frozen=True):
    """The cable comes out."""


class Plug(_Act, frozen=True):
    pass


class Power(_Act, frozen=True):
    on: bool


class Reset(_Act, frozen=True):
    """The device restarts; for banner_ms its boot loader is deaf and sends text."""

    banner_ms: int = 0


class AskTruth(_Act, frozen=True, tag="truth"):
    """Where all checkers really are."""


Act = (
    Lift | Put | Drag | Slide | Nudge | Sweep | Lay | Press | Hold | Release | Cover | Phone
    | Clear | Add | Remove | FaultCell | FaultChecker | FaultCable | ClearFaults | Unplug | Plug
    | Power | Reset | AskTruth
)  # fmt: skip


def slide_ms(act: Slide) -> int:
    """How long a slide takes."""
    if act.duration_ms is not None:
        return act.duration_ms
    ends = [parse_place(act.side, end) for end in (act.source, act.to)]
    return SLIDE_MS_PER_POINT * _points_between(ends[0], ends[1])


def _points_between(source: Place, to: Place) -> int:
    if isinstance(source, Area) or isinstance(to, Area) or max(source, to) > 23:
        return FAR_POINTS
    return max(abs(source - to), 1)


class Hand(ABC):
    """The acts as calls, whether the table is in this process or behind a socket.

    All raise HandError for what cannot be done.
    """

    @abstractmethod
    def do(self, act: Act) -> Truth | None:
        """Carry out one act; only AskTruth has an answer."""

    def lift(self, side: str, place: Where) -> None:
        self.do(Lift(Colour(side), place))

    def put(self, side: str, place: Where, *, on_top: bool = False) -> None:
        self.do(Put(Colour(side), place, on_top))

    def slide(self, side: str, source: Where, to: Where, duration_ms: int | None = None) -> int:
        """Begin a slide; how many ms it takes."""
        act = Slide(Colour(side), source, to, duration_ms)
        self.do(act)
        return slide_ms(act)

    def nudge(self, side: str, place: Where, along_mm: float = NUDGE_MM) -> None:
        self.do(Nudge(Colour(side), place, along_mm))

    def sweep(self) -> None:
        self.do(Sweep())

    def lay(
        self,
        slots: tuple[int, ...],
        off: tuple[int, int] = (0, 0),
        reserve: tuple[int, int] = (0, 0),
    ) -> None:
        self.do(Lay(slots, off, reserve))

    def press(self, side: str, control: str, hold_ms: int = PRESS_MS) -> None:
        self.do(Press(Colour(side), control, hold_ms))

    def cover(self, side: str, first: int, last: int) -> None:
        self.do(Cover(Colour(side), first, last))

    def phone(self, side: str, place: Where) -> None:
        self.do(Phone(Colour(side), place))

    def clear(self) -> None:
        self.do(Clear())

    def add(self, side: str, place: Where) -> None:
        self.do(Add(Colour(side), place))

    def remove(self, side: str, place: Where) -> None:
        self.do(Remove(Colour(side), place))

    def fault_cell(self, side: str, place: Where, cell: int, kind: str, value: int = 0) -> None:
        self.do(FaultCell(Colour(side), place, cell, CellFault(kind), value))

    def fault_checker(self, side: str, place: Where, kind: str) -> None:
        self.do(FaultChecker(Colour(side), place, CheckerFault(kind)))

    def fault_cable(self, first: int, second: int) -> None:
        self.do(FaultCable(first, second))

    def clear_faults(self) -> None:
        self.do(ClearFaults())

    def unplug(self) -> None:
        self.do(Unplug())

    def plug(self) -> None:
        self.do(Plug())

    def power(self, on: bool) -> None:
        self.do(Power(on))

    def truth(self) -> Truth:
        answer = self.do(AskTruth())
        if answer is None:
            raise HandError("the table did not say where its checkers are")
        return answer
