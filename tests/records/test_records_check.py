"""Replaying records against the rules."""

from __future__ import annotations

import pytest
from random_matches import random_match

from controller.records.check import check_record
from controller.records.mat import format_mat
from controller.records.mat_reader import parse_mat
from controller.records.model import MatchRecord, from_facts
from controller.rules.position import START, Position, Side
from controller.table import facts as f


def match_of(*rows: str, length: int = 3) -> MatchRecord:
    head = [f" {length} point match", "", " Game 1", " Anna : 0                      Bob : 0"]
    return parse_mat("\n".join([*head, *rows, ""]))


@pytest.mark.parametrize("seed", range(6))
def test_a_legal_match_has_nothing_to_report(seed: int) -> None:
    facts = random_match(seed, (0, 1, 3, 5)[seed % 4])
    for record in (from_facts(facts), parse_mat(format_mat(from_facts(facts)))):
        findings = check_record(record)
        assert findings.illegal == ()
        assert findings.warnings == ()
    plays = sum(isinstance(fact, f.Played) for fact in facts)
    assert check_record(from_facts(facts)).plays == plays


@pytest.mark.parametrize("seed", range(6))
def test_every_illegal_play_is_found_and_no_other(seed: int) -> None:
    facts = random_match(seed, 5, illegal=0.1)
    expected = sum(isinstance(fact, f.Played) and fact.illegal for fact in facts)
    record = from_facts(facts)
    assert expected
    assert len(check_record(record).illegal) == expected
    again = check_record(parse_mat(format_mat(record)))
    assert len(again.illegal) == expected
    where = [(found.game, found.move, found.side) for found in again.illegal]
    assert where == [(g.number, e.move, e.side) for g in parse_mat(format_mat(record)).games
                     for e in g.entries if getattr(e, "after", None)]  # fmt: skip


def test_fil_23_an_illegal_play_is_named_with_game_move_side_text_and_reason() -> None:
    findings = check_record(match_of("  1) 65: 13/7 13/9               42: 8/4 6/4"))
    assert findings.plays == 2
    (found,) = findings.illegal
    assert (found.game, found.move, found.side) == (1, 1, Side.LIGHT)
    assert found.text == "65: 13/7 13/9"
    assert found.why == ("'13/7 13/9' is not legal with 6-5: no die gives 13/9")


def test_replay_goes_on_from_what_was_put_on_the_board() -> None:
    findings = check_record(
        match_of(
            "  1) 65: 13/7 13/9               42: 8/4 6/4",
            "  2) 21: 9/7 24/23               31: 8/5 6/5",
        )
    )
    assert len(findings.illegal) == 1


def test_a_play_that_cannot_be_made_says_so() -> None:
    findings = check_record(match_of("  1) 65: 20/14 14/9               42: 8/4 6/4"))
    assert "it cannot be made at all" in findings.illegal[0].why
    assert len(findings.illegal) == 1
    unreadable = check_record(match_of("  1) 65: hello"))
    assert "'hello' is no play: 'hello' is no point, bar or off" in unreadable.illegal[0].why


def test_a_dance_with_a_play_at_hand_is_illegal() -> None:
    findings = check_record(match_of("  1) 65:                          42: 8/4 6/4"))
    assert "a play with both dice is possible" in findings.illegal[0].why


def test_an_illegal_play_of_which_only_the_board_is_known_is_told() -> None:
    after = Position((*START.slots[:5], 4, 1, *START.slots[7:]))
    facts = [
        f.MatchStarted(1, "standard", 5, "a", "b", ("person", "person"), "typed"),
        f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots),
        f.Rolled("O", 0, (3, 1)),
        f.Played("light", (3, 1), "", after.slots, (0, 0), illegal=True),
    ]
    for record in (from_facts(facts), parse_mat(format_mat(from_facts(facts)))):
        (found,) = check_record(record).illegal
        assert found.text == "31: illegal play"
        assert found.why == "recorded as illegal and let stand"


def test_odd_cubes_scores_orders_and_endings_are_warnings() -> None:
    dead = match_of("  1)  Doubles => 2                Drops", "      Wins 1 point", length=1)
    assert "should not double: The cube is dead" in check_record(dead).warnings[0]
    worth = match_of("  1) 65: 24/18 18/13", "      Wins 16 points")
    assert check_record(worth).warnings == (
        "game 1: 16 points with the cube at 1: 3 points for left counted",
    )
    twice = match_of("  1) 65: 24/18 18/13", "  2) 21: 13/11 6/5")
    assert check_record(twice).warnings == ("game 1, move 2: left moves twice",)
    jump = parse_mat(
        " 5 point match\n\n Game 1\n a : 0      b : 0\n      Wins 1 point\n"
        " Game 2\n a : 0      b : 1\n"
    )
    assert check_record(jump).warnings == ("game 2: starts at 0-1, but game 1 ended at 1-0",)


def test_a_cube_set_by_hand_counts() -> None:
    facts = [
        f.MatchStarted(1, "standard", 5, "a", "b", ("person", "person"), "typed"),
        f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots),
        f.BoardSet(START.slots, (0, 0), turn="light", cube=4, owner="dark"),
        f.ResignOffered("light", 1),
        f.ResignAnswered("dark", True),
        f.GameEnded("dark", "resign", 1, 4, (0, 4)),
    ]
    assert check_record(from_facts(facts)).warnings == ()


def test_capped_points_of_the_last_game_are_no_fault() -> None:
    """Some sites write what was needed to win, not what was won (G-10)."""
    record = match_of(
        "  1)                              Doubles => 2",
        "  2)  Takes                      65: 24/18 18/13",
        "      Wins 3 points and the match",
    )
    assert check_record(record).warnings == ()
