"""Commit, then reveal: effects wait here until the facts that they depend on are committed."""

from __future__ import annotations

from controller.table.effects import AnyEffect, Show, ShowLights


class Gate:
    """Holds back what would show an uncommitted fact; the newest frame replaces older ones."""

    def __init__(self, committed: int) -> None:
        self._committed = committed
        self._waiting: list[tuple[int, AnyEffect]] = []

    def put(self, effect: AnyEffect) -> list[AnyEffect]:
        """What may go out now because of this effect: itself, or nothing yet."""
        reveals: int = getattr(effect, "reveals", 0)
        if isinstance(effect, Show | ShowLights):
            self._waiting = [w for w in self._waiting if type(w[1]) is not type(effect)]
        if reveals <= self._committed:
            return [effect]
        self._waiting.append((reveals, effect))
        return []

    def commit(self, number: int) -> list[AnyEffect]:
        """What may go out now that facts up to `number` are committed, in its order."""
        self._committed = max(self._committed, number)
        ready = [effect for reveals, effect in self._waiting if reveals <= self._committed]
        self._waiting = [w for w in self._waiting if w[0] > self._committed]
        return ready
