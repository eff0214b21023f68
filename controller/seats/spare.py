"""A player with another one behind it: a game never stops because an engine did."""

from __future__ import annotations

import threading
from collections.abc import Callable

from controller.seats.player import Choice, Player, PlayerFailed, Question


class WithSpare:
    """A `Player` that asks `first` until that fails, and `spare` from then on.

    switched(why) is called once, on the asking thread, before the spare's first answer: people
    must be told who plays now. `name` is that of the one who plays.
    """

    def __init__(
        self, first: Player, spare: Player, switched: Callable[[str], None] = lambda _why: None
    ) -> None:
        self._first = first
        self._spare = spare
        self._switched = switched
        self._failed = False
        self._closed = threading.Event()

    @property
    def name(self) -> str:
        return (self._spare if self._failed else self._first).name

    def choose(self, question: Question) -> Choice:
        """The first one's answer, else the spare's. Raises PlayerFailed after `close`."""
        if not self._failed:
            try:
                return self._first.choose(question)
            except PlayerFailed as failure:
                if self._closed.is_set():
                    raise
                self._failed = True
                self._first.close()
                self._switched(str(failure))
        return self._spare.choose(question)

    def close(self) -> None:
        self._closed.set()
        self._first.close()
        self._spare.close()
