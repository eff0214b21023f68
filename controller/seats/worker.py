"""A seat's own thread: the core puts a question and goes on; the answer comes by callback.

Only the newest question counts. One that still waits when the next comes is never put to the
player, and an answer to a question that no longer stands is dropped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from controller.errors import ControllerError
from controller.seats.player import Choice, Player, Question

JOIN_S = 5.0


class SeatWorker:
    """Asks `player` on a thread of its own.

    answered(number, choice or one line saying why there is none) is called on that thread: it
    should only put a message on a queue. The worker owns the player and closes it.
    """

    def __init__(self, player: Player, answered: Callable[[int, Choice | str], None]) -> None:
        self._player = player
        self._answered = answered
        self._changed = threading.Condition()
        self._newest: int | None = None  # the question that stands
        self._waiting: tuple[int, Question] | None = None
        self._stopping = False
        self._broken = ""  # why the thread ended, if it did by itself
        self._thread = threading.Thread(target=self._run, name="seat", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """The player's name, level included."""
        return self._player.name

    def ask(self, number: int, question: Question) -> None:
        """Put a question; returns at once. An older one no longer stands.

        Raises ValueError after `close`.
        """
        with self._changed:
            if self._stopping:
                raise ValueError("the seat's worker is closed")
            self._newest = number
            self._waiting = (number, question)
            self._changed.notify()
            broken = self._broken
        if broken:
            self._tell(number, broken)

    def forget(self) -> None:
        """No question stands any more: an undo, a resignation, another match."""
        with self._changed:
            self._newest = self._waiting = None

    def close(self, join_s: float = JOIN_S) -> bool:
        """Stop, the player too; False if it didn't end in time. Nothing is answered any more."""
        with self._changed:
            self._stopping = True
            self._newest = self._waiting = None
            self._changed.notify()
        self._player.close()
        self._thread.join(join_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (asked := self._next()) is not None:
            number, question = asked
            try:
                self._tell(number, self._player.choose(question))
            except ControllerError as error:
                self._tell(number, str(error))
            except BaseException as error:
                self._stumble(f"the player stumbled: {error!r}")
                raise

    def _stumble(self, why: str) -> None:
        """A bug in the player ends this thread; nobody shall wait for it, now or later."""
        with self._changed:
            self._broken = why
            newest = self._newest
        if newest is not None:
            self._tell(newest, why)

    def _next(self) -> tuple[int, Question] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._stopping or self._waiting is not None)
            asked, self._waiting = self._waiting, None
            return None if self._stopping else asked

    def _tell(self, number: int, answer: Choice | str) -> None:
        with self._changed:
            stands = number == self._newest
        if stands:
            self._answered(number, answer)
