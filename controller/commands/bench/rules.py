"""`gammonboard bench rules`: how fast legal plays are found, beside bgsage in the same process.

Both answer the same question in the same form, boards as 26 ints from the mover's side. bgsage is
C++ and counts the other's bar upwards, so that turning it is part of its time as packing and
unpacking are of ours. Small parts of the work are given to both in turn, several times, and the
fastest time of each part counts: other work on the machine weighs on neither.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence

from controller.commands.bench.report import Row
from controller.rules.plays import legal_finals, legal_ways
from controller.rules.position import START_BOARD, Board, Roll

POOL_OF_ONE = 15  # boards looked at for each decision asked, to find the worst doubles
WORST = 200
ROUNDS = 7
PART = 25
RATIO = 1.1
WORST_RATIO = 0.6
WAYS_MS = 20.0

Decision = tuple[Board, Roll]
Peer = Callable[[Board, Roll], Sequence[Sequence[int]]]


def run(turns: int, seed: int, peer: Peer | None, why: str | None = None) -> list[Row]:
    """Ratios to a peer, disagreements with it, and our own times; why: there is no peer."""
    pool = random_decisions(POOL_OF_ONE * turns, seed)
    asked = pool[:turns]
    doubles = [each for each in pool if each[1][0] == each[1][1]]
    worst = sorted(doubles, key=lambda each: len(legal_finals(*each)), reverse=True)[:WORST]
    rows = []
    for name, decisions, budget in (
        (f"{len(asked)} random decisions", asked, RATIO),
        (f"{len(worst)} worst doubles", worst, WORST_RATIO),
    ):
        ours_s, *peer_s = fastest(decisions, [legal_finals, *([peer] if peer else [])])
        ratio = ours_s / peer_s[0] if peer_s else None
        differing = disagreements(decisions, peer) if peer else None
        rows.append(Row(name, ratio, "x bgsage", budget, why))
        rows.append(Row(f"{name}: disagreements with bgsage", differing, "", 0, why))
        rows.append(Row(f"{name}: each", ours_s / len(decisions) * 1e6, "us"))
    rows.append(Row("worst double: every board on the way", slowest_ways_ms(worst), "ms", WAYS_MS))
    return rows


def random_decisions(count: int, seed: int) -> list[Decision]:
    """The boards and rolls of random games, one after another."""
    chance = random.Random(seed)
    found: list[Decision] = []
    board = START_BOARD
    while len(found) < count:
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        found.append((board, roll))
        finals = sorted(legal_finals(board, roll))
        board = tuple(-n for n in reversed(chance.choice(finals) if finals else board))
        if not any(n < 0 for n in board):
            board = START_BOARD
    return found


def load_bgsage() -> tuple[Peer | None, str | None]:
    """bgsage's search in our form, or why there is none."""
    try:
        from bgsage import possible_moves  # noqa: PLC0415
    except ImportError as error:
        return None, f"bgsage is not installed ({error})"

    def peer(board: Board, roll: Roll) -> list[list[int]]:
        found = possible_moves([-board[0], *board[1:]], roll[0], roll[1])
        return [[-after[0], *after[1:]] for after in found]

    return peer, None


def fastest(decisions: Sequence[Decision], peers: Sequence[Peer]) -> list[float]:
    """Seconds that all decisions take each of the peers."""
    totals = [0.0] * len(peers)
    for start in range(0, len(decisions), PART):
        part = decisions[start : start + PART]
        best = [float("inf")] * len(peers)
        for _ in range(ROUNDS):
            for number, peer in enumerate(peers):
                began = time.process_time()
                for board, roll in part:
                    peer(board, roll)
                best[number] = min(best[number], time.process_time() - began)
        totals = [total + one for total, one in zip(totals, best, strict=True)]
    return totals


def disagreements(decisions: Iterable[Decision], peer: Peer) -> int:
    """How many decisions the peer answers with other boards.

    Where nothing can be played bgsage may also answer with the board as it is.
    """
    count = 0
    for board, roll in decisions:
        told = sorted(map(tuple, peer(board, roll)))
        finals = sorted(legal_finals(board, roll))
        count += told not in (finals, finals or [board])
    return count


def slowest_ways_ms(decisions: Iterable[Decision]) -> float:
    """The longest that the boards on the way of one roll take (what the table builds at a roll)."""
    slowest = 0.0
    for decision in decisions:
        times = []
        for _ in range(3):
            began = time.process_time()
            legal_ways(*decision)
            times.append(time.process_time() - began)
        slowest = max(slowest, min(times))
    return slowest * 1e3
