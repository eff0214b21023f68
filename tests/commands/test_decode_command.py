"""`gammonboard decode`: JSON lines in, what a Done would mean as JSON lines out."""

from __future__ import annotations

import io
import itertools
import json
import math
from dataclasses import replace
from typing import Any

import pytest

from controller.commands.decode import answer_line, run
from controller.rules.position import START, START_BOARD, Position, Side
from controller.sensing.settings import REFERENCE, CellLayout

KEYS = {"verdict", "notation", "board", "question", "fix", "strays", "cells", "margin"}
CLOSED = [0, 0, 0, 0, 0, 0, 0, *([0] * 12), *([-2] * 6), 1]


def readings_of(position: Position) -> list[int | None]:
    """Cells of a tidy table: each checker centred, from the rail outward, no neighbours' tails."""
    values: list[int | None] = []
    for slot, count in enumerate(position.slots):
        cells = 5 if slot < 24 else 4
        for cell in range(cells):
            strength = sum(
                layer
                for number, layer in zip(range(cell, abs(count), cells), (1.0, 0.39, 0.19))  # noqa: B905
            )
            values.append(round(math.copysign(64.0 * strength, count)))
    return values


def moved(*moves: tuple[int, int], position: Position = START) -> Position:
    slots = list(position.slots)
    for source, to in moves:
        sign = 1 if slots[source] > 0 else -1
        slots[source] -= sign
        slots[to] += sign
    return Position(tuple(slots), position.off)


def ask(now: Position, **changes: Any) -> dict[str, Any]:
    question: dict[str, Any] = {
        "layout": "reference",
        "variant": "standard",
        "board": list(START_BOARD),
        "dice": [3, 1],
        "mover": "light",
        "readings": readings_of(now),
        "before": readings_of(START),
        "calibration": None,
    }
    answer: dict[str, Any] = json.loads(answer_line(json.dumps(question | changes)))
    return answer


def test_a_whole_play_is_complete_with_notation_and_board() -> None:
    answer = ask(moved((7, 4), (5, 4)))

    assert set(answer) == KEYS
    assert answer["verdict"] == "complete"
    assert answer["notation"] == "8/5 6/5"
    assert answer["board"][5:9] == [2, 4, 0, 2]
    assert answer["question"] is answer["fix"] is None
    assert answer["cells"] == []
    assert answer["margin"] >= 5.0


def test_readings_before_are_not_needed() -> None:
    assert ask(moved((7, 4), (5, 4)), before=None)["notation"] == "8/5 6/5"


def test_an_untouched_board_with_a_playable_roll_is_agreed() -> None:
    answer = ask(START)

    assert (answer["verdict"], answer["notation"]) == ("agreed", "")
    assert answer["board"] == list(START_BOARD)


def test_part_of_a_play_is_under_way() -> None:
    answer = ask(moved((7, 4)))

    assert (answer["verdict"], answer["notation"]) == ("under_way", "8/5")


def test_a_dance_is_complete_without_notation() -> None:
    position = Position.from_board(tuple(CLOSED), Side.LIGHT)
    lying = readings_of(position)
    answer = ask(position, board=CLOSED, dice=[6, 5], before=lying, off=[14, 3])

    assert (answer["verdict"], answer["notation"]) == ("complete", "")


def test_an_illegal_board_is_wrong_with_the_fix_in_the_points_of_its_side() -> None:
    answer = ask(moved((7, 4), (5, 3)))

    assert answer["verdict"] == "wrong"
    assert answer["notation"] is answer["board"] is None
    assert answer["fix"] == [{"side": "light", "from": 4, "to": 5}]


def test_darks_checkers_are_named_by_darks_points() -> None:
    answer = ask(moved((18, 19)))

    assert answer["fix"] == [{"side": "dark", "from": 5, "to": 6}]


def test_dark_may_be_the_mover() -> None:
    answer = ask(moved((16, 19), (18, 19)), mover="dark")

    assert (answer["verdict"], answer["notation"]) == ("complete", "8/5 6/5")
    assert answer["board"][5] == 2


def test_a_missing_checker_is_put_back() -> None:
    slots = list(START.slots)
    slots[7] -= 1
    answer = ask(Position(tuple(slots)))

    assert answer["verdict"] == "in_hand"
    assert answer["fix"] == [{"side": "light", "from": None, "to": 8}]


def test_no_dice_compares_with_the_board_only() -> None:
    assert ask(START, dice=None)["verdict"] == "agreed"
    assert ask(moved((7, 4)), dice=None)["fix"] == [{"side": "light", "from": 5, "to": 8}]


def test_a_blind_table_names_its_cells() -> None:
    answer = ask(START, readings=[None] * 128)

    assert answer["verdict"] == "blind"
    assert answer["cells"] == list(range(128))


def test_a_question_names_the_plays_between_which_a_silent_cell_would_decide() -> None:
    slots = list(moved((7, 4)).slots)
    slots[5] -= 1
    now = readings_of(Position(tuple(slots)))
    second_on_5 = 4 * 5 + 1
    now[second_on_5] = None
    answer = ask(START, readings=now)

    assert answer["verdict"] == "unsure"
    assert answer["question"]["ask"] == "which"
    assert "8/5 6/5" in answer["question"]["notations"]
    assert answer["cells"] == [second_on_5]


def test_a_calibration_is_applied() -> None:
    raw = [None if v is None else round(0.5 * v + 8) for v in readings_of(moved((7, 4), (5, 4)))]
    calibration = {"offsets": [8.0] * 128, "gains": [0.5] * 128}
    answer = ask(START, readings=raw, before=None, calibration=calibration)

    assert answer["notation"] == "8/5 6/5"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"mover": "white"}, "mover"),
        ({"board": [1, 2]}, "board"),
        ({"dice": [7, 1]}, "dice"),
        ({"readings": None}, "readings"),
        ({"readings": [0] * 127}, "readings"),
        ({"readings": [128] * 128}, "readings"),
        ({"readings": [True] * 128}, "readings"),
        ({"before": [0.5] * 128}, "before"),
        ({"layout": "chess"}, "reference"),
        ({"layout": 5}, "layout"),
        ({"variant": "chess"}, "standard"),
        ({"off": [1, 0]}, "off"),
        ({"named_double": 3}, "named_double"),
        ({"calibration": {"offsets": []}}, "calibration"),
    ],
)
def test_a_bad_line_is_answered_in_words(changes: dict[str, Any], word: str) -> None:
    answer = ask(START, **changes)

    assert list(answer) == ["error"]
    assert word in answer["error"]


@pytest.mark.parametrize("line", ["{", "[]", "null", "7", "[" * 100_000])
def test_what_is_no_object_is_answered_in_words(line: str) -> None:
    assert list(json.loads(answer_line(line))) == ["error"]


def test_the_run_goes_on_after_a_bad_line() -> None:
    out = io.StringIO()

    assert run(io.StringIO("{\n\n" + json.dumps({"mover": "light"}) + "\n"), out) == 0

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == 2
    assert all("error" in answer for answer in answers)


def test_any_two_moves_that_are_no_play_are_never_complete() -> None:
    """The safety property on ideal readings: a board that is no final is not accepted."""
    finals = {(7, 4), (5, 4), (12, 9), (23, 20), (7, 6), (5, 2), (23, 22), (10, 9)}
    own = [slot for slot, count in enumerate(START.slots) if count > 0]
    open_slots = [slot for slot, count in enumerate(START.slots[:24]) if count >= 0]
    moves = [(a, b) for a, b in itertools.product(own, open_slots) if a != b]
    for move in moves[::5]:
        if move in finals or move[0] - move[1] in (1, 3, 4):
            continue
        assert ask(moved(move))["verdict"] != "complete"


def test_acey_deucey_is_read_with_its_reserve() -> None:
    empty, entered = Position((0,) * 26), [0] * 26
    entered[21], entered[18] = 1, 1
    answer = ask(
        Position(tuple(entered)), variant="acey-deucey", board=[0] * 26, dice=[6, 3],
        before=readings_of(empty),
    )  # fmt: skip

    assert (answer["verdict"], answer["notation"]) == ("complete", "in/22 in/19")


def test_a_named_double_stands_for_the_dice() -> None:
    board, now = [0] * 26, [0] * 26
    board[20], now[7] = 1, 1
    start = [0] * 26
    start[19] = 1
    answer = ask(
        Position(tuple(now)), variant="acey-deucey", board=board, dice=None, named_double=3,
        reserve=[14, 15], before=readings_of(Position(tuple(start))),
    )  # fmt: skip

    assert (answer["verdict"], answer["notation"]) == ("complete", "20/17 17/14 14/11 11/8")


def asked_of(layout: CellLayout, now: Position) -> dict[str, Any]:
    """A line that names no layout, from a table whose wires lie as its layout says."""

    def shown(position: Position) -> list[int | None]:
        by_wire: list[int | None] = [99] * layout.cells  # what no cell shows may be anything
        for cell, value in enumerate(readings_of(position)):
            if layout.present[cell]:
                by_wire[layout.as_built[cell]] = value
        return by_wire

    question = {
        "board": list(START_BOARD),
        "dice": [3, 1],
        "mover": "light",
        "readings": shown(now),
        "before": shown(START),
    }
    answer: dict[str, Any] = json.loads(answer_line(json.dumps(question), layout))
    return answer


def test_lines_that_name_no_layout_are_of_the_one_that_the_command_names() -> None:
    own = replace(
        REFERENCE,
        name="mine",
        wires=tuple(reversed(range(128))),
        present=tuple(cell != 119 for cell in range(128)),
    )

    assert asked_of(own, moved((7, 4), (5, 4)))["notation"] == "8/5 6/5"
    assert asked_of(own, moved((7, 4)))["verdict"] == "under_way"
    assert ask(START, layout="six")["error"].startswith("readings is not a list of 152")
