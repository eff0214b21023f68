"""Scenes beyond the table's states: what they show, and that nothing is cut or in the way."""

from __future__ import annotations

import msgspec
import pytest
from screen_checks import (
    PERSON,
)
from screen_finger import Finger

from controller.rules.position import Side
from controller.view.intents import Carry, Press, Resign
from controller.view.snapshot import Fairness, Kept, Paused
from display import items as i
from display.inputs import REST_MS
from display.layout import CUBE_PLACE, TRAYS
from display.samples.moments import CHECKED, KEPT_AT, LOST, ONE_POINT, SEED, moments
from display.samples.states import snapshot, states
from display.scenes import compose
from display.stage import Adjust, Hand, Open, Scene, ScreenSettings
from display.touches import MOUSE

MOMENTS, STATES = moments(), states()


def moment(name: str, size: tuple[int, int] = (800, 480)) -> Scene:
    shown, hand = MOMENTS[name]
    return compose(shown, ScreenSettings(size=size, sides=PERSON), hand)


def words(made: Scene) -> str:
    return " | ".join(item.text for item in made.items if isinstance(item, i.Words))


def buttons(made: Scene) -> list[str]:
    return [item.label for item in made.items if isinstance(item, i.Button)]


# --- the last play -----------------------------------------------------------------------------


def test_the_last_play_is_one_press_away_and_gone_with_the_next() -> None:
    finger = Finger(snapshot(last_play="8/4 6/4"))
    finger.keys("V")
    arrows = [item for item in finger.scene.items if isinstance(item, i.Arrow)]
    board = finger.scene.board
    assert [arrow.end for arrow in arrows] == [board.checker(20, 1), board.checker(20, 0)]
    assert "Gnubg played 8/4 6/4." in words(finger.scene)
    finger.keys("V")
    assert not any(isinstance(item, i.Arrow) for item in finger.scene.items)


def test_a_touch_on_the_words_shows_it_too() -> None:
    finger = Finger(snapshot(last_play="8/4 6/4"))
    said = next(hit.rect.centre for hit in finger.scene.hits if hit.act == Open("last"))
    finger.touch(said)
    assert "Gnubg played" in words(finger.scene)
    finger.touch(said)
    assert "Gnubg played" not in words(finger.scene)


@pytest.mark.parametrize("name", [n for n, s in STATES.items() if s.turn and "end" not in n])
def test_it_is_one_press_away_in_every_scene_of_a_game(name: str) -> None:
    finger = Finger(msgspec.structs.replace(STATES[name], last_play="8/4 6/4"))
    assert any("V" in hit.keys for hit in finger.scene.hits) or name == "resume"


def test_a_checker_lifted_or_a_wrong_board_goes_before_the_last_play() -> None:
    for name in ("moving", "wrong"):
        finger = Finger(STATES[name])
        before = finger.scene.items
        finger.keys("V")
        assert finger.scene.items == before


def test_a_dance_and_a_play_that_is_none_are_told_without_arrows() -> None:
    for play, said in (("", "Gnubg could not move."), ("13/7*?", "Gnubg played 13/7*?.")):
        made = compose(snapshot(last_play=play), ScreenSettings(size=(800, 480)), Hand(page="last"))
        assert said in words(made)
        assert not any(isinstance(item, i.Arrow) for item in made.items)


def test_before_the_first_play_there_is_nothing_to_show() -> None:
    finger = Finger(snapshot(last_side=None, last_play=""))
    finger.keys("V")
    assert finger.inputs.hand.page == ""


# --- what tray and cube are --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (TRAYS[Side.LIGHT], "Zsófi Kő's tray: 0 off, 15 to go, 133 pips."),
        (TRAYS[Side.DARK], "Gnubg's tray: 1 off, 14 to go, 170 pips."),
        (CUBE_PLACE, "Zsófi Kő's cube at 2: nobody else may double."),
    ],
)
def test_bu_15_a_mouse_that_rests_on_tray_or_cube_reads_what_it_is(place: int, said: str) -> None:
    finger = Finger(snapshot())
    board = finger.scene.board
    at = board.cube_slot(None).centre if place == CUBE_PLACE else board.touch(place).centre
    finger.inputs.move(at, finger.now_ms)
    finger.wait(REST_MS - 1)
    assert said not in words(finger.scene)
    finger.wait(1)
    assert said in words(finger.scene)
    finger.inputs.move((5, 5), finger.now_ms)
    finger.refresh()
    assert said not in words(finger.scene)
    assert finger.acts == []


def test_bu_15_a_finger_held_there_reads_it_until_it_leaves() -> None:
    finger = Finger(snapshot())
    at = finger.scene.board.touch(TRAYS[Side.LIGHT]).centre
    finger.down(at, finger=4)
    finger.wait(REST_MS)
    assert "Zsófi Kő's tray" in words(finger.scene)
    finger.up(at, finger=4)
    assert "Zsófi Kő's tray" not in words(finger.scene)


def test_bu_15_in_a_card_s_scene_it_is_read_below_the_board() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.inputs.move(finger.scene.board.touch(TRAYS[Side.DARK]).centre, finger.now_ms)
    finger.wait(REST_MS)
    assert "Gnubg's tray" in words(finger.scene)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cube": CHECKED and STATES["setup"].cube}, "The cube at 1 is nobody's"),
        ({"crawford": True}, "nobody may double in this game"),
        ({"variant": "acey-deucey"}, "this game has none"),
    ],
)
def test_bu_15_every_state_of_the_cube_has_its_words(changes: dict[str, object], said: str) -> None:
    shown = snapshot(**changes)
    hand = Hand(tip=CUBE_PLACE)
    assert said in words(compose(shown, ScreenSettings(size=(800, 480)), hand))


# --- help --------------------------------------------------------------------------------------


def test_help_lists_what_can_be_done_now_and_a_touch_does_it() -> None:
    finger = Finger(snapshot())
    finger.keys("?")
    assert finger.inputs.hand.page == "help"
    for label in ("Roll", "Double", "Last play", "Pause", "Give up", "Settings", "Mute"):
        assert label in buttons(finger.scene)
    roll = next(h.rect.centre for h in finger.scene.hits if h.act == Press("light", "done"))
    finger.wait(1000)
    finger.touch(roll)
    assert finger.acts == [Press("light", "done")]
    assert finger.inputs.hand.page == ""


def test_help_s_keys_are_those_of_the_scene_and_a_binding_answer_is_still_deliberate() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.keys("?")
    assert {"Take", "Drop"} <= set(buttons(finger.scene))
    finger.keys("X")
    assert finger.acts == []
    finger.keys("M", "Escape")
    assert finger.acts == [Adjust("muted", True)]
    assert finger.inputs.hand.page == ""


def test_help_is_reached_by_touch_through_the_settings() -> None:
    finger = Finger(snapshot())
    finger.touch(next(h.rect.centre for h in finger.scene.hits if h.act == Open("settings")))
    finger.touch(next(h.rect.centre for h in finger.scene.hits if h.act == Open("help")))
    assert "What you can do now" in words(finger.scene)


# --- pause, fault ------------------------------------------------------------------------------


def test_p_pauses_a_match_and_p_goes_on() -> None:
    finger = Finger(snapshot())
    finger.keys("P")
    finger.show(MOMENTS["paused_by"][0])
    finger.keys("P")
    finger.touch(next(h.rect.centre for h in finger.scene.hits if "D" in h.keys))
    go_on = Press("light", "go_on")
    assert finger.acts == [Press("light", "pause"), go_on, go_on]


def test_a_paused_match_is_given_up_deliberately() -> None:
    finger = Finger(MOMENTS["paused_by"][0])
    finger.keys("X")
    assert finger.acts == []
    finger.keys("X")
    assert finger.acts == [Carry("light", on=False)]


def test_a_pause_says_by_whom_and_how_long_it_lasts_by_now() -> None:
    said = words(moment("paused_by"))
    assert "Zsófi Kő paused the match," in said
    assert "for 1 min 9 s by now." in said
    veil = next(item for item in moment("paused_by").items if isinstance(item, i.Veil))
    assert veil.share == 0.60


@pytest.mark.parametrize(
    ("gone_ms", "said"), [(0, "0 s"), (61_000, "1 min 1 s"), (7_260_000, "2 h 1 min")]
)
def test_how_long_it_is_in_words(gone_ms: int, said: str) -> None:
    shown = msgspec.structs.replace(STATES["paused"], paused=Paused("dark", 500), at_ms=500)
    made = compose(shown, ScreenSettings(size=(800, 480)), Hand(age_ms=gone_ms))
    assert f"for {said} by now." in words(made)


@pytest.mark.parametrize("name", ["match_over", "fault", "question"])
def test_what_stands_still_already_is_not_paused(name: str) -> None:
    finger = Finger(STATES[name])
    finger.keys("P")
    assert finger.acts == []


def test_a_fault_says_since_when_how_good_the_line_was_and_what_is_saved() -> None:
    said = words(moment("fault_since"))
    for text in ("quiet for 14 s", "42", "sent again", "37 plays are saved."):
        assert text in said
    never = msgspec.structs.replace(STATES["fault"], line=LOST, recording=False)
    said = words(compose(never, ScreenSettings(size=(800, 480))))
    assert "quiet for" not in said
    assert "Not recorded." in said


# --- the end -----------------------------------------------------------------------------------


def test_bu_18_the_whole_seed_is_read_when_the_game_ends() -> None:
    said = words(moment("game_over_seed")).replace(" | ", "").replace(" ", "")
    assert SEED in said
    assert "all54throwsmatchtheseed" in said


def test_dice_that_do_not_follow_from_the_seed_are_told() -> None:
    fairness = Fairness(
        "2f1c", last_seed=SEED, last_rolls=3, last_difference=("roll 4 of {game}", {"game": 2})
    )
    for name in ("game_over", "match_over"):
        made = compose(
            msgspec.structs.replace(STATES[name], fairness=fairness),
            ScreenSettings(size=(800, 480)),
        )
        assert "roll 4 of 2" in words(made)
        assert any(isinstance(item, i.Sign) and item.kind == "warn" for item in made.items)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"how": "drop", "game_points": 2}, "Double dropped, cube on 2: 2 points"),
        ({"how": "resign", "game_points": 4}, "Gammon, resigned, cube on 2: 4 points"),
        ({"game_points": 1, "cube": STATES["setup"].cube}, "Single game: one point"),
    ],
)
def test_a_game_s_points_come_with_their_reason(changes: dict[str, object], said: str) -> None:
    shown = msgspec.structs.replace(STATES["game_over"], **changes)
    assert said in words(compose(shown, ScreenSettings(size=(800, 480))))


def test_a_finished_match_offers_the_same_again_its_last_play_and_its_dice() -> None:
    assert buttons(moment("match_over_kept")) == [
        "Rematch", "Swap sides", "New match", "Last play", "Verify the dice",
    ]  # fmt: skip
    assert "Verify the dice" not in buttons(moment("match_over_lost"))


def test_the_record_s_state_is_told() -> None:
    assert "saved as .mat and JSON" in words(moment("match_over_kept"))
    said = words(moment("match_over_lost"))
    assert "not written: the disk is full" in said
    assert not any(isinstance(item, i.Qr) for item in moment("match_over_lost").items)
    waiting = compose(STATES["match_over"], ScreenSettings(size=(800, 480)))
    assert "The record is being written." in words(waiting)


def test_the_final_board_can_be_looked_at_again() -> None:
    finger = Finger(MOMENTS["match_over_kept"][0])
    finger.keys("V")
    assert finger.scene.ground == "game"
    finger.keys("V")
    assert finger.scene.ground == "leather"


def test_nobody_resigns_a_finished_game() -> None:
    for name in ("game_over", "match_over"):
        finger = Finger(STATES[name])
        finger.keys("G", "1", "1")
        assert not any(isinstance(act, Resign) for act in finger.acts)


def test_the_mouse_is_told_from_fingers_by_its_number() -> None:
    assert MOUSE < 0  # what SDL calls a finger is never negative


def test_the_path_is_printed_whole() -> None:
    shown = msgspec.structs.replace(STATES["match_over"], kept=Kept(KEPT_AT, ONE_POINT))
    said = words(compose(shown, ScreenSettings(size=(800, 480)))).replace(" | ", "")
    assert KEPT_AT in said
