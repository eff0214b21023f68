"""A display of a test's own, without a window manager: windows stand where they ask to."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NEEDED = ("Xvfb", "xdotool")
PATIENCE_S = 20.0


@contextmanager
def virtual_display(width: int, height: int) -> Iterator[str]:
    """Its name, as DISPLAY wants it. Skips with a reason where a program is missing.

    Without -noreset the server starts anew whenever its last client leaves, as xdotool does after
    each word, and refuses whoever comes in that moment: 3 of 12 windows did not open.
    """
    for program in NEEDED:
        if shutil.which(program) is None:
            pytest.skip(f"needs {program} (apt-get install xvfb xdotool)")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
         "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            name = f":{number.readline().strip()}"
        yield name
    finally:
        server.terminate()
        server.wait(PATIENCE_S)
