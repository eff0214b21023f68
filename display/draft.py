"""What is being made on the screen's own pages: a match to ask for, a text, a page's own notes.

Plain values. A page reads the draft and offers acts; `after` says what each makes of it. Nothing
here leaves the screen until an intent is made of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

from controller.rules.position import Side
from controller.view.intents import Entropy
from controller.view.lobby import Lobby, Wishes
from display.keyboard import Typing, pressed

Value = str | int
REFUSED = "refused"  # note: how often the table had refused when this screen asked last
TAPS = 12
"""Enough chance: of each tap nobody knows the time to a hundredth of a second, nor the place."""


@dataclass(frozen=True, slots=True)
class Note:
    """A page keeps a value of its own, by a name, until it is left."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish for the match to begin. field: of `Wishes`, but "light" and "dark" are seats."""

    field: str
    value: Value


@dataclass(frozen=True, slots=True)
class Named:
    """A seat of the match to begin is this person's."""

    side: Side
    text: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """Open the keyboard for a text. title: a msgid; into: what is done with it in the end; most:
    characters; names: to choose from instead of writing."""

    title: str
    into: Named | Entropy
    text: str = ""
    most: int = 40
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the keyboard on the screen: a character, or "erase", "shift" or "layer"."""

    name: str


@dataclass(frozen=True, slots=True)
class Drum:
    """A tap that is chance for a side's dice. ms, at: when and where the finger came down, known
    only when it has."""

    side: Side
    ms: int = 0
    at: tuple[int, int] = (0, 0)


Edit = Note | Wish | Named | Write | Key | Drum
"""Acts that change the draft and nothing else."""


@dataclass(frozen=True, slots=True)
class Draft:
    """wishes: None while nothing was chosen, then those of the lobby hold. typing: the text that
    the keyboard writes. writes: what it was opened for. notes: of the open page, by name."""

    wishes: Wishes | None = None
    typing: Typing = field(default_factory=Typing)
    writes: Write | None = None
    notes: tuple[tuple[str, Value], ...] = ()

    def note(self, name: str, default: Value = "") -> Value:
        """What the open page keeps under this name."""
        return next((value for known, value in self.notes if known == name), default)


def after(draft: Draft, act: Edit, lobby: Lobby | None) -> Draft:
    """The draft when this was done."""
    match act:
        case Note(name, value):
            kept = tuple(note for note in draft.notes if note[0] != name)
            return replace(draft, notes=(*kept, (name, value)))
        case Drum(side, ms, (x, y)):
            drummed = f"{drummed_by(draft, side)} {ms}@{x},{y}".strip()
            return after(draft, Note(drum_of(side), drummed), lobby)
        case Write(text=text, most=most):
            return replace(
                draft, writes=act, typing=Typing(text[:most], most, bool(text), shift=True)
            )
        case Key(name):
            return replace(draft, typing=pressed(draft.typing, name))
        case _:
            asked = wishes_of(draft, lobby)
            return replace(draft, wishes=wished(asked, act, wishes_of(Draft(), lobby)))


def drum_of(side: Side) -> str:
    """The name of the note that keeps a side's taps."""
    return f"drum {side.value}"


def drummed_by(draft: Draft, side: Side) -> str:
    """A side's taps so far, as text: "132@412,208 339@400,199", milliseconds and pixels."""
    return str(draft.note(drum_of(side)))


def drummed(draft: Draft, side: Side) -> Entropy | None:
    """What comes of a side's taps when they are enough."""
    taps = drummed_by(draft, side)
    return Entropy(side.value, taps) if len(taps.split()) >= TAPS else None


def wishes_of(draft: Draft, lobby: Lobby | None) -> Wishes:
    """What would be begun now."""
    return draft.wishes or (lobby.wishes if lobby is not None else Wishes())


def wished(wishes: Wishes, act: Wish | Named, usual: Wishes) -> Wishes:
    """The wishes with one changed. usual: where a seat changes hands, whoever had it so there gives
    it the name, so that no bot plays under a person's."""
    if isinstance(act, Named):
        return msgspec.structs.replace(wishes, names=_put(wishes.names, act.side, act.text))
    if act.field in ("light", "dark"):
        side, seat = Side(act.field), str(act.value)
        if wishes.seats[side.index] == seat:
            return wishes
        known = usual.names if usual.seats[side.index] == seat else Wishes().names
        names = _put(wishes.names, side, known[side.index])
        return msgspec.structs.replace(wishes, seats=_put(wishes.seats, side, seat), names=names)
    return msgspec.structs.replace(wishes, **{act.field: act.value})


def _put(pair: tuple[str, str], side: Side, text: str) -> tuple[str, str]:
    return (text, pair[1]) if side is Side.LIGHT else (pair[0], text)


def written(draft: Draft) -> Named | Entropy | None:
    """What comes of the text when it is done; None while it cannot be: there is none."""
    text = draft.typing.text.strip()
    if draft.writes is None or not text:
        return None
    into = draft.writes.into
    if isinstance(into, Named):
        return replace(into, text=text)
    return msgspec.structs.replace(into, text=text)
