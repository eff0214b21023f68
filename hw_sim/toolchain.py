"""Builds what is written in C, where the compilers are there. One build at a time, a folder."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path

FIRMWARE = Path(__file__).parents[1] / "firmware_bridge" / "firmware"
CHIP = Path(__file__).parent / "avr" / "harness"
PACKAGES = "make gcc gcc-avr binutils-avr avr-libc libsimavr-dev"
_PROGRAMS = ("make", "gcc", "avr-gcc")
_SIMAVR = Path("/usr/include/simavr/sim_avr.h")


class ToolchainMissing(Exception):
    """A compiler or simavr is not there; the text says what to install."""


class BuildFailed(Exception):
    """Our own sources do not compile; the text holds the compiler's words."""


def build(folder: Path, *targets: str) -> Path:
    """Run make in a folder; its build folder. Raises ToolchainMissing, BuildFailed."""
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    missing += [] if _SIMAVR.exists() else ["simavr"]
    if missing:
        raise ToolchainMissing(
            f"not here: {', '.join(missing)} (on Debian: apt-get install {PACKAGES})"
        )
    with (folder / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests in several processes build the same
        done = subprocess.run(
            ["make", "-s", *targets], cwd=folder, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise BuildFailed(f"{folder.name} does not build:\n{done.stdout}{done.stderr}")
    return folder / "build"
