"""`gammonboard play`, headless: simulated hands play a whole match, the terminal tells it.

One process, one thread, virtual time; every byte passes a real pty. The pace is a matter of show:
`--speed 0` gives the same match as fast as it goes.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import msgspec
import numpy as np

from controller.commands.calibration_file import read_calibration_file
from controller.commands.data import JOURNAL, RECORDS, SEEDS
from controller.commands.house import REAL, dice_maker, house_of
from controller.commands.layouts import find_layout
from controller.commands.match_card import KEYS, clock_of, read_card, stakes_of
from controller.commands.rig import Plan, Rig, Watchers
from controller.commands.terminal import format_board, format_event, names_in
from controller.commands.today import synchronised_date
from controller.config import Config, with_value
from controller.errors import ControllerError, RecordError
from controller.journal.journal import Journal
from controller.rules.position import Roll, Side
from controller.rules.variants import STANDARD
from controller.seats.player import Player
from controller.sensing.settings import REFERENCE
from controller.service.inputs_file import replay
from controller.table.facts import AnyFact, GameStarted, MatchStarted, Played
from controller.table.phases import Phase
from controller.view.intents import TypeDice
from controller.view.seats import marked
from controller.view.snapshot import Snapshot
from hw_sim.checkers import Colour
from hw_sim.hands.person import Hands
from hw_sim.hands.skill import SKILLS

LONGEST_MATCH_MS = 24 * 3600 * 1000
"""A match of hands that lasts longer is stuck, and that is a fault to be told."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """seed None: fair dice from the system's randomness. speed 0: as fast as it goes.

    seats: "hands", or "bot ..." whose checkers hands carry. agreed: the match card's rules.
    """

    data_dir: Path
    seed: int | None = None
    speed: float = 20.0
    agreed: Config = field(default_factory=Config)
    length: int = 3
    names: tuple[str, str] = ("Light", "Dark")
    seats: tuple[str, str] = ("hands", "hands")
    players: Mapping[Side, Player] = field(default_factory=dict)  # of the seats named "bot ..."
    noise: str = "realistic"
    hands: str = "careful"
    pty: bool = True
    inputs: Path | None = None
    calibration: Path | None = None  # file; None: what a good one would have found
    layout: str = REFERENCE.name  # of the simulated table: a name, or a file
    program: str = "gammonboard"  # how the hints at the end call it
    awaits: bool = False  # the match is chosen at the screen, these options being offered

    @property
    def variant(self) -> str:
        return self.agreed.match.variant


def run(options: PlayOptions, out: TextIO, *, colour: bool = False) -> int:
    """Play one match to its end; the record's path is the last line but the hints."""
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    print(opening_words(options, seed), file=out)
    plan = plan_match(options, seed)
    teller = Teller(out, colour)
    rig, _hands = seat_hands(plan, options.hands, teller.watchers(), pacer(options.speed))
    try:
        rig.begin()
        finished = rig.run.run_until(LONGEST_MATCH_MS, lambda: is_match_over(rig))
    finally:
        rig.close()
        for player in options.players.values():
            player.close()
    if not finished:
        raise ControllerError(f"the match did not end within a day (seed {seed}): a fault of ours")
    if rig.unkept:
        raise RecordError(rig.unkept)
    print(closing_words(teller.paths, plan, options.program), file=out)
    return 0


def agreed(card: Path | None, given: Mapping[str, object]) -> Config:
    """The match card over the defaults, and over that what the command line gives (not None).

    Raises ConfigError naming file, key and range.
    """
    config = Config() if card is None else read_card(card, Config())
    for key, value in given.items():
        if value is not None:
            option = f"--{key.removesuffix('_s')}"
            config = with_value(config, KEYS[key], value, "command line", called=option)
    return config


def seats_in(
    agreed: Config, card: Path | None, light: str | None, dark: str | None, *, is_windowed: bool
) -> tuple[str, str]:
    """Who plays: by option, else by the card (without a display hands are its persons)."""
    person, other = ("person", "bot") if is_windowed else ("hands", "hands")
    chosen = (agreed.seats.light, agreed.seats.dark) if card is not None else ("person", other)
    carded = tuple(person if seat == "person" else seat for seat in chosen)
    return light or carded[0], dark or carded[1]


def replay_inputs(path: Path, out: TextIO) -> int:
    """Tell a recording to a new core and print its effects as JSON, a line each."""
    for effect in replay(path):
        print(msgspec.json.encode(effect).decode(), file=out)
    return 0


def plan_match(options: PlayOptions, seed: int) -> Plan:
    """The rig for these options; the match gets the journal's next number."""
    journal = options.data_dir / JOURNAL
    layout = find_layout(options.layout)
    match = _next_match(journal)
    seeded = options.seed is not None
    source = options.agreed.dice.source  # typed, deduced: hands throw
    if source == "fair" and seeded:
        source = "seeded"
    card = MatchStarted(
        match=match,
        variant=options.variant,
        length=options.length,
        light=options.names[0],
        dark=options.names[1],
        seats=options.seats,
        dice=source,
        event=options.agreed.match.event,
        round=options.agreed.match.round,
        table=options.agreed.match.place,
        date=None if seeded else synchronised_date(),
        seed=seed if seeded else None,
        stakes=stakes_of(options.agreed.match),
        timer_s=options.agreed.turn.timer_s,
        clock=clock_of(options.agreed),
        entropy=options.agreed.dice.entropy and source != "deduced",
        level=options.agreed.seats.level if options.players else "",
        tournament=options.agreed.match.tournament,
    )
    maker = dice_maker(options.data_dir / SEEDS)
    return Plan(
        card=card,
        dice=maker(card),
        journal=journal,
        records=options.data_dir / RECORDS,
        config=options.agreed,
        seed=seed,
        noise=options.noise,
        pty=options.pty,
        house=house_of(card, options.agreed, maker, _dater(card)),
        awaits=options.awaits,
        inputs=options.inputs,
        players=options.players,
        layout=layout,
        calibration=(
            read_calibration_file(options.calibration, layout) if options.calibration else None
        ),
    )


def _dater(card: MatchStarted) -> Callable[[], str | None]:
    """A seeded match is the same on any day."""
    return synchronised_date if card.seed is None else lambda: None


def seat_hands(
    plan: Plan, skill: str, watchers: Watchers, pace: Callable[[int], None]
) -> tuple[Rig, Hands]:
    """A rig with hands on both sides; they see each snapshot that is let out."""
    seen: list[Hands] = []

    def snapshot(taken: Snapshot, now_ms: int) -> None:
        watchers.snapshot(taken, now_ms)
        for hands in seen:
            hands.observe(taken, now_ms)

    rig = Rig(plan, Watchers(watchers.fact, snapshot, watchers.records), pace)
    rng = np.random.default_rng((plan.seed, 1))
    sides = (Colour.LIGHT, Colour.DARK)

    def type_dice(side: Side, dice: Roll) -> None:
        rig.ask(TypeDice(side.value, dice))

    hands = Hands(rig.sim.hand, sides, SKILLS[skill], rng, type_dice=type_dice)
    seen.append(hands)
    rig.add(hands)
    return rig, hands


def is_match_over(rig: Rig) -> bool:
    """The match has ended and its dice are shown."""
    state = rig.table.state if rig.table is not None else None
    return state is not None and state.phase is Phase.MATCH_OVER and state.revealed


def pacer(speed: float) -> Callable[[int], None]:
    """Waits so that virtual time runs at most `speed` times as fast as the wall's; 0: never."""
    if speed <= 0:
        return lambda _now_ms: None
    start = time.monotonic()

    def pace(now_ms: int) -> None:
        ahead_s = now_ms / 1000 / speed - (time.monotonic() - start)
        if ahead_s > 0:
            time.sleep(ahead_s)

    return pace


class Teller:
    """Tells facts as they are committed, with the board after each play."""

    def __init__(self, out: TextIO, colour: bool) -> None:
        self.paths: list[Path] = []
        self._out = out
        self._names = ("Light", "Dark")
        self._colour = colour
        self._snapshot: Snapshot | None = None
        self._board_due = False

    def watchers(self) -> Watchers:
        return Watchers(self._fact, self._see, self._written)

    def _fact(self, fact: AnyFact) -> None:
        if isinstance(fact, MatchStarted):
            self._names = names_in(fact)
        line = format_event(fact, self._names)
        if line:
            print(line, file=self._out, flush=True)
        self._board_due |= isinstance(fact, Played | GameStarted)

    def _see(self, snapshot: Snapshot, now_ms: int) -> None:
        self._snapshot = snapshot
        if self._board_due and snapshot.phase in ("to_roll", "opening"):
            self._board_due = False
            print(format_board(snapshot, colour=self._colour), file=self._out)
            print(file=self._out, flush=True)

    def _written(self, paths: Sequence[Path]) -> None:
        self.paths.extend(paths)


def _next_match(journal: Path) -> int:
    if not journal.exists():
        return 1
    held = Journal.open(journal)
    try:
        return held.next_match()
    finally:
        held.close()


def opening_words(options: PlayOptions, seed: int) -> str:
    """Who plays what on which table, with the seed that repeats it; where the screen asks for the
    match first, that it does. Who plays is told by the match's start then."""
    source = _DICE.get(options.agreed.dice.source)
    seeded = "dice seeded, not fair" if options.seed is not None else "fair dice"
    table = f"simulated table, {options.noise} noise, {options.hands} hands"
    if options.awaits:
        dice = "" if options.seed is None else ", its dice seeded, not fair"
        return f"The screen asks who plays, and what.\n{table}{dice}. Seed {seed}\n"
    what = f"a {options.length}-point match" if options.length else "a money game"
    what += f" of {options.variant}" if options.variant != STANDARD.id else ""
    light, dark = map(marked, options.names, options.seats)
    return (
        f"{light} (light) against {dark} (dark), {what}\n{table}, {source or seeded}. Seed {seed}\n"
    )


_DICE = {"typed": "real dice, typed in", "deduced": "real dice, read from the play"}


def closing_words(paths: Sequence[Path], plan: Plan, program: str, dice: str | None = None) -> str:
    """Where the record is and what to do with it; where there is none, that it is unfinished.

    dice: of the match that ended, where it is another than the planned one.
    """
    if not paths:
        return f"The match is not finished; what was played stands in {plan.journal}"
    own = f"--data-dir {plan.journal.parent}"
    lines = ["", "The record:", str(paths[0]), "", f"Check it:   {program} check {paths[0]}"]
    if (dice or plan.card.dice) not in REAL:
        lines.append(f"Its dice:   {program} verify last {own}")
    return "\n".join([*lines, f"Export it:  {program} export last --format json {own}"])


def is_terminal(stream: TextIO) -> bool:
    """Whether colour may be used."""
    return stream.isatty() and sys.platform != "win32"
