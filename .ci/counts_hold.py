"""Reads bench JSON lines; fails where a count misses its budget, and tells missed times.

Counts (wrong plays, questions) are the same on every machine; times are not, and a busy machine
must not decide whether a change lands. A rate is a promise about 10,000 turns: in a short run it
fails where so many would come by chance less than once in a hundred runs. `gammonboard bench`
itself exits 1 for all of them.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

TIMES = {"ms", "% of a core", "x bgsage"}


RARE = 0.01


def is_by_chance(row: dict[str, Any], rows: dict[str, dict[str, Any]]) -> bool:
    """Whether a missed rate, in % of the turns of its case, may be chance in so few of them."""
    case, _, what = row["name"].rpartition(": ")
    turns = rows.get(f"{case}: turns")
    if what != "questions" or turns is None:
        return False
    expected = turns["value"] * row["budget"] / 100
    seen = round(turns["value"] * row["value"] / 100)
    fewer = sum(math.exp(-expected) * expected**n / math.factorial(n) for n in range(seen))
    return 1 - fewer >= RARE


def main() -> int:
    failed = 0
    for line in sys.stdin:
        bench = json.loads(line)
        named = {row["name"]: row for row in bench["rows"]}
        for row in bench["rows"]:
            value = "-" if row["value"] is None else f"{row['value']:.4g}"
            text = f"{bench['bench']}: {row['name']} {value} {row['unit']}"
            if row.get("met") is False:
                is_told = row["unit"] in TIMES or is_by_chance(row, named)
                failed += not is_told
                text += f"  (budget {row['budget']}: {'missed here' if is_told else 'FAILED'})"
            print(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
