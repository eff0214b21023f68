"""`gammonboard scenario FILE...`: plays scripts against the whole product in virtual time."""

from __future__ import annotations

import dataclasses
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import msgspec
import numpy as np

from controller.commands.rig import Rig, Watchers
from controller.commands.scenario import language as lang
from controller.commands.scenario.conditions import Heard, describe, holds
from controller.commands.scenario.language import Command
from controller.commands.scenario.parse import not_there_yet, parse_scenario
from controller.commands.scenario.perform import Performer
from controller.commands.scenario.stage import ScriptDice, Stage, plan_of, with_setting
from controller.errors import ControllerError, UsageError
from controller.rules.position import Side
from controller.table.facts import AnyFact
from controller.view.snapshot import Snapshot
from hw_sim import acts
from hw_sim.acts import HandError
from hw_sim.hands.person import Hands
from hw_sim.hands.skill import SKILLS
from hw_sim.table import DeviceMaker

SETTLE_MS = 500  # an expect waits this long for the board, and again for what it names
NOTICED_MS = 40  # a scan and a frame: before that nobody can have seen a hand move
START_MS = 3000

Paint = Callable[[Snapshot, int], None]
"""Draws what is shown at a line of the script."""


class UnmetExpectationError(ControllerError):
    """What a script expected did not come true; the text says what was."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One file's end: failure None where everything held."""

    file: Path
    failure: str | None
    virtual_ms: int


def run(
    paths: Sequence[Path],
    out: TextIO,
    err: TextIO,
    *,
    as_json: bool = False,
    pty: bool = False,
    device: DeviceMaker | None = None,
    pictures: Callable[[Path], Paint] | None = None,
) -> int:
    """Play every file; exit code 0 all held, 1 one did not, 2 one cannot be played.

    pictures: gives for each file what draws the screen at its expects.
    """
    worst = 0
    for path in paths:
        try:
            script = parse_scenario(_text(path), str(path))
            _refuse_missing(script, path)
            paint = pictures(path) if pictures is not None else None
            hear = _json_printer(out) if as_json else None
            outcome = play(path, script, hear, pty=pty, device=device, paint=paint)
        except ControllerError as error:
            print(f"gammonboard: {error}", file=err)
            worst = 2
            continue
        if outcome.failure is not None:
            worst = max(worst, 1)
            print(outcome.failure, file=err)
        if not as_json:
            verdict = "held" if outcome.failure is None else "FAILED"
            print(f"{verdict}  {path}  {outcome.virtual_ms / 1000:.1f} s of table time", file=out)
    return worst


def play(
    path: Path,
    script: Sequence[Command],
    hear: Callable[[dict[str, object]], None] | None = None,
    *,
    pty: bool = False,
    device: DeviceMaker | None = None,
    paint: Paint | None = None,
) -> Outcome:
    """One script from its stage to its last line."""
    stage, rest = _staged(script, str(path))
    if device is not None and stage.layout != "reference":
        raise UsageError(f"{path}: only the device in software has layout {stage.layout}")
    with tempfile.TemporaryDirectory(prefix="gammonboard-") as folder:
        dice = ScriptDice(stage.seed, thrown=stage.dice == "seeded")
        heard = Heard()
        watchers = _watchers(heard, hear)
        actors: list[Hands] = []

        def snapshot(taken: Snapshot, now_ms: int) -> None:
            watchers.snapshot(taken, now_ms)
            for hands in actors:
                hands.observe(taken, now_ms)

        plan = plan_of(stage, dice, Path(folder), pty=pty)
        plan = dataclasses.replace(plan, make_device=device)
        rig = Rig(plan, Watchers(watchers.fact, snapshot, watchers.records), lambda _ms: None)
        actors += _seat(rig, stage)
        for fact in plan.facts:
            heard.fact(fact)
        try:
            failure = _perform(rig, stage, rest, dice, heard, str(path), paint)
        finally:
            rig.close()
        return Outcome(path, failure, rig.run.now_ms)


def _perform(
    rig: Rig,
    stage: Stage,
    script: Sequence[Command],
    dice: ScriptDice,
    heard: Heard,
    file: str,
    paint: Paint | None,
) -> str | None:
    """The failure in words, None if all held."""
    if stage.board is not None:
        rig.sim.hand.do(acts.Lay(stage.board.slots, stage.board.off, stage.board.reserve))
    rig.begin()
    rig.run.run_until(START_MS, lambda: rig.table is not None and rig.table.is_settled)
    performer = Performer(rig, dice, heard)
    for command in script:
        where = f"{file}:{command.line}"
        try:
            if isinstance(command, lang.Expect):
                _expect(rig, heard, command.what, performer.touched_ms)
                if paint is not None and rig.snapshot is not None:
                    paint(rig.snapshot, command.line)
            elif isinstance(command, lang.Never):
                _never(rig, heard, command)
            else:
                performer.do(command)
        except UnmetExpectationError as failed:
            return f"{where}: {failed}"
        except (HandError, UsageError) as error:
            raise UsageError(f"{where}: {error}") from error
    return None


def _expect(rig: Rig, heard: Heard, what: lang.Condition, touched_ms: int) -> None:
    """Let the board settle after the last hand, then it must hold or come true."""
    run = rig.run

    def settled() -> bool:
        is_still = rig.table is not None and rig.table.is_settled
        return is_still and run.now_ms >= touched_ms + NOTICED_MS

    run.run_until(run.now_ms + SETTLE_MS, settled)
    if not run.run_until(run.now_ms + SETTLE_MS, lambda: holds(what, rig, heard)):
        raise UnmetExpectationError(f"expected {what}; {describe(rig, heard)}")


def _never(rig: Rig, heard: Heard, command: lang.Never) -> None:
    begun = len(heard.plays)

    def happened() -> bool:
        if isinstance(command.what, lang.AnyPlay):
            return len(heard.plays) > begun
        return holds(command.what, rig, heard)

    if rig.run.run_until(rig.run.now_ms + command.for_ms, happened):
        raise UnmetExpectationError(f"never {command.what}; {describe(rig, heard)}")


def _staged(script: Sequence[Command], file: str) -> tuple[Stage, Sequence[Command]]:
    """The settings at the head of a script, and the rest."""
    stage = Stage()
    for index, command in enumerate(script):
        changed = with_setting(stage, command, file)
        if changed is None:
            return stage, script[index:]
        stage = changed
    return stage, ()


def _seat(rig: Rig, stage: Stage) -> list[Hands]:
    """Hands for the seats that the script leaves to them."""
    sides = [side for side in Side if stage.seats[side.index] == "hands"]
    if not sides:
        return []
    rng = np.random.default_rng((stage.seed, 1))
    hands = Hands(rig.sim.hand, sides, SKILLS["careful"], rng)
    rig.add(hands)
    return [hands]


def _watchers(heard: Heard, hear: Callable[[dict[str, object]], None] | None) -> Watchers:
    verdict: list[str | None] = [None]

    def fact(happened: AnyFact) -> None:
        heard.fact(happened)
        if hear is not None:
            hear(msgspec.to_builtins(happened))

    def snapshot(taken: Snapshot, now_ms: int) -> None:
        if hear is not None and taken.verdict != verdict[0]:
            verdict[0] = taken.verdict
            hear({"verdict": taken.verdict, "at_ms": now_ms})

    return Watchers(fact, snapshot)


def _json_printer(out: TextIO) -> Callable[[dict[str, object]], None]:
    return lambda item: print(json.dumps(item, ensure_ascii=False), file=out)


def _refuse_missing(script: Sequence[Command], path: Path) -> None:
    for command in script:
        part = not_there_yet(command)
        if part is not None:
            raise UsageError(f"{path}:{command.line}: {part} is not there yet")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from error
