"""Make `gnubg_cases.txt.xz` anew: boards of every corner of the rules, with gnubg's plays.

`python tests/truth/make_gnubg_cases.py` (a minute or two; the same seed gives the same file).
"""

from __future__ import annotations

import lzma
import random
import sys
from collections import Counter
from pathlib import Path

from gnubg_plays import TruthCase, format_case, gnubg_finals
from random_boards import STRATA, random_questions_of_rules, stratum_of

FILE = Path(__file__).parent / "gnubg_cases.txt.xz"
SEED = 4
OF_EACH = 350


def main() -> int:
    wanted = Counter(dict.fromkeys(STRATA, OF_EACH))
    chosen = {}
    for board, roll in random_questions_of_rules(random.Random(SEED)):
        stratum = stratum_of(board, roll)
        if wanted[stratum] and (board, roll) not in chosen:
            wanted[stratum] -= 1
            chosen[board, roll] = stratum
            if not +wanted:
                break
    finals = gnubg_finals(list(chosen))
    cases = [
        TruthCase(stratum, board, roll, after)
        for ((board, roll), stratum), after in zip(chosen.items(), finals, strict=True)
    ]
    cases.sort(key=lambda case: STRATA.index(case.stratum))
    text = "".join(f"{format_case(case)}\n" for case in cases)
    FILE.write_bytes(lzma.compress(text.encode("ascii"), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(cases)} cases, {FILE.stat().st_size} bytes: {FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
