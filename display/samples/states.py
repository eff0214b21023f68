"""One snapshot of each state of the screen, as the core makes them."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.rules.position import START
from controller.view.snapshot import (
    Clock,
    Cube,
    Fix,
    Light,
    MissedTurn,
    Question,
    Snapshot,
    Standing,
)

# light: 24 | 13:3 8:3 6:6 5:2; dark as it counts them: bar 12:4 24, and its home
MIDGAME = (
    -1, 0, 0, 0, 2, 6, 0, 3, 0, 0, 0, -4,
    3, 0, 0, 0, -2, 0, -4, 0, -2, 0, 0, 1,
    0, -1,
)  # fmt: skip
BEAROFF = (
    1, 0, 1, 2, 1, 2, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, -2, -2, 0, -1, -1, -2,
    0, 0,
)  # fmt: skip


def snapshot(**changes: Any) -> Snapshot:
    """Light, Zsófi Kő, to roll against the bot, in game 4 of a match to 7."""
    base = Snapshot(
        number=1, match=1, turn_number=38, phase="to_roll", interruption=None, turn="light",
        slots=MIDGAME, off=(0, 1), reserve=(0, 0), roll=None, opening=None, steps=(), targets=(),
        lifted=(), verdict="agreed", cube=Cube(2, "light"), can_double=True, score=(3, 2),
        match_length=7, game=4, crawford=False, names=("Zsófi Kő", "Gnubg"),
        seats=("person", "bot"), lights=(),
        messages=(("Your turn. Done rolls the dice.", {}),
                  ("{name} is to roll.", {"name": "Zsófi Kő"})),
        fault_line=None, refused=0, last_play="13/7 8/7", last_side="dark", pips=(133, 170),
        dice_source="fair", commitment="7f3a91c2" + "0" * 56, winner=None, game_points=0,
        recording=True,
    )  # fmt: skip
    return msgspec.structs.replace(base, **changes)


def _said(msgid: str, **arguments: str | int) -> dict[str, Any]:
    return {"messages": ((msgid, arguments), (msgid, arguments))}


MOVING = {"phase": "moving", "roll": (4, 2), "can_double": False}


def states() -> dict[str, Snapshot]:
    """Each state of the screen by its name."""
    return {
        **_before(), **_played(), **_acey_deucey(), **_asked(), **_ended(), **_timed(),
    }  # fmt: skip


def _before() -> dict[str, Snapshot]:
    setup = list(START.slots)
    setup[19], setup[16], setup[12], setup[5] = -1, -2, 6, 4
    return {
        "setup": snapshot(
            phase="setup", turn=None, slots=START.slots, off=(0, 0), sensed=tuple(setup),
            cube=Cube(), verdict="wrong",
            fixes=(Fix("dark", 19, 16), Fix("light", 12, 5)),
            **_said("Set up the board: {state}. Move one {side} checker from {source} to {to}.",
                    side="dark", source="20", to="17", state="2 misplaced"),
        ),
        "opening": snapshot(
            phase="opening", turn=None, slots=START.slots, off=(0, 0), cube=Cube(), opening=(4, 4),
            **_said("Both threw {die}. Again.", die=4),
        ),
        "to_roll": snapshot(),
    }  # fmt: skip


def _played() -> dict[str, Snapshot]:
    mid = list(MIDGAME)
    mid[7], mid[3] = 2, 1
    wrong = list(MIDGAME)
    wrong[7], wrong[8], wrong[0], wrong[3] = 2, 1, 0, -1
    return {
        "moving": snapshot(
            **MOVING, verdict="in_hand", lifted=(7,), targets=(1, 3, 5),
            target_dice=((4, 2), (4,), (2,)),
            lights=(Light(1, "target"), Light(3, "target"), Light(5, "target"), Light(7, "from")),
            **_said("From {place}: {reach}.", place="8", reach="2, 4, 6"),
        ),
        "hit": snapshot(
            **MOVING, verdict="in_hand", lifted=(4,), targets=(0, 2), target_dice=((4,), (2,)),
            slots=(*MIDGAME[:25], -2), **_said("From {place}: {reach}.", place="5", reach="1, 3"),
        ),
        "complete": snapshot(
            **MOVING, verdict="complete", slots=tuple(mid), steps=((8, 4), (6, 4)), used=(4, 2),
            **_said("{way}. Done ends your turn.", way="8/4 6/4"),
        ),
        "bearing_off": snapshot(
            phase="moving", roll=(5, 5), slots=BEAROFF, off=(8, 7), cube=Cube(4, "dark"),
            can_double=False, verdict="in_hand", lifted=(4,), targets=(26,), target_dice=((5,),),
            used=(5,), steps=((5, 0),), pips=(29, 29),
            **_said("From {place}: {reach}.", place="5", reach="off"),
        ),
        "showing": snapshot(
            phase="showing", turn="dark", roll=(6, 1), can_double=False, moves=((11, 17), (16, 17)),
            slots=(*MIDGAME[:25], 0), off=(0, 2),
            **_said("{name} plays {play}: move its checkers.", name="Gnubg", play="13/7 8/7"),
        ),
        "wrong": snapshot(
            **MOVING, verdict="wrong", sensed=tuple(wrong),
            fixes=(Fix("light", 8, 7), Fix("dark", 3, 0)),
            **_said("The board is not right."
                    " Move one {side} checker from {source} to {to}. Then {rest}.",
                    side="light", source="9", to="8", rest="dark 4 to 1"),
        ),
        "magnetic": snapshot(
            **MOVING, verdict="wrong", strays=(15,),
            **_said("Something magnetic lies near {places}, a phone perhaps: take it away.",
                    places="16"),
        ),
        "restoring": snapshot(
            **{**MOVING, "interruption": "paused"}, verdict="wrong", restoring="agreed",
            sensed=tuple(wrong), fixes=(Fix("light", 8, 7), Fix("dark", 3, 0)),
            **_said("Put the board back; Undo stops it."
                    " Move one {side} checker from {source} to {to}. Then {rest}.",
                    side="light", source="9", to="8", rest="dark 4 to 1"),
        ),
        "fault_line": snapshot(
            **MOVING, fault_line=("Left out, since it flickers: sensor {cells}.",
                                   {"cells": "13.2"}),
            **_said("Play {roll}.", roll="4-2"),
        ),
    }  # fmt: skip


ENTERING = (
    0, 2, 0, 0, -2, 1, 0, 0, -1, 0, 0, 1,
    0, 0, 0, 0, 0, 0, -3, 2, 0, -1, 1, 0,
    0, -1,
)  # fmt: skip


def _acey_deucey() -> dict[str, Snapshot]:
    game = {
        "slots": ENTERING, "off": (0, 0), "reserve": (8, 7), "variant": "acey-deucey",
        "cube": Cube(), "can_double": False, "match_length": 3, "score": (1, 0), "game": 2,
        "pips": (301, 289), "last_play": "22/20 in/24",
    }  # fmt: skip
    return {
        "naming": snapshot(
            **game,
            phase="naming",
            last_side="light",
            naming=4,
            playable=(4, 3, 0, 4, 4, 1),
            **_said("{double}: all four can be played. Done names it.", double="4-4"),
        ),
        "entering": snapshot(
            **game,
            phase="moving",
            roll=(5, 3),
            **_said("Play {roll}.", roll="5-3"),
        ),
    }


def _asked() -> dict[str, Snapshot]:
    return {
        "question": snapshot(
            **MOVING, interruption="question", verdict="unsure",
            question=Question("which", "light", ("8/4 6/4", "8/2"), (3, 1)),
            **_said("Which was it: {first} (Done) or {second} (Undo)?",
                    first="8/4 6/4", second="8/2"),
        ),
        "cube_offered": snapshot(
            phase="cube_offered", turn="dark", cube=Cube(2, None, "dark"), can_double=False,
            **_said("{name} doubles to {value}. Hold Double: take. Hold Undo: drop.",
                    name="Gnubg", value=4),
        ),
        "beaver_possible": snapshot(
            phase="cube_offered", turn="dark", cube=Cube(2, None, "dark", can_beaver=True),
            can_double=False, match_length=0,
            **_said("{name} doubles to {value}. Hold Double: take. Hold Undo: drop.",
                    name="Gnubg", value=4),
        ),
        "standing": snapshot(
            **MOVING, verdict="wrong", seats=("person", "person"), names=("Zsófi Kő", "Ben"),
            fixes=(Fix("light", 2, 3),), standing=Standing("8/5 6/4", "dark", (15, 14)),
            **_said("{name} lets the illegal play {play} stand.", name="Ben", play="8/5 6/4"),
        ),
        "resign_offered": snapshot(
            interruption="resign_offered", resign=("dark", 2), turn="dark",
            **_said("{name} offers to lose {what}.", name="Gnubg", what="a gammon"),
        ),
        "fault": snapshot(
            **MOVING, interruption="fault",
            **_said("The table cannot be seen: {detail}. Check the cable.",
                    detail="no answer for 3 s"),
        ),
        "paused": snapshot(**MOVING, interruption="paused", **_said("Paused.")),
        "missed": snapshot(
            interruption="question",
            question=Question(
                "missed",
                turns=(
                    MissedTurn("light", ((4, 2),), "8/4 6/4"),
                    MissedTurn("dark", ((4, 1), (3, 2)), "13/8"),
                ),
            ),
            **_said("While I could not see, I think: {plays}. Now {name} is to roll. "
                    "Is that right? Done: yes. Undo: no.", name="Zsófi Kő",
                    plays="Zsófi Kő 4-2: 8/4 6/4; Gnubg 4-1/3-2: 13/8"),
        ),
        "resume": snapshot(
            interruption="question", question=Question("resume"),
            **_said("The game goes on where it stopped. Does the board stand as shown?"
                    " Done: yes."),
        ),
    }  # fmt: skip


def _ended() -> dict[str, Snapshot]:
    return {
        "game_over": snapshot(
            phase="game_over", turn=None, winner="light", game_points=4, how="bearoff",
            score=(7, 2),
            slots=(0,) * 18 + (-2, -3, -3, -3, -2, -2, 0, 0), off=(15, 0), can_double=False,
            **_said("{name} wins."),
        ),
        "match_over": snapshot(
            phase="match_over", turn=None, winner="light", game_points=4, how="bearoff",
            score=(7, 4), slots=(0,) * 18 + (-2, -3, -3, -3, -2, -2, 0, 0), off=(15, 0),
            can_double=False, **_said("{name} wins."),
        ),
        "crawford_no_aids": snapshot(
            **MOVING, crawford=True, aids="none", score=(6, 2), cube=Cube(), verdict="under_way",
            **_said("Play {roll}.", roll="4-2"),
        ),
    }  # fmt: skip


RESERVE = Clock("reserve", (402_000, 315_000), 7_000, 12_000, "light", since_ms=1_000)
TURN = Clock("turn", (0, 0), 35_000, 45_000, "light", since_ms=1_000)


def timed(clock: Clock, **changes: Any) -> Snapshot:
    """Light to play 4-2, 37 plays saved, at the moment from which its time counts."""
    playing = {**MOVING, **_said("Play {roll}.", roll="4-2")}
    return snapshot(**{**playing, "clock": clock, "at_ms": 1_000, "plays": 37, **changes})


def _timed() -> dict[str, Snapshot]:
    low = msgspec.structs.replace(RESERVE, reserve_ms=(27_000, 315_000), delay_ms=0)
    fallen = msgspec.structs.replace(
        RESERVE, reserve_ms=(0, 315_000), delay_ms=0, since_ms=None, fallen="light"
    )
    return {
        "clock": timed(RESERVE),
        "clock_low": timed(low),
        "clock_up": timed(fallen),
        "clock_of_the_turn": timed(TURN, cube=Cube(1024, "light")),
        "clock_to_answer": snapshot(
            phase="cube_offered", turn="dark", cube=Cube(2, None, "dark"), can_double=False,
            clock=TURN, at_ms=1_000, plays=37,
            **_said("{name} doubles to {value}. Hold Double: take. Hold Undo: drop.",
                    name="Gnubg", value=4),
        ),
        "locked": timed(RESERVE, locked=True, aids="none", verdict="under_way"),
    }  # fmt: skip
