"""Cable, power, journal: what lies on top of a game and leaves it as it was."""

from __future__ import annotations

from ideal_sight import moved
from table_driver import Driver

from controller.guidance.words import format_message
from controller.rules.position import START, Side
from controller.table import effects as e
from controller.table import facts as f
from controller.table import inputs
from controller.view.snapshot import LineMinute, LineQuality

LIGHT = Side.LIGHT


def moving() -> Driver:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    return driver


def test_before_the_table_answers_it_says_that_it_cannot_see() -> None:
    driver = Driver()
    driver.tell(inputs.Begin(0, driver.card))

    assert driver.interruption == "fault"
    assert "cannot be seen" in driver.said("light")


def test_a_pulled_cable_interrupts_and_play_goes_on_without_a_question() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5))
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    assert driver.interruption == "fault"
    driver.press("light", "done")
    assert driver.snapshot.refused == 1

    driver.tell(inputs.LinkUp(driver.now_ms, False))
    assert driver.interruption is None
    driver.turn(LIGHT, (6, 5))
    assert driver.plays() == ["8/5 6/5"]


def test_while_the_table_is_gone_the_snapshot_tells_how_its_line_was() -> None:
    driver = moving()
    line = LineQuality(messages_per_s=12, resent=3, damaged=1, silent_ms=3100)
    driver.tell(inputs.LinkDown(driver.now_ms, "nothing heard for 3 s", line))

    assert driver.snapshot.line == line
    words = format_message(driver.snapshot.fault_line)
    assert words == (
        "The line until then: 12 messages a second, 3 sent again, 1 damaged; last heard 3 s before."
    )
    driver.tell(inputs.LinkUp(driver.now_ms, False))
    assert driver.snapshot.line is None
    assert driver.snapshot.fault_line is None


def test_what_comes_over_a_lost_line_is_shown_and_changes_nothing_else() -> None:
    driver = moving()
    heard = inputs.LineHeard(driver.now_ms, LineMinute((1, 2), (0, 0), driver.now_ms))
    driver.tell(heard)
    assert driver.snapshot.line is None
    driver.tell(inputs.LinkDown(driver.now_ms, "nothing heard", LineQuality(12, 3, 1, 3100)))
    driver.tell(heard)

    assert driver.snapshot.line == LineQuality(12, 3, 1, 3100, heard.minute)
    assert driver.interruption == "fault"


def test_the_snapshot_tells_since_when_the_table_is_gone() -> None:
    driver = moving()
    gone_ms = driver.now_ms
    driver.tell(inputs.LinkDown(gone_ms, "the cable is out"))
    driver.tell(inputs.LinkDown(gone_ms + 5000, "no such device"))
    assert driver.snapshot.fault_ms == gone_ms

    driver.tell(inputs.LinkUp(gone_ms + 6000, False))
    assert driver.snapshot.fault_ms is None


def test_a_table_that_was_never_heard_is_said_to_be_so() -> None:
    driver = Driver()
    driver.tell(inputs.Begin(0, driver.card))
    driver.tell(inputs.LinkDown(0, "no such device", LineQuality(0, 0, 0, None)))
    assert format_message(driver.snapshot.fault_line) == "The table has not been heard yet."
    driver.tell(inputs.LinkDown(0, "no table", LineQuality(0, 0, 7, None)))

    assert "7 pieces of something else" in format_message(driver.snapshot.fault_line)


def test_a_play_finished_while_the_cable_was_out_is_seen_when_it_is_back() -> None:
    driver = moving()
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    driver.board = moved(START, LIGHT, (8, 5), (6, 5))
    driver.tell(inputs.LinkUp(driver.now_ms, False))
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]


def test_after_a_power_cut_one_yes_of_either_side_goes_on() -> None:
    before = moving()
    before.move(LIGHT, (8, 5))
    driver = Driver(facts=tuple(before.facts))
    driver.board = before.board
    driver.resume(power_lost=True)
    assert driver.interruption == "question"
    assert "Done: yes" in driver.said("dark")
    driver.press("dark", "done")

    assert driver.interruption is None
    assert driver.facts[-1] == f.MatchResumed("dark")
    driver.turn(LIGHT, (6, 5))
    assert driver.plays() == ["8/5 6/5"]


def test_after_a_power_cut_a_board_that_cannot_be_is_not_confirmed() -> None:
    before = moving()
    driver = Driver(facts=tuple(before.facts))
    driver.board = moved(START, LIGHT, (8, 7), (8, 7))
    driver.resume(power_lost=True)
    driver.press("light", "done")

    assert driver.interruption == "question"
    assert driver.snapshot.refused == 1


def test_an_orderly_restart_asks_nothing() -> None:
    before = moving()
    driver = Driver(facts=tuple(before.facts))
    driver.resume(power_lost=False)

    assert driver.interruption is None
    assert driver.phase == "moving"
    assert driver.snapshot.roll == (3, 1)


def test_a_crash_between_result_and_reveal_shows_the_seed_at_the_restart() -> None:
    before = moving()
    before.facts.append(f.GameEnded("light", "resign", 1, 1, (1, 0)))
    driver = Driver(facts=tuple(before.facts))
    driver.resume(power_lost=True)

    assert isinstance(driver.facts[-1], f.SeedRevealed)
    driver.press("light", "done")
    assert isinstance(driver.facts[-1], f.GameStarted)


def test_what_shows_an_uncommitted_fact_names_it_in_reveals() -> None:
    driver = moving()
    driver.commits = False
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.press("light", "done")
    assert driver.plays() == ["8/5 6/5"]

    assert shown_by(driver, "undo") == [len(driver.facts)]
    driver.tell(inputs.Committed(0, len(driver.facts)))
    assert shown_by(driver, "undo") == [0]


def shown_by(driver: Driver, control: str) -> list[int]:
    """What the pictures that a refused press brings depend on."""
    effects = driver.tell(inputs.Button(driver.now_ms, "dark", control, True))
    return [effect.reveals for effect in effects if isinstance(effect, e.Show)]


def test_an_unwritable_journal_is_shown_and_play_goes_on() -> None:
    driver = moving()
    driver.tell(inputs.NotRecorded(driver.now_ms, "disk full"))
    assert driver.snapshot.recording is False
    driver.turn(LIGHT, (8, 5), (6, 5))

    assert driver.phase == "to_roll"


def test_a_blind_board_says_so_and_records_nothing() -> None:
    driver = moving()
    driver.blind = True
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.press("light", "done")

    assert driver.plays() == []
    assert "sensors" in driver.said("light")


def test_a_tied_opening_is_folded_from_facts_alone() -> None:
    before = Driver().start()
    before.roll("light", (4, 4), (2, 5))
    driver = Driver(facts=tuple(before.facts))
    driver.resume(power_lost=False)

    assert driver.phase == "opening"
    driver.roll("dark", (2, 5))
    assert driver.phase == "moving"
