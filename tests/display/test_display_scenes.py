"""What each state shows and offers (looks.md section 12), from snapshots, without pixels."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.rules.position import Side
from controller.view.intents import Answer, Intent, Press, Resign, Restore
from controller.view.snapshot import Cube, Reach, Snapshot, Standing
from display import items as i
from display.layout import Rect
from display.samples.states import snapshot, states
from display.scene_board import dice_label
from display.scenes import compose
from display.signs import bow
from display.stage import Hand, Hit, Open, Scene, ScreenSettings, Tap

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
STATES = states()
PERSON = frozenset({Side.LIGHT})


def scene(shown: Snapshot | str, hand: Hand | None = None, **settings: Any) -> Scene:
    made = STATES[shown] if isinstance(shown, str) else shown
    defaults = {"size": (800, 480), "sides": PERSON}
    return compose(made, ScreenSettings(**{**defaults, **settings}), hand)


def those(made: Scene, kind: type) -> list[Any]:
    return [item for item in made.items if isinstance(item, kind)]


def buttons(made: Scene) -> dict[str, str]:
    return {item.label: item.kind for item in those(made, i.Button)}


def words(made: Scene) -> str:
    return " | ".join(item.text for item in those(made, i.Words))


def presses(made: Scene) -> set[str]:
    """That a touch can ask for; the key of a pause is everywhere."""
    return {hit.act.control for hit in made.hits if isinstance(hit.act, Press) and hit.rect.w}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
def test_every_state_is_drawn_inside_the_window(name: str, size: tuple[int, int]) -> None:
    made = scene(name, size=size)
    whole = Rect(0, 0, *size)
    for item in made.items:
        if not isinstance(
            item, i.Checker | i.Die | i.CubeFace | i.Ring | i.Mark | i.Ghost | i.Arrow
        ):
            assert whole.holds(item.rect), item  # those have soft shadows that may reach further
    for hit in made.hits:
        assert whole.holds(hit.rect)


@pytest.mark.parametrize("name", [name for name, made in STATES.items() if "bot" in made.seats])
def test_a_bot_is_marked_wherever_its_seat_stands(name: str) -> None:
    if name in ("setup", "fault"):  # no seats: a list of checkers, the line's minute
        return
    made = scene(name)
    names = [name for name in those(made, i.Name) if name.text == "Gnubg"]
    assert names
    assert all(name.badge for name in names) or those(made, i.Badge)
    assert not any(name.badge for name in those(made, i.Name) if name.text == "Zsófi Kő")


@pytest.mark.parametrize("seat", ["bot", "bot:gnubg advanced"])
@pytest.mark.parametrize("size", SIZES)
def test_every_kind_of_bot_is_marked(seat: str, size: tuple[int, int]) -> None:
    for shown in (snapshot(), snapshot(phase="cube_offered", cube=Cube(2, None, "light"))):
        made = scene(msgspec.structs.replace(shown, seats=("person", seat)), size=size)
        badges = [name.badge for name in those(made, i.Name) if name.badge]
        badges += [badge.text for badge in those(made, i.Badge)]
        assert badges == ["BOT"]


@pytest.mark.parametrize("name", STATES)
def test_words_are_never_empty(name: str) -> None:
    assert words(scene(name)).strip(" |")


def test_to_roll_offers_roll_first_and_double_only_when_allowed() -> None:
    assert buttons(scene("to_roll")) == {"Roll": "primary", "Double": "plain"}
    assert buttons(scene(snapshot(can_double=False))) == {"Roll": "primary"}
    assert presses(scene("to_roll")) == {"done"}
    assert Open("double") in {hit.act for hit in scene("to_roll").hits}


def test_the_side_that_may_not_act_here_has_no_buttons() -> None:
    assert buttons(scene(snapshot(turn="dark"))) == {}
    assert not [hit for hit in scene(snapshot(turn="dark")).hits if isinstance(hit.act, Tap)]


def test_BU02_rings_stand_on_the_targets_each_with_the_dice_it_uses() -> None:
    made = scene("moving")
    rings = {ring.label: ring for ring in those(made, i.Ring)}
    assert set(rings) == {"4+2", "4", "2"}
    assert rings["4"].at == made.board.checker(3, 0)
    # beyond the fifth checker, so that the count stays readable
    assert abs(rings["2"].at[1] - made.board.checker(5, 4)[1]) == pytest.approx(0.8 * made.board.d)


@pytest.mark.parametrize(
    ("dice", "label"), [((4,), "4"), ((4, 2), "4+2"), ((5, 5), "5+5"), ((5, 5, 5), "3×5")]
)
def test_a_ring_s_label_names_its_dice(dice: tuple[int, ...], label: str) -> None:
    assert dice_label(dice) == label


def test_a_ring_on_a_blot_leaves_the_blot_to_be_seen() -> None:
    hits = [ring for ring in those(scene("hit"), i.Ring) if ring.hit]
    assert [ring.label for ring in hits] == ["4"]


def test_a_ring_for_bearing_off_stands_in_the_tray_above_the_slabs() -> None:
    made = scene("bearing_off")
    (ring,) = those(made, i.Ring)
    assert made.board.tray(26).contains(ring.at)
    slabs = [slab.rect for slab in those(made, i.Slab) if slab.side is Side.LIGHT]
    assert len(slabs) == 8
    assert all(ring.at[1] < slab.y for slab in slabs)


def test_without_full_aids_there_are_no_rings_and_without_any_no_pips() -> None:
    moving = {"phase": "moving", "roll": (4, 2), "lifted": (7,), "targets": (3,)}
    dice = {"target_dice": ((4,),), "verdict": "in_hand"}
    assert those(scene(snapshot(**moving, **dice)), i.Ring)
    for aids in ("wrong-only", "none"):
        assert not those(scene(snapshot(**moving, **dice, aids=aids)), i.Ring)
    assert "pips" not in words(scene("crawford_no_aids"))
    assert "Aids none" in words(scene("crawford_no_aids"))


def test_the_lifted_checker_has_its_halo_and_its_place() -> None:
    made = scene("moving")
    (up,) = [piece for piece in those(made, i.Checker) if piece.lifted]
    assert up.at == made.board.checker(7, 2)


def test_a_checker_pointed_at_shows_its_reach_and_stays_where_it_is() -> None:
    shown = snapshot(
        phase="moving", roll=(4, 2),
        reach=(Reach(7, (3, 5), ((4,), (2,))), Reach(5, (1,), ((4,),))),
    )  # fmt: skip
    made = scene(shown, Hand(pointed=shown.reach[0]))
    assert [ring.label for ring in those(made, i.Ring)] == ["4", "2"]
    assert not [piece for piece in those(made, i.Checker) if piece.lifted]
    assert not those(scene(shown), i.Ring)


def test_used_dice_are_faded_one_for_each() -> None:
    assert [die.faded for die in those(scene("moving"), i.Die)] == [False, False]
    assert [die.faded for die in those(scene("complete"), i.Die)] == [True, True]
    assert [die.faded for die in those(scene("bearing_off"), i.Die)] == [True, False, False, False]


def test_BU07_done_shines_only_when_nothing_more_is_to_be_played() -> None:
    assert buttons(scene("moving"))["Done"] == "off"
    assert buttons(scene("complete")) == {"Done": "primary", "Undo": "plain"}


def test_a_press_on_a_dim_done_still_asks_so_that_the_table_says_why_not() -> None:
    assert "done" in presses(scene("moving"))


def test_more_than_five_on_a_point_carry_their_number() -> None:
    (count,) = those(scene("moving"), i.Count)
    assert count.number == 6


def test_a_wrong_board_is_drawn_as_it_lies_with_numbered_pairs() -> None:
    made = scene("wrong")
    assert sorted(mark.label for mark in those(made, i.Mark)) == ["1", "2"]
    arrows = those(made, i.Arrow)
    assert len(arrows) == 2
    assert {arrow.colour for arrow in arrows} == {"warn"}
    assert arrows[0].end == made.board.checker(7, 2)
    assert "warn" in {sign.kind for sign in those(made, i.Sign)}


def test_a_wrong_board_offers_the_way_back_to_the_turn_s_start() -> None:
    made = scene("wrong")

    assert buttons(made)["Put back"] == "plain"
    assert Restore("light") in {hit.act for hit in made.hits}


def test_a_board_that_is_put_back_is_drawn_as_it_lies_and_can_be_left() -> None:
    made = scene("restoring")

    assert len(those(made, i.Arrow)) == 2
    assert buttons(made) == {"Stop": "plain"}
    assert "undo" in presses(made)


def test_a_board_that_lies_as_set_is_agreed_to_with_one_button() -> None:
    shown = snapshot(interruption="paused", verdict="agreed", restoring="set")

    assert buttons(scene(shown)) == {"Go on": "primary", "Stop": "plain"}


@pytest.mark.parametrize("end", [(100.0, 300.0), (110.0, 300.0), (300.0, 100.0), (300.0, 300.0)])
@pytest.mark.parametrize("hangs", [False, True])
def test_an_arrow_s_box_holds_its_whole_bow(end: tuple[float, float], hangs: bool) -> None:
    arrow = i.Arrow((100.0, 100.0), end, 48.0, "warn", hangs)
    bulge = -arrow.bulge if hangs else arrow.bulge

    for x, y in bow(arrow.start, arrow.end, arrow.d, bulge):
        assert arrow.rect.inset(round(0.1 * arrow.d)).contains((x, y))


def test_at_most_three_pairs_are_drawn_at_once() -> None:
    fixes = STATES["wrong"].fixes * 3
    made = scene(snapshot(phase="moving", roll=(4, 2), verdict="wrong", fixes=fixes))
    assert len(those(made, i.Mark)) == 3


def test_setting_up_shows_what_is_missing_and_too_much_and_one_next_move() -> None:
    made = scene("setup")
    assert {mark.label for mark in those(made, i.Mark)} == {"−1"}
    assert {ghost.label for ghost in those(made, i.Ghost)} == {"+1"}
    assert len(those(made, i.Arrow)) == 1
    (progress,) = those(made, i.Progress)
    assert (progress.done, progress.of) == (28, 30)


def test_a_bot_s_play_is_shown_in_brass_from_point_to_point() -> None:
    arrows = those(scene("showing"), i.Arrow)
    assert {arrow.colour for arrow in arrows} == {"accent"}
    assert len({arrow.end for arrow in arrows}) == 2


def test_numbers_are_those_of_the_player_to_move() -> None:
    def first(made: Scene) -> str:
        corner = made.board.number(0)
        return next(item.text for item in those(made, i.Words) if item.rect == corner)

    assert first(scene("to_roll")) == "1"
    assert first(scene("showing")) == "24"


def test_the_cube_stands_at_its_owner_s_end_and_is_away_while_offered() -> None:
    made = scene("to_roll")
    (cube,) = those(made, i.CubeFace)
    assert made.board.cube_slot(Side.LIGHT).contains(cube.at)
    made = scene("cube_offered")
    (cube,) = those(made, i.CubeFace)
    assert not made.board.rect.contains(cube.at)
    assert cube.value == 4
    assert not those(scene(snapshot(match_length=1, cube=Cube())), i.CubeFace)


def test_in_crawford_s_game_the_cube_is_faint() -> None:
    (cube,) = those(scene("crawford_no_aids"), i.CubeFace)
    assert cube.faded
    assert "Crawford" in words(scene("crawford_no_aids"))


def test_a_cube_s_answer_stands_beside_the_board_and_has_no_default() -> None:
    made = scene("cube_offered")
    assert buttons(made) == {"Take": "plain", "Drop": "danger"}
    answers = [hit for hit in made.hits if isinstance(hit.act, Press) and hit.rect.w]
    assert presses(made) == {"take", "drop"}
    assert all(hit.deliberate for hit in answers)
    assert not any(hit.rect.meets(made.board.rect) for hit in answers)
    assert "from 2 to 4" in words(made)
    assert those(made, i.Button)[1].under == "Gnubg wins 2"


def test_who_is_not_asked_sees_the_offer_but_cannot_answer_it() -> None:
    offered = snapshot(phase="cube_offered", turn="light", cube=Cube(2, None, "light"))
    made = scene(offered)
    assert buttons(made) == {}
    assert "Gnubg is thinking." in words(made)


def test_a_resignation_is_answered_deliberately() -> None:
    made = scene("resign_offered")
    assert buttons(made) == {"Accept": "plain", "Play on": "plain"}
    assert all(hit.deliberate for hit in made.hits if isinstance(hit.act, Intent))
    assert "you win 4" in [button.under for button in those(made, i.Button)]


def test_a_question_names_both_plays_and_lights_their_points() -> None:
    made = scene("question")
    assert list(buttons(made)) == ["8/4 6/4", "8/2"]
    assert [ring.label for ring in those(made, i.Ring)] == ["A", "B"]
    answers = {hit.act for hit in made.hits if isinstance(hit.act, Intent)}
    assert answers == {Answer("light", 3), Answer("light", 1)}
    assert any(hit.rect == made.board.touch(3) for hit in made.hits)


def test_a_fault_drains_the_board_and_offers_nothing_to_press() -> None:
    made = scene("fault")
    (drain,) = those(made, i.Drain)
    assert drain.rect == made.board.rect
    assert not [hit.act for hit in made.hits if isinstance(hit.act, Intent)]
    assert "no answer for 3 s" in words(made)
    assert "cable" in {sign.kind for sign in those(made, i.Sign)}


def test_after_a_game_the_result_its_reason_and_the_next_game() -> None:
    made = scene("game_over")
    assert "Zsófi Kő wins" in words(made)
    assert "Gammon, cube on 2: 4 points" in words(made)
    assert buttons(made) == {"Next game": "primary"}


def test_the_end_of_a_match_lies_on_leather() -> None:
    made = scene("match_over")
    assert made.ground == "leather"
    assert "Match to 7 · 4 games" in words(made)
    assert "being written" in words(made)


def test_a_match_that_is_not_recorded_says_so() -> None:
    assert "Not recording" in words(scene(snapshot(recording=False)))


def test_what_flickers_is_told_beside_what_to_do() -> None:
    said = words(scene("fault_line"))
    assert "sensor 13.2" in said
    assert "Play 4-2." in said


def test_a_resignation_is_offered_from_one_s_own_seat_only() -> None:
    made = scene("to_roll")
    seats = [hit for hit in made.hits if hit.act == Open("resign") and hit.rect.w]
    assert len(seats) == 1
    page = scene("to_roll", Hand(page="resign"))
    sizes = [hit.act.size for hit in page.hits if isinstance(hit.act, Resign)]
    assert sizes == [1, 2, 3]
    assert all(hit.deliberate for hit in page.hits if isinstance(hit.act, Resign))
    assert [button.under for button in those(page, i.Button)][:3] == [
        "costs 2",
        "costs 4",
        "costs 6",
    ]


def test_c11_a_beaver_is_offered_only_where_it_may_be_and_held() -> None:
    made = scene("beaver_possible")
    assert list(buttons(made)) == ["Take", "Drop", "Beaver to 8"]
    hit = next(hit for hit in made.hits if hit.act == Press("light", "beaver"))
    assert hit.deliberate
    assert not any(hit.rect.meets(other.rect) for other in made.hits if other is not hit)


def test_c11_a_beaver_is_answered_like_a_double_but_the_cube_stays_with_its_owner() -> None:
    made = scene(
        snapshot(phase="cube_offered", turn="light", cube=Cube(2, "dark", "dark"), match_length=0)
    )
    assert list(buttons(made)) == ["Take", "Drop"]
    assert "Gnubg beavers" in words(made)
    assert "the cube stays with Gnubg" in words(made)


BOTH = frozenset(Side)
WRONG = msgspec.structs.replace(STATES["standing"], standing=Standing("8/5 6/4", None, (15, 14)))


def test_a_wrong_board_may_be_let_stand_from_a_page_of_its_own() -> None:
    made = scene(WRONG, sides=BOTH)
    assert "Let stand" in buttons(made)
    assert any(hit.act == Open("stand") for hit in made.hits)
    page = scene(WRONG, Hand(page="stand"), sides=BOTH)
    assert list(buttons(page)) == ["Zsófi Kő accepts", "Ben accepts", "Back to the game"]
    accepting = [hit for hit in page.hits if isinstance(hit.act, Press) and hit.rect.w]
    assert {hit.act for hit in accepting} == {Press("light", "accept"), Press("dark", "accept")}
    assert all(hit.deliberate for hit in accepting)
    assert "8/5 6/4" in words(page)


def test_once_one_side_accepted_the_other_alone_is_asked() -> None:
    made = scene("standing", sides=BOTH)
    assert list(buttons(made)) == ["Zsófi Kő accepts"]
    assert "Ben accepts it." in words(made)


def test_nothing_is_let_stand_while_it_may_not() -> None:
    made = scene(msgspec.structs.replace(WRONG, standing=None), Hand(page="stand"), sides=BOTH)
    assert "Let stand" not in buttons(made)
    assert not any("accepts" in label for label in buttons(made))


def test_a_set_up_may_be_let_stand_and_its_checkers_are_counted() -> None:
    setup = msgspec.structs.replace(STATES["setup"], standing=Standing("", None, (14, 15)))
    assert list(buttons(scene(setup, sides=BOTH))) == ["Let stand"]
    page = scene(setup, Hand(page="stand"), sides=BOTH)
    assert "14 light and 15 dark checkers." in words(page)


def test_c15_nobody_is_offered_to_resign_more_than_the_game_can_be() -> None:
    single = msgspec.structs.replace(STATES["to_roll"], largest_win=1)
    page = scene(single, Hand(page="resign"))
    assert [hit.act.size for hit in page.hits if isinstance(hit.act, Resign)] == [1]


def test_an_open_page_never_hides_what_the_table_asks() -> None:
    made = scene("cube_offered", Hand(page="resign"))
    assert "Take" in buttons(made)


def test_the_keyboard_s_place_is_to_be_seen() -> None:
    hit = Hit(Rect(0, 0, 1, 1), Tap(Side.LIGHT, 7))
    made = scene("to_roll", Hand(focus=hit))
    (focus,) = those(made, i.Focus)
    assert focus.rect.contains(made.board.checker(7, 2))


def test_a_hold_fills_its_own_button() -> None:
    take = next(hit for hit in scene("cube_offered").hits if "T" in hit.keys)
    made = scene("cube_offered", Hand(held=take, filled=0.4))
    assert {button.label: button.filled for button in those(made, i.Button)} == {
        "Take": 0.4, "Drop": 0,
    }  # fmt: skip


def test_the_same_snapshot_makes_the_same_scene() -> None:
    for made in STATES.values():
        assert scene(made) == scene(made)


# --- nothing is told to nobody ------------------------------------------------

REFUSED = ("It is not your turn.", {})


def refused(name: str, side: Side) -> Snapshot:
    """The state after a press that it has no use for."""
    messages = list(STATES[name].messages)
    messages[side.index] = REFUSED
    noticed = (side is Side.LIGHT, side is Side.DARK)
    return msgspec.structs.replace(
        STATES[name], messages=tuple(messages), noticed=noticed, refused=STATES[name].refused + 1
    )


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", STATES)
def test_why_a_button_did_nothing_is_said_in_every_state_whoever_pressed_it(
    name: str, side: Side
) -> None:
    made = scene(refused(name, side), sides=frozenset(Side))
    assert REFUSED[0] in words(made)


def test_a_screen_of_one_side_does_not_tell_it_what_the_other_was_refused() -> None:
    shown = refused("moving", Side.DARK)
    assert REFUSED[0] not in words(scene(shown, sides=PERSON))
    told = scene(shown, sides=frozenset(Side))
    assert f"{shown.names[1]}: {REFUSED[0]}" in words(told)
