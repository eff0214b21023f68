"""Where dice come from. The only room that draws chance for a match.

A source commits to a game's dice before the first is thrown, keeps what the players add, throws
roll n of each kind, and shows the seed when the game is over. The secrets of a game under way
survive a crash in 0600 files, synced before their hashes are given away.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Protocol

from controller.dice.fair import (
    COLUMNS,
    SEED_BYTES,
    FairDice,
    commitment,
    entropy_of,
    player_commitment,
    seed_from_int,
    succeeding,
)
from controller.errors import IllegalInput
from controller.rules.position import Roll
from controller.table import effects as e
from controller.table import inputs

Entropy = tuple[bytes, bytes]
"""What light and dark added to a game's dice; empty: nothing."""

NO_ENTROPY: Entropy = (b"", b"")
Asked = e.WantSeed | e.KeepEntropy | e.WantEntropy | e.WantRoll | e.WantReveal


class DiceSource(Protocol):
    """What the shell asks for dice. gid: the game's id; commitments and seeds are hex."""

    def commit(self, gid: str) -> str | None:
        """Make a game's seed, or read back the one kept, and commit to it; None: real dice."""

    def has(self, gid: str, committed: str) -> bool:
        """Whether the seed that was committed to is still there."""

    def keep(self, gid: str, side: str, given: bytes | None) -> bytes:
        """Keep what a side adds to a game's dice; None: draw it. Returns it."""

    def entropy(self, gid: str) -> Entropy | None:
        """What both sides gave; None: it is not there."""

    def roll(self, gid: str, kind: str, n: int, entropy: Entropy = NO_ENTROPY) -> Roll: ...

    def reveal(self, gid: str) -> str | None: ...


def answer(dice: DiceSource, asked: Asked, now_ms: int) -> inputs.AnyInput:
    """What the core is told of its dice."""
    gid = asked.gid
    match asked:
        case e.WantSeed():
            return inputs.SeedReady(now_ms, gid, dice.commit(gid))
        case e.KeepEntropy(side=side, source=source):
            given = dice.keep(gid, side, None if source == "table" else entropy_of(asked.text))
            digest = player_commitment(gid, COLUMNS[side], given)
            return inputs.EntropyKept(now_ms, gid, side, digest, source)
        case e.WantEntropy():
            entropy = dice.entropy(gid)
            if entropy is None:
                return _gone(dice, gid, now_ms)
            return inputs.EntropyShown(now_ms, gid, (entropy[0].hex(), entropy[1].hex()))
        case e.WantRoll(kind=kind, n=n):
            if asked.commitment is not None and not dice.has(gid, asked.commitment):
                return _gone(dice, gid, now_ms)
            light, dark = (bytes.fromhex(text) for text in asked.entropy)
            return inputs.DiceRolled(now_ms, kind, n, dice.roll(gid, kind, n, (light, dark)))
        case e.WantReveal():
            is_there = asked.commitment is None or dice.has(gid, asked.commitment)
            return inputs.SeedShown(now_ms, gid, dice.reveal(gid) if is_there else None)


def _gone(dice: DiceSource, gid: str, now_ms: int) -> inputs.SeedGone:
    """A game's secrets cannot be read any more: it goes on from others."""
    next_gid = succeeding(gid)
    committed = dice.commit(next_gid)
    if committed is None:
        raise IllegalInput(f"{gid} has real dice: there is no seed to lose")
    return inputs.SeedGone(now_ms, gid, next_gid, committed)


class SeededDice:
    """Dice from `--seed N`: repeatable, thus not fair; marked as seeded everywhere."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._given: dict[tuple[str, str], bytes] = {}

    def commit(self, gid: str) -> str | None:
        return commitment(gid, self._seed_of(gid))

    def has(self, gid: str, committed: str) -> bool:
        return self.commit(gid) == committed

    def keep(self, gid: str, side: str, given: bytes | None) -> bytes:
        drawn = self._seed_of(f"{gid}/{side}") if given is None else given
        self._given[gid, side] = drawn
        return drawn

    def entropy(self, gid: str) -> Entropy | None:
        light, dark = (self._given.get((gid, side)) for side in COLUMNS)
        return None if light is None or dark is None else (light, dark)

    def roll(self, gid: str, kind: str, n: int, entropy: Entropy = NO_ENTROPY) -> Roll:
        return roll_from(gid, self._seed_of(gid), kind, n, entropy)

    def reveal(self, gid: str) -> str | None:
        return self._seed_of(gid).hex()

    def _seed_of(self, gid: str) -> bytes:
        return seed_from_int(self._seed, gid)


class RealDice:
    """People throw: the table commits to nothing and is never asked for a roll."""

    def commit(self, gid: str) -> str | None:
        return None

    def has(self, gid: str, committed: str) -> bool:
        return False

    def keep(self, gid: str, side: str, given: bytes | None) -> bytes:
        raise ValueError(f"entropy for {gid}: the dice of this match are real ones")

    def entropy(self, gid: str) -> Entropy | None:
        return None

    def roll(self, gid: str, kind: str, n: int, entropy: Entropy = NO_ENTROPY) -> Roll:
        raise ValueError(f"roll {kind}{n} of {gid}: the dice of this match are real ones")

    def reveal(self, gid: str) -> str | None:
        return None


class FairSource:
    """Dice from the system's randomness, one secret seed a game, kept in `folder` until shown.

    Every secret is held in memory, too: a file that goes while the service runs harms nothing, and
    on a full disk the game is played all the same (only a crash would then lose its seed).
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[Path, bytes] = {}

    def commit(self, gid: str) -> str | None:
        path = self._path(gid, "seed")
        seed = self._read(path)
        if seed is None or len(seed) != SEED_BYTES:
            seed = secrets.token_bytes(SEED_BYTES)
            self._write(path, seed)
        return commitment(gid, seed)

    def has(self, gid: str, committed: str) -> bool:
        seed = self._seed_of(gid)
        return seed is not None and commitment(gid, seed) == committed

    def keep(self, gid: str, side: str, given: bytes | None) -> bytes:
        path = self._path(gid, side)
        if given is None:  # what was drawn before a crash, and may be committed to, stays
            given = self._read(path) or secrets.token_bytes(SEED_BYTES)
        self._write(path, given)
        return given

    def entropy(self, gid: str) -> Entropy | None:
        light, dark = (self._read(self._path(gid, side)) for side in COLUMNS)
        return None if light is None or dark is None else (light, dark)

    def roll(self, gid: str, kind: str, n: int, entropy: Entropy = NO_ENTROPY) -> Roll:
        seed = self._seed_of(gid)
        if seed is None:
            raise ValueError(f"roll {kind}{n} of {gid}: its seed is gone")
        return roll_from(gid, seed, kind, n, entropy)

    def reveal(self, gid: str) -> str | None:
        """The seed, None if it is gone. Its file stays until `forget`."""
        seed = self._seed_of(gid)
        return None if seed is None else seed.hex()

    def forget(self, gid: str) -> None:
        """The journal holds these secrets now: their files are no longer needed."""
        for kind in ("seed", *COLUMNS):
            path = self._path(gid, kind)
            self._held.pop(path, None)
            path.unlink(missing_ok=True)

    def _seed_of(self, gid: str) -> bytes | None:
        seed = self._read(self._path(gid, "seed"))
        return seed if seed is not None and len(seed) == SEED_BYTES else None

    def _read(self, path: Path) -> bytes | None:
        if path not in self._held:
            try:
                self._held[path] = path.read_bytes()
            except OSError:
                return None
        return self._held[path]

    def _write(self, path: Path, data: bytes) -> None:
        self._held[path] = data
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            _write_synced(path, data)

    def _path(self, gid: str, kind: str) -> Path:
        return self._folder / f"{gid.replace('/', '-')}.{kind}"


def roll_from(gid: str, seed: bytes, kind: str, n: int, entropy: Entropy = NO_ENTROPY) -> Roll:
    """Roll n of kind "O" (opening) or "R" of a game."""
    return FairDice(gid, seed, *entropy).throw(kind, n)


def _write_synced(path: Path, data: bytes) -> None:
    """Whole on disk before anybody hears of it: a new file, synced, then named, folder synced."""
    draft = path.with_name(path.name + ".new")
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
