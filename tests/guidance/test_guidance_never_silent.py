"""No state that is not legal may look or sound as if all were well.

One table over every verdict and every phase, so that a new one of either cannot be forgotten.
"""

from __future__ import annotations

import dataclasses

import pytest

from controller.guidance.lights import lights
from controller.guidance.reach import Reached
from controller.guidance.scene import Offer, Question, Restored, Result, Scene
from controller.guidance.words import format_message, messages
from controller.rules.plays import Step, apply_steps
from controller.rules.position import START, Side
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way
from controller.table.phases import Interruption, Phase

LIGHT, DARK = Side.LIGHT, Side.DARK
LEVELS = ("full", "wrong-only", "none")


def way(*steps: Step, complete: bool = False) -> Way:
    return Way(steps, apply_steps(START, LIGHT, steps), complete)


UNTOUCHED, BEGUN = way(), way(Step(8, 5))
WHOLE = way(Step(8, 5), Step(6, 5), complete=True)
OTHER = way(Step(8, 4), complete=True)
LACKS = (Fix(LIGHT, None, 7),)
MOVED = (Fix(LIGHT, 2, 7),)

VERDICTS: dict[VerdictKind, Verdict] = {
    VerdictKind.AGREED: Verdict(VerdictKind.AGREED, UNTOUCHED),
    VerdictKind.UNDER_WAY: Verdict(VerdictKind.UNDER_WAY, BEGUN),
    VerdictKind.COMPLETE: Verdict(VerdictKind.COMPLETE, WHOLE),
    VerdictKind.IN_HAND: Verdict(VerdictKind.IN_HAND, UNTOUCHED, ((LIGHT, 7),), fix=LACKS),
    VerdictKind.WRONG: Verdict(VerdictKind.WRONG, fix=MOVED),
    VerdictKind.UNSURE: Verdict(VerdictKind.UNSURE, WHOLE, choices=(WHOLE, OTHER)),
    VerdictKind.BLIND: Verdict(VerdictKind.BLIND, cells=(3, 4)),
}

_K, _P = VerdictKind, Phase
WELL: dict[Phase, frozenset[VerdictKind]] = {
    _P.START: frozenset(_K),  # nobody plays
    _P.SETUP: frozenset({_K.AGREED}),
    _P.OPENING: frozenset({_K.AGREED}),
    _P.TO_ROLL: frozenset({_K.AGREED}),
    _P.MOVING: frozenset({_K.AGREED, _K.UNDER_WAY, _K.COMPLETE}),
    _P.SHOWING: frozenset({_K.AGREED, _K.UNDER_WAY, _K.COMPLETE}),
    _P.NAMING: frozenset({_K.AGREED}),
    _P.CUBE_OFFERED: frozenset({_K.AGREED}),
    _P.GAME_OVER: frozenset(_K),  # the board may be cleared: nothing is asked of it
    _P.MATCH_OVER: frozenset(_K),
}
IMPOSSIBLE = {_K.UNDER_WAY, _K.COMPLETE}  # where nobody plays
UNLIT: set[tuple[Phase, VerdictKind]] = {
    *((phase, _K.BLIND) for phase in Phase),  # no light can be trusted to a place nobody sees
    *((phase, _K.UNSURE) for phase in Phase if phase is not _P.MOVING),  # nothing to tell apart
}
MOVERS_OWN = {(_P.MOVING, _K.IN_HAND), (_P.MOVING, _K.UNSURE)}  # the other side is told who plays
AS_SHOWN = {(_P.SHOWING, _K.IN_HAND)}  # a checker of the play is carried: asked for as before

SCENE = Scene(
    phase="moving",
    interruption=None,
    aids="full",
    names=("Ada", "Ben"),
    turn=LIGHT,
    agreed=START,
    roll=(3, 1),
    chosen="8/5 6/5",
    final=WHOLE.position,
    offer=Offer(LIGHT, 2),
    result=Result(LIGHT, 1, "single"),
)


def scene(phase: Phase, kind: VerdictKind, **changes: object) -> Scene:
    verdict = VERDICTS[kind]
    lifted = verdict.lifted
    targets = (Reached(3, (3, 1)),) if lifted and phase is Phase.MOVING else ()
    return dataclasses.replace(
        SCENE, phase=phase.value, verdict=verdict, lifted=lifted, targets=targets, **changes
    )  # type: ignore[arg-type]


def said(shown: Scene) -> tuple[str, str]:
    light, dark = (format_message(message) for message in messages(shown))
    return light, dark


def not_well() -> list[tuple[Phase, VerdictKind]]:
    cases = [(phase, kind) for phase in Phase for kind in VerdictKind if kind not in WELL[phase]]
    playing = {Phase.MOVING, Phase.SHOWING}
    return [(p, k) for p, k in cases if p in playing or k not in IMPOSSIBLE]


def test_every_verdict_and_every_phase_stands_in_the_table() -> None:
    assert set(VERDICTS) == set(VerdictKind)
    assert set(WELL) == set(Phase)


@pytest.mark.parametrize(("phase", "kind"), not_well(), ids=lambda each: each.value)
def test_what_is_not_right_is_said_to_both_sides(phase: Phase, kind: VerdictKind) -> None:
    for aids in LEVELS:
        well = {said(scene(phase, each, aids=aids)) for each in WELL[phase]}
        told = said(scene(phase, kind, aids=aids))
        assert all(told)
        if (phase, kind) in AS_SHOWN:
            continue
        assert all(told[0] != other[0] for other in well), (aids, told)
        if (phase, kind) not in MOVERS_OWN:
            assert all(told[1] != other[1] for other in well), (aids, told)


@pytest.mark.parametrize(("phase", "kind"), not_well(), ids=lambda each: each.value)
def test_what_is_not_right_is_lit(phase: Phase, kind: VerdictKind) -> None:
    if (phase, kind) in UNLIT:
        return
    shown = lights(scene(phase, kind))
    assert shown
    if (phase, kind) not in AS_SHOWN:
        assert all(shown != lights(scene(phase, each)) for each in WELL[phase])


@pytest.mark.parametrize("phase", Phase)
def test_before_the_board_was_seen_something_is_said(phase: Phase) -> None:
    assert all(said(dataclasses.replace(scene(phase, _K.AGREED), verdict=None)))


@pytest.mark.parametrize("kind", VerdictKind)
@pytest.mark.parametrize("top", Interruption)
def test_every_interruption_says_what_it_is_whatever_lies_there(
    top: Interruption, kind: VerdictKind
) -> None:
    changes: dict[str, object] = {
        "interruption": top.value,
        "fault": "the cable is out",
        "resign": (DARK, 2),
        "question": Question("which", LIGHT, (WHOLE, OTHER), (3, 4)),
        "restored": Restored(LIGHT, is_set=False),
    }
    told = said(scene(Phase.MOVING, kind, **changes))
    plain = said(scene(Phase.MOVING, kind))

    assert all(told)
    assert told[0] != plain[0] or (top, kind) == (Interruption.PAUSED, _K.BLIND)


@pytest.mark.parametrize("is_set", [False, True])
def test_a_board_that_is_being_restored_says_so_until_it_lies_there(is_set: bool) -> None:
    changes = {"interruption": "paused", "restored": Restored(LIGHT, is_set)}
    done = said(scene(Phase.MOVING, _K.AGREED, **changes))
    for kind in (_K.WRONG, _K.IN_HAND, _K.UNSURE, _K.BLIND):
        shown = scene(Phase.MOVING, kind, **changes)
        assert all(a != b for a, b in zip(said(shown), done, strict=True))
        assert lights(shown) or kind in (_K.UNSURE, _K.BLIND)


# -- aids ------------------------------------------------------------------------------------------

LIFTED = scene(Phase.MOVING, _K.IN_HAND)
HIT_DUE = dataclasses.replace(
    LIFTED, verdict=Verdict(VerdictKind.IN_HAND, WHOLE, hit_due=(DARK,)), lifted=(), targets=()
)
AIDS: dict[str, tuple[Scene, dict[str, set[str]]]] = {
    # state: what may burn at each level
    "to roll": (scene(Phase.TO_ROLL, _K.AGREED), {}),
    "nothing lifted": (scene(Phase.MOVING, _K.AGREED), {}),
    "complete": (scene(Phase.MOVING, _K.COMPLETE), {}),
    "lifted": (LIFTED, {"full": {"from", "target"}}),
    "hit due": (HIT_DUE, {level: {"bar"} for level in LEVELS}),
    "wrong": (
        scene(Phase.MOVING, _K.WRONG),
        {level: {"wrong", "missing"} for level in ("full", "wrong-only")},
    ),
    "off its place": (
        scene(Phase.TO_ROLL, _K.IN_HAND),
        {level: {"missing"} for level in ("full", "wrong-only")},
    ),
    "setting up": (
        scene(Phase.SETUP, _K.WRONG),
        {level: {"extra", "missing"} for level in LEVELS},
    ),
    "asked": (
        scene(
            Phase.MOVING,
            _K.UNSURE,
            interruption="question",
            question=Question("which", LIGHT, (WHOLE, OTHER), (3, 4)),
        ),
        {level: {"question"} for level in LEVELS},
    ),
    "showing": (scene(Phase.SHOWING, _K.AGREED), {level: {"from", "target"} for level in LEVELS}),
    "restoring": (
        scene(
            Phase.MOVING, _K.WRONG, interruption="paused", restored=Restored(LIGHT, is_set=False)
        ),
        {level: {"wrong", "missing"} for level in LEVELS},
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("state", AIDS)
def test_what_burns_at_each_level_of_aids_is_what_may(state: str, level: str) -> None:
    shown, allowed = AIDS[state]
    burning = {light.kind for light in lights(dataclasses.replace(shown, aids=level))}

    assert burning == allowed.get(level, set())


@pytest.mark.parametrize("level", ["wrong-only", "none"])
def test_words_name_no_targets_below_full_aids(level: str) -> None:
    told = said(dataclasses.replace(LIFTED, aids=level))

    assert told[0] == "Play 3-1: the checker from 8 is off the board."
    assert said(LIFTED)[0] == "From 8: 4."


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("state", ["wrong", "hit due", "off its place", "setting up", "restoring"])
def test_what_is_wrong_is_said_at_every_level_in_the_same_words(state: str, level: str) -> None:
    shown, _allowed = AIDS[state]

    assert said(dataclasses.replace(shown, aids=level)) == said(shown)
