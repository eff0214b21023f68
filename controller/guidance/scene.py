"""All that guidance may look at: one value for each moment of the table."""

from __future__ import annotations

from dataclasses import dataclass

from controller.guidance.reach import Reached
from controller.rules.missed import MissedTurn
from controller.rules.position import Position, Roll, Side
from controller.sensing.verdict import Verdict, Way

AT_REST = ("start", "game_over", "match_over")
"""Phases in which it is nobody's matter how the board lies."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the table asks. ask: "which" (two ways in `choices`), "resume", "stands", "missed"
    (`turns` that nobody saw, in order), "roll" (of the way in `choices` it was) or "contradiction"
    (the way, which other rolls than the typed one explain).

    side: whose answer counts (None: either side's). places: the two lit slots of a "which". rolls:
    those that explain the way; pointed: the one that a yes confirms.
    """

    ask: str
    side: Side | None
    choices: tuple[Way, ...] = ()
    places: tuple[int, ...] = ()
    turns: tuple[MissedTurn, ...] = ()
    rolls: tuple[Roll, ...] = ()
    pointed: Roll | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A double that waits for its answer. value: what the cube shows once it is taken.

    may_beaver: the other side may turn it back at once. is_beaver: it was turned back itself.
    """

    side: Side
    value: int
    may_beaver: bool = False
    is_beaver: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A wrong board that one side lets stand. play: its text, "" for none.

    checkers: how many (light, dark) lie there.
    """

    accepted: Side
    play: str
    checkers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, how many points, and how ("bearoff", "drop", "resign"). unkept: why the match's
    record could not be written, "" if it was."""

    winner: Side
    points: int
    how: str
    unkept: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """A position that is being restored (then it stands as `agreed`). by: who asked for it.

    is_set: the game is to go on from it, when the other side wants it, too.
    """

    by: Side
    is_set: bool


@dataclass(frozen=True, slots=True)
class Deduced:
    """The rolls that explain the whole play that lies there, and the play with the first
    of them; none while no whole play lies there."""

    rolls: tuple[Roll, ...] = ()
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """How a turn goes on. auto_roll: the table throws by itself. then: what the side on turn does
    when its roll is played, "name" a double or "roll" again; bonus: it rolls again now.

    naming: the double pointed at (0: none); playable: for each double 1-6 how many of its four
    steps can be made. dice: where rolls come from, "typed" or "deduced" where people throw.
    deduced: where the side on turn plays without telling its roll what is found of it; None
    anywhere else.

    unseen: what a wrong board comes to where turns may have been missed and nothing is asked:
    "none" (no legal turns lead to it), "many" (too many do), "refused" (they were said no to), or
    "untyped" (a whole play lies there whose dice were not typed). "ahead": what is asked about was
    played before Done, not out of sight.

    out_of_time: whose turn the table plays, since time was up. paused_by: who stopped the match.
    giving: who may still add chance of his own to the dice, before they are thrown.
    """

    auto_roll: bool = False
    then: str = ""
    bonus: bool = False
    naming: int = 0
    playable: tuple[int, ...] = ()
    dice: str = "fair"
    deduced: Deduced | None = None
    unseen: str = ""
    out_of_time: Side | None = None
    paused_by: Side | None = None
    giving: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment. phase and interruption by their names in the phase table.

    lifted: (side, slot) of checkers that seem to be in a hand. targets: what the lifted
    checker can reach. undo_to: the way that an undo asks the hands to go back to.
    """

    phase: str
    interruption: str | None
    aids: str
    names: tuple[str, str]
    turn: Side | None
    agreed: Position
    roll: Roll | None = None
    opening: Roll | None = None
    can_play: bool = True
    verdict: Verdict | None = None
    lifted: tuple[tuple[Side, int], ...] = ()
    targets: tuple[Reached, ...] = ()
    undo_to: Way | None = None
    chosen: str | None = None
    final: Position | None = None
    question: Question | None = None
    fault: str = ""
    cube: int = 1
    offer: Offer | None = None
    resign: tuple[Side, int] | None = None
    result: Result | None = None
    standing: Standing | None = None
    restored: Restored | None = None
    score: tuple[int, int] = (0, 0)
    course: Course = Course()
