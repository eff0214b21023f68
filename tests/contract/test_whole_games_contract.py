"""A whole game at the screen of `play`: chosen, played against the bot and recorded, once with the
mouse alone and once with the keyboard alone (BU-01 to BU-10, BU-14)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from contract_rig import PATIENCE_S
from virtual_display import virtual_display
from windowed_game import SCREEN_AT, SIZE, Game, WholeGame

from controller.records.files import read_matches
from controller.rules.position import Side
from controller.rules.variants import VARIANTS
from controller.table.facts import MatchEnded, Played
from display.layout_pages import page, split

pytestmark = pytest.mark.slow

SHORT = VARIANTS["hypergammon"]  # three checkers a side: some ten turns each
BEGIN = split(page(SIZE).foot, (2.8, 1.2), 10)[1]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with virtual_display(2720, 820) as display:
        playing = Game(
            display, tmp_path, "--choose", "--seed", "11", "--length", "1", variant=SHORT
        )
        playing.wait_for_windows()
        yield playing
        playing.process.end()


def check_record(folder: Path, winner: Side, turns: int) -> None:
    """The record of the match lies where it belongs, and tells what was played."""
    records = folder / "data" / "records"
    end = time.monotonic() + PATIENCE_S
    while not (found := list(records.glob("*.json"))):  # written when the dice are shown
        assert time.monotonic() < end, "no record was written"
        time.sleep(0.1)
    facts = read_matches(found[0])[0].facts
    assert [fact.winner for fact in facts if isinstance(fact, MatchEnded)] == [winner.value]
    assert sum(isinstance(fact, Played) for fact in facts) == turns


def test_a_game_against_the_bot_by_mouse_alone_from_the_start_to_the_record(
    game: Game, tmp_path: Path
) -> None:
    whole = WholeGame(game, game.main_button, Game.tap_steps)
    whole.begin(lambda: game.click(SCREEN_AT, BEGIN.centre))

    winner = whole.play()

    check_record(tmp_path, winner, whole.turns)


def test_a_game_against_the_bot_by_keyboard_alone_from_the_start_to_the_record(
    game: Game, tmp_path: Path
) -> None:
    whole = WholeGame(game, lambda: game.keys("r", "d"), Game.key_steps)
    whole.begin(lambda: game.keys("Return"))

    winner = whole.play()

    check_record(tmp_path, winner, whole.turns)
