"""Where dice come from. The only room that draws chance for a match.

A source commits to a game's dice before the first is thrown, throws roll n of each kind, and
shows the seed when the game is over. Seeds of a game under way survive a crash in 0600 files,
synced before the commitment is given away.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Protocol

from controller.dice.fair import FairDice, commitment, seed_from_int
from controller.rules.position import Roll

SEED_BYTES = 32


class DiceSource(Protocol):
    """What the shell asks for dice. gid: the game's id; commitments and seeds are hex."""

    def commit(self, gid: str) -> str | None: ...

    def roll(self, gid: str, kind: str, n: int) -> Roll: ...

    def reveal(self, gid: str) -> str | None: ...


class SeededDice:
    """Dice from `--seed N`: repeatable, thus not fair; marked as seeded everywhere."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def commit(self, gid: str) -> str | None:
        return commitment(gid, self._seed_of(gid))

    def roll(self, gid: str, kind: str, n: int) -> Roll:
        return roll_from(gid, self._seed_of(gid), kind, n)

    def reveal(self, gid: str) -> str | None:
        return self._seed_of(gid).hex()

    def _seed_of(self, gid: str) -> bytes:
        return seed_from_int(self._seed, gid)


class RealDice:
    """People throw: the table commits to nothing and is never asked for a roll."""

    def commit(self, gid: str) -> str | None:
        return None

    def roll(self, gid: str, kind: str, n: int) -> Roll:
        raise ValueError(f"roll {kind}{n} of {gid}: the dice of this match are real ones")

    def reveal(self, gid: str) -> str | None:
        return None


class FairSource:
    """Dice from the system's randomness, one secret seed a game, kept in `folder` until shown."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def commit(self, gid: str) -> str | None:
        return commitment(gid, self._seed_of(gid))

    def roll(self, gid: str, kind: str, n: int) -> Roll:
        return roll_from(gid, self._seed_of(gid), kind, n)

    def reveal(self, gid: str) -> str | None:
        """The seed; its file goes, for the journal holds it from now on."""
        seed = self._seed_of(gid)
        return seed.hex()

    def forget(self, gid: str) -> None:
        """The journal holds this seed now: its file is no longer needed."""
        self._path(gid).unlink(missing_ok=True)

    def _seed_of(self, gid: str) -> bytes:
        path = self._path(gid)
        if path.exists():
            return path.read_bytes()
        self._folder.mkdir(parents=True, exist_ok=True)
        seed = secrets.token_bytes(SEED_BYTES)
        _write_synced(path, seed)
        return seed

    def _path(self, gid: str) -> Path:
        return self._folder / f"{gid.replace('/', '-')}.seed"


def roll_from(gid: str, seed: bytes, kind: str, n: int) -> Roll:
    """Roll n of kind "O" (opening) or "R" of a game."""
    dice = FairDice(gid, seed)
    return dice.opening(n) if kind == "O" else dice.roll(n)


def _write_synced(path: Path, data: bytes) -> None:
    """Whole on disk before anybody hears of it: a new file, synced, then named, folder synced."""
    draft = path.with_suffix(".new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)
    os.replace(draft, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
