"""A sight that cannot err: its "means" are the true signed counts of the 26 slots.

It stands at the core's seam in place of the tracker, so that the core's tests are about the core.
A board is settled as soon as its means have come, unless it is `restless`; `hinted` is what seems
to be in a hand meanwhile, `stirred` the slot that a hand points at. `alike`: positions that it
cannot tell from one another. `clear` False: what lies there is read, but not beyond doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from controller.rules.plays import Ways, apply_steps
from controller.rules.position import RESERVE, START, Position, Side, slot_of
from controller.sensing.findings import Finding
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way


class IdealSight:
    def __init__(self) -> None:
        self._agreed = START
        self._side: Side | None = None
        self._ways: Ways | None = None
        self._means: Sequence[int | None] | None = None
        self._stirred = False
        self.restless = False
        self.doubtful = False  # the agreed position looks like itself less one checker
        self.crooked = False  # it lies there in a way that no checkers do
        self.hinted: tuple[tuple[Side, int], ...] = ()
        self.alike: tuple[tuple[int, ...], ...] = ()
        self.clear = True
        self.stirred: int | None = None

    def agree(self, position: Position, *, shown: bool = True) -> None:
        self._agreed = position

    def expect(self, side: Side | None, ways: Ways | None) -> None:
        self._side, self._ways = side, ways

    def feed(self, readings: Mapping[int, int | None], now_ms: int) -> None:
        self._stirred = True

    def due_ms(self) -> int | None:
        return None

    def wants_means(self, now_ms: int) -> bool:
        return self._stirred and not self.restless

    def settled(self, now_ms: int) -> bool:
        return not self._stirred and not self.restless

    def judge(self, means: Sequence[int | None], now_ms: int, *, at_done: bool) -> Verdict:
        self._means = means
        self._stirred = False
        return self.rejudge(at_done=at_done)

    def rejudge(self, *, at_done: bool) -> Verdict:
        return replace(self._verdict(), clear=self.clear)

    def _verdict(self) -> Verdict:
        assert self._means is not None
        if self._means[0] is None:
            return Verdict(VerdictKind.BLIND, cells=tuple(range(128)))
        seen = tuple(n or 0 for n in self._means[:26])
        if self._side is None or self._ways is None:
            return self._unexpected(seen)
        if seen in self.alike:
            choices = [way for way in self._all_ways() if way.position.slots in self.alike]
            ordered = sorted(choices, key=lambda way: way.position.slots != seen)
            return Verdict(VerdictKind.UNSURE, ordered[0], choices=tuple(ordered), sensed=seen)
        for way in self._all_ways():
            if way.position.slots == seen:
                return _on_the_way(way, seen)
        for way in self._all_ways():
            lifted = _missing(way.position.slots, seen)
            if lifted is not None:
                return Verdict(VerdictKind.IN_HAND, way, lifted=lifted, sensed=seen)
        return Verdict(VerdictKind.WRONG, fix=_fixes(seen, self._agreed.slots), sensed=seen)

    def confirm(self) -> Verdict:
        self.doubtful = self.crooked = False
        return self.rejudge(at_done=True)

    def readings(self) -> tuple[tuple[int, ...], ...]:
        if self._means is None or self._means[0] is None:
            return ()
        seen = tuple(n or 0 for n in self._means[:26])
        others = [board for board in self.alike if board != seen] if seen in self.alike else []
        return (seen, *others)

    def hint(self) -> tuple[tuple[Side, int], ...]:
        return self.hinted

    def watch(self) -> None:
        self.stirred = None

    def pointed_at(self) -> int | None:
        return self.stirred

    def findings(self) -> tuple[Finding, ...]:
        return ()

    def lose_sight(self) -> None:
        self._means = None

    def _all_ways(self) -> list[Way]:
        assert self._ways is not None
        assert self._side is not None
        result = []
        for board, steps in self._ways.boards.items():
            position = apply_steps(self._agreed, self._side, steps)
            result.append(Way(steps, position, board in self._ways.finals))
        return result

    def _unexpected(self, seen: tuple[int, ...]) -> Verdict:
        way = Way((), self._agreed, False)
        if seen == self._agreed.slots and self.doubtful:
            return Verdict(VerdictKind.UNSURE, way, choices=(way,), sensed=seen)
        if seen == self._agreed.slots and self.crooked:
            return Verdict(VerdictKind.WRONG, odd=(5,), sensed=seen)
        if seen == self._agreed.slots:
            return Verdict(VerdictKind.AGREED, way, sensed=seen)
        lifted = _missing(self._agreed.slots, seen)
        fixes = _fixes(seen, self._agreed.slots)
        if lifted is not None:
            return Verdict(VerdictKind.IN_HAND, way, lifted=lifted, fix=fixes, sensed=seen)
        return Verdict(VerdictKind.WRONG, fix=fixes, sensed=seen)


def _on_the_way(way: Way, seen: tuple[int, ...]) -> Verdict:
    if way.complete:
        kind = VerdictKind.COMPLETE
    else:
        kind = VerdictKind.UNDER_WAY if way.steps else VerdictKind.AGREED
    return Verdict(kind, way, sensed=seen)


def _missing(wanted: tuple[int, ...], seen: tuple[int, ...]) -> tuple[tuple[Side, int], ...] | None:
    """The one slot that lacks one checker, if nothing else differs."""
    differing = [slot for slot in range(26) if wanted[slot] != seen[slot]]
    if len(differing) != 1 or abs(wanted[differing[0]]) - abs(seen[differing[0]]) != 1:
        return None
    side = Side.LIGHT if wanted[differing[0]] > 0 else Side.DARK
    return ((side, differing[0]),)


def _fixes(seen: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[Fix, ...]:
    fixes = []
    for side in Side:
        have = [max(0, n * side.sign) for n in seen]
        want = [max(0, n * side.sign) for n in wanted]
        extra = [s for s in range(26) for _ in range(have[s] - want[s])]
        lack = [s for s in range(26) for _ in range(want[s] - have[s])]
        while extra or lack:
            source = extra.pop() if extra else None
            fixes.append(Fix(side, source, lack.pop() if lack else None))
    return tuple(fixes)


def moved(position: Position, side: Side, *steps: tuple[int, int]) -> tuple[int, ...]:
    """Slots after hands moved (source, to) in the side's points; 0 is off, 26 the reserve, hits go
    to the bar."""
    slots = list(position.slots)
    for source, to in steps:
        if source != RESERVE:
            slots[slot_of(side, source)] -= side.sign
        if to == 0:
            continue
        place = slot_of(side, to)
        if slots[place] == -side.sign:
            slots[place] = 0
            slots[slot_of(side.other, 25)] -= side.sign
        slots[place] += side.sign
    return tuple(slots)
