"""Each state of the screen once, 800x480, wood, against a picture that somebody looked at.

Goldens are kept at half size with 32 steps a channel: small, and still every word and ring is in
them. After a change that is meant: look at what `GAMMONBOARD_ACCEPT_GOLDENS=1 pytest
tests/display/test_display_goldens.py` writes, then commit it. A failure writes a sheet (wanted,
drawn, difference) and names it.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from controller.rules.position import Side
from controller.view.snapshot import Snapshot
from display.picture import draw
from display.samples import scenes
from display.samples.states import states
from display.stage import Hand, ScreenSettings

GOLDEN = Path(__file__).parent.parent / "golden"
SETTINGS = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}))
ACCEPT = "GAMMONBOARD_ACCEPT_GOLDENS"
BLOCK = 8
TOLERANCE = 9.0  # mean difference of a block, of 255; a digit changed by one makes about 30
STATES = states()
CASES = scenes()

Pixels = NDArray[np.uint8]


def reduced(picture: pygame.Surface) -> Pixels:
    """Half size, 32 steps a channel; [column, row, channel]."""
    whole = pygame.surfarray.array3d(picture).astype(np.uint16)
    half = (whole[::2, ::2] + whole[1::2, ::2] + whole[::2, 1::2] + whole[1::2, 1::2]) // 4
    return half.astype(np.uint8) & 0xF8


def worst_block(wanted: Pixels, drawn: Pixels) -> float:
    """The largest mean difference of any block of pixels."""
    off = np.abs(wanted.astype(np.int16) - drawn.astype(np.int16)).mean(axis=2)
    columns, rows = off.shape[0] // BLOCK, off.shape[1] // BLOCK
    blocks = off[: columns * BLOCK, : rows * BLOCK].reshape(columns, BLOCK, rows, BLOCK)
    return float(blocks.mean(axis=(1, 3)).max())


def sheet(wanted: Pixels, drawn: Pixels, path: Path) -> None:
    """Wanted, drawn and their difference (eight times as strong) side by side."""
    off = np.abs(wanted.astype(np.int16) - drawn.astype(np.int16)) * 8
    row = np.concatenate([wanted, drawn, np.clip(off, 0, 255).astype(np.uint8)], axis=0)
    pygame.image.save(pygame.surfarray.make_surface(row), str(path))


def drawn_now(snapshot: Snapshot, hand: Hand | None = None) -> Pixels:
    return reduced(draw(snapshot, SETTINGS, hand))


@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_the_one_that_was_accepted(name: str, tmp_path: Path) -> None:
    golden = GOLDEN / f"wood_800x480_{name}.png"
    drawn = drawn_now(*CASES[name])
    if os.environ.get(ACCEPT) == "1":
        pygame.image.save(pygame.surfarray.make_surface(drawn), str(golden))
        return
    assert golden.exists(), f"no golden for {name}: look at it, then accept it with {ACCEPT}=1"
    wanted = pygame.surfarray.array3d(pygame.image.load(str(golden)))
    if worst_block(wanted, drawn) > TOLERANCE:
        comparison = tmp_path / f"{name}.png"
        sheet(wanted, drawn, comparison)
        pytest.fail(f"{name} looks different: see {comparison}; meant? accept with {ACCEPT}=1")


def test_no_golden_is_left_of_a_state_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == {f"wood_800x480_{n}" for n in CASES}


@pytest.mark.parametrize(
    "changes",
    [
        {"score": (4, 2)},
        {"pips": (132, 170)},
        {"names": ("Zsófi Ko", "Gnubg")},
        {"recording": False},
        {"slots": (0, -1, *STATES["to_roll"].slots[2:])},
    ],
    ids=str,
)
def test_a_small_change_is_found(changes: dict[str, object]) -> None:
    wanted = drawn_now(STATES["to_roll"])
    changed = msgspec.structs.replace(STATES["to_roll"], **changes)
    assert worst_block(wanted, drawn_now(changed)) > TOLERANCE


def test_the_same_picture_is_drawn_every_time() -> None:
    assert worst_block(drawn_now(STATES["moving"]), drawn_now(STATES["moving"])) == 0
