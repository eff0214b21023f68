"""The table's eye: the tracker, the snapshots asked for, and the verdict that stands now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from controller.rules.plays import Ways
from controller.rules.position import Position, Side
from controller.sensing.findings import Finding
from controller.sensing.verdict import Verdict, VerdictKind


class Sight(Protocol):
    """What the core needs of sensing; `controller.sensing.tracker.Tracker` is it."""

    def agree(self, position: Position, *, shown: bool = True) -> None: ...

    def expect(self, side: Side | None, ways: Ways | None) -> None: ...

    def feed(self, readings: Mapping[int, int | None], now_ms: int) -> None: ...

    def due_ms(self) -> int | None: ...

    def wants_means(self, now_ms: int) -> bool: ...

    def settled(self, now_ms: int) -> bool: ...

    def judge(self, means: Sequence[int | None], now_ms: int, *, at_done: bool) -> Verdict: ...

    def rejudge(self, *, at_done: bool) -> Verdict: ...

    def confirm(self) -> Verdict: ...

    def readings(self) -> tuple[tuple[int, ...], ...]: ...

    def hint(self) -> tuple[tuple[Side, int], ...]: ...

    def watch(self) -> None: ...

    def pointed_at(self) -> int | None: ...

    def findings(self) -> tuple[Finding, ...]: ...

    def lose_sight(self) -> None: ...


class Eye:
    """Readings in, verdicts out. Ask `poll` after every input whether means are wanted."""

    def __init__(self, tracker: Sight) -> None:
        self._tracker = tracker
        self._request = 0
        self._awaited: int | None = None  # request on its way, None when nothing is asked
        self._sighted = False
        self.verdict: Verdict | None = None
        self._before: Verdict | None = None  # what stood before the last means

    def believe(self, position: Position, side: Side | None, ways: Ways | None) -> None:
        """From now on this position is agreed, and `side` plays one of these ways (or nobody)."""
        self._tracker.agree(position, shown=self._shows(position))
        self._tracker.expect(side, ways)
        if self.verdict is not None:
            self.verdict = self._tracker.rejudge(at_done=False)

    def _shows(self, position: Position) -> bool:
        """Whether the board judged last may be this one; only a wrong one certainly is not."""
        off_the_way = (VerdictKind.WRONG, VerdictKind.IN_HAND)
        if self.verdict is None or self.verdict.kind not in off_the_way:
            return True
        return position.slots in self._tracker.readings()

    def open(self) -> None:
        """The table answers again: look at the whole of it at once."""
        self._sighted = True
        self._awaited = None

    def close(self) -> None:
        """The table is gone: what it showed is no longer known."""
        self._sighted = False
        self._awaited = None
        self.verdict = None
        self._tracker.lose_sight()

    def feed(self, readings: Mapping[int, int | None], now_ms: int) -> None:
        """Cells that a report brought."""
        self._tracker.feed(readings, now_ms)

    def poll(self, now_ms: int) -> int | None:
        """The number of a request to send now, None if nothing is wanted."""
        if not self._sighted or self._awaited is not None:
            return None
        if self.verdict is not None and not self._tracker.wants_means(now_ms):
            return None
        return self.ask()

    def ask(self) -> int:
        """Number of a fresh request: its answer shows the board not earlier than now."""
        self._request += 1
        self._awaited = self._request
        return self._request

    def judge(
        self, request: int, means: Sequence[int | None], now_ms: int, *, at_done: bool
    ) -> Verdict | None:
        """The verdict on the means of a request; None for an answer that came too late."""
        if not self._sighted or request != self._awaited:
            return None
        self._awaited = None
        self._before = self.verdict
        self.verdict = self._tracker.judge(means, now_ms, at_done=at_done)
        return self.verdict

    def rejudge(self, *, at_done: bool) -> Verdict | None:
        """The verdict on the means that were judged last."""
        if self.verdict is not None:
            self.verdict = self._tracker.rejudge(at_done=at_done)
        return self.verdict

    def confirm(self) -> Verdict | None:
        """The verdict when people say that the agreed position lies there as read."""
        if self.verdict is not None:
            self.verdict = self._tracker.confirm()
        return self.verdict

    @property
    def has_said_no(self) -> bool:
        """Before the last means people read that something lies otherwise: a press is no word of
        theirs that all lies right."""
        no = (VerdictKind.WRONG, VerdictKind.IN_HAND)
        return self._before is not None and self._before.kind in no

    def readings(self) -> tuple[tuple[int, ...], ...]:
        """Contents of all slots that the board judged last may show, the likeliest first, whatever
        may be played."""
        return self._tracker.readings() if self.verdict is not None else ()

    def is_settled(self, now_ms: int) -> bool:
        """Nothing has moved since the verdict that stands."""
        return self.verdict is not None and self._tracker.settled(now_ms)

    def lifted(self, now_ms: int) -> tuple[tuple[Side, int], ...]:
        """(side, slot) of checkers that seem to be in a hand: a hint until the board settles."""
        if self.verdict is None:
            return ()
        return self.verdict.lifted if self.is_settled(now_ms) else self._tracker.hint()

    def watch(self) -> None:
        """A question is put about the board that lies there: a hand may point at the answer."""
        self._tracker.watch()

    def pointed_at(self) -> int | None:
        """The one slot whose checkers were stirred, then still again, since `watch`."""
        return self._tracker.pointed_at()

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the table itself, worst first."""
        return self._tracker.findings()

    def due_ms(self) -> int | None:
        return None if self._awaited is not None else self._tracker.due_ms()
