"""Nothing is left out in silence: each kind of loss has its line, and only where there is one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.match.stakes import Stakes
from controller.records.losses import lost_in
from controller.rules.position import START
from controller.table import facts as f

CARD = f.MatchStarted(1, "standard", 3, "Anna", "Bob", ("person", "person"), "")
GAME = f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots)
FIRST = [f.Rolled("O", 0, (3, 1)), f.Played("light", (3, 1), "8/5 6/5", START.slots, (0, 0))]


def lines(form: str, *more: f.Fact, card: dict[str, Any] | None = None) -> list[str]:
    return lost_in(form, [msgspec.structs.replace(CARD, **(card or {})), GAME, *FIRST, *more])


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
@pytest.mark.parametrize("variant", ["standard", "pt-br", "nackgammon"])
def test_a_plain_match_loses_nothing(form: str, variant: str) -> None:
    assert lines(form, card={"variant": variant}) == []


@pytest.mark.parametrize(
    ("card", "more", "said"),
    [
        ({}, [f.ResignOffered("light", 1), f.ResignAnswered("dark", False)], "1 declined resign"),
        ({}, [f.QuestionAnswered("light", "which", "x"), f.MatchResumed()], "2 entries of the"),
        ({}, [f.ClockRead((5, 6)), f.MatchPaused("dark"), f.MatchWentOn("dark")], "3 entries of"),
        ({}, [f.Rolled("R", 0, (6, 1), "dark"),
              f.Played("dark", (6, 1), "24/20", START.slots, (0, 0), illegal=True)],
         "how 1 illegal play went"),
        ({"seed": 7}, [], "the seed 7"),
        ({"light": "x" * 200}, [], "the name 'xxx"),
        ({"variant": "tavla"}, [], "not by those of Tavla"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_what_neither_form_can_say(
    form: str, card: dict[str, Any], more: list[f.Fact], said: str
) -> None:
    (line,) = lines(form, *more, card=card)
    assert said in line


SET = f.BoardSet(START.slots, (0, 0), turn="dark")


@pytest.mark.parametrize(
    ("card", "more", "said"),
    [
        ({"light": "Ann: 7"}, [], "the name 'Ann: 7' is written 'Ann 7'"),
        ({"event": 'The "Open"'}, [], "the event"),
        ({}, [SET], "1 position set by hand will pass for an illegal play"),
        ({"stakes": Stakes(crawford=False)}, [], "gnubg will expect a Crawford game"),
        ({"length": 0, "stakes": Stakes(jacoby=True)}, [], "whether Jacoby counts"),
        ({"length": 0}, [f.AutomaticDouble(2)], "automatic doubles"),
    ],
)
def test_what_mat_cannot_say_and_sgf_can(
    card: dict[str, Any], more: list[f.Fact], said: str
) -> None:
    (line,) = lines("mat", *more, card=card)
    assert said in line
    assert lines("sgf", *more, card=card) == []


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({"dice": "typed"}, "that its dice were typed"),
        ({"length": 0, "stakes": Stakes(beavers=1)}, "that beavers were agreed"),
    ],
)
def test_what_sgf_cannot_say_and_mat_can(card: dict[str, Any], said: str) -> None:
    (line,) = lines("sgf", card=card)
    assert said in line
    assert lines("mat", card=card) == []


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_what_reads_otherwise_than_it_was_recorded_is_told(form: str) -> None:
    """Points that a dropped cube is not worth, as a damaged file may have them."""
    told = lines(
        form, f.Doubled("dark", 2), f.Dropped("light"), f.GameEnded("dark", "drop", 1, 5, (0, 5)),
        card={"length": 7},
    )  # fmt: skip
    assert told == ["game 1: it reads otherwise than it was recorded; the json form is exact"]


def test_a_last_roll_that_gnubg_would_play_is_left_out_and_told() -> None:
    only_one = list(START.slots)
    only_one[:24] = [0] * 24
    only_one[0], only_one[20] = 1, -2
    board = f.BoardSet(tuple(only_one), (14, 13), turn="light")
    facts = [
        CARD, GAME, board, f.Rolled("R", 0, (6, 5), "light"), f.ResignOffered("light", 1),
        f.ResignAnswered("dark", True), f.GameEnded("dark", "resign", 1, 1, (0, 1)),
    ]  # fmt: skip
    (line,) = lost_in("mat", facts)
    assert line == "left out: 1 last roll before a resignation, which gnubg would play"
    assert lost_in("sgf", facts) == []
