"""A file's match as facts: whole and such as the core folds, or refused with game and move."""

from __future__ import annotations

import re

import pytest

from controller.errors import RecordError
from controller.records.check import check_record
from controller.records.mat_reader import parse_mat
from controller.records.model import Turn, from_facts
from controller.records.to_facts import Told, content_id, to_facts
from controller.rules.position import Side
from controller.table import facts as f
from controller.table.phases import Phase
from controller.table.state import MatchState, fold

HEAD = " 5 point match\n\n"
SCORE = " Anna : 0                      Bob : 0"


def facts_of(*rows: str, tags: str = "", more: str = "") -> list[f.AnyFact]:
    text = tags + HEAD + " Game 1\n" + "\n".join([SCORE, *rows, ""]) + more
    return list(told(text).facts)


def told(text: str) -> Told:
    return to_facts(parse_mat(text), 4, "club.mat")


def kinds(facts: list[f.AnyFact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def test_the_card_has_number_names_typed_dice_and_the_file_as_its_source() -> None:
    card = facts_of("  1) 31: 8/5 6/5")[0]
    assert isinstance(card, f.MatchStarted)
    assert (card.match, card.length, card.light, card.dark) == (4, 5, "Anna", "Bob")
    assert (card.dice, card.seats, card.source) == ("typed", ("", ""), "club.mat")


def test_an_event_that_the_file_names_is_kept() -> None:
    card = facts_of("  1) 31: 8/5 6/5", tags='; [Event "Club night"]\n')[0]
    assert isinstance(card, f.MatchStarted)
    assert card.event == "Club night"


@pytest.mark.parametrize("date", ["????.??.??", "2024.13.01", "12.05.2024", "yesterday"])
def test_a_date_that_is_none_is_left_out(date: str) -> None:
    card = facts_of("  1) 31: 8/5 6/5", tags=f'; [EventDate "{date}"]\n')[0]
    assert isinstance(card, f.MatchStarted)
    assert card.date is None


def test_the_first_roll_is_the_opening_with_lights_die_first() -> None:
    rolls = [x for x in facts_of("  1)                             31: 8/5 6/5") if
             isinstance(x, f.Rolled)]  # fmt: skip
    assert rolls == [f.Rolled("O", 0, (1, 3))]


def test_a_whole_game_is_facts_that_the_core_folds() -> None:
    facts = facts_of(
        "  1) 31: 8/5 6/5                 65: 24/18 18/13",
        "  2)  Doubles => 2                Drops",
        "      Wins 1 point",
    )
    assert kinds(facts) == [
        "MatchStarted", "GameStarted", "Rolled", "Played", "Rolled", "Played", "Doubled",
        "Dropped", "GameEnded",
    ]  # fmt: skip
    assert fold(MatchState(), facts).phase is Phase.GAME_OVER
    assert facts[-1] == f.GameEnded("light", "drop", 1, 1, (1, 0))


def test_a_game_that_ends_before_the_last_checker_is_off_was_resigned() -> None:
    facts = facts_of("  1) 31: 8/5 6/5", "                                  Wins 2 points")
    assert facts[-3:] == [
        f.ResignOffered("light", 2),
        f.ResignAnswered("dark", True),
        f.GameEnded("dark", "resign", 2, 2, (0, 2)),
    ]


def test_an_illegal_play_is_kept_as_one_with_the_board_it_left() -> None:
    facts = facts_of("  1) 31: 8/4 6/5                 65: 24/18 18/13")
    played = [fact for fact in facts if isinstance(fact, f.Played)]
    assert [fact.illegal for fact in played] == [True, False]
    again = check_record(from_facts(facts))
    assert [(found.game, found.move, found.side) for found in again.illegal] == [(1, 1, Side.LIGHT)]


def test_a_side_that_moves_twice_is_put_on_roll_again() -> None:
    facts = facts_of("  1) 31: 8/5 6/5", "  2) 65: 24/18 18/13")
    assert kinds(facts)[4:] == ["BoardSet", "Rolled", "Played"]
    turns = [e for e in from_facts(facts).games[0].entries if isinstance(e, Turn)]
    assert [turn.side for turn in turns] == [Side.LIGHT, Side.LIGHT]


def test_a_game_without_its_wins_line_is_won_by_the_next_score() -> None:
    more = " Game 2\n Anna : 0                      Bob : 2\n  1) 31: 8/5 6/5\n"
    facts = facts_of("  1) 31: 8/5 6/5", more=more)
    ended = [fact for fact in facts if isinstance(fact, f.GameEnded)]
    assert ended == [f.GameEnded("dark", "resign", 2, 2, (0, 2))]


GAME_2 = " Game 2\n Anna : {}                      Bob : {}\n  1) 31: 8/5 6/5\n"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("  2) 31: 8/5 6/5                 65: 23/18 18/12", "game 1, move 2: .*at all"),
        ("  2) 31: ????                    65: 24/18 18/13", "game 1, move 2: .*not written"),
        ("  2) 31: hello                   65: 24/18 18/13", "game 1, move 2: .*'hello'"),
    ],
)
def test_fil_23_what_facts_cannot_tell_ends_its_game_and_the_next_ones_are_kept(
    row: str, said: str
) -> None:
    rows = ["  1) 31: 8/5 6/5                 65: 24/18 18/13", row, "      Wins 1 point"]
    match = told(HEAD + " Game 1\n" + "\n".join([SCORE, *rows, ""]) + GAME_2.format(1, 0))
    (left_out,) = match.left_out
    assert re.match(said, left_out)
    assert fold(MatchState(), match.facts).score == (1, 0)
    first, second = from_facts(match.facts).games
    assert len([e for e in first.entries if isinstance(e, Turn)]) in (3, 4)
    assert len(second.entries) == 1
    assert first.result is not None


def test_a_game_that_nobody_won_ends_what_is_told() -> None:
    match = told(HEAD + " Game 1\n" + SCORE + "\n  1) 31: 8/5 6/5\n" + GAME_2.format(0, 0))
    assert match.left_out == ("game 1: nobody is said to have won it; what follows is left out",)
    assert len(from_facts(match.facts).games) == 1


def test_a_game_without_a_play_is_won_all_the_same() -> None:
    facts = facts_of("      Wins 2 points")
    assert fold(MatchState(), facts).score == (2, 0)


def test_nothing_whole_is_refused_with_game_and_move() -> None:
    with pytest.raises(RecordError, match=r"game 1, move 1: .*at all"):
        facts_of("  1) 31: 9/5 7/6")


def test_merged_steps_become_single_ones() -> None:
    played = [fact for fact in facts_of("  1) 64: 24/14                   22: 6/4(2) 13/9") if
              isinstance(fact, f.Played)]  # fmt: skip
    assert [fact.notation for fact in played] == ["24/20 20/14", "13/11* 11/9 6/4 6/4"]


def test_fil_22_the_same_match_has_the_same_id_in_any_file() -> None:
    text = HEAD + " Game 1\n" + SCORE + "\n  1) 31: 8/5 6/5                 65: 24/13\n"
    again = text.replace("\n", "\r\n").replace("24/13", "24/18 18/13")
    assert content_id(parse_mat(text)) == content_id(parse_mat(again))
    other = text.replace("Anna", "Ann")
    assert content_id(parse_mat(text)) != content_id(parse_mat(other))


def test_another_games_match_is_named_and_not_read() -> None:
    with pytest.raises(RecordError, match="a match of 'Hypo', which is not read"):
        facts_of("  1) 31: 8/5 6/5", tags='; [Variation "Hypo"]\n')
