"""Judge a settled board: which picture of the code book it shows, or why none.

A picture is accepted when it beats the second by `margin` nats and is at most `closeness` nats
worse than the unconstrained best guess. Everything else is said, never guessed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from controller.sensing.candidates import BLOT_FIRST, FINAL, HIT_DUE, IN_HAND, PARTIAL, Book
from controller.sensing.change import Reference, Rest
from controller.sensing.doubt import died_under, hidden_play
from controller.sensing.evidence import Evidence, shortfalls, weigh
from controller.sensing.geometry import Floats, room_of
from controller.sensing.guess import best_guess, is_clear, made_whole, nearest
from controller.sensing.hitting import blot_beside_hitter
from controller.sensing.in_hand import SeenWhole, lifted_from
from controller.sensing.means import Means
from controller.sensing.mending import fixes
from controller.sensing.settings import CellLayout, SensingSettings
from controller.sensing.stray import without_strays
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way
from controller.sensing.witness import unvouched

DONE_PRIORS = {FINAL: 0.0, PARTIAL: -4.0, BLOT_FIRST: -4.0, HIT_DUE: -7.0, IN_HAND: -7.0}
"""Log prior of each story when Done was pressed: nobody says "finished" lightly (1 in 50 is
mistaken about the dice, 1 in 1,000 about a checker in the hand)."""

TURN_PRIORS = {FINAL: 0.0, PARTIAL: 0.0, BLOT_FIRST: -0.5, HIT_DUE: -0.5, IN_HAND: -0.5}
"""While the turn runs a checker in the hand is as likely as none; the rest only breaks ties."""

_AS_WELL = 0.0
"""Nats by which a picture with less done may fit worse and still count where only silent cells and
their neighbours could tell: with none a Done is never taken against what they say."""

_OPEN = (VerdictKind.IN_HAND, VerdictKind.UNSURE)
_ODD_SHARE = 0.5  # of the worst slot's nats: who is named when nothing but the lie is wrong

ALIKE = 1.0  # nats: two boards that a settled reading tells apart by less give one picture
BORNE_OUT = 2.0
"""Nats that a picture which only the way makes sure must beat the second by more. (Without it one
of 3,000 unfinished boards more was accepted at the harsh level, by 0.4; no play needed less.)"""

_SECOND_HAND = -3.0  # each further checker away from the board
_IDLE_HAND = -3.0  # a checker in the hand at Done that the play, made whole, does not need
_SPOKEN = 12.0
"""Nats by which readings must speak for an unfinished board to be refused without a question."""

_HEARSAY = 2.0
"""Nats more that a picture may be worse than the best guess where neighbours tell of silent cells:
they are off by so much often enough."""


_HEARD_OTHERWISE = 2.0
_SURE_BESIDE_SILENT = 10.0
"""Nats: where points with silent cells read otherwise than the play by more than the first, the
play must beat the second by the latter. (Of 5,000 illegal boards beside three dead cells that
nobody knew of seven were accepted; four of them were so, and 2 of 4,700 plays.)"""


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
    likelihood = evidence.gains.ravel().take(book.index).sum(axis=0)
    stories = np.array([priors[story] for story in range(len(priors))], dtype=np.float32)
    score = likelihood + stories[book.story]
    score += _SECOND_HAND * np.maximum(book.hands - 1, 0)
    if at_done:
        score += _IDLE_HAND * book.idle
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
    rest = None
    if reference is not None and layout.signed:
        rest = Rest.unseen(layout.cells).seen(reference.means)
    verdict = judge(book, evidence, settings, blind, rest, at_done=at_done)
    return without_strays(verdict, now, reference, book.agreed)


def blind_cells(now: Means | None, layout: CellLayout) -> tuple[int, ...]:
    """Cells of the layout that tell nothing now."""
    present = [cell for cell, there in enumerate(layout.present) if there]
    return tuple(cell for cell in present if now is None or not now.weight[cell])


def judge(
    book: Book,
    evidence: Evidence,
    settings: SensingSettings,
    blind: tuple[int, ...] = (),
    rest: Rest | None = None,
    alive: Collection[int] = (),
    seen: SeenWhole | None = None,
    *,
    at_done: bool,
) -> Verdict:
    """The verdict on a board whose contents gain so much over the agreed ones.

    rest: what cells read when they were empty before. alive: cells that gave a sign of life since
    they last showed a checker. seen: the board before, from which a checker may have been lifted.
    blind: cells that tell nothing; where only they could tell a whole play from an unfinished one,
    Done does not count as proof that nothing is in a hand.
    """
    verdict = _judge(book, evidence, settings, blind, rest, alive, seen, at_done=at_done)
    if at_done and evidence.model.signed and verdict.kind in _OPEN:
        slot = died_under(book, evidence, settings.closeness)
        missing = None if slot is None else _missing_row(book, slot)
        if missing is not None:
            return _missing(book, missing, verdict)
    whole = verdict.kind in (VerdictKind.COMPLETE, VerdictKind.UNSURE)
    if whole or not at_done or not evidence.model.signed:
        return verdict
    hidden = hidden_play(book, evidence, settings.closeness)
    if hidden is None:
        return verdict
    way = book.way(hidden[0])
    cells = tuple(sorted({*blind, hidden[1]}))
    return Verdict(VerdictKind.UNSURE, way=way, choices=(way,), cells=cells, sensed=verdict.sensed)


def _missing_row(book: Book, slot: int) -> int | None:
    """The row of the untouched board with a checker missing from this slot."""
    content = book.agreed.slots[slot]
    wanted = np.array(book.agreed.slots)
    wanted[slot] -= np.sign(content)
    found = np.flatnonzero((book.rows == wanted).all(axis=1) & (book.story == IN_HAND))
    return int(found[0]) if len(found) else None


def _missing(book: Book, row: int, verdict: Verdict) -> Verdict:
    """A board that is no play: it misses a checker that a dead cell hides."""
    return Verdict(
        VerdictKind.IN_HAND,
        way=book.way(row),
        lifted=book.lifted_of(row),
        fix=_returns(book, row),
        cells=verdict.cells,
        sensed=tuple(int(n) for n in book.rows[row]),
        shortfall=verdict.shortfall,
    )


def is_open(verdict: Verdict, evidence: Evidence, settings: SensingSettings) -> bool:
    """Whether the settled reading alone leaves a question that the way could decide. (Cells that
    only say whether something lies over them ask about every play, and show no more between two
    movements than at the end.)"""
    if not evidence.model.signed or evidence.change is None:
        return False
    if verdict.kind is VerdictKind.WRONG and verdict.shortfall is not None:
        return verdict.shortfall <= settings.closeness + settings.tells
    return verdict.kind is VerdictKind.UNSURE


def closed(verdict: Verdict, heard: Verdict, settings: SensingSettings) -> Verdict:
    """The verdict when the way was heard. It may bear out what the settled reading says, or decide
    where that says nothing, by more than a settled reading needs; it never overrules it."""
    if heard.way is None or heard.kind is VerdictKind.WRONG:
        return verdict
    sure = heard.kind is VerdictKind.UNSURE or (
        heard.margin is not None and heard.margin >= settings.margin + BORNE_OUT
    )
    if verdict.kind is VerdictKind.WRONG:
        return heard if sure else verdict
    alike = verdict.margin is not None and verdict.margin < ALIKE and heard.way in verdict.choices
    return heard if sure and (heard.way == verdict.way or alike) else verdict


def _judge(
    book: Book,
    evidence: Evidence,
    settings: SensingSettings,
    blind: tuple[int, ...],
    rest: Rest | None,
    alive: Collection[int],
    seen: SeenWhole | None,
    *,
    at_done: bool,
) -> Verdict:
    ranking = rank(book, evidence, at_done=at_done)
    grid = evidence.model.grid
    clear = is_clear(evidence, ranking.sensed, settings.margin)
    rival = None
    closeness = settings.closeness + (_HEARSAY if blind else 0.0)
    if ranking.shortfall > closeness:
        rival = int(ranking.likelihood.argmax())  # what only the prior outweighs
        ahead = float(ranking.likelihood[rival] - ranking.likelihood[ranking.row])
        if ranking.shortfall - ahead > closeness:
            return replace(_wrong(book, evidence, ranking), cells=blind, clear=clear)
    if rival is None and blind and book.story[ranking.row] == FINAL:
        silent = {grid.slot_of_cell(cell) for cell in blind}
        rival = _rival(book, ranking, silent)
        if rival is None and _is_heard_otherwise(book, ranking, silent):
            rival = ranking.row
    if rival is None and ranking.margin < settings.margin and not _is_unfinished(book, ranking):
        rival = ranking.second
    row = ranking.row
    if rival is not None and at_done and not evidence.model.signed:
        unfinished = _seen_unfinished(book, ranking, rival, closeness)
        row, rival = (row, rival) if unfinished is None else (unfinished, None)
    change = evidence.change if at_done and book.story[row] == FINAL else None
    if rival is None and change is not None and rest is not None:
        rival = unvouched(book, change, rest, alive, row)
    if rival is None and _is_to_confirm(book, evidence, ranking, row, at_done=at_done):
        rival = row
    if rival is None and (lifted := _lifted(book, ranking, seen)) is not None:
        return replace(lifted, cells=blind, clear=clear)
    return Verdict(
        _kind(book, row) if rival is None else VerdictKind.UNSURE,
        way=book.way(row),
        lifted=book.lifted_of(row),
        hit_due=book.hit_due_of(row),
        fix=_returns(book, row) if rival is None else (),
        hitting=None if rival is None else blot_beside_hitter(book, evidence, ranking.sensed),
        choices=() if rival is None else _choices(book, row, rival),
        cells=blind,
        sensed=ranking.sensed,
        clear=clear,
        margin=None if ranking.second is None else ranking.margin,
        shortfall=ranking.shortfall,
    )


def _seen_unfinished(book: Book, ranking: Ranking, rival: int, closeness: float) -> int | None:
    """Of two pictures of one and the same play the one that is not whole, as a checker is missing,
    if it is the better one, or if only what a Done makes likely speaks against it.

    Where every play is confirmed a yes is a habit: it must not have to say that nothing is missing.
    """
    row = ranking.row
    if book.side is None or book.way(row) != book.way(rival):
        return None
    if book.story[row] != FINAL:
        return row
    return rival if book.story[rival] != FINAL and ranking.shortfall > closeness else None


def _lifted(book: Book, ranking: Ranking, seen: SeenWhole | None) -> Verdict | None:
    """A checker is in the hand that stood on the board seen before; None for any other board."""
    row = ranking.row
    slot = lifted_from(book, row, seen) if book.story[row] == IN_HAND else None
    if seen is None or slot is None or book.side is None:
        return None
    return Verdict(
        VerdictKind.IN_HAND,
        way=seen.way,
        lifted=((book.side, slot),),
        fix=fixes(tuple(int(n) for n in book.rows[row]), seen.slots),
        sensed=ranking.sensed,
        margin=None if ranking.second is None else ranking.margin,
        shortfall=ranking.shortfall,
    )


def _is_unfinished(book: Book, ranking: Ranking) -> bool:
    """The readings speak so much for a board that is no whole play that it was the best one though
    a Done speaks for whole ones: nothing is asked that a Done could not mean."""
    assert ranking.second is not None
    ahead = ranking.likelihood[ranking.row] - ranking.likelihood[ranking.second]
    return bool(book.story[ranking.row] != FINAL and ahead >= _SPOKEN)


def _is_to_confirm(
    book: Book, evidence: Evidence, ranking: Ranking, row: int, *, at_done: bool
) -> bool:
    """Whether people must say that the one play that fits is theirs: where cells cannot tell whose
    a checker is each play, elsewhere at Done what speaks against a stack."""
    if not evidence.model.signed:
        return bool(book.steps[book.board[row]]) and book.story[row] == FINAL
    return at_done and _is_against_a_stack(book, ranking)


def _is_against_a_stack(book: Book, ranking: Ranking) -> bool:
    """A whole play changes a point where checkers lie on others, and the readings speak, however
    softly, for another count there: upper layers are weak evidence, so it is not overruled by how
    likely the play is. (Without this 1 of 1,000 illegal boards was accepted on some seeds.)"""
    if book.story[ranking.row] != FINAL:
        return False
    shown, agreed = book.rows[ranking.row], book.agreed.slots
    return any(
        max(abs(int(shown[slot])), abs(ranking.sensed[slot])) > room_of(slot)
        and shown[slot] != agreed[slot]
        and shown[slot] != ranking.sensed[slot]
        for slot in range(len(agreed))
    )


def _rival(book: Book, ranking: Ranking, silent: set[int]) -> int | None:
    """The picture that fits the readings as well and has less done at a slot with silent cells
    than the best one has, if any: then only those cells say that nothing is in a hand."""
    agreed = np.array(book.agreed.slots, dtype=np.int8)
    done = np.abs(book.rows[ranking.row] - agreed)
    doubted = [slot for slot in sorted(silent) if done[slot]]
    less = (np.abs(book.rows[:, doubted] - agreed[doubted]) < done[doubted]).any(axis=1)
    likelihood = np.where(less, ranking.likelihood, -np.inf)
    rival = int(likelihood.argmax())
    return rival if likelihood[rival] > ranking.likelihood[ranking.row] - _AS_WELL else None


def _is_heard_otherwise(book: Book, ranking: Ranking, silent: set[int]) -> bool:
    """The best guess of a point with silent cells is another one, and little speaks for the play:
    what neighbours tell may be a board that no play leads to."""
    if ranking.shortfall <= _HEARD_OTHERWISE or ranking.margin >= _SURE_BESIDE_SILENT:
        return False
    shown = book.rows[ranking.row]
    return any(int(shown[slot]) != ranking.sensed[slot] for slot in silent)


def _wrong(book: Book, evidence: Evidence, ranking: Ranking) -> Verdict:
    """No picture is near: say what differs from the nearest board on the way."""
    sensed = made_whole(ranking.sensed, evidence, book.agreed)
    board = tuple(int(n) for n in book.boards[nearest(sensed, book.boards)])
    hitting = blot_beside_hitter(book, evidence, ranking.sensed)
    moves = (hitting,) if hitting is not None else fixes(sensed, board)
    return Verdict(
        VerdictKind.WRONG,
        fix=moves,
        hitting=hitting,
        odd=() if moves else _odd(evidence, board),
        sensed=sensed,
        shortfall=ranking.shortfall,
    )


def _odd(evidence: Evidence, board: tuple[int, ...]) -> tuple[int, ...]:
    """The slots that fit a board of the right counts worst: checkers lie oddly there."""
    apart = shortfalls(evidence, board)
    return tuple(int(slot) for slot in np.flatnonzero(apart >= _ODD_SHARE * apart.max()))


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
