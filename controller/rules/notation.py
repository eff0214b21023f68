"""Plays as text: our canonical form, the forms that other programs write, and what they mean.

Canonical text is one entry a step, descending, `*` on the step that hits, `bar`, `off` and `in`;
no `(n)`, no chains. Reading also takes 25 and 0, `Bar/20`, `8/5(2)`, `24/18*/14`, `24/14` for two
dice with one checker, and missing or superfluous `*`: a play is known by the board it leaves
(rules 0.1), never by how it is written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from controller.errors import IllegalPlay, InvalidNotation
from controller.rules.plays import (
    LegalPlays,
    Play,
    Step,
    canonical_steps,
    legal_play_to,
    legal_plays,
)
from controller.rules.position import BAR, OFF, POINTS, RESERVE, Board, Roll
from controller.rules.reasons import why_illegal
from controller.rules.variants import STANDARD, Variant

MAX_STEPS = 4

_ENTRY = re.compile(r"(?P<stops>[^()]+)(?:\((?P<times>[1-4])\))?")
_PLACE = re.compile(r"(?P<name>bar|off|in|\d{1,2})(?P<hit>\*?)", re.IGNORECASE)
_NAMED = {"bar": BAR, "off": OFF, "in": RESERVE}
_PLACE_TEXT = {BAR: "bar", OFF: "off", RESERVE: "in"}


def format_play(steps: tuple[Step, ...]) -> str:
    """Canonical text of a play; "" for a dance."""
    return " ".join(map(format_step, canonical_steps(steps)))


def format_step(step: Step) -> str:
    """One entry: `8/5`, `bar/22*`, `6/off`, `in/22`."""
    source = _PLACE_TEXT.get(step.source, str(step.source))
    to = _PLACE_TEXT.get(step.to, str(step.to))
    return f"{source}/{to}{'*' if step.hit else ''}"


def format_travel(steps: tuple[Step, ...]) -> str:
    """Where checkers went from and to, whatever dice lie between: `24/18`, by way of a hit
    `24/20*/18`. For plays of which the roll is not known; no record is written so."""
    travels: list[list[Step]] = []
    for step in canonical_steps(steps):
        joined = next((each for each in travels if each[-1].to == step.source), None)
        if joined is None:
            travels.append([step])
        else:
            joined.append(step)
    return " ".join(map(_format_travel, travels))


def _format_travel(legs: list[Step]) -> str:
    stops = [f"{_PLACE_TEXT.get(leg.to, leg.to)}*" for leg in legs[:-1] if leg.hit]
    first, last = format_step(legs[0]).split("/")[0], format_step(legs[-1]).split("/")[1]
    return "/".join([first, *stops, last])


def parse_play(text: str) -> tuple[Step, ...]:
    """The movements that a text names, in its own order; () for a dance ("").

    Chains become one Step a leg; `8/4` may stand for two dice, which only a board can tell
    (`find_play`). Raises InvalidNotation with the entry that is none.
    """
    steps: list[Step] = []
    try:
        for entry in text.split():
            steps.extend(_parse_entry(entry))
    except InvalidNotation as error:
        raise InvalidNotation(f"{text!r} is no play: {error}") from error
    if len(steps) > MAX_STEPS:
        raise InvalidNotation(f"{text!r} names {len(steps)} steps; a play has at most {MAX_STEPS}")
    return tuple(steps)


def find_play(
    board: Board, roll: Roll, text: str, variant: Variant = STANDARD, reserve: int = 0
) -> Play:
    """The legal play that `text` means for the side that sees `board`.

    reserve: checkers of that side still to enter. A dance is Play((), board). Raises
    InvalidNotation (no play at all) or IllegalPlay; both carry the text and the reason.
    """
    movements = parse_play(text)
    after = literal_board(board, movements, reserve)
    play = legal_play_to(board, roll, after, variant, reserve) if after else None
    if play is not None:
        return play
    legal = legal_plays(board, roll, variant, reserve)
    found = _with_hits_unsaid(after, legal) if after else []
    if len(found) == 1:
        return found[0]
    if found:
        meant = " or ".join(repr(format_play(play.steps)) for play in found)
        raise IllegalPlay(f"{text!r} with {roll[0]}-{roll[1]} may mean {meant}")
    why = why_illegal(board, roll, movements, legal, variant, reserve)
    raise IllegalPlay(f"{text!r} is not legal with {roll[0]}-{roll[1]}: {why}")


def literal_board(board: Board, movements: tuple[Step, ...], reserve: int = 0) -> Board | None:
    """The board after moving checkers exactly as said, blots hit where one lands on them.

    Dice are not looked at. None where a checker is missing or would land on a held point.
    """
    after = [*board, reserve]
    for step in sorted(movements, key=lambda m: (m.source, m.to), reverse=True):
        if step.source == OFF or after[step.source] <= 0:
            return None
        after[step.source] -= 1
        if step.to == OFF:
            continue
        if after[step.to] < -1:
            return None
        if after[step.to] == -1:
            after[step.to] = 0
            after[OFF] -= 1
        after[step.to] += 1
    return tuple(after[:RESERVE])


def _with_hits_unsaid(after: Board, legal: LegalPlays) -> list[Play]:
    """Plays that move the mover's checkers as said but hit on a point the text passes over.

    What the text itself hits is hit in them too.
    """
    own = [max(n, 0) for n in after[1:]]
    return [
        play
        for play in legal.plays
        if [max(n, 0) for n in play.board[1:]] == own
        and all(n >= said for n, said in zip(play.board[1:], after[1:], strict=True))
    ]


@lru_cache(maxsize=2048)  # records repeat the same few hundred entries
def _parse_entry(entry: str) -> tuple[Step, ...]:
    found = _ENTRY.fullmatch(entry)
    stops = [_parse_place(place) for place in found["stops"].split("/")] if found else []
    if not found or len(stops) < 2:
        raise InvalidNotation(f"{entry!r} is no step like 8/5")
    legs = []
    for (source, _), (to, hit) in pairwise(stops):
        if to in (BAR, RESERVE) or (source != RESERVE and to >= source):
            raise InvalidNotation(f"{entry!r} goes the wrong way")
        legs.append(Step(source, to, hit))
    return tuple(legs * int(found["times"] or 1))


def _parse_place(place: str) -> tuple[int, bool]:
    found = _PLACE.fullmatch(place)
    if not found:
        raise InvalidNotation(f"{place!r} is no point, bar or off")
    name = found["name"].lower()
    number = _NAMED[name] if name in _NAMED else int(name)
    if name.isdigit() and number > BAR:
        raise InvalidNotation(f"{place!r} is no point: they are 1-{POINTS}")
    return number, bool(found["hit"])
