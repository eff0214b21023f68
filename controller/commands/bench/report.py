"""The form that every bench reports in: rows of a value, its unit and, where set, its budget."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure. budget: the most it may be (None: only reported). value None: could
    not be measured, `why` says why; such a row misses its budget.
    """

    name: str
    value: float | None
    unit: str
    budget: float | None = None
    why: str | None = None

    @property
    def met(self) -> bool | None:
        """Whether the budget is kept; None without a budget."""
        if self.budget is None:
            return None
        return self.value is not None and self.value <= self.budget


def format_json(bench: str, seed: int, rows: Sequence[Row]) -> str:
    """One JSON object: {"bench":...,"seed":...,"rows":[...]}."""
    return json.dumps({"bench": bench, "seed": seed, "rows": [_plain(row) for row in rows]})


def format_table(rows: Sequence[Row]) -> str:
    """The rows as aligned text, a missed budget marked."""
    width = max((len(row.name) for row in rows), default=0)
    return "\n".join(_line(row, width) for row in rows)


def exit_code(rows: Sequence[Row]) -> int:
    """1 if a budget is missed, else 0."""
    return int(any(row.met is False for row in rows))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share (0-1) of the values does not exceed. Raises ValueError for none."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _plain(row: Row) -> dict[str, Any]:
    plain: dict[str, Any] = {"name": row.name, "value": row.value, "unit": row.unit}
    if row.budget is not None:
        plain |= {"budget": row.budget, "met": row.met}
    if row.why is not None:
        plain["why"] = row.why
    return plain


def _line(row: Row, width: int) -> str:
    value = "-" if row.value is None else f"{row.value:.4g}"
    text = f"{row.name:<{width}}  {value:>9} {row.unit}"
    if row.budget is not None:
        text += f"  (budget {row.budget:.4g}{'' if row.met else ', MISSED'})"
    return text if row.why is None else f"{text}  {row.why}"
