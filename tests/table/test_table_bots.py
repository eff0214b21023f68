"""A bot's seat: asked, shown from point to point, recorded when the board matches."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.errors import IllegalInput
from controller.rules.plays import legal_plays
from controller.rules.position import START, Position, Side
from controller.table import facts as f
from controller.table import inputs
from controller.view.intents import Resign

LIGHT, DARK = Side.LIGHT, Side.DARK
SEATS = ("person", "bot gnubg")


def after(
    position: Position, side: Side, roll: tuple[int, int], *steps: tuple[int, int]
) -> tuple[int, ...]:
    """The board after these steps, as the side sees it; one of the legal finals."""
    board = Position(moved(position, side, *steps)).board(side)
    assert board in [play.board for play in legal_plays(position.board(side), roll).plays]
    return board


def dark_opens(*later: tuple[int, int]) -> Driver:
    """The bot (dark) has won the opening with 3-1 and is asked for its play."""
    driver = Driver(seats=SEATS).start()
    driver.roll("light", (1, 3), *later)
    return driver


def shown() -> Driver:
    driver = dark_opens()
    driver.choose(after(START, DARK, (3, 1), (8, 5), (6, 5)))
    return driver


def light_played() -> Driver:
    """The person has played 3-1; the bot is asked whether to double."""
    driver = Driver(length=5, seats=SEATS).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    return driver


def test_the_bot_is_asked_once_with_its_own_view_of_the_board() -> None:
    driver = dark_opens()

    assert driver.wanted is not None
    assert (driver.wanted.what, driver.wanted.side) == ("play", "dark")
    assert driver.wanted.board == START.board(DARK)
    first = driver.wanted
    driver.move(DARK, (24, 23))
    assert driver.wanted is first


def test_its_play_is_a_fact_is_lit_from_to_and_told_to_both() -> None:
    driver = shown()

    assert isinstance(driver.facts[-1], f.Chosen)
    assert driver.facts[-1].cause == "bot"
    assert driver.phase == "showing"
    assert driver.lights == ("16 from", "18 from", "19 target")
    assert driver.said("light") == "Ben (bot) plays 8/5 6/5. Move its checkers as lit."


def test_what_is_made_already_is_lit_no_more() -> None:
    driver = shown()
    driver.move(DARK, (6, 5))

    assert driver.lights == ("16 from", "19 target")


def test_it_is_recorded_when_the_board_matches_without_a_press() -> None:
    driver = shown()
    driver.move(DARK, (6, 5), (8, 5))
    assert driver.plays() == []
    driver.wait(200)

    assert driver.plays() == ["8/5 6/5"]
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "light")


def test_a_board_that_looks_like_another_is_asked_about_and_either_side_may_answer() -> None:
    driver = shown()
    whole = moved(START, DARK, (8, 5), (6, 5))
    driver.put(moved(START, DARK, (8, 5)))
    driver.sight.alike = (whole,)
    driver.put(whole)
    driver.wait(200)
    assert driver.interruption == "question"
    assert "Was it 8/5 6/5?" in driver.said("light")
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]


def test_a_play_that_one_lying_cell_hides_is_asked_about_at_the_second_press() -> None:
    driver = shown()
    whole = moved(START, DARK, (8, 5), (6, 5))
    slots = list(whole)
    slots[19] += 1  # dark's 5-point, where the table misses one of two checkers
    driver.put(tuple(slots))
    driver.press("light", "done")
    driver.wait(200)
    assert driver.interruption is None
    assert driver.plays() == []
    driver.press("light", "done")
    driver.wait(200)
    assert "Was it 8/5 6/5?" in driver.said("light")
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]


def placed_for_dark(changes: dict[int, int], roll: tuple[int, int]) -> Driver:
    """The bot (dark) has this roll on START with counts added to slots."""
    slots = list(START.slots)
    for slot, count in changes.items():
        slots[slot] += count
    card = Driver(seats=SEATS).card
    game = f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots)
    placed = f.BoardSet(tuple(slots), (0, 0), turn="dark")
    rolled = f.Rolled("R", 0, roll, "dark")
    driver = Driver(seats=SEATS, facts=(card, game, placed, rolled))
    driver.board = tuple(slots)
    return driver.resume(power_lost=False)


def test_four_checkers_of_a_double_are_shown_until_the_last_lies_there() -> None:
    driver = placed_for_dark({}, (1, 1))
    play = ((8, 7), (8, 7), (6, 5), (6, 5))
    driver.choose(after(START, DARK, (1, 1), *play))

    assert driver.said("light").endswith("plays 8/7 8/7 6/5 6/5. Move its checkers as lit.")
    assert driver.lights == ("16 from", "17 target", "18 from", "19 target")
    assert driver.snapshot is not None
    assert sorted(driver.snapshot.moves) == [(16, 17), (16, 17), (18, 19), (18, 19)]
    for made in range(1, 4):
        driver.move(DARK, play[made - 1])
        assert driver.phase == "showing"
        assert len(driver.snapshot.moves) == 4 - made
    assert driver.lights == ("18 from", "19 target")
    driver.move(DARK, play[3])
    driver.wait(500)
    assert driver.plays() == ["8/7 8/7 6/5 6/5"]


def test_a_play_that_time_chose_for_a_person_is_shown_and_recorded_as_a_bots_is() -> None:
    card = Driver().card
    game = f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots)
    rolled = f.Rolled("O", 0, (3, 1))
    after_it = Position(moved(START, LIGHT, (8, 5), (6, 5)))
    chosen = f.Chosen("light", (3, 1), "8/5 6/5", after_it.slots, after_it.off, "timeout")
    driver = Driver(facts=(card, game, rolled, chosen)).resume(power_lost=False)

    assert driver.phase == "showing"
    assert driver.lights == ("4 target", "5 from", "7 from")
    driver.move(LIGHT, (8, 5))
    assert driver.lights == ("4 target", "5 from")
    driver.move(LIGHT, (6, 5))
    driver.wait(500)
    assert driver.plays() == ["8/5 6/5"]


def test_a_hit_of_the_bots_is_made_when_the_blot_lies_on_its_bar_half() -> None:
    driver = placed_for_dark({19: 1, 23: -1}, (3, 1))  # a light blot on dark's 5-point
    driver.choose(after(Position(driver.board), DARK, (3, 1), (8, 5), (6, 5)))
    assert driver.lights == ("16 from", "18 from", "19 target")

    driver.move(DARK, (8, 5))
    driver.move(DARK, (6, 5))
    beside = tuple(0 if slot == 24 else n for slot, n in enumerate(driver.board))
    whole = driver.board
    driver.put(beside)
    driver.wait(500)
    assert driver.plays() == []
    driver.put(whole)
    driver.wait(500)
    assert driver.plays() == ["8/5* 6/5"]


def test_another_play_than_the_bots_is_wrong_and_never_recorded() -> None:
    driver = shown()
    driver.move(DARK, (24, 23), (24, 21))
    driver.wait(5000)
    driver.press("light", "done")

    assert driver.plays() == []
    assert driver.snapshot.verdict == "wrong"


def test_a_restart_shows_the_same_play_again() -> None:
    before = shown()
    driver = Driver(facts=tuple(before.facts), seats=SEATS)
    driver.resume(power_lost=True)
    driver.press("light", "done")

    assert driver.phase == "showing"
    assert driver.lights == ("16 from", "18 from", "19 target")
    driver.move(DARK, (6, 5), (8, 5))
    driver.wait(200)
    assert driver.plays() == ["8/5 6/5"]


def test_a_bot_rolls_by_itself_after_deciding_not_to_double() -> None:
    driver = light_played()
    assert driver.wanted is not None
    assert driver.wanted.what == "double"
    driver.rolls.append((6, 5))
    driver.choose(act="roll")

    assert driver.phase == "moving"
    assert driver.wanted is not None
    assert driver.wanted.what == "play"


def test_a_bot_that_may_not_double_is_not_asked_but_rolls() -> None:
    driver = Driver(length=1, seats=SEATS).start()
    driver.roll("light", (3, 1), (6, 5))
    driver.turn(LIGHT, (8, 5), (6, 5))

    assert driver.phase == "moving"


def test_a_bot_does_not_roll_over_a_board_that_is_not_agreed() -> None:
    driver = light_played()
    driver.move(DARK, (24, 20))
    driver.rolls.append((6, 5))
    driver.choose(act="roll")
    assert driver.phase == "to_roll"
    driver.put(moved(START, LIGHT, (8, 5), (6, 5)))

    assert driver.phase == "moving"


def test_a_bots_double_stands_and_a_persons_is_answered_by_the_bot() -> None:
    driver = light_played()
    driver.choose(act="double")
    assert driver.phase == "cube_offered"
    assert "doubles to 2" in driver.said("light")
    driver.wait(1000)
    driver.press("light", "double", hold_ms=1000)
    assert driver.snapshot.cube.owner == "light"

    assert driver.wanted is None  # it doubled already: it rolls
    driver = Driver(length=5, seats=("bot gnubg", "person")).start()
    driver.roll("dark", (1, 3))
    driver.turn(DARK, (8, 5), (6, 5))
    driver.rolls.append((6, 5))
    driver.choose(act="double")
    driver.wait(1000)
    driver.press("dark", "undo", hold_ms=1500)
    assert driver.snapshot.score == (1, 0)


def test_a_bot_answers_a_persons_double() -> None:
    driver = Driver(length=5, seats=("bot gnubg", "person")).start()
    driver.roll("dark", (3, 1))
    driver.choose(after(START, LIGHT, (3, 1), (8, 5), (6, 5)))
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.wait(200)
    driver.press("dark", "double")
    assert driver.wanted is not None
    assert driver.wanted.what == "answer"
    driver.choose(act="take")

    assert (driver.snapshot.cube.value, driver.snapshot.cube.owner) == (2, "light")


def test_an_answer_to_an_older_question_is_dropped() -> None:
    driver = dark_opens()
    board = after(START, DARK, (3, 1), (8, 5), (6, 5))
    driver.tell(inputs.ChoiceMade(0, 99, board, None))
    assert driver.phase == "moving"
    driver.choose(board)
    driver.tell(inputs.ChoiceMade(0, 1, board, None))

    assert driver.phase == "showing"


def test_an_illegal_play_of_a_bot_is_an_error_of_ours() -> None:
    driver = dark_opens()
    with pytest.raises(IllegalInput, match="bot"):
        driver.choose(START.board(DARK))


def resigned() -> Driver:
    """The person offers to lose a gammon while the bot thinks about doubling."""
    driver = light_played()
    driver.ask(Resign("light", 2))
    assert driver.wanted is not None
    assert driver.wanted.what == "double"
    driver.choose(act="roll")
    return driver


def test_a_bot_answers_a_resignation_after_the_thought_that_it_was_in() -> None:
    driver = resigned()
    assert driver.wanted is not None
    assert (driver.wanted.what, driver.wanted.size) == ("resignation", 2)
    driver.choose(act="accept")

    assert driver.snapshot.score == (0, 2)


def test_a_resignation_that_a_bot_refuses_leaves_it_to_think_again() -> None:
    driver = resigned()
    driver.choose(act="refuse")

    assert driver.interruption is None
    assert driver.wanted is not None
    assert driver.wanted.what == "double"


def test_a_bots_dance_passes_by_itself() -> None:
    slots = [0] * 26
    slots[25], slots[20] = -1, -14
    for point in range(1, 7):
        slots[point - 1] = 2
    slots[10] = 3
    card = Driver(seats=SEATS).card
    driver = Driver(
        seats=SEATS,
        facts=(
            card,
            f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots),
            f.BoardSet(tuple(slots), (0, 0), turn="dark", cube=2, owner="light"),
        ),
    )
    driver.board = tuple(slots)
    driver.rolls.append((6, 5))
    driver.resume(power_lost=False)
    driver.wait(2200)

    assert driver.plays() == [""]


def test_two_bots_open_and_go_on_by_themselves() -> None:
    driver = Driver(seats=("bot a", "bot b"))
    driver.rolls.extend([(3, 1)])
    driver.start()

    assert driver.wanted is not None
    assert (driver.wanted.what, driver.wanted.side) == ("play", "light")
