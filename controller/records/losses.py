"""What a form cannot carry of a match, in words: a line a kind, so that nothing goes silently.

Our JSON carries everything: it is the facts themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from controller.records.files import read_back
from controller.records.mat import mat_view
from controller.records.model import (
    MatchRecord,
    PositionSet,
    Resignation,
    Turn,
    from_facts,
)
from controller.records.sgf import sgf_view
from controller.records.variation import rules_token
from controller.rules.variants import STANDARD, find_variant
from controller.table import facts as f

_LOG = (
    f.QuestionAnswered, f.IntentRefused, f.MatchResumed, f.ClockRead, f.MatchPaused, f.MatchWentOn,
)  # fmt: skip


def lost_in(form: str, facts: Sequence[f.Fact]) -> list[str]:
    """What `form` (mat, sgf, xgid, gnubg-id) leaves out of these facts; [] for json."""
    if form == "json":
        return []
    record = from_facts(facts)
    told = list(_in_the_facts(facts))
    if form in ("xgid", "gnubg-id"):
        if unknown := _sum(record, _has_unknown_dice):
            told.append(f"left out: {_count(unknown, 'reconstructed turn')} whose dice are unknown")
        return [
            *told,
            "left out: names, the plays chosen and the results; an ID is a question only",
        ]
    view = mat_view(record) if form == "mat" else sgf_view(record)
    told += _in_any_record(record, view)
    told += _in_mat(record, view) if form == "mat" else _in_sgf(record, view)
    if difference := read_back(form, record):
        where = difference.partition(":")[0]
        told.append(f"{where}: it reads otherwise than it was recorded; the json form is exact")
    return told


def _in_the_facts(facts: Sequence[f.Fact]) -> Iterator[str]:
    if any(isinstance(fact, f.GameStarted) and fact.commitment for fact in facts):
        yield "left out: the commitments and seeds of its dice, which verify needs"
    log = sum(map(_is_log, facts))
    if log:
        entries = _count(log, "entry", "entries")
        yield f"left out: {entries} of the table's log (questions, refusals, returns, clocks)"
    ties = sum(
        isinstance(fact, f.Rolled) and fact.side is None and fact.dice[0] == fact.dice[1]
        for fact in facts
    )
    if ties:
        yield f"left out: {_count(ties, 'tied opening roll')}"


def _in_any_record(record: MatchRecord, view: MatchRecord) -> Iterator[str]:
    declined = _sum(record, lambda e: isinstance(e, Resignation) and not e.accepted)
    if declined:
        yield f"left out: {_count(declined, 'declined resignation')}"
    standing = _sum(record, lambda e: isinstance(e, Turn) and e.after is not None and bool(e.play))
    if standing:
        plays = _count(standing, "illegal play")
        yield f"left out: how {plays} went; the board that each left is kept"
    if unknown := _sum(record, _has_unknown_dice):
        turns = _count(unknown, "reconstructed turn")
        yield f"{turns}: dice that nobody saw are written as one of the rolls that explain them"
    for ours, theirs in zip(record.players, view.players, strict=True):
        if ours != theirs.removesuffix(" (bot)"):
            yield f"the name {ours!r} is written {theirs!r}"
    for name in ("event", "round", "place", "product"):
        ours, theirs = getattr(record, name), getattr(view, name)
        if ours != theirs:
            yield f"the {name} {ours!r} is written {theirs!r}"
    if record.seed is not None:
        yield f"left out: the seed {record.seed} that repeats the match"
    variant = find_variant(record.variant)
    plays_alike = replace(variant, id=STANDARD.id, title=STANDARD.title) == STANDARD
    if not plays_alike and not rules_token(record.variant):
        yield f"other programs will judge it by backgammon's rules, not by those of {variant.title}"


def _in_mat(record: MatchRecord, view: MatchRecord) -> Iterator[str]:
    mid_game = sum(
        isinstance(entry, PositionSet) and any(isinstance(e, Turn) for e in game.entries[:at])
        for game in record.games
        for at, entry in enumerate(game.entries)
    )
    if mid_game:
        boards = _count(mid_game, "position")
        yield f"{boards} set by hand will pass for an illegal play; no cube is told"
    rolls = _sum(record, _is_unplayed) - _sum(view, _is_unplayed)
    if rolls > 0:
        yield f"left out: {_count(rolls, 'last roll')} before a resignation, which gnubg would play"
    if record.length and not record.stakes.crawford:
        yield "gnubg will expect a Crawford game; the sgf form says that there is none"
    if any(game.cube > 1 for game in record.games):
        yield "other programs will not learn of the automatic doubles; the sgf form tells them"
    if record.stakes.jacoby and not record.length:
        yield "gnubg will not learn whether Jacoby counts; the sgf form tells it"


def _in_sgf(record: MatchRecord, view: MatchRecord) -> Iterator[str]:
    if record.dice:
        yield f"left out: that its dice were {record.dice}"
    impossible = sum(
        isinstance(mine, Turn) and isinstance(theirs, Turn) and mine.play != theirs.play
        and theirs.after is None
        for game, seen in zip(record.games, view.games, strict=True)
        for mine, theirs in zip(
            [e for e in game.entries if isinstance(e, Turn)],
            [e for e in seen.entries if isinstance(e, Turn)],
            strict=True,
        )
    )  # fmt: skip
    if impossible:
        yield f"left out: {_count(impossible, 'play')} that cannot be made at all"
    if record.stakes.beavers and not record.length:
        yield "left out: that beavers were agreed; those that were made are written"


def _is_log(fact: f.Fact) -> bool:
    """Told by no other form; that a bot chose a play is not, since the play itself is written."""
    return isinstance(fact, _LOG) or (isinstance(fact, f.Chosen) and fact.cause != "bot")


def _has_unknown_dice(entry: object) -> bool:
    return isinstance(entry, Turn) and not entry.has_known_dice


def _is_unplayed(entry: object) -> bool:
    return isinstance(entry, Turn) and entry.play is None and entry.after is None


def _sum(record: MatchRecord, is_one: Callable[[object], bool]) -> int:
    return sum(is_one(entry) for game in record.games for entry in game.entries)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
