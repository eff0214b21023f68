"""What a script sets up before anybody moves: match, board, dice, seats, and the rig from them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path

from controller.commands.house import house_of
from controller.commands.layouts import find_layout
from controller.commands.match_card import clock_of, stakes_of
from controller.commands.rig import Plan
from controller.commands.scenario import language as lang
from controller.commands.scenario.between import NoMatch
from controller.commands.scenario.language import Command, Contents, Spot
from controller.commands.scenario.parse import CELLS
from controller.config import FILE_ENDING, Config, set_value
from controller.errors import UsageError
from controller.match.clock import SECOND_MS, TimeRule
from controller.match.score import check_start_score
from controller.rules.position import Position, Roll, Side, slot_of
from controller.rules.variants import STANDARD, Variant, find_variant
from controller.seats.builtin import BuiltinPlayer
from controller.service.chance import NO_ENTROPY, Entropy, SeededDice
from controller.table.facts import AnyFact, BoardSet, GameStarted, MatchStarted


class ScriptDice(SeededDice):
    """The script's dice where it names some, else those of its seed."""

    def __init__(self, seed: int, *, thrown: bool = True) -> None:
        super().__init__(seed)
        self._thrown = thrown  # by the table; real dice are committed to by nobody
        self.named: deque[Roll] = deque()

    def commit(self, gid: str) -> str | None:
        return super().commit(gid) if self._thrown else None

    def roll(self, gid: str, kind: str, n: int, entropy: Entropy = NO_ENTROPY) -> Roll:
        return self.named.popleft() if self.named else super().roll(gid, kind, n, entropy)


@dataclass(frozen=True, slots=True)
class Stage:
    """The defaults are the language's own: standard, money, set-up position, quiet, aids full."""

    variant: Variant = STANDARD
    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    cube: int = 1
    owner: Side | None = None
    board: Position | None = None
    turn: Side | None = None
    seed: int = 0
    noise: str = "quiet"
    layout: str = "reference"
    dice: str = "seeded"
    seats: tuple[str, str] = ("script", "script")
    clock: TimeRule | None = None
    config: Config = field(default_factory=Config)
    awaits: bool = False

    def is_set(self) -> bool:
        """Anything but a match from its beginning."""
        return self != Stage(
            variant=self.variant, length=self.length, seed=self.seed, noise=self.noise,
            layout=self.layout, dice=self.dice, seats=self.seats, config=self.config,
            clock=self.clock,
            awaits=self.awaits,
        )  # fmt: skip


def with_setting(stage: Stage, command: Command, file: str) -> Stage | None:
    """The stage after a setting; None for a command that is none."""
    match command:
        case lang.Variant():
            return replace(stage, variant=find_variant(command.id))
        case lang.Orientation():
            return stage  # turning is the picture's affair
        case lang.LayoutName():
            return replace(stage, layout=_beside(command.name, file))
        case lang.Cells():
            return replace(stage, layout=CELLS[command.count])
        case lang.Match():
            return replace(stage, length=command.length)
        case lang.Score():
            return replace(stage, score=(command.light, command.dark))
        case lang.CubeAt():
            return replace(stage, cube=command.value, owner=command.owner)
        case lang.Crawford():
            return replace(stage, crawford=True)
        case lang.Seats():
            light, dark = stage.seats
            return replace(stage, seats=(command.light or light, command.dark or dark))
        case lang.Seed():
            return replace(stage, seed=command.seed)
        case lang.Noise():
            return replace(stage, noise=command.level)
        case lang.Aids():
            return replace(stage, config=set_value(stage.config, "aids.level", command.level))
        case lang.Timer():
            seconds = str(command.ms // SECOND_MS)
            return replace(stage, config=set_value(stage.config, "turn.timer_s", seconds))
        case lang.Clock():
            return replace(stage, clock=TimeRule(command.reserve_ms, command.delay_ms))
        case lang.Set():
            return replace(stage, config=set_value(stage.config, command.key, command.value))
        case lang.Board():
            where = f"{file}:{command.line}"
            placed = position_of(command.light, command.dark, where, stage.variant)
            return replace(stage, board=placed)
        case lang.Turn():
            return replace(stage, turn=command.side)
        case NoMatch():
            return replace(stage, awaits=True)
        case lang.Dice():
            return replace(stage, dice="seeded" if command.source == "fair" else command.source)
    return None


def _beside(layout: str, file: str) -> str:
    """A layout's file counts from the script's folder."""
    return str(Path(file).parent / layout) if layout.endswith(FILE_ENDING) else layout


def position_of(light: Contents, dark: Contents, where: str, variant: Variant) -> Position:
    """Where the checkers lie; what a side lacks counts as off unless told, where there is a
    reserve and nothing is said of off as that."""
    slots = [0] * 26
    off = [0, 0]
    reserve = [0, 0]
    for contents in (light, dark):
        side = contents.side
        for place, count in contents.counts.items():
            if place is Spot.OFF:
                off[side.index] = count
                continue
            if place is Spot.RESERVE:
                reserve[side.index] = count
                continue
            slot = slot_of(side, 25 if isinstance(place, Spot) else place)
            if slots[slot] * side.sign < 0:
                raise UsageError(f"{where}: both sides lie on {side.value}'s {place}")
            slots[slot] = count * side.sign
        lacking = variant.checkers - sum(contents.counts.values())
        if lacking < 0:
            raise UsageError(f"{where}: {side.value} has more than {variant.checkers} checkers")
        if not {Spot.OFF, Spot.RESERVE} & set(contents.counts):
            (reserve if variant.reserve else off)[side.index] = lacking
        elif Spot.OFF not in contents.counts:
            off[side.index] = lacking
    return Position(tuple(slots), (off[0], off[1]), (reserve[0], reserve[1]))


def plan_of(stage: Stage, dice: ScriptDice, folder: Path, *, pty: bool) -> Plan:
    """The rig for a stage, with a journal in `folder`."""
    players = {side: BuiltinPlayer() for side in Side if stage.seats[side.index] == "bot"}
    named = [
        f"bot {players[side].name}" if side in players else stage.seats[side.index] for side in Side
    ]
    card = MatchStarted(
        match=1, variant=stage.variant.id, length=stage.length, light="Light", dark="Dark",
        seats=(named[0], named[1]), dice=stage.dice, seed=stage.seed,
        stakes=stakes_of(stage.config.match), timer_s=stage.config.turn.timer_s,
        clock=stage.clock or clock_of(stage.config), tournament=stage.config.match.tournament,
        entropy=stage.config.dice.entropy,
    )  # fmt: skip
    return Plan(
        card=card,
        dice=dice,
        house=house_of(
            card,
            stage.config,
            dice=lambda _card: dice,
            today=lambda: None,
            seat=lambda _level, _variant: BuiltinPlayer(),
        ),
        journal=folder / "journal.sqlite3",
        records=folder / "records",
        config=stage.config,
        awaits=stage.awaits,
        seed=stage.seed,
        noise=stage.noise,
        layout=find_layout(stage.layout),
        pty=pty,
        facts=_facts(stage, card, dice) if stage.is_set() else (),
        players=players,
    )


def _facts(stage: Stage, card: MatchStarted, dice: ScriptDice) -> tuple[AnyFact, ...]:
    """A match that is under way as the stage says, as facts that the journal could hold."""
    gid = "M1/G1"
    check_start_score(stage.length, stage.score)
    start = stage.variant.start_position
    board = stage.board or start
    started = GameStarted(
        game=1,
        gid=gid,
        score=stage.score,
        crawford=stage.crawford,
        commitment=dice.commit(gid),
        slots=start.slots,
        reserve=start.reserve,
    )
    placed = BoardSet(
        slots=board.slots,
        off=board.off,
        reserve=board.reserve,
        turn=stage.turn.value if stage.turn else None,
        cube=stage.cube,
        owner=stage.owner.value if stage.owner else None,
    )
    return card, started, placed
