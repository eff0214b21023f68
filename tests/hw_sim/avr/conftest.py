"""Skips where no compiler or no simavr is; on CI a skip is a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from hw_sim.avr.chip import firmware_elf
from hw_sim.toolchain import CHIP, ToolchainMissing, build


@pytest.fixture(scope="session")
def harness() -> Path:
    """The harness's build folder, with the self-tests' firmwares in it."""
    try:
        return build(CHIP, "all")
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def elf(harness: Path) -> Path:
    """The reference firmware."""
    return firmware_elf()
