"""The start of a match: wishes, an unfinished match, the same again; by mouse and by keyboard."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.rules.position import START
from controller.view.intents import Carry, Intent, NewMatch, Rematch
from controller.view.lobby import Lobby, Wishes
from controller.view.snapshot import Question, Snapshot
from display import items as i
from display.inputs import HOLD_MS, Inputs
from display.samples.pages import LOBBY, STORED, start, unfinished
from display.samples.states import MIDGAME, snapshot, states
from display.scene_compare import apart
from display.scenes import compose
from display.stage import Act, Hit, Open, Scene, ScreenSettings

READ_MS = 800  # between two touches: what is new on the screen is to be read first
SETTINGS = ScreenSettings(size=(800, 480))


class Person:
    """At a screen that shows one snapshot, with pages opening over it."""

    def __init__(self, shown: Snapshot, settings: ScreenSettings = SETTINGS) -> None:
        self.asked: list[Act] = []
        self.now_ms = 1000
        self.inputs = Inputs(self.asked.append)
        self.settings = settings
        self.see(shown)

    def see(self, shown: Snapshot) -> None:
        self.shown = shown
        self._look()

    def _look(self) -> None:
        self.scene: Scene = compose(self.shown, self.settings, self.inputs.hand)
        self.inputs.look(self.shown, self.scene)
        self.scene = compose(self.shown, self.settings, self.inputs.hand)
        self.inputs.look(self.shown, self.scene)

    def hit(self, label: str) -> Hit:
        """What a finger on these words touches."""
        texts = [x for x in self.scene.items if isinstance(x, i.Button | i.Words | i.Name)]
        found = [x.rect for x in texts if (x.label if isinstance(x, i.Button) else x.text) == label]
        assert found, f"no {label} among {self.words}"
        return next(hit for hit in self.scene.hits if hit.rect.contains(found[0].centre))

    def touch(self, *labels: str) -> None:
        for label in labels:
            self.now_ms += READ_MS
            at = self.hit(label).rect.centre
            self.inputs.press(0, at, self.now_ms)
            self._look()
            self.inputs.release(0, at, self.now_ms)
            self._look()

    def hold(self, label: str, ms: int) -> None:
        self.now_ms += READ_MS
        at = self.hit(label).rect.centre
        self.inputs.press(0, at, self.now_ms)
        self.now_ms += ms
        self.inputs.tick(self.now_ms)
        self.inputs.release(0, at, self.now_ms)
        self._look()

    def keys(self, *names: str) -> None:
        for name in names:
            self.inputs.key(name, self.now_ms)
            self._look()

    def tab_to(self, label: str) -> None:
        """By Tab alone."""
        wanted = self.hit(label).act
        for _ in self.scene.hits:
            self.keys("Tab")
            focus = self.inputs.hand.focus
            if focus is not None and focus.act == wanted:
                return
        raise AssertionError(f"Tab never came to {label}")

    @property
    def words(self) -> list[str]:
        made = [x.label for x in self.scene.items if isinstance(x, i.Button)]
        return made + [x.text for x in self.scene.items if isinstance(x, i.Words | i.Name)]


def test_a_match_is_chosen_and_begun_by_touch_alone() -> None:
    person = Person(start())
    person.touch("to 7", "to 5", "Backgammon", "Nackgammon", "Advanced", "Beginner")
    person.touch("45 s", "Table alone", "Begin")
    wishes = msgspec.structs.replace(
        LOBBY.wishes, length=5, variant="nackgammon", level="beginner", timer_s=0, entropy=True
    )
    assert person.asked == [NewMatch("light", wishes)]


def test_a_name_is_written_by_touch_alone() -> None:
    person = Person(start())
    person.touch("Zsófi Kő", "J", "áéő", "ó", "Done", "Begin")
    (begun,) = person.asked
    assert isinstance(begun, NewMatch)
    assert begun.wishes.names == ("Jó", "Gnubg")


def test_a_name_used_before_is_two_touches() -> None:
    person = Person(start())
    person.touch("Zsófi Kő", "Åse Bjørnstad", "Begin")
    (begun,) = person.asked
    assert isinstance(begun, NewMatch)
    assert begun.wishes.names == ("Åse Bjørnstad", "Gnubg")


def test_a_match_is_chosen_and_begun_by_the_keyboard_alone() -> None:
    person = Person(start())
    person.tab_to("Person")
    person.keys("Right", "Enter")  # light's other seat
    person.tab_to("Light")
    person.keys("Enter")
    person.inputs.text("Ben")
    person.see(person.shown)
    person.keys("Enter")
    person.tab_to("to 7")
    person.keys("Right", "Enter", "Enter")  # the arrow beside it, which keeps the focus
    person.tab_to("Begin")
    person.keys("Enter")
    (begun,) = person.asked
    assert isinstance(begun, NewMatch)
    wishes = begun.wishes
    assert (wishes.names[0], wishes.seats[0], wishes.length) == ("Ben", "bot", 9)


def test_enter_alone_begins_what_is_offered_and_escape_leaves_a_list() -> None:
    person = Person(start())
    person.touch("Backgammon")
    person.keys("Escape", "Enter")
    assert person.asked == [NewMatch("light", LOBBY.wishes)]


@pytest.mark.parametrize(("seats", "badges"), [(("person", "person"), 0), (("bot", "bot"), 2)])
def test_bu_14_a_bot_s_seat_is_marked_and_offers_how_strong(
    seats: tuple[str, str], badges: int
) -> None:
    wishes = msgspec.structs.replace(LOBBY.wishes, seats=seats)
    made = compose(start(msgspec.structs.replace(LOBBY, wishes=wishes)), SETTINGS)
    names = [item for item in made.items if isinstance(item, i.Name)]
    assert [bool(name.badge) for name in names] == [seat == "bot" for seat in seats]
    strong = [hit for hit in made.hits if hit.act == Open("pick:level")]
    assert len(strong) == badges


def test_only_fair_dice_take_the_players_own_chance() -> None:
    for dice, offered in (("fair", True), ("typed", False)):
        wishes = msgspec.structs.replace(LOBBY.wishes, dice=dice)
        made = compose(start(msgspec.structs.replace(LOBBY, wishes=wishes)), SETTINGS)
        assert any(getattr(hit.act, "field", "") == "entropy" for hit in made.hits) == offered


def test_what_a_table_has_only_one_of_is_shown_and_not_offered() -> None:
    made = compose(start(Lobby(Wishes())), SETTINGS)
    assert not any(getattr(hit.act, "field", "") in ("variant", "dice") for hit in made.hits)
    assert "Fair dice" in [item.text for item in made.items if isinstance(item, i.Words)]


def test_a_tournament_s_aids_are_none_and_locked_at_the_start_too() -> None:
    person = Person(start(locked=True))
    assert not any(getattr(hit.act, "field", "") == "aids" for hit in person.scene.hits)
    assert "None" in person.words


def test_a_screen_where_nobody_may_act_begins_nothing() -> None:
    person = Person(start(), ScreenSettings(size=(800, 480), sides=frozenset()))
    assert not any(isinstance(hit.act, Intent) for hit in person.scene.hits)


def test_why_the_table_refused_a_match_is_said_on_the_page() -> None:
    person = Person(start(phase="match_over", winner="light", refused=3))
    person.touch("New match", "Begin")
    why = ("This table does not play {what}.", {"what": "chess"})
    person.see(start(phase="match_over", winner="light", refused=4, messages=(why, why)))
    assert person.inputs.hand.page == "new"
    assert "This table does not play chess." in person.words


# --- an unfinished match --------------------------------------------------------------------------


def resume(**changes: Any) -> Snapshot:
    """After a power cut, as the core asks."""
    lobby = msgspec.structs.replace(LOBBY, stored=STORED)
    question = Question("resume")
    return snapshot(interruption="question", question=question, lobby=lobby, **changes)


@pytest.mark.parametrize("shown", [unfinished(), resume()], ids=["start", "question"])
def test_an_unfinished_match_goes_on_by_one_press_and_is_given_up_deliberately(
    shown: Snapshot,
) -> None:
    person = Person(shown)
    person.touch("Give up the match")
    person.hold("Give up the match", HOLD_MS - 100)
    person.keys("X")
    assert person.asked == []
    person.keys("X")
    person.hold("Give up the match", HOLD_MS)
    person.touch("Go on")
    assert person.asked == [Carry("light", False), Carry("light", False), Carry("light", True)]


def test_both_boards_lie_side_by_side_and_differences_are_marked() -> None:
    made = compose(unfinished(), SETTINGS)
    stored, now = made.small
    (mark,) = [item for item in made.items if isinstance(item, i.Mark)]
    (ghost,) = [item for item in made.items if isinstance(item, i.Ghost)]
    assert mark.at == now.checker(9, 0)
    assert ghost.at == now.checker(7, 2)
    on = [item for item in made.items if isinstance(item, i.Checker)]
    assert sum(stored.rect.contains(c.at) for c in on) == sum(now.rect.contains(c.at) for c in on)


def test_upright_both_boards_stand_as_the_table_s_own_does() -> None:
    upright = ScreenSettings(size=(480, 800))
    made = compose(unfinished(), upright)
    stored, now = made.small

    assert stored.upright
    assert now.upright
    assert stored.rect.y == now.rect.y
    assert stored.rect.right < now.rect.x
    assert stored.d > 22


def test_the_same_board_is_called_the_same_only_once_it_was_judged() -> None:
    for verdict, said in (("agreed", "On the table: the same"), (None, "On the table")):
        assert said in Person(resume(verdict=verdict)).words


@pytest.mark.parametrize(
    ("change", "count"), [({}, 0), ({7: 2, 9: 1}, 1), ({7: 2}, 1), ({0: 0, 2: -1, 5: 5, 6: 1}, 2)]
)
def test_what_differs_is_counted_in_checkers_to_be_moved(
    change: dict[int, int], count: int
) -> None:
    lies = [change.get(slot, n) for slot, n in enumerate(MIDGAME)]
    assert apart(MIDGAME, tuple(lies)) == count


def test_a_fault_is_shown_before_any_start() -> None:
    made = compose(start(interruption="fault"), SETTINGS)
    assert any(isinstance(item, i.Drain) for item in made.items)


# --- the same again ---------------------------------------------------------------------------


def test_after_a_match_the_same_again_is_one_press_with_sides_kept_or_swapped() -> None:
    person = Person(states()["match_over"])
    person.touch("Rematch", "Swap sides")
    person.keys("Enter")
    again = Rematch("light")
    assert person.asked == [again, Rematch("light", swapped=True), again]


def test_why_a_rematch_was_refused_is_said_until_something_else_is_asked() -> None:
    why = ("One moment: the last game's dice are being shown.", {})
    over = states()["match_over"]
    person = Person(over)
    person.touch("Rematch")
    person.see(msgspec.structs.replace(over, refused=over.refused + 1, messages=(why, why)))
    assert why[0] in person.words
    person.touch("Rematch")
    assert why[0] not in person.words


def test_after_a_match_another_one_is_chosen_on_a_page_that_can_be_left() -> None:
    over = start(phase="match_over", winner="light", score=(7, 4), game_points=4)
    person = Person(over)
    person.touch("New match")
    assert "Begin" in person.words
    person.keys("Escape")
    assert "Rematch" in person.words
    person.touch("New match", "Begin")
    assert person.asked == [NewMatch("light", LOBBY.wishes)]
    person.see(snapshot(phase="setup", slots=START.slots, off=(0, 0)))
    assert person.inputs.hand.page == ""


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_tab_goes_through_what_can_be_chosen_as_it_is_read(size: tuple[int, int]) -> None:
    made = compose(start(), ScreenSettings(size=size))
    stops = [hit.rect for hit in made.hits if hit.tabbed]
    tiles = stops[7:]  # after the two seats

    assert tiles == sorted(tiles, key=lambda rect: (rect.y, rect.x))
