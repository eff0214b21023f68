"""`gammonboard verify`: re-roll every die of a match from the seeds that were shown (BU-19, BU-20).

All steps of fair_dice.md 7.3: `table/audit.py` takes those of the dice, the journal's own hash
chain is walked when it is opened. A match is taken from the journal or from our JSON record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from controller.commands.files import find_match
from controller.errors import RecordError, UsageError
from controller.guidance.words import format_message
from controller.journal.journal import Journal
from controller.records.check import check_record
from controller.records.files import LARGEST_FILE
from controller.records.json_form import is_json_form, parse_json, split_matches
from controller.records.model import from_facts
from controller.table.audit import GameAudit, audit_match
from controller.table.facts import AnyFact, Fact, MatchStarted

SOURCES = {"person": "given by its player", "table": "drawn by the table", "none": "left out"}


def read_facts(path: Path) -> list[Fact]:
    """The facts of a JSON record, of all its matches. Raises RecordError naming file and reason."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RecordError(f"{path}: larger than any match ({LARGEST_FILE} bytes)")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError:
        text = ""
    if not is_json_form(text):
        raise RecordError(f"{path}: only our own JSON carries the seeds of the dice")
    return list(parse_json(text, str(path)))


def standalone() -> str:
    """The text of the verifier that needs nothing of ours: Python's standard library alone."""
    return Path(__file__).with_name("verify_dice.txt").read_text("utf-8")


def run(
    facts: Sequence[AnyFact | Fact], out: TextIO, *, chained: int = 0, legality: bool = False
) -> int:
    """Print VERIFIED and return 0, or the first difference and return 1.

    chained: so many facts of the journal that they come from hang together; legality: whether each
    play is allowed is looked at, too. Raises UsageError for a match whose dice cannot be verified:
    real ones, or not finished.
    """
    if not facts:
        raise UsageError("there is no match in it")
    matches = split_matches(list(facts), "the match")  # type: ignore[arg-type]
    audits = [(told, audit_match(told)) for told in matches if _is_ours(told)]
    games = [game for _told, audited in audits for game in audited]
    ended = [game for game in games if not game.is_open]
    difference = _difference(games)
    if difference is not None:
        print(difference, file=out)
        return 1
    if not ended:
        raise UsageError("no seed was shown yet: a game is verified when it is over")
    print(_verified(ended, audits[0][0][0]), file=out)
    for line in _notes(games):
        print(line, file=out)
    if chained:
        print(f"the journal's {chained} facts hang together, hash by hash", file=out)
    return _legal(matches, out) if legality else 0


def run_journal(journal: Journal, match: str, out: TextIO, *, legality: bool = False) -> int:
    """`run` for a match of the journal, whose hash chain was walked when it was opened."""
    if journal.damage is not None:
        print(f"the journal does not hang together: {journal.damage}", file=out)
        return 1
    facts = journal.facts(find_match(match, journal.matches()))
    return run(facts, out, chained=journal.last_number, legality=legality)


def _is_ours(facts: Sequence[Fact]) -> bool:
    """Dice that the table threw. Raises UsageError for real ones, RecordError for what is none."""
    card = facts[0]
    assert isinstance(card, MatchStarted)
    if card.dice in ("typed", "deduced"):
        raise UsageError(f"its dice were real ones, {card.dice}: nothing was committed to")
    if card.dice not in ("fair", "seeded") or (card.seed is None) is (card.dice == "seeded"):
        raise RecordError(f"dice {card.dice!r} with seed {card.seed}: nothing that we write")
    return True


def _difference(games: Sequence[GameAudit]) -> str | None:
    """The first in all matches."""
    seen: set[str] = set()
    for game in games:
        if game.difference is not None:
            return format_message(game.difference)
        if game.gid in seen:
            return f"game {game.game}: its dice are those of an earlier game"
        seen.add(game.gid)
    return None


def _verified(games: Sequence[GameAudit], card: Fact) -> str:
    assert isinstance(card, MatchStarted)
    rolls, count = sum(game.rolls for game in games), len(games)
    how = "from the seeds of table and players" if card.entropy else "table seed only"
    note = "" if card.seed is None else f" (seeded with {card.seed}: repeatable, not fair)"
    return f"VERIFIED {rolls} rolls of {count} game{'' if count == 1 else 's'}, {how}{note}"


def _notes(games: Sequence[GameAudit]) -> Iterator[str]:
    """What is to be known beside it."""
    for game in games:
        light, dark = game.sources
        if light and dark:
            light, dark = (SOURCES.get(source, source) for source in game.sources)
            yield f"game {game.game}: light's chance {light}, dark's {dark}"
    if unseen := sum(game.unseen for game in games):
        turns = f"{unseen} turn{'' if unseen == 1 else 's'}"
        yield f"{turns} reconstructed: dice that the table did not throw"
    if still := [game.game for game in games if game.is_open]:
        yield f"game {still[0]} is not over: its seed is still a secret"


def _legal(matches: Sequence[Sequence[Fact]], out: TextIO) -> int:
    """Whether every play is one of its roll's."""
    illegal = [each for told in matches for each in check_record(from_facts(told)).illegal]
    for each in illegal:
        print(f"illegal: game {each.game}, move {each.move}: {each.why}", file=out)
    if not illegal:
        print("every play is legal", file=out)
    return 1 if illegal else 0
