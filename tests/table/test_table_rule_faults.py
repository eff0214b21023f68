"""Reported faults of rules (cases kind A) where the whole turn matters: lights, undo, passing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from table_driver import Driver

from controller.rules.position import CHECKERS, START, Position, Side
from controller.table import facts as f

DATA = Path(__file__).parents[1] / "truth" / "rule_faults.json"
FAULTS: dict[str, Any] = {each["id"]: each for each in json.loads(DATA.read_text("ascii"))}


def rolled(name: str, side: Side) -> Driver:
    """The position of a fault with `side` as the mover, its dice thrown."""
    fault = FAULTS[name]
    off = fault["off"] if side is Side.LIGHT else fault["off"][::-1]
    start = Position.from_board(tuple(fault["board"]), side, (off[0], off[1]))
    card = Driver().card
    game = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots)
    driver = Driver(facts=(card, game, f.BoardSet(start.slots, start.off, turn=side.value)))
    driver.board = start.slots
    driver.resume(power_lost=False)
    driver.roll(side.value, (fault["dice"][0], fault["dice"][1]))
    assert driver.phase == "moving"
    return driver


def lit(driver: Driver, side: Side, point: int) -> list[str]:
    """The lights that burn while the mover's checker of this point is in a hand."""
    board = list(Position(driver.board).board(side))
    board[point] -= 1
    before = driver.board
    driver.put(Position.from_board(tuple(board), side).slots)
    lights = list(driver.lights)
    driver.put(before)
    return lights


@pytest.mark.parametrize("side", Side, ids=["light", "dark"])
def test_rul_01_the_smaller_die_is_neither_lit_nor_accepted(side: Side) -> None:
    driver = rolled("RUL-01", side)
    start, target = (12, 7) if side is Side.LIGHT else (11, 16)
    assert sorted(lit(driver, side, 13)) == sorted([f"{start} from", f"{target} target"])
    driver.move(side, (13, 11))
    driver.press(side.value, "done")
    assert driver.plays() == []
    assert driver.snapshot is not None
    assert driver.snapshot.refused == 1


@pytest.mark.parametrize("side", Side, ids=["light", "dark"])
def test_rul_11_a_closed_board_passes_without_a_hand(side: Side) -> None:
    driver = rolled("RUL-11", side)
    driver.wait(2500)
    assert driver.plays() == [""]
    assert driver.lights == ()


@pytest.mark.parametrize("side", Side, ids=["light", "dark"])
def test_rul_19_a_hit_taken_back_leaves_no_checker_on_the_bar(side: Side) -> None:
    driver = rolled("RUL-14", side)
    before = driver.board
    driver.move(side, (8, 5))
    driver.press(side.value, "undo")
    driver.put(before)
    assert driver.snapshot is not None
    assert driver.snapshot.slots == before
    driver.move(side, (6, 5), (4, 1))
    driver.press(side.value, "undo")
    driver.put(before)
    assert driver.snapshot.slots == before
    driver.move(side, (8, 5), (6, 5))
    driver.press(side.value, "done")
    assert driver.plays() == ["8/5* 6/5"]
    after = Position(driver.snapshot.slots, driver.snapshot.off)
    assert [after.owned(each) for each in Side] == [CHECKERS, CHECKERS]
