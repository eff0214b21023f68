"""`gammonboard plays`: JSON lines in and out."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from controller.commands.plays import answer_line, run
from controller.rules.position import START_BOARD
from controller.rules.variants import VARIANTS, find_variant

START = list(START_BOARD)
ACEY = {"variant": "acey-deucey", "board": [0] * 22 + [1, 0, 0, 0]}


def ask(finals: bool = False, **keys: Any) -> Any:
    question: dict[str, Any] = {"variant": "standard", "board": START, "dice": [3, 1]} | keys
    return json.loads(answer_line(json.dumps(question), finals))


def board(**places: int) -> list[int]:
    numbers = [0] * 26
    for name, count in places.items():
        numbers[int(name.removeprefix("p"))] = count
    return numbers


def test_the_answer_has_notation_steps_and_board() -> None:
    answer = ask()
    assert answer["dice_used"] == 2
    assert len(answer["plays"]) == 16
    play = next(p for p in answer["plays"] if p["notation"] == "8/5 6/5")
    assert play["steps"] == [[8, 5], [6, 5]]
    assert list(play) == ["notation", "steps", "board"]
    after = list(START)
    after[8] -= 1
    after[6] -= 1
    after[5] += 2
    assert play["board"] == after
    boards = [p["board"] for p in answer["plays"]]
    assert boards == sorted(boards)


def test_finals_leaves_steps_and_notation_out() -> None:
    answer = ask(finals=True)
    assert [list(p) for p in answer["plays"]] == [["board"]] * 16


def test_bar_is_25_and_off_is_0() -> None:
    answer = ask(board=board(p25=1, p1=14), dice=[6, 5], off=[0, 15])
    assert all(p["steps"][0][0] == 25 for p in answer["plays"])
    answer = ask(board=board(p1=2), dice=[6, 5])
    assert answer["plays"][0]["notation"] == "1/off 1/off"
    assert answer["plays"][0]["steps"] == [[1, 0], [1, 0]]


def test_a_dance_is_no_plays() -> None:
    answer = ask(board=board(p25=1, p13=14, p19=-2, p22=-2), dice=[6, 3])
    assert answer == {"plays": [], "dice_used": 0}


def test_a_finished_game_has_no_plays() -> None:
    assert ask(board=board(p20=-15), off=[15, 0]) == {"plays": [], "dice_used": 0}


def test_variant_and_extra_keys_may_be_left_out_or_there() -> None:
    line = json.dumps({"board": START, "dice": [1, 3], "id": "L01", "what": "opening"})
    assert json.loads(answer_line(line, False)) == ask()


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"board": START[:25]}, "board is not a list of 26"),
        ({"board": None}, "board is missing"),
        ({"board": [*START[:25], 0.5]}, "not a whole number"),
        ({"board": [*START[:25], True]}, "not a whole number"),
        ({"board": board(p6=16)}, "the mover has 16 checkers"),
        ({"board": board(p6=1, p20=-16)}, "the other has 16 checkers"),
        ({"board": board(p25=-1)}, "board[25]"),
        ({"board": board(p0=1)}, "board[0]"),
        ({"dice": [3]}, "dice is not a list of 2"),
        ({"dice": [3, 7]}, "7 is not 1-6"),
        ({"dice": [0, 1]}, "0 is not 1-6"),
        ({"dice": ["3", 1]}, "not a whole number"),
        ({"dice": None}, "dice is missing"),
        ({"off": [1, 0]}, "the mover has 16 checkers, on the board and off"),
        ({"off": [0, 1]}, "the other has 16 checkers, on the board and off"),
        ({"off": [-1, 0]}, "off"),
        ({"off": 3}, "off is not a list of 2"),
        ({"reserve": [1, 0]}, "reserve belongs to acey-deucey"),
        ({"variant": "hypergammon"}, "the mover has 15 checkers on the board; there are 3"),
        ({**ACEY, "reserve": [16, 0]}, "reserve: [16, 0] are no counts"),
        ({**ACEY, "reserve": [15, 15]}, "the mover has 16 checkers, on the board, off and in"),
        ({**ACEY, "reserve": [1, 0], "off": [1, 0]}, "checkers off while 1 are still to enter"),
        ({**ACEY, "reserve": [1]}, "reserve is not a list of 2"),
        ({**ACEY, "named_double": 7}, "named_double: 7 is not 1-6"),
        ({**ACEY, "named_double": 0}, "named_double: 0 is not 1-6"),
        ({**ACEY, "named_double": "3"}, "not a whole number"),
        ({"named_double": 3}, "named_double belongs to acey-deucey"),
        ({"variant": "chess"}, "no variant 'chess'"),
        ({"variant": 3}, "variant is not a text"),
    ],
)
def test_a_bad_question_is_answered_in_words(keys: dict[str, Any], error: str) -> None:
    answer = ask(**keys)
    assert list(answer) == ["error"]
    assert error in answer["error"]


def test_a_named_double_replaces_the_dice() -> None:
    named = ask(**ACEY, named_double=3)
    assert named == ask(**ACEY, dice=[3, 3])
    assert named["dice_used"] == 4
    question = json.dumps({**ACEY, "named_double": 3})
    assert json.loads(answer_line(question, False)) == named  # no dice needed


def test_what_is_missing_is_in_reserve_while_nothing_is_off() -> None:
    told = ask(**ACEY, reserve=[14, 15], dice=[5, 1])
    assert ask(**ACEY, dice=[5, 1]) == told
    entering = next(p for p in told["plays"] if p["notation"] == "in/24 in/20")
    assert entering["steps"] == [[26, 24], [26, 20]]
    assert entering["board"] == board(p22=1, p24=1, p20=1)
    home = {"variant": "acey-deucey", "board": board(p4=2), "dice": [6, 5]}
    assert [p["notation"] for p in ask(**home, off=[13, 0])["plays"]] == ["4/off 4/off"]  # AD-13
    assert all("in/" in p["notation"] for p in ask(**home)["plays"])


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_answered_from_its_start(name: str) -> None:
    answer = ask(variant=name, board=list(find_variant(name).start), dice=[6, 4])
    assert answer["dice_used"] == 2


@pytest.mark.parametrize("line", ["", "{", "[]", "3", "null", '{"board":', "\x00", "[" * 100_000])
def test_what_is_no_question_is_answered_and_not_raised(line: str) -> None:
    assert list(json.loads(answer_line(line, False))) == ["error"]


def test_a_set_up_with_too_few_checkers_may_stand() -> None:
    assert ask(board=board(p6=5, p20=-7), off=[2, 2])["dice_used"] == 2


def test_a_bad_line_does_not_stop_the_run() -> None:
    good = json.dumps({"board": START, "dice": [3, 1]})
    out = io.StringIO()
    assert run(io.StringIO(f"{good}\nnonsense\n\n{good}\n"), out, finals=True) == 0
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [next(iter(line)) for line in lines] == ["plays", "error", "plays"]
    assert lines[0] == lines[2]


def test_bytes_that_are_no_text_are_a_bad_line_and_no_more() -> None:
    good = json.dumps({"board": START, "dice": [3, 1]}).encode()
    out = io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n" + good + b"\n"), encoding="utf-8")
    assert run(stdin, out, finals=True) == 0
    assert [next(iter(json.loads(line))) for line in out.getvalue().splitlines()] == [
        "error",
        "plays",
    ]
