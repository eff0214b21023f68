"""What came over the line in each second of the last minute; times in ms are given."""

from __future__ import annotations

from collections import deque

from firmware_bridge.messages import LineMinute

KEPT_S = 62  # a minute that is over, and the seconds that may not be


class Minute:
    """Counts by whole seconds of the clock. Seconds before `begin` are not known, later ones
    without a count were silent."""

    def __init__(self) -> None:
        self.total = 0  # pieces of either kind, ever
        self._first_s: int | None = None
        self._seconds: deque[list[int]] = deque(maxlen=KEPT_S)  # second, heard, damaged

    def begin(self, now_ms: int) -> None:
        """The line is watched from now on; later calls change nothing."""
        if self._first_s is None:
            self._first_s = now_ms // 1000

    def add(self, now_ms: int, heard: int, damaged: int) -> None:
        """So many messages and damaged frames came just now."""
        if not heard + damaged:
            return
        self.begin(now_ms)
        self.total += heard + damaged
        second = now_ms // 1000
        if not self._seconds or self._seconds[-1][0] != second:
            self._seconds.append([second, 0, 0])
        self._seconds[-1][1] += heard
        self._seconds[-1][2] += damaged

    def until(self, now_ms: int) -> LineMinute:
        """The seconds up to this one, which may not be over."""
        now_s = now_ms // 1000
        first_s = now_s + 1 if self._first_s is None else self._first_s
        seconds = range(max(first_s, now_s - KEPT_S + 1), now_s + 1)
        heard = {second: count for second, count, _ in self._seconds}
        damaged = {second: count for second, _, count in self._seconds}
        return LineMinute(
            tuple(heard.get(second, 0) for second in seconds),
            tuple(damaged.get(second, 0) for second in seconds),
        )
