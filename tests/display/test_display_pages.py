"""The screen's own pages: opened, left, and what stays of them when the table goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.rules.position import Side
from controller.view.intents import Press, SetAids
from controller.view.lobby import Lobby, Wishes
from controller.view.snapshot import Snapshot, Standing
from display import draft as d
from display.inputs import Inputs
from display.keyboard import Typing
from display.layout import Board, Orientation, Rect, board_in
from display.samples.states import snapshot, states
from display.stage import Act, Adjust, Hit, Open, Scene

BOARD: Board = board_in(Rect(0, 0, 600, 400), Orientation())
STATES = states()


class Page:
    """Inputs over a scene of these hits alone."""

    def __init__(self, *acts: Act, takes_text: bool = False, **changes: Any) -> None:
        self.acts: list[Act] = []
        self.inputs = Inputs(self.acts.append)
        hits = tuple(Hit(Rect(100 * n, 0, 90, 60), act, (str(n),)) for n, act in enumerate(acts))
        self.scene = Scene("leather", BOARD, (), hits, (), takes_text)
        self.show(snapshot(**changes))

    def show(self, shown: Snapshot) -> None:
        self.inputs.look(shown, self.scene)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.inputs.key(key, 0)

    @property
    def page(self) -> str:
        return self.inputs.hand.page

    @property
    def draft(self) -> d.Draft:
        return self.inputs.hand.draft


def test_a_page_lies_on_the_one_it_was_opened_from_and_escape_leads_back() -> None:
    page = Page(Open("settings"), Open("help"))
    page.press("0", "1")
    assert page.page == "help"
    page.press("Escape")
    assert page.page == "settings"
    page.press("Escape")
    assert page.page == ""


def test_opening_a_page_that_lies_below_leads_back_to_it() -> None:
    page = Page(Open("settings"), Open("help"))
    page.press("0", "1", "0", "Escape")
    assert page.page == ""


def test_a_page_of_the_screen_outlives_the_turn_and_one_of_the_turn_does_not() -> None:
    for name, left in (("settings", "settings"), ("resign", "")):
        page = Page(Open(name))
        page.press("0")
        page.show(snapshot(turn_number=39))
        assert page.page == left


@pytest.mark.parametrize("name", ["fault", "question", "resign_offered", "cube_offered"])
def test_what_the_table_asks_closes_every_page(name: str) -> None:
    page = Page(Open("settings"))
    page.press("0")
    page.show(STATES[name])
    assert page.page == ""
    page.press("0")  # opened again while it asks: that is meant
    page.show(msgspec.structs.replace(STATES[name], number=2))
    assert page.page == "settings"


def test_a_page_whose_ground_is_gone_does_not_come_back_by_itself() -> None:
    standing = Standing("24/18", None, (15, 15))
    for name, there, gone in (
        ("stand", snapshot(standing=standing), snapshot(standing=None)),
        ("double", snapshot(can_double=True), snapshot(can_double=False)),
    ):
        page = Page(Open(name))
        page.show(there)
        page.press("0")
        assert page.page == name
        page.show(gone)
        page.show(there)
        assert page.page == ""


def test_what_can_be_chosen_may_come_late_and_leaves_pages_open_until_a_match_begins() -> None:
    page = Page(Open("settings"), phase="match_over")
    page.press("0")
    page.show(snapshot(phase="match_over", lobby=LOBBY))
    assert page.page == "settings"
    page.show(snapshot(phase="setup"))
    assert page.page == ""


def test_a_setting_is_told_and_the_page_stays_an_intent_ends_it() -> None:
    acts = (Open("settings"), Adjust("theme", "wood"), SetAids("light", "none"))
    page = Page(*acts, Press("light", "done"))
    page.press("0", "1", "2")
    assert page.page == "settings"
    page.press("3")
    assert page.page == ""
    assert page.acts == [*acts[1:], Press("light", "done")]


def test_a_page_s_notes_are_gone_when_another_is_opened() -> None:
    page = Page(Open("keypad"), d.Note("die", 4), Open("help"))
    page.press("0", "1")
    assert page.draft.note("die", 0) == 4
    page.press("2")
    assert page.draft.note("die", 0) == 0


LOBBY = Lobby(Wishes(names=("Ana", "Gnubg")))


def test_wishes_begin_with_those_of_the_lobby_and_nothing_leaves_the_screen() -> None:
    page = Page(d.Wish("length", 5), d.Wish("dark", "person"), phase="start", lobby=LOBBY)
    page.press("0", "1")
    wishes = page.draft.wishes
    assert wishes == Wishes(names=("Ana", "Dark"), length=5, seats=("person", "person"))
    assert page.acts == []


def test_bu_14_no_bot_plays_under_a_person_s_name_nor_a_person_under_a_bot_s() -> None:
    page = Page(
        d.Wish("light", "bot"), d.Wish("light", "person"), d.Wish("dark", "bot"),
        d.Named(Side.LIGHT, "Eve"), lobby=LOBBY, phase="start",
    )  # fmt: skip
    names = []
    for key in "312010":
        page.press(key)
        names.append(page.draft.wishes.names if page.draft.wishes else ("", ""))
    eve, ana, nobody = ("Eve", "Gnubg"), ("Ana", "Gnubg"), ("Light", "Gnubg")
    assert names == [eve, eve, eve, nobody, ana, nobody]


def test_wishes_are_forgotten_once_the_match_is_under_way() -> None:
    page = Page(d.Wish("length", 5), phase="start", lobby=LOBBY)
    page.press("0")
    page.show(snapshot())
    assert page.draft.wishes is None


def test_what_is_typed_is_a_text_only_where_the_scene_takes_one() -> None:
    page = Page(d.Write("Name", d.Named(Side.LIGHT)), lobby=LOBBY)
    page.press("0")
    page.inputs.text("0")  # the same press as text, before the keyboard is on the screen
    assert (page.page, page.draft.typing.text) == ("keyboard", "")


def test_a_real_keyboard_writes_and_its_letters_are_no_keys() -> None:
    page = Page(Press("light", "done"), takes_text=True, lobby=LOBBY)
    page.inputs.text("Zsófi")
    page.press("0")
    assert page.draft.typing.text == "Zsófi"
    assert page.acts == []


def test_a_written_name_is_the_seat_s_and_leads_back() -> None:
    page = Page(Open("new"), d.Write("Name", d.Named(Side.DARK)), d.Named(Side.DARK, "Kő"))
    page.press("0", "1", "2")
    assert page.page == "new"
    assert page.draft.wishes is not None
    assert page.draft.wishes.names == ("Light", "Kő")


def test_a_name_of_blanks_is_none() -> None:
    draft = d.Draft(typing=Typing("   "), writes=d.Write("Name", d.Named(Side.LIGHT)))
    assert d.written(draft) is None
    assert d.written(d.Draft(typing=Typing(" Bo "), writes=draft.writes)) == d.Named(
        Side.LIGHT, "Bo"
    )
