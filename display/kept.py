"""Surfaces by what they show, each made once, the longest unseen forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class Kept:
    """As many as fit in `most` bytes of pixels; the newest stays though it is larger alone.

    made: how many there ever were; it stands still while what is shown is kept.
    """

    def __init__(self, most: int) -> None:
        self._most, self._bytes = most, 0
        self.made = 0
        self._made: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._made)

    @property
    def bytes(self) -> int:
        """What all of them take."""
        return self._bytes

    def of(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of this key, made if it is not there."""
        made = self._made.get(key)
        if made is not None:
            self._made.move_to_end(key)
            return made
        made = self._made[key] = make()
        self.made += 1
        self._bytes += _size(made)
        while self._bytes > self._most and len(self._made) > 1:
            self._bytes -= _size(self._made.popitem(last=False)[1])
        return made


def _size(made: pygame.Surface) -> int:
    return made.get_pitch() * made.get_height()
