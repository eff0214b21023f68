"""The screen's own pages, each as a snapshot with a hand, for pictures and geometry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from controller.rules.position import START, Side
from controller.view.intents import Entropy
from controller.view.lobby import Lobby, Stored, Wishes
from controller.view.snapshot import Message, Question, Snapshot
from display.draft import Draft, Named, Write
from display.keyboard import Typing
from display.samples.fair import verify_pages
from display.samples.states import MIDGAME, snapshot
from display.stage import Hand

LOBBY = Lobby(
    wishes=Wishes(names=("Zsófi Kő", "Gnubg"), length=7, timer_s=45),
    names=("Zsófi Kő", "Åse Bjørnstad", "João Conceição", "Ben", "Maria"),
    variants=("standard", "pt", "pt-br", "hu", "acey-deucey", "nackgammon", "long-gammon",
              "hypergammon", "tavla", "portes"),
    levels=("beginner", "casual", "intermediate", "advanced", "expert"),
    dice=("fair", "typed", "deduced"),
)  # fmt: skip
STORED = Stored(
    match=3, names=("Zsófi Kő", "Gnubg"), seats=("person", "bot"), variant="standard", length=7,
    game=4, score=(3, 2), turn="light", slots=MIDGAME, off=(0, 1),
)  # fmt: skip
ASKED = "The game goes on where it stopped. Does the board stand as shown? Done: yes."
LEFT: Message = ("Go on with the match, or give it up. The board can be put right after.", {})
READY: Message = ("Choose a match on the screen. Done begins the one that it offers.", {})


def start(lobby: Lobby = LOBBY, **changes: Any) -> Snapshot:
    """Nobody plays; the board stands for a new game."""
    before = snapshot(
        phase="start", turn=None, slots=START.slots, off=(0, 0), score=(0, 0), game=0, plays=0,
        lobby=lobby, messages=(READY, READY), verdict=None, can_double=False, commitment=None,
    )  # fmt: skip
    return msgspec.structs.replace(before, **changes)


def unfinished(**changes: Any) -> Snapshot:
    """The last match stands in the journal, the board nearly so."""
    lies = list(MIDGAME)
    lies[7], lies[9] = 2, 1
    lobby = msgspec.structs.replace(LOBBY, stored=STORED)
    return start(lobby, slots=tuple(lies), sensed=tuple(lies), messages=(LEFT, LEFT), **changes)


def writing(write: Write, **changes: Any) -> Hand:
    """The keyboard, some keys after it was opened for this."""
    typing = replace(Typing(write.text, write.most), **changes)
    return Hand(page="keyboard", draft=Draft(typing=typing, writes=write))


NAME = Write("Who plays light?", Named(Side.LIGHT), "J", 40, LOBBY.names)
PHRASE = Write("Your own chance for the dice", Entropy("light", ""), "", 200)


def pages() -> dict[str, tuple[Snapshot, Hand]]:
    """Each page by its name."""
    names = ("variant", "length", "level", "dice", "aids")
    picks = {f"pick_{name}": (start(), Hand(page=f"pick:{name}")) for name in names}
    return {
        "start": (start(), Hand()),
        "start_unfinished": (unfinished(), Hand()),
        **picks,
        "new_match": (start(phase="match_over", winner="light"), Hand(page="new")),
        "keyboard": (start(), writing(NAME, text="Zsófi Kő", marked=True, shift=True)),
        "keyboard_accents": (start(), writing(NAME, layer="accents")),
        "keyboard_full": (start(), writing(PHRASE, text="kavics " * 28, refused="full")),
        "resume_differs": (
            snapshot(
                interruption="question",
                question=Question("resume"),
                verdict="wrong",
                sensed=(*MIDGAME[:7], 2, 0, 1, *MIDGAME[10:]),
                messages=((ASKED, {}), (ASKED, {})),
            ),
            Hand(),
        ),
        **verify_pages(),
        "settings": (snapshot(), Hand(page="settings")),
        "settings_locked": (snapshot(aids="none", locked=True), Hand(page="settings")),
    }
