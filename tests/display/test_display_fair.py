"""BU-16 to BU-20 at the screen: what players give, what is shown of the dice to be checked."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from screen_checks import ENGLISH, LONG, beyond_the_screen, cut_words, overlaps, shared_hits

from controller.rules.position import Side
from controller.view.intents import Entropy, Press
from controller.view.snapshot import Fairness, Snapshot
from display import items as i
from display import qr
from display.draft import TAPS, Drum
from display.inputs import Inputs
from display.layout import Rect
from display.samples.fair import (
    ASKED,
    DIFFERS,
    ENDED,
    FIXED,
    GIVEN,
    PLAYERS,
    SEED,
    asking,
    giving,
    verify_pages,
)
from display.samples.states import snapshot
from display.scene_dice_code import contents
from display.scenes import compose
from display.stage import Act, Hand, Open, Scene, ScreenSettings
from display.text import Type

SIZES = [(800, 480), (480, 800), (1280, 720), (1920, 1080)]
BOTH = frozenset(Side)


def scene(shown: Snapshot, hand: Hand | None = None, **settings: Any) -> Scene:
    return compose(shown, ScreenSettings(**{"size": (800, 480), "sides": BOTH, **settings}), hand)


def words(made: Scene) -> str:
    texts = [item.text for item in made.items if isinstance(item, i.Words)]
    return "\n".join(texts + [item.label for item in made.items if isinstance(item, i.Button)])


class Player:
    """Touches and types at a screen that shows one snapshot."""

    def __init__(self, shown: Snapshot) -> None:
        self.acts: list[Act] = []
        self.inputs = Inputs(self.acts.append)
        self.shown = shown
        self.now_ms = 1000

    def look(self) -> Scene:
        made = scene(self.shown, self.inputs.hand)
        self.inputs.look(self.shown, made)
        return made

    def tap(self, at: tuple[int, int]) -> None:
        self.look()
        self.now_ms += 150
        self.inputs.press(0, at, self.now_ms)
        self.inputs.release(0, at, self.now_ms + 40)

    def press(self, label: str) -> None:
        made = self.look()
        self.now_ms += 1000  # it is read before it is touched
        button = next(b for b in made.items if isinstance(b, i.Button) and b.label == label)
        self.tap((round(button.rect.centre[0]), round(button.rect.centre[1])))


def test_bu_16_twelve_taps_are_a_sides_part_of_the_dice() -> None:
    player = Player(asking())
    for nth in range(TAPS):
        assert player.acts == []
        player.tap((100 + nth, 120))
    (given,) = player.acts

    assert isinstance(given, Entropy)
    assert given.side == "light"
    taps = given.text.split()
    assert len(taps) == len(set(taps)) == TAPS
    assert taps[0] == "1190@100,120"


def test_bu_16_the_ring_counts_the_taps() -> None:
    player = Player(asking())
    player.tap((100, 120))
    player.tap((700, 120))  # the card counts too
    ring = next(item for item in player.look().items if isinstance(item, i.Progress))

    assert (ring.done, ring.of) == (2, TAPS)


def test_bu_16_a_key_drums_too() -> None:
    player = Player(asking())
    for _ in range(TAPS):
        player.look()
        player.now_ms += 90
        player.inputs.key("SPACE", player.now_ms)

    assert [type(act) for act in player.acts] == [Entropy]


def test_bu_16_a_phrase_is_typed_on_the_keyboard() -> None:
    player = Player(asking())
    player.press("Type a phrase")
    player.look()
    player.inputs.text("three blind mice")
    player.press("Done")

    assert player.acts == [Entropy("light", "three blind mice")]


def test_bu_16_a_side_rolls_without_it() -> None:
    player = Player(asking())
    player.press("Roll without it")

    assert player.acts == [Press("light", "done")]


@pytest.mark.parametrize(
    ("changes", "giver"),
    [
        ({"sides": frozenset({Side.DARK})}, "Gnubg"),
        ({"bottom": Side.DARK}, "Gnubg"),
        ({"sides": frozenset()}, None),
        ({}, "Zsófi Kő"),
    ],
)
def test_bu_16_each_screen_asks_its_own_side(changes: dict[str, Any], giver: str | None) -> None:
    said = words(scene(asking(), **changes))

    assert ("part of the dice" in said) is (giver is not None)
    if giver is not None:
        assert f"{giver}'s part" in said


def test_bu_16_nothing_is_asked_before_the_board_is_set_up_or_under_an_interruption() -> None:
    for changes in ({"phase": "setup"}, {"interruption": "fault"}):
        shown = snapshot(fairness=ASKED, **{"phase": "opening", "turn": None, **changes})
        assert not any(isinstance(hit.act, Drum) for hit in scene(shown).hits)


def test_bu_17_the_fingerprint_stands_in_the_panel_and_opens_the_page_of_the_dice() -> None:
    shown = snapshot(commitment=FIXED, fairness=Fairness("M1/G1", commitment=FIXED))
    for size in SIZES[:1] + SIZES[2:]:
        made = scene(shown, size=size)
        mark = next(t for t in made.items if isinstance(t, i.Words) and t.text == "7F3A 91C2")
        hit = next(hit for hit in made.hits if hit.rect.contains(mark.rect.centre))
        assert hit.act == Open("verify")
        assert "F" in hit.keys


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("fair", "7F3A 91C2"),
        ("seeded", "Seeded dice, not fair"),
        ("typed", "Typed dice"),
        ("deduced", "Dice from the play"),
    ],
)
def test_bu_16_where_dice_come_from_is_always_said(source: str, said: str) -> None:
    commitment = FIXED if source in ("fair", "seeded") else None
    shown = snapshot(dice_source=source, commitment=commitment)
    for size in SIZES[:1] + SIZES[2:]:
        assert said in words(scene(shown, size=size))


def digits(made: Scene) -> str:
    """All that is written on a page, without blanks, in small letters."""
    return words(made).replace(" ", "").replace("\n", "").lower()


def test_bu_17_bu_18_the_page_shows_whole_fingerprint_and_whole_seed() -> None:
    shown, hand = verify_pages()["verify_players"]
    for size in SIZES:
        made = scene(shown, hand, size=size)
        assert FIXED in digits(made)
        assert FIXED[::-1] in digits(made)
        assert SEED in digits(made)
        assert "VERIFIED: 57 rolls" in words(made)
        assert "kék kavics, zöld béka" in words(made)


def test_bu_19_a_roll_that_does_not_follow_stands_there_in_words() -> None:
    made = scene(*verify_pages()["verify_differs"])
    assert "roll R17 is recorded as 6-6, the seed gives 2-1" in words(made)
    assert "VERIFIED" not in words(made)
    assert DIFFERS[0] not in words(made)


@pytest.mark.parametrize(
    ("fairness", "said"),
    [
        (Fairness("M1/G1", commitment=FIXED), "it knows them in advance"),
        (Fairness("M1/G1", mode="players", commitment=FIXED, sources=("person", "none")),
         "Nobody could choose these dice"),
        (Fairness("M1/G1", mode="players", commitment=FIXED, sources=("none", "table")),
         "it drew them alone"),
        (Fairness("M1/G1", mode="players", commitment=FIXED, sources=("person", "")),
         "No die is fixed yet"),
        (Fairness("M1/G1", commitment=FIXED, is_lost=True), "cannot be checked"),
        (None, "commits to nothing"),
    ],
)  # fmt: skip
def test_bu_20_what_the_table_could_know_is_said_in_honest_words(
    fairness: Fairness | None, said: str
) -> None:
    assert said in words(scene(snapshot(fairness=fairness), Hand(page="verify")))


def test_taps_are_shown_by_their_number() -> None:
    taps = " ".join(f"{150 * nth}@{nth},20" for nth in range(12)).encode().hex()
    shown = Fairness("M1/G2", mode="players", commitment=FIXED, **ENDED, last_entropy=(taps, ""))
    assert "gave: 12 taps" in words(scene(snapshot(fairness=shown), Hand(page="verify")))


def test_bu_20_the_page_is_reached_from_the_settings_too() -> None:
    made = scene(snapshot(), Hand(page="settings"))
    assert any(hit.act == Open("verify") for hit in made.hits)


def code(fairness: Fairness, size: tuple[int, int]) -> Scene:
    return scene(snapshot(fairness=fairness), Hand(page="verify:code"), size=size)


def test_bu_20_the_code_holds_all_that_is_needed_to_roll_again() -> None:
    shown = Fairness("M1/G4", **PLAYERS, **ENDED, last_entropy=GIVEN)
    (words_, text), *_ = contents(shown)
    label, gid, *fields = text.split(" ")
    told = dict(field.split(":") for field in fields)

    assert "both sides" in words_
    assert (label, gid) == ("BGTABLE-DICE-V1", "M1/G3")
    assert told == {"C": FIXED[::-1].upper(), "S": SEED.upper(), "A": GIVEN[0].upper(),
                    "B": GIVEN[1].upper()}  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_bu_20_its_modules_are_whole_pixels_large_enough_with_a_quiet_zone(
    size: tuple[int, int],
) -> None:
    made = code(Fairness("M1/G4", **PLAYERS, **ENDED, last_entropy=GIVEN), size)
    (shown,) = [item for item in made.items if isinstance(item, i.Qr)]
    margin = qr.QUIET * shown.px

    assert shown.px >= qr.LEAST_PX
    assert Rect(0, 0, *size).holds(shown.rect.inset(-margin))
    said = [item.rect for item in made.items if isinstance(item, i.Words)]
    assert not any(shown.rect.inset(-margin + 1).meets(rect) for rect in said)


def test_what_is_too_long_for_a_code_is_left_out_and_said_to_be() -> None:
    long = ("ab" * 400, "cd" * 400)
    shown = Fairness("M1/G4", **PLAYERS, **ENDED, last_entropy=long)
    made = code(shown, (800, 480))

    assert "too long for a code" in words(made)
    assert any(isinstance(item, i.Qr) for item in made.items)
    assert "both sides gave" in words(code(shown, (1920, 1080)))


def test_before_a_game_is_over_there_is_no_code() -> None:
    first = Fairness("M1/G1", commitment=FIXED)
    assert not any(isinstance(item, i.Qr) for item in code(first, (800, 480)).items)
    made = scene(snapshot(fairness=first), Hand(page="verify"))
    assert not any(hit.act == Open("verify:code") for hit in made.hits)


@pytest.fixture(scope="module")
def kind() -> Type:
    pygame.font.init()
    return Type()


CASES = {**giving(), **verify_pages()}
"""Other hands and orientations are those of the cards and pages they are made of."""


@pytest.mark.parametrize("large_print", [False, True], ids=["print", "large"])
@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1080, 1920)])
@pytest.mark.parametrize("name", CASES)
def test_nothing_is_cut_or_lies_over_another_in_a_longer_language_either(
    kind: Type, name: str, size: tuple[int, int], large_print: bool
) -> None:
    shown, hand = CASES[name]
    settings = ScreenSettings(size=size, sides=BOTH, large_print=large_print)
    for catalogue in (ENGLISH, LONG):
        made = compose(shown, settings, hand, catalogue)
        assert cut_words(kind, made) == []
        assert overlaps(kind, made) == []
        assert beyond_the_screen(made, size) == []
        assert shared_hits(made) == []
