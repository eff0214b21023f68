"""What can be chosen between two matches, and the match that comes of a choice."""

from __future__ import annotations

import msgspec
import pytest

from controller.rules.position import Side
from controller.seats.builtin import BuiltinPlayer
from controller.seats.player import Player
from controller.service.chance import DiceSource, RealDice, SeededDice
from controller.service.matches import MOST_NAMES, House, lobby_of, make_match, names_of
from controller.table.effects import WantMatch
from controller.table.facts import MatchStarted
from controller.view.lobby import Wishes

OWN = MatchStarted(
    0, "standard", 3, "Light", "Dark", ("person", "person"), "fair",
    event="Club night", table="7",
)  # fmt: skip


def dice(card: MatchStarted) -> DiceSource:
    return RealDice() if card.dice == "typed" else SeededDice(card.match)


def house(**changes: object) -> House:
    asked: list[tuple[str, str]] = []

    def seat(level: str, variant: str) -> Player:
        asked.append((level, variant))
        return BuiltinPlayer()

    given: dict[str, object] = {
        "card": OWN, "wishes": Wishes(length=7), "seat": seat, "dice": dice,
        "today": lambda: "2026-11-30", "levels": ("beginner", "expert"), **changes,
    }  # fmt: skip
    return House(**given)  # type: ignore[arg-type]


def card(match: int, light: str, dark: str, *seats: str, **changes: object) -> MatchStarted:
    made = MatchStarted(match, "standard", 5, light, dark, (seats[0], seats[1]), "fair")
    return msgspec.structs.replace(made, **changes)


def test_names_are_those_of_people_each_once_the_newest_first() -> None:
    played = [
        card(1, "Ann", "Bo", "person", "person"),
        card(2, "Cleo", "Robbie", "person", "bot gnubg expert"),
        card(3, "Light", "Ann", "person", "hands"),
    ]
    assert names_of(played) == ("Ann", "Cleo", "Bo")


def test_at_most_fifty_names_are_offered() -> None:
    played = [card(n, f"P{n}", f"Q{n}", "person", "person") for n in range(1, 41)]
    names = names_of(played)
    assert len(names) == MOST_NAMES
    assert names[0] == "P40"


def test_what_was_played_last_is_wished_again() -> None:
    played = card(
        4, "Ann", "Bo", "person", "bot gnubg expert",
        level="expert", timer_s=45, aids="none", dice="typed",
    )  # fmt: skip
    wishes = lobby_of(house(), [card(3, "X", "Y", "person", "person"), played]).wishes
    assert wishes == Wishes(
        ("Ann", "Bo"), ("person", "bot"), "expert", "standard", 5, "typed", 45, "none"
    )


def test_what_the_table_has_no_longer_is_not_wished_again() -> None:
    played = card(4, "Ann", "Bo", "person", "bot x", level="godlike", dice="seeded", variant="pt")
    wishes = lobby_of(house(), [played]).wishes
    assert (wishes.level, wishes.dice, wishes.variant) == ("beginner", "fair", "standard")


@pytest.mark.parametrize(
    "imported",
    [
        card(9, "Magriel", "Robertie", "", ""),
        card(9, "Magriel", "Robertie", "person", "person", source="famous.mat"),
    ],
)
def test_a_match_that_was_imported_was_played_by_nobody_here(imported: MatchStarted) -> None:
    lobby = lobby_of(house(), [imported])
    assert lobby.names == ()
    assert lobby.wishes.length == 7


def test_a_wished_match_keeps_what_the_owner_settled() -> None:
    wishes = Wishes(("Ann", "Bo"), ("person", "bot"), "expert", "pt", 9, "typed", 45, "none")
    made = make_match(house(), WantMatch(wishes=wishes), None, 12)

    assert made.card == MatchStarted(
        12, "pt", 9, "Ann", "Bo", ("person", "bot built-in player"), "typed",
        event="Club night", table="7", date="2026-11-30", level="expert", timer_s=45, aids="none",
    )  # fmt: skip
    assert isinstance(made.dice, RealDice)
    assert made.players is not None
    assert list(made.players) == [Side.DARK]


def test_a_locked_table_has_neither_aids_nor_timer_whatever_is_wished() -> None:
    locked = house(card=msgspec.structs.replace(OWN, tournament=True))
    wishes = Wishes(("Ann", "Bo"), ("person", "person"), timer_s=45, aids="full")
    made = make_match(locked, WantMatch(wishes=wishes), None, 2).card
    assert (made.tournament, made.timer_s, made.aids) == (True, 0, "none")


def test_a_seeded_table_throws_seeded_dice_only_where_they_are_wished() -> None:
    seeded = house(card=msgspec.structs.replace(OWN, dice="seeded", seed=5))
    for source, seed in (("seeded", 5), ("typed", None)):
        wishes = Wishes(("Ann", "Bo"), ("person", "person"), dice=source)
        assert make_match(seeded, WantMatch(wishes=wishes), None, 2).card.seed == seed


def test_a_rematch_is_the_last_card_under_a_new_number_and_date() -> None:
    last = card(4, "Ann", "Bo", "person", "bot x", date="2026-01-01", timer_s=45)
    made = make_match(house(), WantMatch(aids="none"), last, 5)

    assert made.card == msgspec.structs.replace(last, match=5, date="2026-11-30", aids="none")
    assert made.players is None
    swapped = make_match(house(), WantMatch(swapped=True), last, 6).card
    assert (swapped.light, swapped.dark) == ("Bo", "Ann")
    assert swapped.seats == ("bot x", "person")
