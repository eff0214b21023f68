"""What was agreed about cube and points, in the tags of a header and back."""

from __future__ import annotations

import pytest

from controller.match.stakes import Stakes
from controller.records.files import first_difference
from controller.records.mat import format_mat, mat_view
from controller.records.mat_reader import parse_mat
from controller.records.model import GameRecord, MatchRecord
from controller.records.tags import automatic_doubles_of, stakes_of


@pytest.mark.parametrize(
    ("length", "stakes", "tags"),
    [
        (3, Stakes(), ['[Crawford "On"]']),
        (3, Stakes(crawford=False), ['[Crawford "Off"]']),
        (3, Stakes(cube=False), ['[Crawford "On"]', '[CubeLimit "1"]']),
        (3, Stakes(cube_limit=8), ['[Crawford "On"]', '[CubeLimit "8"]']),
        (3, Stakes(cube_limit=0), ['[Crawford "On"]', '[CubeLimit "1024"]']),
        (0, Stakes(), []),
        (0, Stakes(jacoby=True, beavers=1), ['[Jacoby "On"]', '[Beaver "On"]']),
    ],
)
def test_stakes_are_tags_and_come_back(length: int, stakes: Stakes, tags: list[str]) -> None:
    record = MatchRecord(("a", "b"), length, (GameRecord(1, (0, 0)),), stakes=stakes)
    text = format_mat(record)
    told = [line.removeprefix("; ") for line in text.splitlines() if line.startswith("; ")]
    assert [tag for tag in told if not tag.startswith(("[Match", "[Pla", "[Var"))] == tags
    read = parse_mat(text)
    assert read.stakes == stakes
    assert first_difference(mat_view(record), read) is None


def test_what_only_money_or_only_a_match_knows_is_not_told_of_the_other() -> None:
    odd = Stakes(crawford=False, jacoby=True, beavers=2, automatic_doubles=1, cube_limit=8)
    money = MatchRecord(("a", "b"), 0, (GameRecord(1, (0, 0)),), stakes=odd)
    assert mat_view(money).stakes == Stakes(jacoby=True, beavers=1)
    match = MatchRecord(("a", "b"), 3, (GameRecord(1, (0, 0)),), stakes=odd)
    assert mat_view(match).stakes == Stakes(crawford=False, cube_limit=8)


def test_a_cube_that_ties_had_turned_is_a_tag_of_ours() -> None:
    games = (GameRecord(1, (0, 0)), GameRecord(2, (0, 0), cube=4))
    text = format_mat(MatchRecord(("a", "b"), 0, games))
    assert '; [Automatic doubles "2:4"]' in text
    assert [game.cube for game in parse_mat(text).games] == [1, 4]


@pytest.mark.parametrize(
    "value", ["", "x", "1:3", "1:", ":2", "1:0", "1:-2", "1:99999999999", "²:2"]
)
def test_a_tag_that_makes_no_sense_says_nothing(value: str) -> None:
    assert automatic_doubles_of({"automatic doubles": value}) == {}
    assert stakes_of({"cubelimit": value, "jacoby": value, "crawford": value}, 3) == Stakes()
