"""Hands that play by themselves, against a referee that sees the true board."""

from __future__ import annotations

from collections import Counter

import pytest
from hands_referee import Referee

from controller.rules.position import Position, Side
from controller.rules.variants import find_variant
from controller.view.snapshot import Cube, MissedTurn, Question
from hw_sim.checkers import Colour
from hw_sim.hands.choice import choose_double
from hw_sim.hands.looking import lies
from hw_sim.hands.skill import CAREFUL, FAST, Skill

MATCH_MS = 7_200_000


def moving(position: Position, roll: tuple[int, int], **options: object) -> Referee:
    """A referee in the middle of light's turn with this board."""
    referee = Referee(start=position, **options)  # type: ignore[arg-type]
    referee.board.lay(position.slots, position.off)
    referee.phase, referee.turn, referee.roll = "moving", Side.LIGHT, roll
    referee.turn_number = 1
    return referee


def home(**counts: int) -> Position:
    """Light's checkers on its own points p1, p2 ...; the rest off. Dark: one on its ace point."""
    slots = [0] * 26
    for name, count in counts.items():
        slots[int(name[1:]) - 1] = count
    slots[23] = -1
    return Position(tuple(slots), (15 - sum(counts.values()), 14))


@pytest.mark.parametrize("skill", [FAST, CAREFUL])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_match_is_played_and_logged_as_it_was_accepted(skill: Skill, seed: int) -> None:
    referee = Referee(seed, skill)
    referee.run(MATCH_MS)
    assert referee.phase == "match_over"
    assert referee.refused == 0
    logged = [(entry.turn, entry.side, entry.slots, entry.off) for entry in referee.hands.log]
    assert logged == [(r.turn, r.side, r.slots, r.off) for r in referee.record]
    assert len(logged) > 10


def test_doubles_takes_and_drops_occur_in_most_short_matches() -> None:
    matches = Counter[str]()
    for seed in range(100, 106):
        referee = Referee(seed)
        referee.run(MATCH_MS)
        matches.update(set(referee.cube_acts))
    assert matches["double"] >= 5
    assert matches["take"] >= 4
    assert matches["drop"] >= 3


def test_a_turn_of_fast_hands_takes_two_to_five_seconds_mostly() -> None:
    referee = Referee(5)
    referee.run(MATCH_MS)
    times = sorted(entry.took_ms for entry in referee.record)
    assert 1500 <= times[len(times) // 2] <= 3500
    assert times[int(len(times) * 0.95)] <= 5500


def test_the_same_seed_plays_the_same_match() -> None:
    def log(seed: int) -> list[object]:
        referee = Referee(seed)
        referee.run(200_000)
        return list(referee.hands.log)

    assert log(7) == log(7)
    assert log(7) != log(8)


def test_setting_up_takes_about_twenty_seconds() -> None:
    referee = Referee(3)
    referee.run(1)
    while referee.phase == "setup":
        referee.run(referee.now_ms + 1000)
        assert referee.now_ms < 60_000
    assert 8_000 <= referee.now_ms <= 30_000


def test_hands_mend_a_checker_that_was_moved_behind_their_back() -> None:
    referee = Referee(3)
    referee.board.lay()
    referee.phase, referee.turn = "to_roll", Side.LIGHT
    referee.port.lift("dark", 6)
    referee.port.put("dark", 5)
    referee.port.lift("light", 8)
    referee.port.put("light", "bar.dark")
    referee.run(8_000)
    assert referee.record or lies(referee.port.truth(), referee.agreed)


def test_hands_that_stumble_still_finish_what_they_meant() -> None:
    referee = moving(Referee(1).start, (3, 1), seed=1)
    while not referee.board.truth().in_hand[0]:
        referee.run(referee.now_ms + 50)
    referee.port.put("light", "table")  # somebody takes it out of the hand
    referee.run(20_000)
    assert referee.record
    assert referee.board.truth().beside == (0, 0)


def test_a_dance_is_ended_by_done() -> None:
    referee = moving(closed_out(), (6, 5), seed=2)
    referee.run(4_000)
    assert referee.record[0].slots == closed_out().slots


def closed_out() -> Position:
    """Light on the bar against six points."""
    slots = [0] * 26
    slots[24], slots[0] = 1, 14
    for slot in range(18, 24):
        slots[slot] = -2
    return Position(tuple(slots), (0, 3))


def test_a_dance_is_logged_though_the_table_may_pass_it_first() -> None:
    referee = moving(closed_out(), (6, 5), seed=2, skill=CAREFUL)
    while not referee.hands.log:
        referee.run(referee.now_ms + 50)
        assert referee.now_ms < 5_000
    assert not referee.record
    assert referee.hands.log[0].slots == closed_out().slots
    referee.turn, referee.phase, referee.roll = Side.DARK, "to_roll", None  # passed by itself
    referee.turn_number += 1
    referee.run(referee.now_ms + 3_000)
    assert referee.refused == 0  # the Done that was on its way was not pressed any more
    assert referee.turn is Side.DARK


def test_a_play_that_the_table_shows_is_carried_out() -> None:
    referee = moving(Referee(1).start, (3, 1), seed=4)
    referee.phase, referee.chosen = "showing", "8/5 6/5"
    while referee.port.truth().slots[4] < 2:
        referee.run(referee.now_ms + 50)
        assert referee.now_ms < 10_000
    truth = referee.port.truth()
    assert (truth.slots[7], truth.slots[5], truth.slots[4]) == (2, 4, 2)


def test_the_last_checker_goes_off() -> None:
    referee = moving(home(p1=1), (6, 5), seed=2)
    referee.run(6_000)
    assert referee.record[0].off == (15, 14)


def test_a_blot_is_brought_to_its_bar_whatever_the_order() -> None:
    for seed in range(30):
        slots = [0] * 26
        slots[5], slots[3], slots[2], slots[0], slots[23] = 1, -1, -1, 14, -13
        referee = moving(Position(tuple(slots), (0, 0)), (2, 1), seed=seed)
        referee.run(12_000)
        assert referee.record, seed
        assert referee.record[0].slots[25] == -2 or referee.record[0].slots[25] == -1


def test_a_refused_done_is_tried_again_with_the_stacks_laid_anew() -> None:
    referee = moving(Referee(1).start, (3, 1), seed=4)
    referee.ignored_dones = 3
    most_held = 0
    while not referee.record and referee.now_ms < 60_000:
        referee.run(referee.now_ms + 50)
        if referee.refused:
            most_held = max(most_held, referee.board.truth().in_hand[0])
    assert most_held >= 2
    assert referee.refused == 3
    assert referee.record
    assert len(referee.hands.log) == 1 or referee.hands.log[0].turn != referee.hands.log[1].turn


@pytest.mark.parametrize(
    ("lifted", "put", "answer"), [(8, 5, "answer done"), (6, 3, "answer undo")]
)
def test_which_play_it_was_is_answered_by_looking_at_the_board(
    lifted: int, put: int, answer: str
) -> None:
    referee = moving(Referee(1).start, (3, 1), seed=4)
    referee.run(1)
    referee.port.lift("light", lifted)
    referee.port.put("light", put)
    referee.interruption = "question"
    asked = ("Which was it: {first} (Done) or {second} (Undo)?", {"first": "8/5", "second": "6/3"})
    referee.messages = (asked, ("The table asks {name}.", {"name": "Light"}))
    referee.run(5_000)
    assert referee.cube_acts[0] == answer


def test_a_board_as_shown_is_confirmed_and_another_mended_first() -> None:
    referee = Referee(6)
    referee.board.lay()
    referee.phase, referee.turn, referee.interruption = "to_roll", Side.DARK, "question"
    referee.port.lift("light", 8)
    while not referee.cube_acts:
        referee.run(referee.now_ms + 100)
        assert referee.now_ms < 20_000
    assert referee.cube_acts == ["answer done"]
    assert lies(referee.port.truth(), referee.agreed)


def test_what_hands_did_not_play_they_do_not_confirm() -> None:
    referee = Referee(6)
    referee.board.lay()
    referee.phase, referee.turn, referee.interruption = "to_roll", Side.DARK, "question"
    referee.question = Question("missed", turns=(MissedTurn("dark", ((4, 1),), "13/8"),))
    referee.run(5_000)
    assert referee.cube_acts[0] == "answer undo"


@pytest.mark.parametrize(("sides", "answers"), [((Side.DARK,), 1), ((Side.LIGHT,), 0)])
def test_a_resignation_is_accepted_by_the_side_that_it_was_offered_to(
    sides: tuple[Side, ...], answers: int
) -> None:
    referee = Referee(6, sides=sides)
    referee.board.lay()
    referee.phase, referee.turn = "to_roll", Side.LIGHT
    referee.interruption = "resign_offered"
    referee.messages = (
        ("You offered to lose {what}.", {"what": "a gammon"}),
        ("{name} offers to lose {what}.", {"name": "Light", "what": "a gammon"}),
    )
    presses: list[Side] = []
    referee.on_press = presses.append
    referee.run(3_000)
    assert presses == [Side.DARK] * answers


@pytest.mark.parametrize("interruption", ["fault", "paused"])
def test_nothing_is_decided_while_the_match_stands(interruption: str) -> None:
    referee = Referee(6)
    referee.board.lay()
    referee.phase, referee.turn, referee.interruption = "to_roll", Side.LIGHT, interruption
    referee.run(30_000)
    assert referee.phase == "to_roll"
    assert not referee.down


def test_hands_of_one_side_leave_the_other_alone() -> None:
    referee = Referee(6, sides=(Side.DARK,))
    referee.board.lay()
    referee.phase, referee.turn = "to_roll", Side.LIGHT
    referee.run(30_000)
    assert referee.phase == "to_roll"
    referee.phase, referee.cube = "cube_offered", Cube(1, None, "dark")
    referee.run(60_000)
    assert referee.phase == "cube_offered"


def test_no_own_checker_is_ever_left_off_the_board_after_a_turn() -> None:
    referee = Referee(9)
    referee.run(150_000)
    truth = referee.port.truth()
    held = truth.in_hand[Colour.LIGHT.number] + truth.in_hand[Colour.DARK.number]
    assert held + sum(truth.beside) <= 3
    for entry in referee.hands.log:
        light = sum(n for n in entry.slots if n > 0) + entry.off[0]
        dark = -sum(n for n in entry.slots if n < 0) + entry.off[1]
        assert (light, dark) == (15, 15)


def test_no_12_hands_name_the_double_of_which_most_can_be_played() -> None:
    slots = [0] * 26
    slots[23], slots[17] = 1, -2  # light on 24; dark holds light's 18
    position = Position(tuple(slots))

    assert choose_double(position, Side.LIGHT, find_variant("acey-deucey")) in (1, 2, 3, 4, 5)
    slots[18] = slots[19] = slots[20] = slots[22] = -2  # and 19, 20, 21, 23: only 2s are free
    assert choose_double(Position(tuple(slots)), Side.LIGHT, find_variant("acey-deucey")) == 2
