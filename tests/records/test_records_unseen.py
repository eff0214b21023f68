"""Turns that nobody saw: every form says that they are reconstructed, none makes up their dice."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from controller.commands import verify
from controller.dice.fair import FairDice, seed_from_int
from controller.records.check import check_record
from controller.records.files import read_back, read_matches, write_records
from controller.records.id_lists import format_xgids
from controller.records.json_form import format_json, parse_json
from controller.records.losses import lost_in
from controller.records.mat import format_mat, mat_view
from controller.records.mat_reader import parse_mat
from controller.records.model import MatchRecord, Turn, from_facts
from controller.records.sgf import format_sgf, sgf_view
from controller.records.sgf_reader import parse_sgf
from controller.records.to_facts import to_facts
from controller.records.unseen import reconstructed_of
from controller.rules.missed import MissedTurn, turn_between
from controller.rules.notation import find_play, format_play
from controller.rules.position import START, Position, Roll, Side
from controller.table import facts as f
from controller.table.state import MatchState, fold

LIGHT, DARK = Side.LIGHT, Side.DARK
GID = "M1/G1"
DICE = FairDice(GID, seed_from_int(7, GID))


def missed(position: Position, side: Side, roll: Roll, text: str) -> MissedTurn:
    turn = turn_between(position, side, find_play(position.board(side), roll, text).board)
    assert turn is not None
    return turn


def reconstructed(turn: MissedTurn, rolls: tuple[Roll, ...] | None = None) -> f.Played:
    rolls = rolls or turn.rolls
    dice = rolls[0] if len(rolls) == 1 else (0, 0)
    after = turn.after
    return f.Played(
        turn.side.value, dice, format_play(turn.steps), after.slots, after.off, rolls=rolls
    )


def facts() -> list[f.AnyFact]:
    """The table's roll played unseen, then one of several rolls and one that is certain; then light
    goes on with the table's dice and resigns."""
    throw = next(n for n in range(100) if DICE.opening(n)[0] != DICE.opening(n)[1])
    light, dark = DICE.opening(throw)
    assert {light, dark} == {5, 3}
    side = LIGHT if light > dark else DARK
    first = missed(START, side, (5, 3), "8/3 6/3")
    second = missed(first.after, side.other, (4, 1), "13/9 9/8")
    third = missed(second.after, side, (6, 5), "24/13")
    return [
        f.MatchStarted(1, "standard", 3, "Ada", "Ben", ("hands", "hands"), "seeded", seed=7),
        f.GameStarted(1, GID, (0, 0), False, DICE.commitment, START.slots),
        *(f.Rolled("O", n, DICE.opening(n)) for n in range(throw + 1)),
        reconstructed(first, ((5, 3),)),
        reconstructed(second),
        reconstructed(third),
        f.QuestionAnswered("light", "missed", "yes"),
        f.MatchResumed("light"),
        f.Rolled("R", 0, DICE.roll(0), side.other.value),
        f.ResignOffered(side.other.value, 1),
        f.ResignAnswered(side.value, True),
        f.GameEnded(side.value, "resign", 1, 1, (1, 0) if side is LIGHT else (0, 1)),
        f.SeedRevealed(GID, DICE.seed.hex()),
    ]


def turns(record: MatchRecord) -> list[Turn]:
    return [e for game in record.games for e in game.entries if isinstance(e, Turn)]


def test_the_facts_fold_and_the_record_marks_the_turns() -> None:
    assert fold(MatchState(), facts()).score in ((1, 0), (0, 1))
    marked = [turn.rolls for turn in turns(from_facts(facts()))]

    assert [len(rolls) for rolls in marked] == [1, 2, 1, 0]
    assert marked[1] == ((4, 1), (3, 2))


def test_json_keeps_every_roll_and_names_no_dice_that_nobody_knows() -> None:
    text = format_json(facts())

    assert parse_json(text) == facts()
    assert '"dice":[0,0]' in text
    assert '"rolls":[[4,1],[3,2]]' in text


def test_mat_says_in_its_header_which_dice_only_stand_in() -> None:
    text = format_mat(from_facts(facts()))

    assert '; [Reconstructed "game 1 move' in text
    assert "41 or 32" in text
    assert not any(line.startswith(";") for line in text.split(" Game 1")[1].splitlines())


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_both_forms_read_back_as_written(form: str) -> None:
    record = from_facts(facts())

    assert read_back(form, record) is None or read_back(form, record) == ""
    if form == "mat":
        assert parse_mat(format_mat(record)).games == mat_view(record).games
    else:
        assert parse_sgf(format_sgf(record))[0].games == sgf_view(record).games


def test_the_files_of_a_match_are_written_and_compared(tmp_path: Path) -> None:
    paths = write_records(tmp_path, facts(), None)

    for path in paths:
        assert [len(turn.rolls) for turn in turns(read_matches(path)[0].record)][:3] == [1, 2, 1]


def test_check_finds_them_legal_and_says_that_they_are_reconstructed() -> None:
    for record in (from_facts(facts()), parse_mat(format_mat(from_facts(facts())))):
        found = check_record(record)
        assert found.illegal == ()
        told = [warning for warning in found.warnings if "reconstructed" in warning]
        assert len(told) == 3
        assert sum("its roll may be 41 or 32" in warning for warning in told) == 1


def test_verify_counts_the_turns_whose_dice_were_not_the_tables() -> None:
    out = io.StringIO()

    assert verify.run(facts(), out) == 0
    assert "VERIFIED" in out.getvalue()
    assert "2 turns reconstructed: dice that the table did not throw" in out.getvalue()


def test_an_id_list_asks_nothing_about_dice_that_nobody_knows() -> None:
    lines = format_xgids(from_facts(facts())).splitlines()

    assert len(lines) == 3
    assert "left out: 1 reconstructed turn whose dice are unknown" in lost_in("xgid", facts())


def test_what_a_form_makes_of_them_is_told() -> None:
    for form in ("mat", "sgf"):
        assert any("written as one of the rolls" in line for line in lost_in(form, facts()))
    assert lost_in("json", facts()) == []


def test_an_imported_match_keeps_the_mark() -> None:
    record = parse_mat(format_mat(from_facts(facts())))
    told = to_facts(record, 5, "a.mat")

    assert told.left_out == ()
    played = [fact for fact in told.facts if isinstance(fact, f.Played)]
    assert [fact.rolls for fact in played] == [turn.rolls for turn in turns(record)][:3]
    assert played[1].dice == (0, 0)


@pytest.mark.parametrize(
    "text", ["", "game 1", "game 1 move 2 left: 77", "game 1 move 2 middle: 41", "41 or 32"]
)
def test_a_tag_that_says_nothing_marks_nothing(text: str) -> None:
    assert reconstructed_of({"reconstructed": text}) == {}
