"""The six buttons by mouse and keyboard, as acts of a hand. Pure.

What held a button down is remembered, so that it comes up whatever has changed meanwhile: the
pointer has left it, or shift was let go before the key.
"""

from __future__ import annotations

from hw_sim.acts import Act, Hold, Release
from hw_sim.checkers import Colour

KEYS = {"d": "done", "o": "double", "u": "undo"}
MOUSE = "mouse"


class Buttons:
    """Which buttons are down, and by what."""

    def __init__(self) -> None:
        self._by: dict[str, tuple[Colour, str]] = {}

    @property
    def down(self) -> frozenset[tuple[Colour, str]]:
        return frozenset(self._by.values())

    def key_down(self, key: str, *, shift: bool) -> list[Act]:
        """A key went down: d, o and u are light's buttons, with shift dark's."""
        if key not in KEYS:
            return []
        return self.press(key, Colour.DARK if shift else Colour.LIGHT, KEYS[key])

    def press(self, by: str, colour: Colour, control: str) -> list[Act]:
        """`by`, a key or the mouse, pushes a button; a key that repeats itself does nothing."""
        if by in self._by:
            return []
        was_down = (colour, control) in self.down
        self._by[by] = (colour, control)
        return [] if was_down else [Hold(colour, control)]

    def let_go(self, by: str) -> list[Act]:
        """The button comes up when nothing else holds it."""
        held = self._by.pop(by, None)
        if held is None or held in self.down:
            return []
        return [Release(*held)]

    def let_all_go(self) -> list[Act]:
        """The window has lost the keyboard: nobody would tell of the keys that come up."""
        return [act for by in list(self._by) for act in self.let_go(by)]
