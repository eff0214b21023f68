"""The phases of a game as one table, and the picture drawn from it.

A trigger that a phase does not list is an error of ours (`next_phase` raises); a person's act
that its phase does not list is refused in words (`CONTROLS`).
"""

from __future__ import annotations

import enum

from controller.errors import IllegalInput


class Phase(enum.Enum):
    """What a game waits for."""

    START = "start"  # no match is under way: one is to be chosen
    SETUP = "setup"  # the starting position is not on the board yet
    OPENING = "opening"  # it lies there; one die each decides who starts
    TO_ROLL = "to_roll"  # a side may double or roll
    MOVING = "moving"  # dice are known, hands move
    SHOWING = "showing"  # a bot's or timed-out play that hands must still make
    NAMING = "naming"  # acey-deucey: a double is to be named
    CUBE_OFFERED = "cube_offered"  # the other side takes or drops
    GAME_OVER = "game_over"  # result known, next game on Done
    MATCH_OVER = "match_over"  # result known, another match on Done or as chosen


class Interruption(enum.Enum):
    """What lies on top of a phase, the most urgent first; at most one of each."""

    FAULT = "fault"  # the table cannot be seen
    PAUSED = "paused"  # somebody stopped the match
    RESIGN_OFFERED = "resign_offered"  # a resignation waits for its answer
    QUESTION = "question"  # the table asks something


class Trigger(enum.Enum):
    """What moves a game from one phase to the next: facts, except for a board that is ready."""

    MATCH_STARTED = "match started"
    GAME_STARTED = "game started"
    BOARD_READY = "board ready"
    STARTER_KNOWN = "board ready, no opening roll"
    BOARD_SET = "board set"
    OPENING_TIED = "opening tied"
    OPENING_DECIDED = "opening decided"
    STARTER_DECIDED = "opening decided, starter rolls anew"
    ROLLED = "rolled"
    ROLL_CORRECTED = "roll corrected"
    CHOSEN = "chosen"
    PLAYED = "played"
    PLAYED_ACEY = "played 1-2"
    RECONSTRUCTED = "turn reconstructed"
    NAMED = "double named"
    DOUBLED = "doubled"
    BEAVERED = "beavered"
    TAKEN = "taken"
    DROPPED = "dropped"
    GAME_ENDED = "game ended"
    MATCH_ENDED = "match ended"
    MATCH_ABANDONED = "match given up"


_P, _T = Phase, Trigger

TRANSITIONS: dict[tuple[Phase, Trigger], Phase] = {
    (_P.START, _T.MATCH_STARTED): _P.SETUP,
    (_P.SETUP, _T.GAME_STARTED): _P.SETUP,
    (_P.SETUP, _T.BOARD_READY): _P.OPENING,
    (_P.SETUP, _T.STARTER_KNOWN): _P.TO_ROLL,
    (_P.SETUP, _T.BOARD_SET): _P.TO_ROLL,
    (_P.OPENING, _T.BOARD_SET): _P.TO_ROLL,
    (_P.OPENING, _T.OPENING_TIED): _P.OPENING,
    (_P.OPENING, _T.OPENING_DECIDED): _P.MOVING,
    (_P.OPENING, _T.STARTER_DECIDED): _P.TO_ROLL,
    (_P.OPENING, _T.RECONSTRUCTED): _P.TO_ROLL,
    (_P.TO_ROLL, _T.BOARD_SET): _P.TO_ROLL,
    (_P.TO_ROLL, _T.ROLLED): _P.MOVING,
    (_P.TO_ROLL, _T.DOUBLED): _P.CUBE_OFFERED,
    (_P.TO_ROLL, _T.RECONSTRUCTED): _P.TO_ROLL,
    (_P.CUBE_OFFERED, _T.BEAVERED): _P.CUBE_OFFERED,
    (_P.CUBE_OFFERED, _T.TAKEN): _P.TO_ROLL,
    (_P.CUBE_OFFERED, _T.DROPPED): _P.CUBE_OFFERED,
    (_P.MOVING, _T.ROLL_CORRECTED): _P.MOVING,
    (_P.MOVING, _T.PLAYED): _P.TO_ROLL,
    (_P.MOVING, _T.PLAYED_ACEY): _P.NAMING,
    (_P.MOVING, _T.CHOSEN): _P.SHOWING,
    (_P.MOVING, _T.RECONSTRUCTED): _P.TO_ROLL,
    (_P.SHOWING, _T.PLAYED): _P.TO_ROLL,
    (_P.SHOWING, _T.PLAYED_ACEY): _P.NAMING,
    (_P.SHOWING, _T.RECONSTRUCTED): _P.TO_ROLL,
    (_P.NAMING, _T.NAMED): _P.MOVING,
    (_P.OPENING, _T.GAME_ENDED): _P.GAME_OVER,
    (_P.TO_ROLL, _T.GAME_ENDED): _P.GAME_OVER,
    (_P.MOVING, _T.GAME_ENDED): _P.GAME_OVER,
    (_P.SHOWING, _T.GAME_ENDED): _P.GAME_OVER,
    (_P.NAMING, _T.GAME_ENDED): _P.GAME_OVER,
    (_P.CUBE_OFFERED, _T.GAME_ENDED): _P.GAME_OVER,
    (_P.GAME_OVER, _T.GAME_STARTED): _P.SETUP,
    (_P.GAME_OVER, _T.MATCH_ENDED): _P.MATCH_OVER,
    (_P.MATCH_OVER, _T.MATCH_STARTED): _P.SETUP,
    **{
        (phase, _T.MATCH_ABANDONED): _P.START
        for phase in _P
        if phase not in (_P.START, _P.MATCH_OVER)
    },
}

RUNNING = frozenset(Phase) - {Phase.START, Phase.SETUP, Phase.GAME_OVER, Phase.MATCH_OVER}
"""A game is under way, from its opening roll to its last checker."""

BETWEEN = frozenset({Phase.START, Phase.MATCH_OVER})
"""No match is under way: another may begin."""

CONTROLS: dict[Phase, frozenset[str]] = {
    Phase.START: frozenset({"done"}),
    Phase.SETUP: frozenset({"accept", "done"}),
    Phase.OPENING: frozenset({"done", "resign"}),
    Phase.TO_ROLL: frozenset({"done", "double", "resign"}),
    Phase.MOVING: frozenset({"done", "undo", "accept", "resign"}),
    Phase.SHOWING: frozenset({"done", "resign"}),
    Phase.NAMING: frozenset({"done", "double", "undo", "resign"}),
    Phase.CUBE_OFFERED: frozenset({"take", "drop", "beaver", "resign"}),
    Phase.GAME_OVER: frozenset({"done"}),
    Phase.MATCH_OVER: frozenset({"done"}),
}
"""What people may ask for in each phase; everything else is refused in words."""


def next_phase(phase: Phase, trigger: Trigger) -> Phase:
    """The phase after a trigger; IllegalInput, naming both, if the table does not list it."""
    try:
        return TRANSITIONS[phase, trigger]
    except KeyError:
        raise IllegalInput(f"“{trigger.value}” cannot happen in phase {phase.value}") from None


def format_mermaid() -> str:
    """The table as a Mermaid state diagram, one arrow a row, for ARCHITECTURE.md."""
    lines = ["stateDiagram-v2", f"    [*] --> {Phase.START.value}"]
    lines += [
        f"    {source.value} --> {target.value}: {trigger.value}"
        for (source, trigger), target in TRANSITIONS.items()
    ]
    lines.append(f"    {Phase.MATCH_OVER.value} --> [*]")
    return "\n".join(lines)
