"""A program that answers lines over pipes, held at arm's length.

It may hang, die, flood or ignore us: whatever it does comes out of `ask` as a `ChildTrouble`
within the time given, and `kill` ends it for certain.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

LONGEST_ANSWER = 1 << 20  # bytes; an engine's answer has a few hundred
REAP_S = 5.0  # a killed process is gone at once; longer means that the system is in trouble


class ChildTrouble(Exception):
    """The child gave no whole answer; the text says what it did instead."""


class Child:
    """One process with its stdin and its stdout (stderr mixed in, in order).

    folder is where it runs and what it takes for HOME; extra goes into its environment. Raises
    ChildTrouble where it cannot start.
    """

    def __init__(self, command: Sequence[str], folder: Path, extra: dict[str, str]) -> None:
        environment = os.environ | {"HOME": str(folder)} | extra
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                cwd=folder,
                env=environment,
                start_new_session=True,  # Ctrl-C at our terminal is not meant for it
            )
        except OSError as error:
            raise ChildTrouble(f"cannot start {command[0]}: {error.strerror}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to = self._process.stdin
        self._from = self._process.stdout
        os.set_blocking(self._to.fileno(), False)
        os.set_blocking(self._from.fileno(), False)

    def ask(self, text: str, marker: str, limit_s: float) -> str:
        """Write text and read until `marker` appears; all that was said before it.

        Raises ChildTrouble if that takes more than limit_s seconds, the child ends or floods.
        """
        deadline = time.monotonic() + limit_s
        unsent = text.encode("ascii")
        heard = bytearray()
        end = marker.encode("ascii")
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            selector.register(self._to, selectors.EVENT_WRITE)
            while end not in heard:
                left_s = deadline - time.monotonic()
                ready = selector.select(max(left_s, 0.0))
                if left_s <= 0 or not ready:
                    raise ChildTrouble(f"no answer within {limit_s:g} s")
                for key, _events in ready:
                    if key.fileobj is self._to:
                        unsent = self._write(unsent)
                        if not unsent:
                            selector.unregister(self._to)
                    else:
                        heard += self._read()
                if len(heard) > LONGEST_ANSWER:
                    raise ChildTrouble("an answer without an end")
        return heard[: heard.index(end)].decode("utf-8", errors="replace")

    def kill(self) -> None:
        """End the process and give back its pipes; not while an `ask` is under way."""
        self.strike()
        with contextlib.suppress(subprocess.TimeoutExpired):  # stuck in the kernel: not our wait
            self._process.wait(REAP_S)
        for pipe in (self._to, self._from):
            pipe.close()

    def strike(self) -> None:
        """End the process and nothing else: an `ask` under way, on any thread, then fails."""
        self._process.kill()

    def _write(self, unsent: bytes) -> bytes:
        try:
            return unsent[os.write(self._to.fileno(), unsent) :]
        except BlockingIOError:
            return unsent
        except OSError as error:
            raise ChildTrouble(f"it ended ({error.strerror})") from error

    def _read(self) -> bytes:
        try:
            data = os.read(self._from.fileno(), 1 << 16)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise ChildTrouble(f"it ended ({error.strerror})") from error
        if not data:
            raise ChildTrouble("it ended in the middle of an answer")
        return data
