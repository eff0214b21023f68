"""`bench journal`: nothing that was shown is lost, whatever the moment the power goes.

What the disk may hold at a moment is built from byte copies of the journal's two files before
and after an append. SQLite writes the log, syncs it, and only then reports the commit; pages of
the database are written from a synced log alone. So either part of the log's new bytes is there,
in any order of sectors, with the old database; or the whole new log, with any part of the
database's new pages. Every such journal is opened and compared with what had been promised.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.commands.bench.report import Row, percentile
from controller.errors import JournalError
from controller.journal.journal import Journal
from controller.table.facts import AnyFact, MatchStarted, Played, Rolled

SECTOR = 512  # what a disk writes whole
PAGE = 4096
MEMORY = Path("/dev/shm")
CHILD = (
    "import sys; from controller.commands.bench.journal import append_for_ever as a; a(sys.argv)"
)
KILL_AFTER_LINES = 12  # at most so many commits before a kill


@dataclass(frozen=True, slots=True)
class Image:
    """What the two files of a journal hold, and how many facts were promised by then."""

    database: bytes
    log: bytes
    facts: int


@dataclass(slots=True)
class Tally:
    """What was found over all crashes. lost: promised facts that were gone; half: a transaction
    that was there in part; broken: a journal that did not open or did not go on."""

    crashes: int = 0
    lost: int = 0
    half: int = 0
    broken: int = 0
    commit_ms: list[float] = field(default_factory=list)


def run(turns: int = 200, seed: int = 1, kills: int = 100) -> list[Row]:
    """turns: how many random moments; every byte of one transaction is cut besides.

    Crashed copies are opened in memory where the system has a place for that: what a disk would
    make of them is already decided.
    """
    chance = random.Random(seed)
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(prefix="gammonboard-bench-") as name,
        tempfile.TemporaryDirectory(prefix="gammonboard-bench-", dir=memory) as crashed,
    ):
        folder, copies = Path(name), Path(crashed) / "copy"
        moments = _random_moments(folder / "moments", copies, chance, turns)
        cuts = _every_cut(folder / "cuts", copies, chance)
        killed = _killed(folder / "kills", chance, kills)
    return [
        *_rows("power cut", moments),
        *_rows("log cut at a byte", cuts),
        *_rows("kill", killed),
        Row("commit p50", percentile(moments.commit_ms, 0.50), "ms"),
        Row("commit p99", percentile(moments.commit_ms, 0.99), "ms"),
    ]


def _rows(what: str, tally: Tally) -> list[Row]:
    return [
        Row(f"{what}: crashes", tally.crashes, "crashes"),
        Row(f"{what}: promised facts lost", tally.lost, "facts", budget=0),
        Row(f"{what}: transactions there in part", tally.half, "crashes", budget=0),
        Row(f"{what}: journals that did not go on", tally.broken, "crashes", budget=0),
    ]


def append_for_ever(arguments: Sequence[str]) -> None:
    """The child that is killed: appends to the journal named, prints each number committed."""
    journal = Journal.open(Path(arguments[1]))
    chance = random.Random(int(arguments[2]))
    if not journal.last_number:
        journal.append([START])
    while True:
        print(journal.append(_some_facts(chance)), flush=True)


# --- power cuts ------------------------------------------------------------


START = MatchStarted(1, "standard", 7, "Ann", "Bo", ("hands", "hands"), "fair")


def _random_moments(folder: Path, copies: Path, chance: random.Random, turns: int) -> Tally:
    """Appends as in a long session; at random ones the power goes, in all ways that fit."""
    tally = Tally()
    path = _fresh(folder)
    facts: list[AnyFact] = []
    journal = Journal.open(path)
    try:
        _timed_append(journal, [START], facts, tally)
        before = image(path, len(facts))
        for _ in range(turns):
            for _ in range(chance.randrange(4)):
                _timed_append(journal, _some_facts(chance), facts, tally)
                before = image(path, len(facts))
            _timed_append(journal, _some_facts(chance), facts, tally)
            after = image(path, len(facts))
            judge(copies, _crashed(before, after, chance), facts, (before, after), tally)
            before = after
    finally:
        journal.close()
    return tally


def _every_cut(folder: Path, copies: Path, chance: random.Random) -> Tally:
    """The log cut back to each byte of its last transaction."""
    tally = Tally()
    path = _fresh(folder)
    facts: list[AnyFact] = []
    journal = Journal.open(path)
    _timed_append(journal, [START, *_some_facts(chance)], facts, tally)
    journal.close()
    journal = Journal.open(path)
    try:
        before = image(path, len(facts))
        _timed_append(journal, _some_facts(chance), facts, tally)
        after = image(path, len(facts))
    finally:
        journal.close()
    for end in range(len(before.log), len(after.log) + 1):
        cut = Image(before.database, after.log[:end], before.facts)
        judge(copies, cut, facts, (before, after), tally)
    return tally


def _crashed(before: Image, after: Image, chance: random.Random) -> Image:
    """What the disk may hold when the power goes between these two."""
    if after.database != before.database and chance.random() < 0.5:
        database = mixed(before.database, after.database, PAGE, chance)
        return Image(database, after.log, after.facts)
    if chance.random() < 0.5:
        log = mixed(before.log, after.log, SECTOR, chance)
    else:
        end = chance.randrange(len(after.log) + 1)
        log = after.log[:end] + before.log[end:]
    whole = after if log == after.log else before
    return Image(before.database, log, whole.facts)


def mixed(before: bytes, after: bytes, size: int, chance: random.Random) -> bytes:
    """Each block as it was or as it became; the file as long as it became."""
    blocks = []
    for at in range(0, len(after), size):
        old = before[at : at + size].ljust(len(after[at : at + size]), b"\0")
        blocks.append(chance.choice((old, after[at : at + size])))
    return b"".join(blocks)


def judge(
    folder: Path, image: Image, facts: Sequence[AnyFact], ends: tuple[Image, Image], tally: Tally
) -> None:
    """Open what the crash left, compare with what was promised, append one more."""
    tally.crashes += 1
    path = _fresh(folder)
    path.write_bytes(image.database)
    path.with_name(path.name + "-wal").write_bytes(image.log)
    try:
        journal = Journal.open(path)
    except JournalError:
        tally.broken += 1
        return
    try:
        found = journal.facts()
        tally.lost += max(0, image.facts - len(found)) + (found != facts[: len(found)])
        tally.half += len(found) not in (ends[0].facts, ends[1].facts)
        journal.append([START] if not found else [Rolled("R", 0, (1, 1))])
        tally.broken += journal.last_number != len(found) + 1
    except JournalError:
        tally.broken += 1
    finally:
        journal.close()


# --- kills ------------------------------------------------------------


def _killed(folder: Path, chance: random.Random, kills: int) -> Tally:
    """One journal, a child that appends, killed again and again at a random moment."""
    tally = Tally()
    path = _fresh(folder)
    for _ in range(kills):
        promised = _run_and_kill(path, chance)
        tally.crashes += 1
        try:
            journal = Journal.open(path)
        except JournalError:
            tally.broken += 1
            continue
        tally.lost += max(0, promised - journal.last_number)
        tally.broken += len(journal.facts()) != journal.last_number
        journal.close()
    return tally


def _run_and_kill(path: Path, chance: random.Random) -> int:
    """The last number that a child printed before it was killed; 0 if none."""
    command = [sys.executable, "-c", CHILD, str(path), str(chance.randrange(2**31))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(chance.randrange(KILL_AFTER_LINES))]
        _spin(chance.random() * 0.002)
        os.kill(child.pid, signal.SIGKILL)
        lines += child.stdout.readlines()
    numbers = [int(line) for line in lines if line.endswith("\n")]
    return numbers[-1] if numbers else 0


def _spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


# --- helpers ------------------------------------------------------------


def _some_facts(chance: random.Random) -> list[AnyFact]:
    """As one turn writes them: a roll, sometimes with the play before it."""
    dice = chance.randint(1, 6), chance.randint(1, 6)
    roll = Rolled("R", chance.randrange(10**6), dice, "light")
    slots = tuple(chance.randint(-5, 5) for _ in range(26))
    play = Played("light", dice, "24/18* 13/11", slots, (chance.randrange(15), 0))
    return [play, roll] if chance.random() < 0.5 else [roll]


def _timed_append(journal: Journal, new: list[AnyFact], facts: list[AnyFact], tally: Tally) -> None:
    began = time.perf_counter()
    journal.append(new)
    tally.commit_ms.append((time.perf_counter() - began) * 1000)
    facts += new


def image(path: Path, facts: int) -> Image:
    log = path.with_name(path.name + "-wal")
    return Image(path.read_bytes(), log.read_bytes() if log.exists() else b"", facts)


def _fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder / "journal.db"
