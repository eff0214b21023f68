"""Buttons without their bounces: a change counts once it was read the same way for a while.

Down and up are treated alike, so a press that lasts as long is never swallowed, and never one half
of it. Sampled as often as the owner can; between two samples nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.messages import Button

DEBOUNCE_MS = 8  # contacts bounce for 1-5 ms; nobody presses and lets go within 8


class Debounce:
    """All buttons of a table; up when it begins."""

    def __init__(self) -> None:
        self._down = [False] * len(Button)
        self._unlike_since_ms: list[int | None] = [None] * len(Button)

    def sample(self, levels: Sequence[bool], now_ms: int) -> list[tuple[Button, bool]]:
        """levels: whether each contact is closed now. The buttons that have changed, pressed?"""
        changed: list[tuple[Button, bool]] = []
        for button, level in zip(Button, levels, strict=True):
            if level == self._down[button]:
                self._unlike_since_ms[button] = None
                continue
            since_ms = self._unlike_since_ms[button]
            if since_ms is None:
                self._unlike_since_ms[button] = now_ms
            elif now_ms - since_ms >= DEBOUNCE_MS:
                self._down[button] = level
                self._unlike_since_ms[button] = None
                changed.append((button, level))
        return changed
