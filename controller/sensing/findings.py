"""What is wrong with a table, as values: what, where, how it shows. Words are guidance's."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from controller.rules.position import Side


class Kind(enum.StrEnum):
    """Worst first: in this order findings are told.

    swapped: two plugs sit in each other's place. silent: no reading. dead: reads 0 whatever lies
    there. stuck: reads one value. flicker: jumps though nothing moves. dropout: now and then no
    reading. unreliable: contradicted agreed boards. stray: a magnet that is no checker. drift:
    away from its rest. flipped, weak: a checker upside down, or with half a magnet.
    """

    SWAPPED = "swapped"
    SILENT = "silent"
    DEAD = "dead"
    STUCK = "stuck"
    FLICKER = "flicker"
    DROPOUT = "dropout"
    UNRELIABLE = "unreliable"
    STRAY = "stray"
    DRIFT = "drift"
    FLIPPED = "flipped"
    WEAK = "weak"


CELL_KINDS = frozenset(
    {Kind.SILENT, Kind.DEAD, Kind.STUCK, Kind.FLICKER, Kind.DROPOUT, Kind.UNRELIABLE, Kind.DRIFT}
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    cell: of cells; slot (with side and place, the checker's number from the rail) of checkers, and
    of a stray magnet; plugs: of swapped ones. value: what shows it: the value that a stuck cell
    reads, units of a drift (an hour, if it went on), a checker's strength, a magnet's units, the
    share of readings that failed; for broken ones the contradictions. weight: how sure and how bad,
    to rank findings of one kind.
    """

    kind: Kind
    cell: int | None = None
    slot: int | None = None
    side: Side | None = None
    place: int = 0
    plugs: tuple[int, int] | None = None
    value: float = 0.0
    weight: float = 0.0


def ranked(findings: list[Finding]) -> tuple[Finding, ...]:
    """Worst first."""
    order = list(Kind)
    return tuple(
        sorted(findings, key=lambda f: (order.index(f.kind), -f.weight, f.cell or f.slot or 0))
    )
