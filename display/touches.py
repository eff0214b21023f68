"""Which touches count: one activation for each physical touch, and none that was meant for the
picture before."""

from __future__ import annotations

from controller.view.intents import Answer, Carry, Press, Resign, TypeDice
from display.layout import Point
from display.stage import Act, Scene

BINDING = Press | Answer | Carry | Resign | TypeDice
"""What a card asks for that cannot be taken back."""
MOUSE = -1  # the finger that is the mouse
ECHO_MS = 700  # a system's own mouse event for a touch comes within this
FRESH_MS = 300  # so long an answer has to be seen before a touch can mean it


class Echoes:
    """Tells the mouse events that a system makes of a touch from those of a mouse (LIB-14).

    Most say so themselves, some don't; then both come at the same place, soon one after the other.
    """

    def __init__(self) -> None:
        self._last: dict[bool, tuple[int, Point]] = {}

    def is_echo(self, finger: int, at: Point, now_ms: int, near: float) -> bool:
        """Whether the other kind of pointer just said this. near: pixels. If not, it is noted."""
        is_mouse = finger == MOUSE
        other = self._last.get(not is_mouse)
        if other is not None and now_ms - other[0] < ECHO_MS:
            away = max(abs(at[0] - other[1][0]), abs(at[1] - other[1][1]))
            if away <= near:
                return True
        self._last[is_mouse] = (now_ms, at)
        return False


class Shown:
    """Since when each answer of a card has been there to be read (MAT-11)."""

    def __init__(self) -> None:
        self._since: dict[Act, int] = {}

    def look(self, scene: Scene, now_ms: int) -> None:
        """A scene comes on the screen."""
        # buttons of the game keep their places, and what they do can be taken back
        hits = () if scene.ground == "game" else scene.hits
        answers = [hit.act for hit in hits if isinstance(hit.act, BINDING)]
        self._since = {act: self._since.get(act, now_ms) for act in answers}

    def is_read(self, act: Act, down_ms: int) -> bool:
        """Whether a touch that began then can mean it."""
        since = self._since.get(act)
        return since is None or down_ms >= since + FRESH_MS
