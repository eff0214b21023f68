"""What is wrong with a board and what to do about it, in words: the next hand movement first.

Messages are (msgid, arguments) with the English template as msgid; points are numbered as the
reader counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from controller.guidance.likeness import Likeness, like, swapped_points
from controller.rules.notation import format_play
from controller.rules.position import LIGHT_BAR_SLOT, POINTS, Position, Side, point_of
from controller.sensing.verdict import Fix, Stray, Verdict, VerdictKind
from controller.view.snapshot import Message

LISTED = 3  # movements after the next one that are told; screens and lights show them all


def place_name(slot: int, reader: Side) -> str:
    """What `reader` calls a slot: his point's number, or whose bar half."""
    if slot < POINTS:
        return str(point_of(reader, slot))
    owner = Side.LIGHT if slot == LIGHT_BAR_SLOT else Side.DARK
    return "bar" if owner is reader else f"{owner.value}'s bar"


def mending_board(what: str, verdict: Verdict, reader: Side) -> Message:
    """What is wrong, and what this verdict asks for: a magnet to be taken away before all else."""
    if not verdict.strays:
        return mending(what, verdict.fix, reader, verdict.odd)
    message, arguments = magnetic(verdict.strays, reader)
    return f"{what} {message}", arguments


def magnetic(strays: Sequence[Stray], reader: Side) -> Message:
    """Something that is no checker lies on the table: where, and that it must go."""
    first, *others = (_near(stray, reader) for stray in strays)
    if not others:
        return "Something magnetic lies near {places}, a phone perhaps: take it away.", {
            "places": first
        }
    return "Magnetic things lie near {places}, and near {others}: take them away.", {
        "places": first,
        "others": others[0],
    }


def mending(what: str, fixes: Sequence[Fix], reader: Side, odd: Sequence[int] = ()) -> Message:
    """What is wrong, the next hand movement, and those after it in short.

    odd: slots where no picture of checkers fits though the count is right.
    """
    if not fixes and odd:
        places = " and ".join(place_name(slot, reader) for slot in odd)
        return what + " Straighten the checkers on {places}.", {"places": places}
    if not fixes:
        # counted right, but no picture of checkers fits: they lie oddly, or the cells have drifted
        return what + " Straighten the checkers on their points.", {}
    (first, count), *after = _alike(fixes)
    text, arguments = _movement(first, count, reader)
    if not after:
        return what + text, arguments
    arguments["rest"] = ", ".join(_in_short(fix, n, reader) for fix, n in after[:LISTED])
    more = sum(n for _fix, n in after[LISTED:])
    if not more:
        return what + text + " Then {rest}.", arguments
    arguments["more"] = more
    return what + text + " Then {rest}, and {more} more.", arguments


def wrong_board(
    lying: Sequence[int], fixes: Sequence[Fix], agreed: Position, reader: Side, odd: Sequence[int]
) -> Message:
    """A board that no legal play leads to, and how to mend it."""
    kind = like(lying, agreed.slots) if lying else None
    if kind is not None:
        return _LIKE[kind]
    swapped = swapped_points(lying, fixes)
    if swapped:
        message, arguments = mending(_SWAPPED, fixes, reader)
        return message, {**arguments, "places": _and(swapped, reader)}
    if _is_one_of_each_lacking(fixes):
        first, second = fixes
        assert first.to is not None
        assert second.to is not None
        return _ON_EACH_OTHER, {
            "side": first.side.value,
            "to": place_name(first.to, reader),
            "other": second.side.value,
            "place": place_name(second.to, reader),
        }
    return mending("The board is not right.", fixes, reader, odd)


def set_up(
    lying: Sequence[int], fixes: Sequence[Fix], wanted: Position, reader: Side, odd: Sequence[int]
) -> Message:
    """How far a position is set up, and what comes next."""
    kind = like(lying, wanted.slots) if lying else None
    if kind is not None:
        return _LIKE[kind]
    if not fixes:
        return mending("Set up the board.", fixes, reader, odd)
    (first, count), *_after = _alike(fixes)
    text, arguments = _movement(first, count, reader)
    arguments["state"] = _state(fixes, reader, swapped_points(lying, fixes))
    return "Set up the board: {state}." + text, arguments


def unread(verdict: Verdict, agreed: Position, reader: Side) -> Message:
    """Nothing that can be told was played: what is off its place, and where it looks otherwise."""
    off = Counter(slot for _side, slot in verdict.lifted)
    picture = [n - off[slot] * (1 if n > 0 else -1) for slot, n in enumerate(agreed.slots)]
    otherwise = [slot for slot, n in enumerate(verdict.sensed) if n != picture[slot]]
    if not off:
        return "Nothing seems to be played yet. If something was, straighten the checkers.", {}
    arguments: dict[str, str | int] = {"places": _and(sorted(off), reader)}
    if not otherwise and len(off) > 1:
        said = "Checkers are off {places}. I cannot read where they lie: straighten them."
        return said, arguments
    if not otherwise:
        said = "A checker is off {places}. I cannot read where it lies: straighten it."
        return said, arguments
    arguments["others"] = _and(otherwise, reader)
    return (
        "A checker is off {places}, and I cannot read {others}: straighten the checkers there.",
        arguments,
    )


def _is_one_of_each_lacking(fixes: Sequence[Fix]) -> bool:
    """A checker of one side on a point of the other's hides one there: both seem to be gone."""
    if len(fixes) != len(Side) or any(fix.source is not None for fix in fixes):
        return False
    return fixes[0].side is not fixes[1].side


def _alike(fixes: Sequence[Fix]) -> list[tuple[Fix, int]]:
    """Movements in their order, with how many of the same follow one another."""
    return [(fix, len(list(same))) for fix, same in groupby(fixes)]


def _movement(fix: Fix, count: int, reader: Side) -> tuple[str, dict[str, str | int]]:
    """One movement of one or more checkers as a sentence."""
    arguments: dict[str, str | int] = {"side": fix.side.value}
    if count > 1:
        arguments["count"] = count
    if fix.source is not None:
        arguments["source"] = place_name(fix.source, reader)
    if fix.to is not None:
        arguments["to"] = place_name(fix.to, reader)
    one, several = _MOVEMENTS[fix.source is not None, fix.to is not None]
    return one if count == 1 else several, arguments


def _in_short(fix: Fix, count: int, reader: Side) -> str:
    """ "dark 12 to 13", "2 light to 5", "light off 3"."""
    words = [str(count)] if count > 1 else []
    words.append(fix.side.value)
    if fix.source is not None:
        words += [] if fix.to is not None else ["off"]
        words.append(place_name(fix.source, reader))
    if fix.to is not None:
        words += ["to", place_name(fix.to, reader)]
    return " ".join(words)


def _state(fixes: Sequence[Fix], reader: Side, swapped: Sequence[int]) -> str:
    """ "12 light and 9 dark missing, 2 misplaced"."""
    lacking = Counter(fix.side for fix in fixes if fix.source is None)
    surplus = Counter(fix.side for fix in fixes if fix.to is None)
    misplaced = sum(fix.source is not None and fix.to is not None for fix in fixes)
    parts = [f"the colours on {_and(swapped, reader)} are swapped"] if swapped else []
    for counts, what in ((lacking, "missing"), (surplus, "too many")):
        some = [f"{counts[side]} {side.value}" for side in Side if counts[side]]
        parts += [f"{' and '.join(some)} {what}"] if some else []
    if misplaced and not swapped:
        parts.append(f"{misplaced} misplaced")
    return ", ".join(parts)


def _near(stray: Stray, reader: Side) -> str:
    names = (place_name(slot, reader) for slot in stray.slots)
    return " and ".join("the bar" if name == "bar" else name for name in names)


def _and(slots: Sequence[int], reader: Side) -> str:
    return " and ".join(place_name(slot, reader) for slot in slots)


_SWAPPED = "The board is not right: the colours on {places} are swapped."

_ON_EACH_OTHER = (
    "A {side} checker is missing from {to}, a {other} one from {place}. "
    "Does one lie on the other side's point?"
)

_MOVEMENTS = {
    (True, True): (
        " Move one {side} checker from {source} to {to}.",
        " Move {count} {side} checkers from {source} to {to}.",
    ),
    (False, True): (
        " Put a {side} checker on {to}.",
        " Put {count} {side} checkers on {to}.",
    ),
    (True, False): (
        " Take one {side} checker away from {source}.",
        " Take {count} {side} checkers away from {source}.",
    ),
}

_LIKE: dict[Likeness, Message] = {
    Likeness.SWAPPED: (
        "Light and dark have changed places: put light where dark lies, and dark where light lies.",
        {},
    ),
    Likeness.TURNED: (
        "The table stands the other way round: what lies on 12 belongs on 24, what lies on 13 "
        "on 1, and so on.",
        {},
    ),
    Likeness.MIRRORED: (
        "The homes are at the wrong end: what lies on 12 belongs on 1, what lies on 13 on 24, "
        "and so on.",
        {},
    ),
}


def both_colours(hitting: Fix, reader: Side) -> Message:
    """The hitter has come and the blot lies there still."""
    assert hitting.source is not None
    return (
        "Both colours lie on {place}. If that is a hit put {side}'s checker on {side}'s bar.",
        {"place": place_name(hitting.source, reader), "side": hitting.side.value},
    )


def unfinished(verdict: Verdict, agreed: Position, side: Side) -> Message:
    """Why Done does not end the turn over this board."""
    match verdict.kind:
        case _ if verdict.strays:
            return magnetic(verdict.strays, side)
        case _ if verdict.hitting is not None:
            return both_colours(verdict.hitting, side)
        case VerdictKind.AGREED:
            return "Nothing was played yet.", {}
        case VerdictKind.UNSURE if verdict.way is not None and not verdict.way.steps:
            return unread(verdict, agreed, side)
        case VerdictKind.UNDER_WAY | VerdictKind.UNSURE if verdict.way is not None:
            return "{way} is not the whole roll.", {"way": format_play(verdict.way.steps)}
        case VerdictKind.IN_HAND if verdict.hit_due:
            owner = verdict.hit_due[0].value
            return "Put {side}'s hit checker on {side}'s bar first.", {"side": owner}
        case VerdictKind.IN_HAND:
            return mending("A checker is missing from the board.", verdict.fix, side)
        case VerdictKind.BLIND:
            return "Too many sensors give no reading.", {}
        case _:
            return mending("This is no legal play.", verdict.fix, side)
