"""The journal's bench finds nothing on a sound journal, and would find a loss."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from controller.commands.bench import journal as bench
from controller.commands.bench.journal import Image, Tally
from controller.journal.journal import Journal
from controller.table.facts import AnyFact, Rolled

PLAYED: list[AnyFact] = [bench.START, Rolled("R", 0, (2, 1), "light")]


@pytest.mark.slow
def test_a_small_run_meets_every_budget() -> None:
    rows = bench.run(turns=20, seed=3, kills=3)
    assert [row.name for row in rows if row.met is False] == []
    assert sum(row.budget is not None for row in rows) == 9
    crashes = {row.name: row.value for row in rows}
    assert crashes["power cut: crashes"] == 20
    assert crashes["kill: crashes"] == 3
    assert (crashes["log cut at a byte: crashes"] or 0) > 4096


@pytest.fixture
def images(tmp_path: Path) -> tuple[Image, Image]:
    """A journal's files before and after its second fact."""
    path = tmp_path / "j" / "journal.db"
    journal = Journal.open(path)
    found = []
    for number, fact in enumerate(PLAYED, start=1):
        journal.append([fact])
        found.append(bench.image(path, number))
    journal.close()
    return found[0], found[1]


def judged(image: Image, ends: tuple[Image, Image], folder: Path) -> Tally:
    tally = Tally()
    bench.judge(folder / "copy", image, PLAYED, ends, tally)
    return tally


def test_a_sound_image_counts_as_nothing(images: tuple[Image, Image], tmp_path: Path) -> None:
    tally = judged(images[1], images, tmp_path)
    assert (tally.crashes, tally.lost, tally.half, tally.broken) == (1, 0, 0, 0)


def test_a_promised_fact_that_is_gone_counts_as_lost(
    images: tuple[Image, Image], tmp_path: Path
) -> None:
    before, after = images
    cut = Image(after.database, after.log[:-1], facts=2)
    assert judged(cut, (before, after), tmp_path).lost == 1


def test_a_transaction_there_in_part_is_counted(
    images: tuple[Image, Image], tmp_path: Path
) -> None:
    before, after = images
    elsewhere = Image(b"", b"", 0), after
    assert judged(before, elsewhere, tmp_path).half == 1


def test_a_journal_that_does_not_open_counts_as_broken(
    images: tuple[Image, Image], tmp_path: Path
) -> None:
    tally = judged(Image(b"no database" * 50, b"", 0), images, tmp_path)
    assert (tally.crashes, tally.broken) == (1, 1)


def test_mixed_blocks_are_old_or_new_and_of_the_new_length() -> None:
    mixed = bench.mixed(b"a" * 8, b"b" * 18, 4, random.Random(5))
    assert len(mixed) == 18
    assert {mixed[at : at + 4] for at in (0, 4)} <= {b"aaaa", b"bbbb"}
    assert {mixed[8:12], mixed[12:16]} <= {bytes(4), b"bbbb"}
