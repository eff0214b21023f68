"""`gammonboard bench latency`: the host's share, from the last byte in to the last byte out.

A match of hands in virtual time; what is measured is real: unframing, decoding, the core, framing.
Commits are left out, for lights wait for them by design; the journal's own bench times those.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from controller.commands.bench.report import Row, percentile
from controller.commands.play import PlayOptions, is_match_over, plan_match, seat_hands
from controller.commands.rig import Rig, Watchers
from controller.rules.position import Roll
from controller.service.wire import SHADES
from controller.table.facts import AnyFact, Played
from controller.table.phases import Phase
from firmware_bridge.messages import Lights, Message, PointReport, Snapshot

TARGETS = frozenset(code for code, (kind, _of, _later) in enumerate(SHADES) if kind == "target")
LIGHTS_BUDGET_MS = 2.0
VERDICT_BUDGET_MS = 5.0
WORST_DOUBLES_BUDGET_MS = 25.0
LONGEST_MS = 24 * 3600 * 1000


@dataclass(slots=True)
class Stopwatch:
    """Times each exchange; stands in the line, where bytes come in and go out."""

    lift_ms: list[float] = field(default_factory=list)
    verdict_ms: list[float] = field(default_factory=list)
    doubles_ms: list[float] = field(default_factory=list)
    turns: int = 0
    _facts: int = 0
    _facts_seen: int = 0

    def fact(self, fact: AnyFact) -> None:
        self._facts += 1
        self.turns += isinstance(fact, Played)

    def exchanged(self, rig: Rig, took_ms: float) -> None:
        """One exchange is over: what came in and what went out says what it was."""
        new = [message for _ms, _way, message in rig.link.recent]
        rig.link.recent.clear()  # what follows belongs to the next exchange
        committed, self._facts_seen = self._facts > self._facts_seen, self._facts
        if committed:
            return
        if any(isinstance(message, Snapshot) for message in new):
            self._verdict(rig, took_ms)
        elif _lights_targets(new) and any(isinstance(message, PointReport) for message in new):
            self.lift_ms.append(took_ms)

    def _verdict(self, rig: Rig, took_ms: float) -> None:
        state = rig.table.state if rig.table is not None else None
        if state is None or state.phase is not Phase.MOVING:
            return
        self.verdict_ms.append(took_ms)
        if _is_double(state.game.roll):
            self.doubles_ms.append(took_ms)


def run(turns: int = 300, seed: int = 1) -> list[Row]:
    """At least `turns` turns of fast hands at realistic noise; times in ms."""
    watch = Stopwatch()
    match = 0
    with tempfile.TemporaryDirectory(prefix="gammonboard-") as folder:
        while watch.turns < turns:
            _play(Path(folder) / str(match), seed + match, watch, turns)
            match += 1
    lifts, verdicts, doubles = watch.lift_ms, watch.verdict_ms, watch.doubles_ms
    return [
        Row("lift to targets, p50", percentile(lifts, 0.5), "ms"),
        Row("lift to targets, p99", percentile(lifts, 0.99), "ms", LIGHTS_BUDGET_MS),
        Row("settled to verdict, p50", percentile(verdicts, 0.5), "ms"),
        Row("settled to verdict, p99", percentile(verdicts, 0.99), "ms", VERDICT_BUDGET_MS),
        Row("settled to verdict, worst double", max(doubles), "ms", WORST_DOUBLES_BUDGET_MS),
        Row("lifts measured", len(lifts), "lifts"),
        Row("verdicts measured", len(verdicts), "verdicts"),
    ]


def _play(folder: Path, seed: int, watch: Stopwatch, turns: int) -> None:
    options = PlayOptions(folder, seed=seed, speed=0, length=5, hands="fast", pty=False)
    plan = plan_match(options, seed)
    rig, _hands = seat_hands(plan, "fast", Watchers(watch.fact), lambda _ms: None)
    began: list[float] = []

    def came_in(data: bytes) -> bytes:
        began[:] = [time.perf_counter()] if data else []
        return data

    def goes_out() -> None:
        if began:
            watch.exchanged(rig, (time.perf_counter() - began[0]) * 1000)
            began.clear()

    rig.tap(came_in, goes_out)
    try:
        rig.begin()
        rig.run.run_until(LONGEST_MS, lambda: is_match_over(rig) or watch.turns >= turns)
    finally:
        rig.close()


def _lights_targets(messages: list[Message]) -> bool:
    return any(isinstance(message, Lights) and TARGETS & set(message.codes) for message in messages)


def _is_double(roll: Roll | None) -> bool:
    return roll is not None and roll[0] == roll[1]
