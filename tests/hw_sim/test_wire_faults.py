"""What a bad line does to bytes."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.wire_faults import BadLine, FrameThief

FRAMES = [b"\0abc\0", b"\0de\0", b"\0f\0"]


@pytest.mark.parametrize("pieces", [1, 2, 3, 100])
def test_a_thief_takes_whole_frames_however_the_bytes_come(pieces: int) -> None:
    thief = FrameThief()
    thief.lose(2)
    data = b"".join(FRAMES)
    step = max(1, len(data) // pieces)
    left = b"".join(thief.pass_on(data[at : at + step]) for at in range(0, len(data), step))

    assert left.strip(b"\0") == b"f"


def test_a_thief_does_not_begin_in_the_middle_of_a_frame() -> None:
    thief = FrameThief()
    first = thief.pass_on(b"\0ab")
    thief.lose(1)
    rest = thief.pass_on(b"c\0" + FRAMES[1] + FRAMES[2])

    assert [part for part in (first + rest).split(b"\0") if part] == [b"abc", b"f"]


def test_a_thief_that_was_told_nothing_passes_all() -> None:
    assert FrameThief().pass_on(b"".join(FRAMES)) == b"".join(FRAMES)


def test_a_line_that_is_cut_passes_nothing_and_mends() -> None:
    line = BadLine(np.random.default_rng(1))
    line.is_cut = True
    assert line.pass_on(b"abc") == b""
    line.is_cut = False
    assert line.pass_on(b"abc") == b"abc"


def test_a_line_that_corrupts_changes_about_its_share_of_the_bytes() -> None:
    line = BadLine(np.random.default_rng(1))
    line.corrupt_share = 0.1
    data = bytes(5000)
    changed = sum(a != b for a, b in zip(line.pass_on(data), data, strict=True))

    assert 400 < changed < 600
