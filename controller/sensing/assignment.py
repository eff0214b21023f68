"""The cheapest pairing of two sets: the assignment problem, solved exactly.

The Hungarian method (Kuhn 1955) in the form with potentials: rows are taken in one after the
other, each along the cheapest chain of exchanges. Costs are whole numbers, so that nothing is
rounded; n rows and m columns take n * n * m steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Costs = Sequence[Sequence[int]]

_FREE = -1
_FAR = 1 << 40  # more than any sum of costs


def assign(costs: Costs) -> tuple[int, ...]:
    """For each row a column of its own, so that the sum of `costs[row][column]` is least.

    Raises ValueError where there are more rows than columns.
    """
    if costs and len(costs) > len(costs[0]):
        raise ValueError(f"{len(costs)} rows cannot have a column each of {len(costs[0])}")
    book = _Book(costs, [0] * len(costs), [0] * (len(costs[0]) if costs else 0), [])
    book.row_in = [_FREE] * len(book.by_column)
    for row in range(len(costs)):
        book.take_in(row)
    column_of = {row: column for column, row in enumerate(book.row_in) if row != _FREE}
    return tuple(column_of[row] for row in range(len(costs)))


@dataclass(slots=True)
class _Book:
    """by_row, by_column: potentials; costs less both are never negative, and 0 for those paired.

    row_in: the row that has a column.
    """

    costs: Costs
    by_row: list[int]
    by_column: list[int]
    row_in: list[int]

    def take_in(self, row: int) -> None:
        """Give one more row a column; others may have to change theirs for it."""
        columns = len(self.by_column)
        nearest, came_from = [_FAR] * columns, [_FREE] * columns
        passed: list[int] = []  # columns that the chain reached, in order
        standing, column = row, _FREE
        while standing != _FREE:
            for other in range(columns):
                if other in passed:
                    continue
                way = self.costs[standing][other] - self.by_row[standing] - self.by_column[other]
                if way < nearest[other]:
                    nearest[other], came_from[other] = way, column
            column = min((c for c in range(columns) if c not in passed), key=nearest.__getitem__)
            self._shift(row, nearest[column], passed, nearest)
            passed.append(column)
            standing = self.row_in[column]
        while column != _FREE:
            before = came_from[column]
            self.row_in[column] = row if before == _FREE else self.row_in[before]
            column = before

    def _shift(self, row: int, by: int, passed: list[int], nearest: list[int]) -> None:
        """Raise the potentials of the chain until its next column costs nothing more."""
        self.by_row[row] += by
        for column in passed:
            self.by_row[self.row_in[column]] += by
            self.by_column[column] -= by
        for column in range(len(nearest)):
            if column not in passed:
                nearest[column] -= by
