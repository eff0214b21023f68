"""The six buttons as a value: which are down, and what a press or a hold means."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.rules.position import Side

TAKE_HOLD_MS = 1000  # a take is a deliberate act, not a touch
DROP_HOLD_MS = 1500  # giving a game away takes longer still
BEAVER_HOLD_MS = 2000  # on Done, which answers no offer by a touch: nobody beavers by habit
OFFER_STANDS_MS = 1000  # no drop before the offer could be read

HELD = {
    "double": ("take", TAKE_HOLD_MS),
    "undo": ("drop", DROP_HOLD_MS),
    "done": ("beaver", BEAVER_HOLD_MS),
}


@dataclass(frozen=True, slots=True)
class Hold:
    """A button held down towards an act that binds at `due_ms`."""

    side: Side
    control: str
    act: str
    due_ms: int


@dataclass(frozen=True, slots=True)
class Buttons:
    """Holds under way. Every other press acts at once and is no state."""

    holds: tuple[Hold, ...] = field(default=())

    def press(self, side: Side, control: str, now_ms: int) -> Buttons:
        """`control` goes down where it answers a cube."""
        act, hold_ms = HELD[control]
        kept = tuple(h for h in self.holds if (h.side, h.control) != (side, control))
        return replace(self, holds=(*kept, Hold(side, control, act, now_ms + hold_ms)))

    def release(self, side: Side, control: str) -> tuple[Buttons, bool]:
        """(after, whether an act under way was let go)."""
        kept = tuple(h for h in self.holds if (h.side, h.control) != (side, control))
        return replace(self, holds=kept), len(kept) < len(self.holds)

    def due(self, now_ms: int) -> tuple[Buttons, tuple[Hold, ...]]:
        """(after, holds whose time has come)."""
        ripe = tuple(h for h in self.holds if h.due_ms <= now_ms)
        kept = tuple(h for h in self.holds if h.due_ms > now_ms)
        return replace(self, holds=kept), ripe

    def due_ms(self) -> int | None:
        return min((h.due_ms for h in self.holds), default=None)
