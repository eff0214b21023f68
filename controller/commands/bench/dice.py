"""`gammonboard bench dice`: how often a play tells its roll, so that nobody need type it.

Over recorded matches: the rolls that explain each play by start and final position alone, and
narrowed by the boards that lay still on the way, as hands of each skill make them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from controller.commands.bench.report import Row, percentile
from controller.commands.bench.sensing.players import choose
from controller.records.model import MatchRecord, Turn
from controller.records.replay import replay
from controller.rules.any_roll import AnyRoll, ways_of_any_roll
from controller.rules.plays import legal_play_to, legal_plays, legal_ways
from controller.rules.position import START, Board, Position, Roll, Side
from controller.rules.variants import STANDARD, Variant
from hw_sim.acts import Act, Lift, Press, Put, Slide, Where, slide_ms
from hw_sim.checkers import Area, Colour, parse_place
from hw_sim.hands.gestures import Choreography, Gesture, TypeDice
from hw_sim.hands.skill import SKILLS

SEEN_MS = 320
"""A board that lies still for this long is judged: settling, and the device's slower means before
it (measured on the simulated table; `tests/scenarios/deduced_narrowed_by_a_step_seen.table`)."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A legal play of a record: the board before and after it from the mover's side, its roll."""

    board: Board
    final: Board
    roll: Roll
    variant: Variant
    reserve: int = 0


@dataclass(slots=True)
class Tally:
    """Counts over plays. By skill: plays whose roll the boards seen on the way leave unique, and
    those for which they exclude the true roll."""

    plays: int = 0
    dances: int = 0
    missed: int = 0
    unique: int = 0
    unique_moved: int = 0
    candidates: list[float] = field(default_factory=list)
    narrowed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SKILLS, 0))
    misled: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SKILLS, 0))
    ways_ms: list[float] = field(default_factory=list)


def recorded_plays(records: Iterable[MatchRecord]) -> Iterator[Recorded]:
    """Every legal play and dance of these matches."""
    for record in records:
        for game in record.games:
            for moment in replay(game):
                entry = moment.entry
                if isinstance(entry, Turn) and moment.play is not None and moment.error is None:
                    side, roll = entry.side, (max(entry.dice), min(entry.dice))
                    before = moment.before
                    yield Recorded(
                        before.board(side),
                        moment.after.board(side),
                        roll,
                        game.variant,
                        before.reserve[side.index],
                    )


def measure(
    plays: Sequence[Recorded], seed: int, on_play: Callable[[], None] = lambda: None
) -> Tally:
    """Deduce the roll of each play. on_play is called after each (progress)."""
    tally = Tally()
    for number, play in enumerate(plays):
        started = time.thread_time()
        possible = ways_of_any_roll(play.board, play.variant, play.reserve)
        tally.ways_ms.append(1e3 * (time.thread_time() - started))
        _count(tally, play, possible, np.random.default_rng([seed, number]))
        on_play()
    return tally


def simulated_plays(turns: int, seed: int) -> Iterator[Recorded]:
    """So many plays of games between plain players, for a clone without recorded matches."""
    rng = np.random.default_rng(seed)
    position, side = START, Side.LIGHT
    for _turn in range(turns):
        board = position.board(side)
        first, second = (int(die) for die in rng.integers(1, 7, 2))
        roll = (max(first, second), min(first, second))
        ways = legal_ways(board, roll)
        final = choose(ways, rng)
        yield Recorded(board, final, roll, STANDARD)
        position = Position.from_board(final, side)
        if not position.on_board(side):
            position = START
        side = side.other


def rows_of(tally: Tally) -> list[Row]:
    """What the tally says, with its budgets: the true roll is never missing."""
    moved = tally.plays - tally.dances
    rows = [
        Row("plays", tally.plays, "plays"),
        Row("of them dances", tally.dances, "plays"),
        Row("true roll not among the candidates", tally.missed, "plays", 0),
        Row("roll known from the positions alone", _pct(tally.unique, tally.plays), "% of turns"),
        Row("the same, dances left out", _pct(tally.unique_moved, moved), "% of turns"),
        Row("candidates p50", percentile(tally.candidates, 0.5), "rolls"),
        Row("candidates p99", percentile(tally.candidates, 0.99), "rolls"),
    ]
    for skill in SKILLS:
        name = f"{skill} hands, steps seen"
        rows += [
            Row(f"{name}: roll known", _pct(tally.narrowed[skill], tally.plays), "% of turns"),
            Row(f"{name}: true roll excluded", tally.misled[skill], "plays"),
        ]
    return [
        *rows,
        Row("plays of all rolls p50", percentile(tally.ways_ms, 0.5), "ms"),
        Row("plays of all rolls p99", percentile(tally.ways_ms, 0.99), "ms"),
    ]


def boards_at_rest(
    board: Board, side: Side, gestures: Sequence[Gesture], seen_ms: int = SEEN_MS
) -> list[Board]:
    """The boards of `side`, from `board` on, that lie still long enough to be judged while these
    gestures are made; going back to one drops those seen since."""
    slots = list(Position.from_board(board, side).slots)
    rested, held, busy_ms = [board], 0, 0
    for gesture in gestures:
        if not held and gesture.wait_ms - busy_ms >= seen_ms:
            seen = Position(tuple(slots)).board(side)
            rested = [*rested[: rested.index(seen)], seen] if seen in rested else [*rested, seen]
        busy_ms = slide_ms(gesture.act) if isinstance(gesture.act, Slide) else 0
        held += _move(slots, gesture.act)
    return rested


def _count(tally: Tally, play: Recorded, possible: AnyRoll, rng: np.random.Generator) -> None:
    rolls = possible.explain(play.final)
    is_unique, is_dance = len(rolls) == 1, play.final == play.board
    tally.plays += 1
    tally.dances += is_dance
    tally.missed += play.roll not in rolls
    tally.unique += is_unique
    tally.unique_moved += is_unique and not is_dance
    tally.candidates.append(len(rolls))
    for name in SKILLS:
        left = rolls
        if not is_unique and not is_dance:
            left = possible.explain(play.final, boards_at_rest_of(play, name, rng))
        tally.narrowed[name] += len(left) == 1 and play.roll in left
        tally.misled[name] += play.roll in rolls and play.roll not in left


def boards_at_rest_of(play: Recorded, skill: str, rng: np.random.Generator) -> list[Board]:
    """The boards that lie still while hands of this skill make a play."""
    side = Side.LIGHT
    rules = play.variant, play.reserve
    made = legal_play_to(play.board, play.roll, play.final, *rules)
    assert made is not None
    others = [
        other
        for other in legal_plays(play.board, play.roll, *rules).plays
        if other.board != made.board
    ]
    done = Press(Colour(side.value), "done")
    hands = Choreography(side, SKILLS[skill], rng)
    return boards_at_rest(play.board, side, hands.play(made, done, others))


def _move(slots: list[int], act: Act | TypeDice) -> int:
    """What an act does to the counts, and by how many more checkers are off their places."""
    match act:
        case Lift(side=colour, place=place):
            _add(slots, colour, place, -1)
            return 0 if place == Area.BESIDE else 1
        case Put(side=colour, place=place):
            _add(slots, colour, place, 1)
            return 0 if place == Area.BESIDE else -1
        case Slide(side=colour, source=source, to=to):
            _add(slots, colour, source, -1)
            _add(slots, colour, to, 1)
    return 0


def _add(slots: list[int], colour: Colour, where: Where, count: int) -> None:
    place = parse_place(colour, where)
    if not isinstance(place, Area):
        slots[place] += count * colour.sign


def _pct(count: int, of: int) -> float:
    return 100 * count / max(of, 1)
