"""Skips what is written in C where no compiler is; on CI a skip is a failure."""

from __future__ import annotations

import pytest

from hw_sim.native import native_library
from hw_sim.toolchain import ToolchainMissing


@pytest.fixture(scope="session")
def toolchain() -> None:
    try:
        native_library()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
