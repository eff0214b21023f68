"""A file's match as facts: whole and such as the core folds, or refused with game and move."""

from __future__ import annotations

import pytest

from controller.errors import RecordError
from controller.records.check import check_record
from controller.records.mat_reader import parse_mat
from controller.records.model import Turn, from_facts
from controller.records.to_facts import to_facts
from controller.rules.position import Side
from controller.table import facts as f
from controller.table.phases import Phase
from controller.table.state import MatchState, fold

HEAD = " 5 point match\n\n"
SCORE = " Anna : 0                      Bob : 0"


def facts_of(*rows: str, tags: str = "", more: str = "") -> list[f.AnyFact]:
    text = tags + HEAD + " Game 1\n" + "\n".join([SCORE, *rows, ""]) + more
    return to_facts(parse_mat(text), 4, "00ff" * 16, "club.mat")


def kinds(facts: list[f.AnyFact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def test_the_card_has_number_names_typed_dice_and_the_file_as_its_event() -> None:
    card = facts_of("  1) 31: 8/5 6/5")[0]
    assert isinstance(card, f.MatchStarted)
    assert (card.match, card.length, card.light, card.dark) == (4, 5, "Anna", "Bob")
    assert (card.dice, card.seats, card.event) == ("typed", ("", ""), "club.mat")


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


@pytest.mark.parametrize(
    ("rows", "more", "said"),
    [
        (["  1) 31: 8/5 6/5                 65: 23/18 18/12"], "", "game 1, move 1: .*at all"),
        (["  1) 31: ????                    65: 24/18 18/13"], "", "game 1, move 1: .*not written"),
        (["  1) 31: 8/5 6/5                  Takes"], "", "game 1, move 1: .*taken"),
        (
            ["  1) 31: 8/5 6/5"],
            " Game 2\n Anna : 0                      Bob : 0\n  1) 31: 8/5 6/5\n",
            "game 1: nobody is said to have won",
        ),
    ],
)
def test_what_facts_cannot_tell_is_refused_with_game_and_move(
    rows: list[str], more: str, said: str
) -> None:
    with pytest.raises(RecordError, match=said):
        facts_of(*rows, more=more)


def test_another_games_match_is_named_and_not_read() -> None:
    with pytest.raises(RecordError, match="a match of 'Hypergammon', which is not read yet"):
        facts_of("  1) 31: 8/5 6/5", tags='; [Variation "Hypergammon"]\n')
