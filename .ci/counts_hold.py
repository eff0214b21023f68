"""Reads bench JSON lines; fails where a count misses its budget, and tells missed times.

Counts (wrong plays, questions) are the same on every machine; times are not, and a busy machine
must not decide whether a change lands. `gammonboard bench` itself exits 1 for both.
"""

from __future__ import annotations

import json
import sys

TIMES = {"ms", "% of a core", "x bgsage"}


def main() -> int:
    failed = 0
    for line in sys.stdin:
        bench = json.loads(line)
        for row in bench["rows"]:
            value = "-" if row["value"] is None else f"{row['value']:.4g}"
            text = f"{bench['bench']}: {row['name']} {value} {row['unit']}"
            if row.get("met") is False:
                is_time = row["unit"] in TIMES
                failed += not is_time
                text += f"  (budget {row['budget']}: {'missed here' if is_time else 'FAILED'})"
            print(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
