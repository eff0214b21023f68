"""Facts folded into a record."""

from __future__ import annotations

import pytest
from random_matches import random_match

from controller.errors import RecordError
from controller.match.score import Ending
from controller.records.model import (
    CubeAct,
    PositionSet,
    RecordedResult,
    Resignation,
    RowCounter,
    Turn,
    from_facts,
)
from controller.records.replay import replay
from controller.rules.position import START, Position, Side
from controller.table import facts as f

LIGHT, DARK = Side.LIGHT, Side.DARK

STARTED = f.MatchStarted(
    match=4, variant="standard", length=3, light="Anna", dark="Bob", seats=("person", "bot gnubg"),
    dice="fair", event="Club", round="2", table="5", date="2026-11-30", product="gammonboard 0.1",
)  # fmt: skip
GAME = f.GameStarted(1, "M4/G1", (0, 0), False, "c0ffee", START.slots)
FIRST = f.Played("dark", (3, 1), "8/5 6/5", START.slots, (0, 0))


def test_the_match_is_described_as_it_was_started() -> None:
    record = from_facts([STARTED])
    assert record.players == ("Anna", "Bob")
    assert record.seats == ("person", "bot gnubg")
    assert (record.length, record.event, record.round, record.place) == (3, "Club", "2", "5")
    assert (record.date, record.dice, record.product) == ("2026-11-30", "fair", "gammonboard 0.1")
    assert record.score == (0, 0)
    assert record.winner is None


def test_turns_cube_acts_and_rows() -> None:
    record = from_facts(
        [STARTED, GAME, f.Rolled("O", 0, (2, 2)), f.Rolled("O", 1, (1, 3)), FIRST,
         f.Doubled("light", 2), f.Taken("dark", 2), f.Rolled("R", 0, (6, 6), "light"),
         f.Played("light", (6, 6), "", START.slots, (0, 0)), f.Doubled("dark", 4),
         f.Dropped("light"), f.GameEnded("dark", "drop", 1, 2, (0, 2))]
    )  # fmt: skip
    game = record.games[0]
    assert game.entries == (
        Turn(1, DARK, (3, 1), "8/5 6/5"),
        CubeAct(2, LIGHT, "double", 2),
        CubeAct(2, DARK, "take", 2),
        Turn(3, LIGHT, (6, 6), ""),
        CubeAct(3, DARK, "double", 4),
        CubeAct(4, LIGHT, "drop", 4),
    )
    assert game.result == RecordedResult(DARK, 2, Ending.DROP, 1)
    assert record.score == (0, 2)


def test_a_roll_before_an_accepted_resignation_is_a_roll_without_a_play() -> None:
    record = from_facts(
        [STARTED, GAME, f.Rolled("O", 0, (1, 3)), f.ResignOffered("dark", 2),
         f.ResignAnswered("light", False), f.ResignOffered("dark", 3),
         f.ResignAnswered("light", True), f.GameEnded("light", "resign", 3, 3, (3, 0)),
         f.MatchEnded("light", (3, 0))]
    )  # fmt: skip
    assert record.games[0].entries == (
        Resignation(DARK, 2, False),
        Turn(1, DARK, (1, 3), None),
        Resignation(DARK, 3, True),
    )
    assert record.winner is LIGHT


def test_an_illegal_play_keeps_the_board_it_left() -> None:
    after = Position((*START.slots[:24], 0, 0))
    play = f.Played("dark", (3, 1), "8/4", after.slots, (0, 0), illegal=True)
    record = from_facts([STARTED, GAME, play])
    assert record.games[0].entries == (Turn(1, DARK, (3, 1), "8/4", after),)


def test_a_game_under_way_is_part_of_the_record() -> None:
    record = from_facts([STARTED, GAME, FIRST, f.MatchResumed("both")])
    assert record.games[0].result is None
    assert len(record.games[0].entries) == 1


def test_a_set_board_is_an_entry() -> None:
    board = f.BoardSet(START.slots, (0, 0), turn="light", cube=2, owner="dark")
    record = from_facts([STARTED, GAME, FIRST, board])
    assert record.games[0].entries[1] == PositionSet(START, LIGHT, 2, DARK)


def test_light_opens_a_row_and_dark_fills_it() -> None:
    rows = RowCounter()
    sides = (DARK, LIGHT, DARK, DARK, LIGHT, LIGHT, DARK)
    assert [rows.place(side) for side in sides] == [1, 2, 2, 3, 4, 5, 5]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ([], "do not begin"),
        ([GAME], "do not begin"),
        ([STARTED, FIRST], "before a game had started"),
        ([STARTED, GAME, f.Dropped("light")], "nobody offered"),
        ([STARTED, GAME, f.ResignAnswered("light", True)], "nobody offered"),
        ([STARTED, GAME, f.Doubled("purple", 2)], r"fact 3 \(Doubled\).*purple"),
        ([STARTED, GAME, f.Played("dark", (3, 7), "", START.slots, (0, 0))], "no dice"),
        ([STARTED, GAME, f.BoardSet(START.slots, (0, 0), cube=3)], "power of two"),
        ([STARTED, f.GameStarted(1, "x", (3, 3), False, None, START.slots)], "both"),
        ([STARTED, f.GameStarted(1, "x", (0, 0), False, None, (1, 2))], "26 slots"),
    ],
)
def test_facts_that_are_no_match_are_refused(facts: list[f.Fact], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        from_facts(facts)


@pytest.mark.parametrize("seed", range(8))
def test_replaying_a_record_gives_the_boards_of_the_facts(seed: int) -> None:
    facts = random_match(seed, 5, illegal=0.05)
    boards = [fact.slots for fact in facts if isinstance(fact, f.Played)]
    moments = [m for game in from_facts(facts).games for m in replay(game)]
    turns = [m for m in moments if isinstance(m.entry, Turn) and m.entry.play is not None]
    assert [m.after.slots for m in turns] == boards
    illegal = [fact.illegal for fact in facts if isinstance(fact, f.Played)]
    assert [m.error is not None for m in turns] == illegal
