"""`gammonboard bench missed`: how well turns that nobody saw are told from the board they left.

Recorded games are cut into gaps of one, two and three turns, and the table's questions asked as it
asks them: sequences of the fewest turns first, three questions at most. The share that one question
tells depends on how people play, so it wants records of people's matches.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from controller.commands.bench.report import Row, percentile
from controller.errors import UsageError
from controller.records.model import MatchRecord, Turn
from controller.records.replay import Moment, replay
from controller.rules.missed import ROLLS, Gap, missed_turns
from controller.rules.position import Roll
from controller.table.blind import MOST_ASKED

CASES = ((1, False), (2, False), (2, True), (3, False), (3, True))
"""Turns of the gap, and whether the table knew the first roll."""

P99_MS = 300.0
BACK, RULED_OUT = "guided back", "ruled out"


def run(records: Sequence[MatchRecord], gaps: int, seed: int) -> list[Row]:
    """Of each case at most so many gaps, drawn by the seed. Raises UsageError for no gap at all."""
    rows: list[Row] = []
    for turns, known in CASES:
        every = [chain for record in records for chain in chains(record, turns)]
        if not every:
            raise UsageError("these files hold no turns that follow one another")
        drawn = random.Random(seed).sample(every, min(gaps, len(every)))
        rows += _rows(turns, known, drawn)
    return rows


def chains(record: MatchRecord, turns: int) -> Iterator[list[Moment]]:
    """So many turns in a row by one side after the other, each legal, none of them twice."""
    for game in record.games:
        chain: list[Moment] = []
        for moment in replay(game):
            if isinstance(moment.entry, Turn) and moment.play is not None:
                chain.append(moment)
            if len(chain) == turns:
                if all(_follows(*pair) for pair in pairwise(chain)):
                    yield chain
                chain = []


def _follows(first: Moment, second: Moment) -> bool:
    assert isinstance(first.entry, Turn)
    assert isinstance(second.entry, Turn)
    return first.after == second.before and first.entry.side is second.entry.side.other


def _rows(turns: int, known: bool, drawn: Sequence[list[Moment]]) -> Iterator[Row]:
    told: Counter[int | str] = Counter()
    times = []
    for chain in drawn:
        began = time.process_time()
        told[questions(chain, known=known)] += 1
        times.append((time.process_time() - began) * 1e3)
    name = f"{turns} turn{'' if turns == 1 else 's'}, {'first roll known' if known else 'no dice'}"
    asked = sum(told[number] for number in range(2, MOST_ASKED + 1))
    for what, count in (
        ("told by one question", told[1]),
        (f"told by two to {MOST_ASKED} questions", asked),
        (BACK, told[BACK]),
    ):
        yield Row(f"{name}: {what}", 100 * count / len(drawn), "%")
    yield Row(f"{name}: true turns ruled out, of {len(drawn)}", told[RULED_OUT], "", 0)
    yield Row(f"{name}: p99", percentile(times, 0.99), "ms", P99_MS)


def questions(chain: Sequence[Moment], *, known: bool) -> int | str:
    """At which question the true turns come, BACK where the hands are guided back instead."""
    entry = chain[0].entry
    assert isinstance(entry, Turn)
    high, low = max(entry.dice), min(entry.dice)
    rolls: tuple[Roll, ...] = ((high, low),) if known else ROLLS
    gap = Gap(chain[0].before, entry.side, chain[-1].after, rolls)
    truth = [moment.after for moment in chain]
    asked = 0
    for turns in range(2 if known else 1, len(chain) + 1):
        left = MOST_ASKED - asked
        found = missed_turns(gap, turns, most=max(1, left))
        if not found.is_whole or len(found.sequences) > left:
            return BACK
        for sequence in found.sequences:
            asked += 1
            if [turn.after for turn in sequence] == truth:
                return asked
    return RULED_OUT
