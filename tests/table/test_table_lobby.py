"""Between two matches: what may be chosen, rematches, and a match that is given up."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.config import Config, set_value
from controller.rules.position import START, Side
from controller.table import effects as e
from controller.table import facts as f
from controller.table import inputs
from controller.view.intents import (
    Answer,
    Carry,
    Entropy,
    Intent,
    NameDouble,
    NewMatch,
    Press,
    Rematch,
    Resign,
    Restore,
    SetAids,
    SetBrightness,
    TypeDice,
)
from controller.view.lobby import Stored, Wishes

LIGHT, DARK = Side.LIGHT, Side.DARK
WISHED = Wishes(names=("Ann", "Zsófi"), seats=("person", "person"), length=5)
ALL_INTENTS: tuple[Intent, ...] = (
    Press("light", "done"), Resign("light", 1), TypeDice("light", (3, 1)), NameDouble("light", 3),
    Answer("light", 4), Restore("light"), NewMatch("light", WISHED), Rematch("light"),
    Carry("light", on=False), Entropy("light", "horses"), SetAids("light", "none"),
    SetBrightness("light", 20),
)  # fmt: skip


def over(**made: object) -> Driver:
    """A match that light has won, its dice shown."""
    driver = Driver(length=1, **made).start()  # type: ignore[arg-type]
    driver.roll("light", (3, 1))
    driver.ask(Resign("dark", 1))
    driver.press("light", "done")
    assert driver.phase == "match_over"
    return driver


def playing(**made: object) -> Driver:
    driver = Driver(**made).start()  # type: ignore[arg-type]
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    return driver


def resuming() -> Driver:
    """After a power cut in dark's turn; a checker was moved meanwhile."""
    told = playing()
    driver = Driver(facts=tuple(told.facts))
    driver.board = moved(told.table.state.game.agreed, DARK, (24, 23))
    return driver.resume(power_lost=True)


# -- choosing -----------------------------------------------------------------------------------


def test_a_table_without_a_match_says_what_to_do_and_shows_what_lies_there() -> None:
    driver = Driver()
    driver.board = (2, *(0,) * 22, -1, 0, -2)
    driver.wait_for_people()

    assert (driver.phase, driver.interruption) == ("start", None)
    assert "Choose a match" in driver.said("light")
    assert driver.said("light") == driver.said("dark")
    assert driver.snapshot.lobby == driver.lobby
    assert driver.snapshot.slots == driver.snapshot.sensed == driver.board
    assert driver.snapshot.off == (13, 12)
    assert driver.lights == ()
    assert driver.snapshot.fixes == ()
    assert driver.facts == []


def test_a_chosen_match_begins() -> None:
    driver = Driver().wait_for_people()
    driver.ask(NewMatch("light", WISHED))

    assert [wanted.wishes for wanted in driver.wishes] == [WISHED]
    assert driver.kinds()[:2] == ["MatchStarted", "GameStarted"]
    assert driver.phase == "opening"
    assert driver.snapshot.lobby is None


def test_done_on_the_table_begins_what_was_wished_last() -> None:
    driver = Driver().wait_for_people()
    driver.press("dark", "done")

    assert [wanted.wishes for wanted in driver.wishes] == [driver.lobby.wishes]


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (Wishes(variant="chess"), "does not play chess"),
        (Wishes(names=("A" * 200, "Bo")), "1 to 40 printable"),
        (Wishes(names=("Ann", "")), "1 to 40 printable"),
        (Wishes(names=("Ann", "   ")), "1 to 40 printable"),
        (Wishes(names=("A\nn", "Bo")), "1 to 40 printable"),
        (Wishes(length=65), "1 to 64 points"),
        (Wishes(length=-1), "1 to 64 points"),
        (Wishes(dice="loaded"), "no loaded dice"),
        (Wishes(level="godlike"), "no bot of level godlike"),
        (Wishes(seats=("person", "dog")), "called dog"),
        (Wishes(seats=("hands", "bot")), "called hands"),
        (Wishes(aids="all"), "no aids called all"),
        (Wishes(timer_s=601), "1 to 600 seconds"),
        (Wishes(variant="x\x07" * 200), "does not play x?x?"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_words_and_changes_nothing(
    wishes: Wishes, why: str
) -> None:
    driver = Driver().wait_for_people()
    driver.ask(NewMatch("dark", wishes))

    assert why in driver.said("dark")
    assert (driver.phase, driver.facts, driver.wishes) == ("start", [], [])
    assert len(driver.said("dark")) < 120


def test_what_is_played_is_pressed_in_vain_between_matches() -> None:
    driver = Driver().wait_for_people()
    for intent in (Press("light", "double"), Resign("light", 1), TypeDice("light", (1, 2))):
        before = driver.snapshot.refused
        driver.ask(intent)
        assert driver.snapshot.refused == before + 1
    assert driver.facts == []


def test_while_the_table_is_away_no_match_begins() -> None:
    driver = Driver().wait_for_people()
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    driver.ask(NewMatch("light", WISHED))

    assert driver.interruption == "fault"
    assert driver.wishes == []


def test_no_match_is_chosen_while_one_is_under_way() -> None:
    driver = playing()
    for intent in (NewMatch("light", WISHED), Rematch("light")):
        driver.ask(intent)
        assert "under way" in driver.said("light")
    assert driver.wishes == []


# -- again --------------------------------------------------------------------------------------


def test_a_rematch_is_the_same_match_again_with_the_aids_as_people_left_them() -> None:
    driver = Driver(length=1).start()
    driver.ask(SetAids("light", "none"))
    driver.roll("light", (3, 1))
    driver.ask(Resign("dark", 1))
    driver.press("light", "done")
    assert driver.snapshot.lobby == driver.lobby
    driver.ask(Rematch("dark"))

    assert driver.wishes == [e.WantMatch(0, None, False, "none")]
    assert (driver.phase, driver.snapshot.match) == ("opening", 2)
    assert driver.snapshot.aids == "none"


def test_a_swapped_rematch_exchanges_names_and_seats() -> None:
    driver = over(seats=("person", "bot gnubg"))
    driver.ask(Rematch("light", swapped=True))

    assert driver.snapshot.names == ("Ben", "Ada")
    assert driver.snapshot.seats == ("bot gnubg", "person")


def test_done_after_a_match_is_the_same_again() -> None:
    driver = over()
    driver.press("dark", "done")
    assert driver.wishes == [e.WantMatch(0)]


def test_another_match_may_be_chosen_after_one() -> None:
    driver = over()
    driver.ask(NewMatch("light", WISHED))
    assert driver.wishes[-1].wishes == WISHED


def test_a_rematch_of_nothing_is_refused() -> None:
    driver = Driver().wait_for_people()
    driver.ask(Rematch("light"))

    assert "No match was played yet" in driver.said("light")
    assert driver.wishes == []


# -- going on or giving up ------------------------------------------------------------------------


def test_after_a_power_cut_the_stored_and_the_sensed_board_are_told_side_by_side() -> None:
    driver = resuming()
    shown = driver.snapshot

    assert driver.interruption == "question"
    assert shown.question.ask == "resume"
    assert shown.lobby.stored == Stored(
        match=1, names=("Ada", "Ben"), seats=("hands", "hands"), variant="standard", length=3,
        game=1, score=(0, 0), turn="dark", slots=shown.slots, off=(0, 0),
    )  # fmt: skip
    assert shown.sensed == driver.board != shown.slots


def test_the_stored_match_goes_on_by_a_yes_of_the_screen() -> None:
    driver = resuming()
    driver.put(driver.table.state.game.agreed.slots)
    driver.ask(Carry("light", on=True))

    assert driver.interruption is None
    assert driver.facts[-1] == f.MatchResumed("light")
    assert driver.snapshot.lobby is None


def test_the_stored_match_is_given_up_its_dice_shown_its_record_written() -> None:
    driver = resuming()
    driver.ask(Carry("dark", on=False))

    assert driver.facts[-2:] == [
        f.MatchAbandoned("dark", (0, 0)),
        f.SeedRevealed("M1/G1", "5eed"),
    ]
    assert driver.records == [1]
    assert (driver.phase, driver.interruption) == ("start", None)
    driver.ask(NewMatch("light", WISHED))
    driver.put(START.slots)
    assert (driver.phase, driver.snapshot.match) == ("opening", 2)


def test_a_match_of_real_dice_is_given_up_without_a_seed() -> None:
    told = Driver(dice="typed").start()
    told.ask(TypeDice("light", (3, 1)))
    driver = Driver(facts=tuple(told.facts), dice="typed").resume(power_lost=True)
    driver.ask(Carry("dark", on=False))

    assert driver.facts[-1] == f.MatchAbandoned("dark", (0, 0))
    assert driver.records == [1]
    assert driver.phase == "start"


def test_a_cut_between_giving_up_and_the_seed_shows_the_seed_at_the_next_start() -> None:
    told = (*playing().facts, f.MatchAbandoned("light", (0, 0)))
    driver = Driver(facts=told).resume(power_lost=True)

    assert driver.facts[-1] == f.SeedRevealed("M1/G1", "5eed")
    assert driver.records == [1]
    assert driver.phase == "start"


def test_a_cut_between_the_last_game_and_its_seed_shows_the_seed_at_the_next_start() -> None:
    told = tuple(fact for fact in over().facts if not isinstance(fact, f.SeedRevealed))
    driver = Driver(facts=told).resume(power_lost=True)

    assert driver.facts[-1] == f.SeedRevealed("M1/G1", "5eed")
    assert driver.records == [1]
    assert driver.phase == "match_over"
    driver.ask(Rematch("light"))
    assert driver.snapshot.match == 2


def test_a_match_is_not_given_up_while_it_is_played() -> None:
    driver = playing()
    before = len(driver.facts)
    for on in (False, True):
        driver.ask(Carry("light", on=on))
        assert "Pause the match first" in driver.said("light")
    assert len(driver.facts) == before


def test_no_button_of_the_table_gives_a_match_up() -> None:
    driver = resuming()
    for control in ("undo", "double"):
        driver.press("light", control, 3000)
    assert driver.interruption == "question"
    assert "MatchAbandoned" not in driver.kinds()


# -- aids, lock, brightness ------------------------------------------------------------------------


def test_aids_are_set_for_the_rest_of_the_match_and_come_back_after_a_restart() -> None:
    driver = playing()
    driver.ask(SetAids("dark", "wrong-only"))

    assert driver.facts[-1] == f.AidsSet("dark", "wrong-only")
    assert driver.snapshot.aids == "wrong-only"
    again = Driver(facts=tuple(driver.facts)).resume(power_lost=False)
    assert again.snapshot.aids == "wrong-only"
    driver.ask(SetAids("dark", "wrong-only"))
    assert driver.kinds().count("AidsSet") == 1


def test_setting_aids_disturbs_nothing_that_is_under_way() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.move(LIGHT, (8, 5))
    driver.ask(SetAids("light", "none"))
    driver.turn(LIGHT, (6, 5))
    assert driver.plays() == ["8/5 6/5"]


def test_aids_that_there_are_not_are_refused() -> None:
    driver = playing()
    driver.ask(SetAids("light", "everything"))
    assert driver.snapshot.aids == "full"
    assert "AidsSet" not in driver.kinds()


def test_a_tournament_lock_means_no_aids_is_shown_and_nobody_can_change_it() -> None:
    driver = Driver(config=set_value(Config(), "aids.level", "full"))
    driver.card = f.MatchStarted(
        1, "standard", 3, "Ada", "Ben", ("hands", "hands"), "seeded", tournament=True
    )
    driver.start()
    driver.ask(SetAids("light", "full"))

    assert driver.snapshot.locked
    assert driver.snapshot.aids == "none"
    assert "tournament" in driver.said("light")
    assert "AidsSet" not in driver.kinds()


def test_a_locked_table_says_so_before_a_match_is_chosen() -> None:
    config = set_value(Config(), "match.tournament", "true")
    assert Driver(config=config).wait_for_people().snapshot.locked


def test_brightness_is_sent_to_the_lights_at_once_and_is_no_fact() -> None:
    driver = playing()
    before = len(driver.facts)
    sent = driver.brightness_pct
    driver.ask(SetBrightness("light", 25))

    assert (sent, driver.brightness_pct) == (60, 25)
    assert driver.snapshot.brightness_pct == 25
    assert len(driver.facts) == before
    for wrong in (0, 101, -5):
        driver.ask(SetBrightness("light", wrong))
        assert driver.snapshot.brightness_pct == 25


# -- late, forged, repeated ----------------------------------------------------------------------


@pytest.mark.parametrize("intent", ALL_INTENTS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"token": "forged"}, "does not belong"),
        ({"match": 7}, "another match"),
        ({"turn_number": 0}, "too late"),
        ({"number": 0}, "said already"),
    ],
    ids=["forged", "another", "late", "repeated"],
)
def test_an_intent_late_forged_or_repeated_changes_nothing_and_is_journalled(
    intent: Intent, changes: dict[str, object], why: str
) -> None:
    driver = playing()
    driver.ask(Press("dark", "undo"))  # the seat's number counts from here
    state, count = driver.table.state, len(driver.facts)
    driver.ask(intent, **changes)

    assert driver.table.state == state
    (refused,) = driver.facts[count:]
    assert isinstance(refused, f.IntentRefused)
    assert refused.control == type(intent).__name__
    assert why in refused.why


def test_an_intent_of_no_side_is_refused_too() -> None:
    driver = playing()
    state, count = driver.table.state, len(driver.facts)
    driver.ask(Press("purple", "done"))

    assert driver.table.state == state
    assert [type(fact) for fact in driver.facts[count:]] == [f.IntentRefused]


def test_an_intent_of_the_match_that_was_given_up_is_late() -> None:
    driver = resuming()
    turn_number = driver.snapshot.turn_number
    driver.ask(Carry("dark", on=False))
    driver.ask(NewMatch("dark", WISHED), turn_number=turn_number)

    assert driver.phase == "start"
    assert driver.wishes == []
