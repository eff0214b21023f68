"""Snapshots, intents, inputs and facts survive a JSON round trip: another process can hold them."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.table import facts, inputs
from controller.view.intents import (
    Answer,
    Carry,
    Entropy,
    Envelope,
    Intent,
    NewMatch,
    Press,
    Rematch,
    Resign,
    Restore,
    SetAids,
    SetBrightness,
    TypeDice,
)
from controller.view.lobby import Wishes
from controller.view.snapshot import Clock, Cube, Light, Snapshot

NAMES = st.text(max_size=40)


@given(names=st.tuples(NAMES, NAMES), slots=st.tuples(*[st.integers(-15, 15)] * 26))
def test_a_snapshot(names: tuple[str, str], slots: tuple[int, ...]) -> None:
    taken = Snapshot(
        number=3, match=1, turn_number=4, phase="moving", interruption=None, turn="light",
        slots=slots, off=(0, 0), reserve=(0, 0), roll=(6, 5), opening=None, steps=((8, 5),),
        targets=(3, 26), lifted=(7,), verdict="in_hand", cube=Cube(2, "dark", None),
        can_double=False, score=(1, 2), match_length=5, game=3, crawford=False, names=names,
        seats=("hands", "hands"), lights=(Light(3, "target"),),
        messages=(("Play {roll}.", {"roll": "6-5"}), None), fault_line=None, refused=0,
        last_play="8/5", last_side="dark", pips=(167, 167), dice_source="fair",
        commitment="c0", winner=None,
        game_points=0, recording=True,
    )  # fmt: skip

    data = msgspec.json.encode(taken)
    assert msgspec.json.decode(data, type=Snapshot) == taken
    assert len(data) <= 16 * 1024


def test_a_clock_tells_what_each_side_has_left() -> None:
    reserve = Clock("reserve", (120_000, 60_000), 12_000, 12_000, "dark", since_ms=1_000)
    assert reserve.left("dark", 1_000) == (60_000, 12_000)
    assert reserve.left("dark", 11_000) == (60_000, 2_000)
    assert reserve.left("dark", 15_000) == (58_000, 0)
    assert reserve.left("dark", 900_000) == (0, 0)
    assert reserve.left("light", 15_000) == (120_000, 12_000)
    stands = Clock("turn", (0, 0), 20_000, 45_000, "light")
    assert stands.left("light", 900_000) == (0, 20_000)
    assert stands.left("dark", 900_000) == (0, 45_000)
    assert msgspec.json.decode(msgspec.json.encode(stands), type=Clock) == stands


@pytest.mark.parametrize(
    "intent",
    [
        Press("light", "done"),
        Resign("dark", 3),
        TypeDice("light", (6, 5)),
        Answer("dark", 26),
        Restore("light", "XGID=...", 2),
        NewMatch("light", Wishes(names=("Zsófi", "Kő"), timer_s=45)),
        Rematch("dark", swapped=True),
        Carry("light", on=False),
        Entropy("dark", "seven blue horses"),
        SetAids("light", "none"),
        SetBrightness("dark", 30),
    ],
)
def test_an_intent_in_its_envelope(intent: Intent) -> None:
    envelope = Envelope(intent, match=1, turn_number=2, seat="screen", number=3, token="t")

    assert msgspec.json.decode(msgspec.json.encode(envelope), type=Envelope) == envelope


@pytest.mark.parametrize(
    "told",
    [
        inputs.Tick(5),
        inputs.Readings(5, ((0, 64), (1, None))),
        inputs.Means(5, 2, (None,) * 128),
        inputs.Button(5, "light", "done", True),
        inputs.DiceRolled(5, "R", 0, (6, 5)),
        inputs.LinkDown(5, "the cable is out"),
        inputs.RecordKept(5, 2, "records/a.mat", "; [Site]"),
        inputs.Committed(5, 9),
    ],
)
def test_an_input(told: inputs.AnyInput) -> None:
    assert msgspec.json.decode(msgspec.json.encode(told), type=inputs.AnyInput) == told


def test_every_fact_has_its_own_name_in_json() -> None:
    kinds = [kind.__name__ for kind in facts.AnyFact.__args__]

    assert len(kinds) == len(set(kinds))
    assert set(kinds) == {kind.__name__ for kind in facts.Fact.__subclasses__()}
    played = facts.Played("light", (3, 1), "8/5 6/5", (0,) * 26, (0, 0))
    assert b'"fact":"Played"' in msgspec.json.encode(played)
