"""What the table's eye makes of its cells, from report to verdict.

A tracker knows the agreed position, the last reading of exactly those checkers, and the boards
that hands may show on the way of a legal play. Reports only say when to look; verdicts come from
snapshots of settled means. It reads no clock and asks for nothing: its owner does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from controller.rules.plays import Ways
from controller.rules.position import SLOTS, Position, Side
from controller.sensing import decoder
from controller.sensing.candidates import Book, book_of_position, book_of_ways
from controller.sensing.change import Reference, Rest
from controller.sensing.evidence import (
    Evidence,
    contradicted,
    prepare,
    read_reference,
    reference_of,
    weigh,
)
from controller.sensing.findings import Finding
from controller.sensing.guess import likely_boards
from controller.sensing.health import Health
from controller.sensing.hints import missing_checkers
from controller.sensing.in_hand import SeenWhole
from controller.sensing.ledger import CellRecord, Ledger
from controller.sensing.means import Means, read_means
from controller.sensing.nudge import Watch
from controller.sensing.passage import PICTURES, Passage
from controller.sensing.settings import Calibration, CellLayout, SensingSettings
from controller.sensing.settle import Settling
from controller.sensing.stirring import is_stirred
from controller.sensing.stray import without_strays
from controller.sensing.transitions import Waypoint, hear
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.sensing.wiring import cells_by_wire
from controller.sensing.witness import Pulse

_READINGS = 8  # a board that may be read in more ways cannot be read
_WHOLE = (VerdictKind.AGREED, VerdictKind.UNDER_WAY, VerdictKind.COMPLETE)

_read_picture = lru_cache(maxsize=PICTURES)(read_means)
"""The next verdict asks about the same pictures again."""


class Tracker:
    """One table's eye. Call `agree`, then `expect`; feed reports; judge the means it wants."""

    def __init__(
        self,
        layout: CellLayout,
        calibration: Calibration,
        settings: SensingSettings | None = None,
    ) -> None:
        self._layout = layout
        self._calibration = calibration
        wires = calibration.wires
        self._cell_of = None if wires is None else cells_by_wire(wires)
        self._model = layout.model(calibration.magnet)
        self._settings = settings or SensingSettings()
        self._settling = Settling(self._settings.settle_ms, self._settings.limit_ms, layout.grid)
        self._health = Health()
        self._ledger = Ledger(layout.grid)
        self._noted: Position | None = None  # the board that the ledger was told of last
        self._rest = Rest.unseen(layout.cells)
        self._pulse = Pulse()
        self._passage = Passage(layout.grid)
        self._watch: Watch | None = None
        self._raw: Sequence[int | None] | None = None
        self._agreed: Position | None = None
        self._reference: Reference | None = None
        self._book: Book | None = None
        self._means: Means | None = None
        self._evidence: Evidence | None = None
        self._verdict: Verdict | None = None
        self._whole: tuple[Means, tuple[int, ...]] | None = None
        self._seen: SeenWhole | None = None  # of this turn
        self._dirty = True

    # --- what is believed ---------------------------------------------------------------------

    def agree(self, position: Position, *, shown: bool = True) -> None:
        """From now on this position is agreed; nobody may change it until `expect` says so.

        The means judged last become its reading, slot by slot where they do not contradict it;
        where they do, none is known until a settled board shows it. shown: the position lies there;
        False where the board has moved on since: then no cell is judged by it.
        """
        if self._agreed != position:
            self._take(position, is_play=shown and self._is_on_the_way(position))
            self._agreed = position
            self._take_book(book_of_position(position))

    def _take(self, position: Position, *, is_play: bool) -> None:
        """The means judged last are said to show this position. Cells are judged by it if it was
        played: a position that was only set may not lie there yet."""
        if is_play:
            self._learn(position)
            self._note(position)
        if self._means is not None and self._layout.signed:
            self._rest = self._rest.seen(self._means)
        earlier = None
        if self._reference is not None and self._agreed is not None:
            known = self._reference.known
            said = np.ones_like(known) if is_play else known  # who only sets a board says nothing
            earlier = replace(self._reference, known=said), self._agreed
        self._reference = None
        if self._means is not None and self._evidence is not None:
            self._reference = reference_of(self._means, self._evidence, position, earlier)
        elif self._means is not None:
            self._reference = read_reference(self._means, position)
        self._set_out()

    def _set_out(self) -> None:
        """The way of the next play starts from the means judged last."""
        if self._raw is None:
            self._passage.forget()
        else:
            self._passage.begin(self._raw)

    def expect(self, side: Side | None, ways: Ways | None) -> None:
        """Boards that `side` may show on its way; None: the agreed position only.

        Raises ValueError when nothing was agreed, or the ways start from another board.
        """
        if self._agreed is None:
            raise ValueError("agree a position before expecting plays of it")
        if side is None or ways is None:
            self._take_book(book_of_position(self._agreed))
            return
        if next(iter(ways.boards)) != self._agreed.board(side):
            raise ValueError("these ways do not start from the agreed position")
        self._take_book(book_of_ways(self._agreed, side, ways))

    def lose_sight(self) -> None:
        """The link is down: readings are unknown until the next snapshot."""
        self._settling.forget()
        self._passage.forget()
        self._watch = None
        self._raw = None
        self._means = None
        self._evidence = None
        self._verdict = None
        self._whole = None
        self._seen = None
        self._dirty = True

    # --- reports ------------------------------------------------------------------------------

    def feed(self, readings: Mapping[int, int | None], now_ms: int) -> None:
        """Cells that a report brought (raw, by their place in a snapshot)."""
        if self._cell_of is not None:
            readings = {self._cell_of[wire]: value for wire, value in readings.items()}
        readings = {cell: value for cell, value in readings.items() if self._layout.present[cell]}
        self._pulse.feed(readings.items())
        self._follow(readings.items(), now_ms)
        if self._settling.feed(readings, now_ms):
            self._dirty = True

    def due_ms(self) -> int | None:
        """When `wants_means` should be asked again; None: not before something changes."""
        return self._settling.settled_at_ms() if self._dirty else None

    def wants_means(self, now_ms: int) -> bool:
        """The board has settled (or waits for one restless cell only) and was not judged since."""
        return self._dirty and self._settling.is_settled(now_ms)

    def settled(self, now_ms: int) -> bool:
        """No change since the means that were judged last."""
        return not self._dirty and self._verdict is not None

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the table itself though play goes on, worst first."""
        dead = self._settings.dead_cells | self._calibration.dead
        return self._ledger.findings(dead, self._health.broken, self._settling.flickering())

    def records(self) -> tuple[CellRecord, ...]:
        """By cell what agreed boards told of it."""
        return self._ledger.records()

    def hint(self) -> tuple[tuple[Side, int], ...]:
        """(side, slot) of checkers that seem to be in a hand now, by the reports since the last
        whole board. Cheap, may err, is taken back without a word."""
        if self._whole is None:
            return ()
        means, contents = self._whole
        raw = self._settling.values
        read = np.array([value is not None for value in raw]) & (means.weight > 0)
        now = np.array([0 if value is None else value for value in raw], dtype=np.float32)
        left, came = missing_checkers(np.where(read, now - means.raw, 0.0), contents, self._model)
        return left[came:]

    def watch(self) -> None:
        """A question is put about the board judged last: from now on a hand may point at a slot."""
        self._watch = None if self._raw is None else Watch(self._layout.grid, self._raw)

    def pointed_at(self) -> int | None:
        """The one slot that was stirred since `watch`; None: none was, or others, too."""
        return None if self._watch is None else self._watch.pointed_at

    # --- verdicts -----------------------------------------------------------------------------

    def judge(self, means: Sequence[int | None], now_ms: int, *, at_done: bool) -> Verdict:
        """The verdict on a snapshot of means (raw values as sent). Raises ValueError when nothing
        was agreed yet."""
        if self._settling.is_settled(now_ms):
            self._dirty = False
        means = self._layout.only_present(self._calibration.by_cell(means))
        self._settling.prime(means, now_ms)
        self._pulse.feed(enumerate(means))
        self._passage.see(means, now_ms, self._ignored(self._health.doubted))
        self._raw = means
        self._means = self._read(means, self._health.doubted)
        self._evidence = None
        return self.rejudge(at_done=at_done)

    def rejudge(self, *, at_done: bool) -> Verdict:
        """The same means again: Done came later, or other plays are expected."""
        if self._book is None or self._agreed is None:
            raise ValueError("nothing was agreed: there is nothing to judge against")
        self._verdict = self._decide(self._agreed, self._book, at_done=at_done)
        if self._verdict.kind in _WHOLE and self._means is not None and self._evidence is not None:
            assert self._verdict.way is not None
            slots = self._verdict.way.position.slots
            ahead = self._verdict.kind is VerdictKind.UNDER_WAY  # a blot may be on its bar already
            contents = self._verdict.sensed if ahead else slots
            self._whole = (self._means, contents)
            self._seen = SeenWhole(self._verdict.way, contents)
            if slots == self._agreed.slots and not ahead:
                self._reference = reference_of(self._means, self._evidence, self._agreed)
                self._set_out()
                self._note(self._agreed)
                if self._layout.signed:
                    self._rest = self._rest.seen(self._means)
        return self._verdict

    def confirm(self) -> Verdict:
        """People say that the agreed position lies there as it was read last: cells
        that speak against it are learned to lie."""
        if self._agreed is not None:
            self._learn(self._agreed)
            self._note(self._agreed)
        if self._means is not None:
            self._reference = Reference(self._means, np.ones(SLOTS, dtype=np.bool_))
            self._set_out()
            self._evidence = None
        return self.rejudge(at_done=True)

    def readings(self) -> tuple[tuple[int, ...], ...]:
        """Contents of all slots that the means judged last may show, whatever may be played, the
        likeliest first; () while the board cannot be seen, or shows what no checkers do."""
        if self._evidence is None or self._agreed is None:
            return ()
        if self._verdict is not None and self._verdict.strays:
            return ()
        evidence, settings = self._evidence, self._settings
        strange = float((evidence.best - evidence.gains.max(axis=1)).sum())
        if strange > settings.closeness:  # a hand rests on the board, or colours are mixed
            return ()
        return likely_boards(evidence, self._agreed, settings.margin, _READINGS)

    def _is_on_the_way(self, position: Position) -> bool:
        """Whether a play that was expected leads to this position."""
        book = self._book
        return book is not None and bool((book.boards == position.slots).all(axis=1).any())

    def _follow(self, readings: Iterable[tuple[int, int | None]], now_ms: int) -> None:
        """Keep what is seen between two snapshots."""
        ignored = self._ignored(self._health.doubted)
        readings = tuple(readings)
        self._passage.feed(readings, now_ms, ignored)
        if self._watch is not None:
            self._watch.feed(readings, ignored)

    def _ignored(self, doubted: Collection[int]) -> frozenset[int]:
        """Cells that say nothing, or nothing to go by."""
        dead = self._settings.dead_cells | self._calibration.dead
        return dead.union(self._settling.flickering(), doubted)

    def _waypoints(self) -> tuple[Waypoint, ...]:
        """What the table showed on the way from the agreed reading, between movements."""
        ignored = self._ignored(self._health.doubted)
        return tuple(
            Waypoint(
                _read_picture(picture.raw, self._calibration, self._layout, ignored), picture.still
            )
            for picture in self._passage.pictures
        )

    def _read(self, raw: Sequence[int | None], doubted: Collection[int]) -> Means:
        return read_means(raw, self._calibration, self._layout, self._ignored(doubted))

    def _learn(self, agreed: Position) -> None:
        """Learn which cells lie from the means judged last, now that people agree on them."""
        if self._raw is None or self._evidence is None or not self._layout.signed:
            return
        against = contradicted(self._evidence, agreed)
        overruled = self._overruled(agreed)
        if not against and not overruled and not self._health.doubted:
            return
        before = self._health.doubted
        self._health.learn(self._read(self._raw, ()), agreed, against, overruled)
        if self._health.doubted != before:
            self._means = self._read(self._raw, self._health.doubted)
            self._evidence = None

    def _overruled(self, agreed: Position) -> frozenset[int]:
        """Slots that people, asked, said to hold something else than was read there."""
        verdict = self._verdict
        if verdict is None or verdict.kind is not VerdictKind.UNSURE or not verdict.sensed:
            return frozenset()
        read = enumerate(zip(verdict.sensed, agreed.slots, strict=True))
        return frozenset(slot for slot, (sensed, said) in read if sensed != said)

    def _note(self, agreed: Position) -> None:
        """Keep what this board tells of cells and checkers."""
        if self._raw is not None and self._noted != agreed:
            self._noted = agreed
            means = read_means(self._raw, self._calibration, self._layout, ())
            self._ledger.note(means, agreed)

    def _decide(self, agreed: Position, book: Book, *, at_done: bool) -> Verdict:
        verdict = self._read_board(agreed, book, at_done=at_done)
        if self._means is None:
            return verdict
        return without_strays(verdict, self._means, self._reference, agreed)

    def _read_board(self, agreed: Position, book: Book, *, at_done: bool) -> Verdict:
        blind = decoder.blind_cells(self._means, self._layout)
        if self._means is None or len(blind) > self._settings.blind_cells:
            return Verdict(VerdictKind.BLIND, cells=blind)
        if self._evidence is None:
            self._evidence = weigh(self._means, self._reference, agreed, book.wanted)
        verdict = self._judged(book, self._evidence, blind, at_done=at_done)
        if verdict.way is not None and self._is_stirred(verdict.kind, verdict.way):
            return replace(verdict, kind=VerdictKind.UNSURE, choices=(verdict.way,))
        settings, reference = self._settings, self._reference
        is_open = settings.tells and decoder.is_open(verdict, self._evidence, settings)
        if not is_open or reference is None:
            return verdict
        waypoints, movements = self._waypoints(), self._passage.movements
        heard = hear(self._evidence, reference, waypoints, movements, agreed, settings.tells)
        return decoder.closed(verdict, self._judged(book, heard, blind, at_done=at_done), settings)

    def _is_stirred(self, kind: VerdictKind, way: Way) -> bool:
        """Checkers came and went since the same whole play was read already."""
        if kind is not VerdictKind.COMPLETE or self._whole is None or self._means is None:
            return False
        means, slots = self._whole
        if not self._layout.signed or slots != way.position.slots:
            return False
        return is_stirred(self._means, means, slots)

    def _judged(
        self, book: Book, evidence: Evidence, blind: tuple[int, ...], *, at_done: bool
    ) -> Verdict:
        return decoder.judge(
            book,
            evidence,
            self._settings,
            blind,
            self._rest if self._layout.signed else None,
            self._pulse.alive,
            self._seen,
            at_done=at_done,
        )

    def _take_book(self, book: Book) -> None:
        prepare(self._model, book.agreed, book.wanted)
        self._book = book
        self._evidence = None
        self._seen = None
