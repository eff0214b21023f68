"""Judge a settled board: which picture of the code book it shows, or why none.

A picture is accepted when it beats the second by `margin` nats and is at most `closeness` nats
worse than the unconstrained best guess. Everything else is said, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from controller.sensing.candidates import BLOT_FIRST, FINAL, HIT_DUE, IN_HAND, PARTIAL, Book
from controller.sensing.evidence import Evidence, Means, Reference, weigh
from controller.sensing.geometry import CELLS_PER_POINT, Floats, slot_of_cell
from controller.sensing.guess import best_guess, fixes, is_clear, nearest
from controller.sensing.settings import CellLayout, SensingSettings
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way

DONE_PRIORS = {FINAL: 0.0, PARTIAL: -4.0, BLOT_FIRST: -4.0, HIT_DUE: -7.0, IN_HAND: -7.0}
"""Log prior of each story when Done was pressed: nobody says "finished" lightly (1 in 50 is
mistaken about the dice, 1 in 1,000 about a checker in the hand)."""

TURN_PRIORS = {FINAL: 0.0, PARTIAL: 0.0, BLOT_FIRST: -0.5, HIT_DUE: -0.5, IN_HAND: -0.5}
"""While the turn runs a checker in the hand is as likely as none; the rest only breaks ties."""

_AS_WELL = 0.0
"""Nats by which an unfinished picture may fit worse and still count where only silent cells could
tell. With 3 known dead cells 2.3 % of turns are asked and 1 of 1,000 unfinished boards is
accepted (at 2 nats in its disfavour 0.4 % and 7; at 3 in its favour 9 % and 1)."""

_SECOND_HAND = -3.0  # each further checker away from the board


@dataclass(frozen=True, slots=True)
class Ranking:
    """row: the best picture; second: the best other one (None where the book holds one only).

    margin: nats between them; shortfall: nats from the unconstrained best guess to the best.
    likelihood: (M,) nats of each picture, without what is likely beforehand.
    """

    row: int
    second: int | None
    margin: float
    shortfall: float
    sensed: tuple[int, ...]
    likelihood: Floats


def rank(book: Book, evidence: Evidence, *, at_done: bool) -> Ranking:
    """Score every picture of the book against the evidence."""
    priors = DONE_PRIORS if at_done else TURN_PRIORS
    likelihood = evidence.gains.ravel()[book.index].sum(axis=1)
    stories = np.array([priors[story] for story in range(len(priors))], dtype=np.float32)
    score = likelihood + stories[book.story]
    score += _SECOND_HAND * np.maximum(book.hands - 1, 0)
    row = int(score.argmax())
    sensed, free = best_guess(evidence, book.agreed)
    best = float(score[row])
    second, margin = None, float("inf")
    if len(score) > 1:
        score[row] = -np.inf
        second = int(score.argmax())
        margin = best - float(score[second])
    shortfall = free - float(likelihood[row])
    return Ranking(row, second, margin, shortfall, sensed, likelihood)


def decode(
    book: Book,
    now: Means,
    reference: Reference | None,
    settings: SensingSettings,
    layout: CellLayout,
    *,
    at_done: bool,
) -> Verdict:
    """The verdict on a settled board from its readings and, if known, the agreed ones."""
    blind = blind_cells(now, layout)
    if len(blind) > settings.blind_cells:
        return Verdict(VerdictKind.BLIND, cells=blind)
    evidence = weigh(now, reference, book.agreed, book.wanted)
    return judge(book, evidence, settings, blind, at_done=at_done)


def blind_cells(now: Means | None, layout: CellLayout) -> tuple[int, ...]:
    """Cells of the layout that tell nothing now."""
    present = [cell for cell, there in enumerate(layout.present) if there]
    return tuple(cell for cell in present if now is None or not now.weight[cell])


def judge(
    book: Book,
    evidence: Evidence,
    settings: SensingSettings,
    blind: tuple[int, ...] = (),
    *,
    at_done: bool,
) -> Verdict:
    """The verdict on a board whose contents gain so much over the agreed ones.

    blind: cells that tell nothing. Where only they could tell a whole play from an unfinished
    one, Done does not count as proof that nothing is in a hand.
    """
    ranking = rank(book, evidence, at_done=at_done)
    clear = is_clear(evidence, ranking.sensed, settings.margin)
    if ranking.shortfall > settings.closeness:
        return replace(_wrong(book, ranking), cells=blind, clear=clear)
    rival = None
    if blind and book.story[ranking.row] == FINAL:
        rival = _rival(book, ranking, {slot_of_cell(cell) for cell in blind})
    if rival is None and ranking.margin < settings.margin:
        rival = ranking.second
    row = ranking.row
    if rival is None and at_done and _is_against_a_stack(book, ranking):
        rival = row
    return Verdict(
        _kind(book, row) if rival is None else VerdictKind.UNSURE,
        way=book.way(row),
        lifted=book.lifted_of(row),
        hit_due=book.hit_due_of(row),
        fix=_returns(book, row) if rival is None else (),
        choices=() if rival is None else _choices(book, row, rival),
        cells=blind,
        sensed=ranking.sensed,
        clear=clear,
        margin=None if ranking.second is None else ranking.margin,
    )


def _is_against_a_stack(book: Book, ranking: Ranking) -> bool:
    """A whole play changes a point where checkers lie on others, and the readings speak, however
    softly, for another count there: upper layers are weak evidence, so it is not overruled by how
    likely the play is. (Without this 1 of 1,000 illegal boards was accepted on some seeds.)"""
    if book.story[ranking.row] != FINAL:
        return False
    shown, agreed = book.rows[ranking.row], book.agreed.slots
    return any(
        max(abs(int(shown[slot])), abs(ranking.sensed[slot])) > CELLS_PER_POINT
        and shown[slot] != agreed[slot]
        and shown[slot] != ranking.sensed[slot]
        for slot in range(len(agreed))
    )


def _rival(book: Book, ranking: Ranking, silent: set[int]) -> int | None:
    """The picture that fits the readings as well and says otherwise of a slot with silent cells
    that the best one changes, if any."""
    shown = book.rows[ranking.row]
    doubted = [slot for slot in sorted(silent) if shown[slot] != book.agreed.slots[slot]]
    differs = (book.rows[:, doubted] != shown[doubted]).any(axis=1)
    likelihood = np.where(differs, ranking.likelihood, -np.inf)
    rival = int(likelihood.argmax())
    return rival if likelihood[rival] > ranking.likelihood[ranking.row] - _AS_WELL else None


def _wrong(book: Book, ranking: Ranking) -> Verdict:
    """No picture is near: say what differs from the nearest board on the way."""
    board = nearest(ranking.sensed, book.boards)
    return Verdict(
        VerdictKind.WRONG,
        fix=fixes(ranking.sensed, tuple(int(n) for n in book.boards[board])),
        sensed=ranking.sensed,
    )


def _kind(book: Book, row: int) -> VerdictKind:
    story = int(book.story[row])
    if story in (HIT_DUE, IN_HAND):
        return VerdictKind.IN_HAND
    if story == FINAL:
        return VerdictKind.COMPLETE
    if story == BLOT_FIRST or book.steps[book.board[row]]:
        return VerdictKind.UNDER_WAY
    return VerdictKind.AGREED


def _returns(book: Book, row: int) -> tuple[Fix, ...]:
    """For checkers away from the board: where they go back to."""
    return fixes(
        tuple(int(n) for n in book.rows[row]),
        tuple(int(n) for n in book.boards[book.board[row]]),
    )


def _choices(book: Book, row: int, second: int) -> tuple[Way, ...]:
    ways = (book.way(row), book.way(second))
    return ways if ways[0] != ways[1] else ways[:1]
