"""The board and what happens on it, as text for a terminal of 80 columns.

The only place besides `display.layout` that turns the board; everything it reads is unturned.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.color import ColorSystem
from rich.style import Style

from controller.guidance.mending import LISTED, place_name
from controller.guidance.words import format_message, format_rolls
from controller.match.clock import seconds_shown
from controller.rules.position import Side, slot_of
from controller.rules.variants import find_variant
from controller.table import facts as f
from controller.view.seats import marked
from controller.view.snapshot import Snapshot

WIDTH = 78
HEIGHT = 5  # checkers drawn on a point before a count takes over
LETTERS = {Side.LIGHT: "O", Side.DARK: "X"}
EMPTY = "·"
NAME_WIDTH = 18
SIZES = ("", "a game", "a gammon", "a backgammon")
_STYLES = {Side.LIGHT: Style.parse("bold yellow"), Side.DARK: Style.parse("bold cyan")}


@dataclass(frozen=True, slots=True)
class View:
    """How the board is turned: which side sits at the foot, on which hand it bears off."""

    bottom: Side = Side.LIGHT
    home: str = "right"

    def points(self, *, top: bool) -> list[int]:
        """The foot side's points of one half of the board, from left to right."""
        rightward = list(range(13, 25)) if top else list(range(12, 0, -1))
        return rightward if self.home == "right" else rightward[::-1]


def format_board(
    snapshot: Snapshot, bottom: Side = Side.LIGHT, home: str = "right", *, colour: bool = False
) -> str:
    """The board as 15 lines, then a line for each message; points are the foot side's.

    home: "right" or "left", the foot side's bearing-off hand. colour: with terminal escapes.
    """
    view = View(bottom, home)
    rows = [
        *(_row(snapshot, view, depth, top=True) for depth in range(HEIGHT)),
        _middle(snapshot, view),
        *(_row(snapshot, view, depth, top=False) for depth in reversed(range(HEIGHT))),
    ]
    if colour:
        rows = [_coloured(row) for row in rows]
    panel = _panel(snapshot, view)
    lines = [
        _numbers(view, top=True),
        _frame(view, "┌┬┐"),
        *(f"{row}  {words}".rstrip() for row, words in zip(rows, panel, strict=True)),
        _frame(view, "└┴┘"),
        _numbers(view, top=False),
    ]
    return "\n".join(lines + _messages(snapshot) + _movements(snapshot, bottom))


def names_in(card: f.MatchStarted) -> tuple[str, str]:
    """(light, dark) as a terminal calls them: a bot is marked as one."""
    return marked(card.light, card.seats[0]), marked(card.dark, card.seats[1])


def format_event(fact: f.Fact, names: tuple[str, str]) -> str | None:
    """One line for a fact that a spectator wants to hear of, None for the others.

    names: (light, dark).
    """

    def who(side: str) -> str:
        return f"{LETTERS[Side(side)]} {names[Side(side).index]}"

    match fact:
        case f.MatchStarted():
            length = _length(fact.length)
            return f"{who('light')} against {who('dark')}: {length}, {fact.dice} dice"
        case f.MatchResumed():
            return "The match goes on where it stopped"
        case f.GameStarted():
            crawford = ", Crawford: no doubling" if fact.crawford else ""
            return f"Game {fact.game} at {_score(fact.score)}{crawford}"
        case f.Rolled(kind="O"):
            light, dark = fact.dice
            again = ": again" if light == dark else ""
            return f"Opening: {who('light')} {light}, {who('dark')} {dark}{again}"
        case f.Rolled():
            roller = f"{who(fact.side)} rolls" if fact.side else "Roll"
            return f"{roller} {fact.dice[0]} {fact.dice[1]}"
        case f.NamedDouble():
            return f"{who(fact.side)} names {fact.value} {fact.value}{_unasked(fact.cause)}"
        case f.Played():
            illegal = "  (illegal, accepted)" if fact.illegal else ""
            played = f"plays {fact.notation}" if fact.notation else "cannot move"
            unseen = f"  (unseen, {format_rolls(fact.rolls)})" if fact.rolls else ""
            return f"{who(fact.side)} {played}{illegal}{unseen}"
        case _:
            return _cube_or_result(fact, who)


def _cube_or_result(fact: f.Fact, who: Callable[[str], str]) -> str | None:
    match fact:
        case f.Doubled():
            return f"{who(fact.side)} doubles to {fact.value}"
        case f.Beavered():
            return f"{who(fact.side)} beavers: takes and turns it to {fact.value}"
        case f.AutomaticDouble():
            return f"An automatic double: the cube stands at {fact.value} in the middle"
        case f.Taken():
            return f"{who(fact.side)} takes: the cube stands at {fact.value}{_unasked(fact.cause)}"
        case f.Dropped():
            return f"{who(fact.side)} drops{_unasked(fact.cause)}"
        case f.ResignOffered():
            return f"{who(fact.side)} offers to lose {SIZES[fact.size]}"
        case f.ResignAnswered():
            does = "accepts" if fact.accepted else "plays on"
            return f"{who(fact.side)} {does}{_unasked(fact.cause)}"
        case f.QuestionAnswered():
            return f"{who(fact.side)} answers: {fact.answer}"
        case f.BoardSet():
            return "The board was set by hand"
        case f.GameEnded():
            points = f"{fact.points} point{'s' if fact.points > 1 else ''}"
            return f"{who(fact.winner)} wins {SIZES[fact.size]}, {points}: {_score(fact.score)}"
        case f.MatchEnded():
            return f"{who(fact.winner)} wins the match {_score(fact.score)}"
        case f.MatchAbandoned():
            return f"{who(fact.side)} gives the match up at {_score(fact.score)}"
        case f.AidsSet():
            return f"{who(fact.side)} sets the aids: {fact.level}"
    return _time(fact, who)


def _time(fact: f.Fact, who: Callable[[str], str]) -> str | None:
    match fact:
        case f.Chosen(cause=f.TIMEOUT):
            return f"{who(fact.side)}'s time is up: {fact.notation or 'cannot move'}"
        case f.ClockRead(fallen=str(side)):
            return f"{who(side)}'s time is up"
        case f.MatchPaused():
            return f"{who(fact.side)} pauses the match"
        case f.MatchWentOn():
            return f"{who(fact.side)} goes on"
    return None


def _unasked(cause: str) -> str:
    return "  (time was up)" if cause == f.TIMEOUT else ""


# --- the board -----------------------------------------------------------------------------------


def _row(snapshot: Snapshot, view: View, depth: int, *, top: bool) -> str:
    """One line of one half, `depth` checkers away from the rail."""
    counts = [snapshot.slots[slot_of(view.bottom, point)] for point in view.points(top=top)]
    cells = [_cell(count, depth) for count in counts]
    owner = view.bottom.other if top else view.bottom
    bar = _cell(snapshot.slots[slot_of(owner, 25)], HEIGHT - 1 - depth, empty=" ")
    return _assembled(view, cells, bar, _tray(snapshot, owner, depth))


def _middle(snapshot: Snapshot, view: View) -> str:
    is_centred = snapshot.cube.owner is None and find_variant(snapshot.variant).cube
    cube = f"[{snapshot.cube.value}]" if is_centred else ""
    return _assembled(view, ["   "] * 12, "   ", f"{cube:^6}")


def _cell(count: int, depth: int, empty: str = EMPTY) -> str:
    """Three columns: a checker, the count of a high stack on its last place, or nothing."""
    letter = LETTERS[Side.LIGHT if count > 0 else Side.DARK]
    if depth == HEIGHT - 1 and abs(count) > HEIGHT:
        return f"{abs(count):^3}"
    if depth < abs(count):
        return f" {letter} "
    return f" {empty} " if depth == 0 and not count else "   "


def _tray(snapshot: Snapshot, owner: Side, depth: int) -> str:
    """A side's end of the tray: checkers borne off at the rail, its cube towards the middle; and
    the other's reserve, which enters beside it."""
    off, waiting = snapshot.off[owner.index], snapshot.reserve[owner.other.index]
    if depth == 1 and waiting:
        return f"in {LETTERS[owner.other]}{waiting:>2}"
    if depth == 0 and off:
        return f"{LETTERS[owner]}{off:>3}".center(6)
    if depth == HEIGHT - 1 and snapshot.cube.owner == owner.value:
        return f"[{snapshot.cube.value}]".center(6)
    return " " * 6


def _assembled(view: View, cells: Sequence[str], bar: str, tray: str) -> str:
    parts = ["".join(cells[:6]), bar, "".join(cells[6:])]
    parts = [*parts, tray] if view.home == "right" else [tray, *parts]
    return f" │{'│'.join(parts)}│"


def _frame(view: View, corners: str) -> str:
    left, middle, right = tuple(corners)
    widths = [18, 3, 18, 6] if view.home == "right" else [6, 18, 3, 18]
    return f" {left}{middle.join('─' * width for width in widths)}{right}"


def _numbers(view: View, *, top: bool) -> str:
    cells = [f"{point:^3}" for point in view.points(top=top)]
    indent = " " * (2 if view.home == "right" else 9)
    return f"{indent}{''.join(cells[:6])}     {''.join(cells[6:])}".rstrip()


# --- beside and below it -------------------------------------------------------------------------


def _panel(snapshot: Snapshot, view: View) -> list[str]:
    """One text a row: the players at their ends, the game between them."""
    lines = [""] * (2 * HEIGHT + 1)
    lines[0:2] = _player(snapshot, view.bottom.other)
    lines[2] = _time_left(snapshot, view.bottom.other)
    lines[-3] = _time_left(snapshot, view.bottom)
    lines[-2:] = _player(snapshot, view.bottom)
    lines[3] = f"{_length(snapshot.match_length)}, game {snapshot.game}"
    lines[4] = "Crawford game" if snapshot.crawford else ""
    lines[5] = _now(snapshot)
    lines[6] = "" if snapshot.recording else "NOT RECORDING"
    return lines


def _player(snapshot: Snapshot, side: Side) -> list[str]:
    name, seat = snapshot.names[side.index], snapshot.seats[side.index]
    name = name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…"
    mark = ">" if snapshot.turn == side.value else " "
    kind = "" if seat == "person" else f" ({seat})"
    score = f"  score {snapshot.score[side.index]}, pips {snapshot.pips[side.index]}"
    return [f"{mark}{LETTERS[side]} {name}{kind}"[:27], score]


def _time_left(snapshot: Snapshot, side: Side) -> str:
    """What a side had left when the snapshot was made; of a match clock the delay after a plus."""
    clock = snapshot.clock
    if clock is None:
        return ""
    reserve_ms, delay_ms = clock.left(side.value, snapshot.at_ms)
    if clock.fallen == side.value:
        return "  time is up"
    if clock.kind == "turn":
        return f"  {_minutes(delay_ms)}"
    return f"  {_minutes(reserve_ms)} +{seconds_shown(delay_ms)}"


def _minutes(left_ms: int) -> str:
    minutes, seconds = divmod(seconds_shown(left_ms), 60)
    return f"{minutes}:{seconds:02}"


def _now(snapshot: Snapshot) -> str:
    """What the one on roll has, in a few words."""
    if snapshot.winner is not None:
        return f"{LETTERS[Side(snapshot.winner)]} has won"
    if snapshot.cube.offered_by is not None:
        return f"{LETTERS[Side(snapshot.cube.offered_by)]} offers {2 * snapshot.cube.value}"
    if snapshot.turn is None:
        return ""
    letter = LETTERS[Side(snapshot.turn)]
    if snapshot.phase == "naming":
        return f"{letter} names a double"
    if snapshot.roll is None:
        return f"{letter} to roll again" if snapshot.bonus else f"{letter} to roll"
    return f"{letter} has {snapshot.roll[0]} {snapshot.roll[1]}"


def _messages(snapshot: Snapshot) -> list[str]:
    said = [
        f"  to {LETTERS[side]}: {format_message(snapshot.messages[side.index])}"
        for side in Side
        if snapshot.messages[side.index] is not None
    ]
    return ["", *said] if said else []


def _movements(snapshot: Snapshot, reader: Side) -> list[str]:
    """Every hand movement that mends the board, where they are more than the words tell."""
    alike = Counter((Side(fix.side), fix.source, fix.to) for fix in snapshot.fixes)
    if len(alike) <= LISTED + 1:
        return []
    ways = [
        f"{count if count > 1 else ''}{LETTERS[side]} {_end(source, reader)}-{_end(to, reader)}"
        for (side, source, to), count in alike.items()
    ]
    text = f"to move: {', '.join(ways)}"
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _end(slot: int | None, reader: Side) -> str:
    return "beside" if slot is None else place_name(slot, reader)


def _length(length: int) -> str:
    return f"{length}-point match" if length else "money game"


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _coloured(row: str) -> str:
    for side, style in _STYLES.items():
        letter = LETTERS[side]
        row = row.replace(f" {letter} ", f" {style.render(letter, color_system=_ANSI)} ")
    return row


_ANSI = ColorSystem.STANDARD
