"""BU-20: the verifier that a sceptic reads, Python's standard library alone, judges as `verify`."""

from __future__ import annotations

import importlib.util
import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from random_matches import random_match, with_seeds

from controller.commands import verify
from controller.errors import ControllerError
from controller.records.json_form import format_json, parse_json
from controller.table import facts as f

SCRIPT = Path(__file__).parents[2] / "deploy" / "verify_dice.py"
GIVEN = ("três gatos".encode(), b"")
MOST_LINES = 150  # read in five minutes


def alone(path: Path) -> tuple[int, str]:
    """Exit code and output of the stand-alone file, no package of ours or anybody's in sight."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, path], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout


def ours(path: Path) -> tuple[int, str]:
    out = io.StringIO()
    try:
        return verify.run(verify.read_facts(path), out), out.getvalue()
    except ControllerError:
        return 2, ""


def test_bu_20_it_is_short_and_the_product_prints_it() -> None:
    text = SCRIPT.read_text("utf-8")
    imported = [line for line in text.splitlines() if line.startswith(("import ", "from "))]

    assert len(text.splitlines()) <= MOST_LINES
    assert imported == ["import hashlib", "import hmac", "import json", "import sys"]
    assert verify.standalone() == text


@pytest.mark.parametrize(
    ("variant", "entropy", "lost_at"),
    [
        ("standard", None, None),
        ("standard", GIVEN, None),
        ("hu", None, None),
        ("portes", GIVEN, None),
        ("standard", GIVEN, 5),
    ],
)
def test_bu_20_it_verifies_what_verify_does(
    tmp_path: Path, variant: str, entropy: tuple[bytes, bytes] | None, lost_at: int | None
) -> None:
    path = tmp_path / "match.json"
    facts = random_match(21, 3, variant=variant, entropy=entropy, lost_at=lost_at)
    path.write_text(format_json(with_seeds(facts)), "utf-8")
    code, said = alone(path)

    assert ours(path)[0] == code == (0 if lost_at is None else 1)
    assert said.split(",")[0].strip() in ours(path)[1]


def test_bu_20_both_find_the_same_in_an_altered_record(tmp_path: Path) -> None:
    rng = random.Random(7)
    path = tmp_path / "match.json"
    for round_ in range(12):
        facts = with_seeds(random_match(100 + round_, 1, entropy=GIVEN if round_ % 2 else None))
        at = rng.randrange(1, len(facts))
        match round_ % 4:
            case 0:
                del facts[at]
            case 1:
                facts.insert(at, facts[rng.randrange(1, len(facts))])
            case 2:
                other = rng.randrange(1, len(facts))
                facts[at], facts[other] = facts[other], facts[at]
            case 3:
                facts = [f.MatchStarted(**json.loads(told_card(facts))), *facts[1:]]
        path.write_text(format_json(facts), "utf-8")
        assert alone(path)[0] == ours(path)[0], (round_, at)
        assert alone(path)[1].split(":")[0] == ours(path)[1].split(":")[0] or not alone(path)[0]


def told_card(facts: list[f.Fact]) -> str:
    """The card, of another seed."""
    card = facts[0]
    assert isinstance(card, f.MatchStarted)
    return json.dumps(
        {"match": 1, "variant": "standard", "length": 1, "light": "A", "dark": "B",
         "seats": ["", ""], "dice": "seeded", "seed": (card.seed or 0) + 1, "entropy": card.entropy}
    )  # fmt: skip


@cache
def short_record() -> bytes:
    """A whole match of few plays, entropies and all."""
    seed = min(range(200), key=lambda seed: len(random_match(seed, 1, entropy=GIVEN)))
    return format_json(with_seeds(random_match(seed, 1, entropy=GIVEN))).encode()


def matter_of_dice(facts: list[f.Fact]) -> list[object]:
    """All that dice rest on; the rest of a record is names, scores, cubes and checkers."""
    told: list[object] = []
    for fact in facts:
        match fact:
            case f.MatchStarted():
                told.append((fact.dice, fact.seed, fact.entropy))
            case f.GameStarted():
                told.append((fact.gid, fact.commitment))
            case f.Rolled():
                told.append((fact.kind, fact.n, fact.dice, fact.side))
            case f.Played():
                told.append((fact.side, fact.dice))
            case f.EntropyCommitted():
                told.append((fact.gid, fact.side, fact.commitment))
            case f.EntropyRevealed() | f.SeedRevealed():
                told.append(fact)
    return told


def flipped(record: bytes, bit: int) -> bytes:
    at, mask = bit // 8, 1 << bit % 8
    return record[:at] + bytes([record[at] ^ mask]) + record[at + 1 :]


def judge(record: bytes) -> int:
    try:
        return verify.run(parse_json(record.decode()), io.StringIO())
    except (ControllerError, UnicodeDecodeError):
        return 2


@pytest.mark.slow
def test_bu_19_no_bit_that_matters_to_dice_can_be_changed_unseen() -> None:
    """Every single bit of a record: unreadable (2), a difference (1), or no matter of dice (0)."""
    record = short_record()
    truth = matter_of_dice(list(parse_json(record.decode())))
    verdicts = [0, 0, 0]
    for bit in range(8 * len(record)):
        altered = flipped(record, bit)
        verdict = judge(altered)
        verdicts[verdict] += 1
        if verdict == 0:
            assert matter_of_dice(list(parse_json(altered.decode()))) == truth, altered
    assert min(verdicts) > 0


def test_bu_19_an_altered_bit_is_told_alike_by_the_stand_alone_file(tmp_path: Path) -> None:
    """Where `verify` can read a record both say the same; names of no dice it reads, too."""
    record = short_record()
    rng = random.Random(3)
    path = tmp_path / "match.json"
    for _ in range(60):
        path.write_bytes(flipped(record, rng.randrange(8 * len(record))))
        told, said = ours(path)[0], alone(path)[0]
        assert said == told or (told == 2 and said in (0, 1)) or {told, said} == {1, 2}


def in_process() -> Callable[[bytes], bool]:
    """The same file as a function, for as many records as there are bits: whether it verifies."""
    spec = importlib.util.spec_from_file_location("verify_dice", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def verifies(record: bytes) -> bool:
        try:
            read = json.loads(record.decode())
            card, games = read["facts"][0], module.verify(read["facts"])
            is_ours = card["dice"] == ("fair" if card.get("seed") is None else "seeded")
            return bool(read["gammonboard"] == 1 and is_ours and games)
        except (AssertionError, ValueError, LookupError, TypeError, AttributeError):
            return False

    return verifies


@pytest.mark.slow
def test_bu_19_over_every_bit_both_judge_alike() -> None:
    """Where `verify` reads a record. What it cannot read may hold good dice all the same."""
    record, verifies = short_record(), in_process()
    for bit in range(8 * len(record)):
        altered = flipped(record, bit)
        ours_is = judge(altered)
        assert ours_is == 2 or (ours_is == 0) is verifies(altered), altered
