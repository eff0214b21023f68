"""Why a play is refused, in one sentence that a player understands.

Only for words: what is legal is decided by `plays` alone. The first rule broken is named, in the
order in which a director would ask: is there a checker, is the point open, bar first, does the
die exist, may it be borne off, and only then whether more of the roll had to be played
(PT-20..26, BR-08..16).
"""

from __future__ import annotations

from controller.rules.plays import LegalPlays, Step, single_steps
from controller.rules.position import BAR, OFF, Board, Roll

HOME_TOP = 6


def why_illegal(board: Board, roll: Roll, movements: tuple[Step, ...], legal: LegalPlays) -> str:
    """The reason, for movements that leave none of the legal boards."""
    if not movements:
        return f"a play with {_dice_word(legal.dice_used)} is possible"
    ordered = sorted(movements, key=lambda m: (m.source, m.to), reverse=True)
    for movement in ordered:
        reason = _blocked(board, roll, movement, ordered)
        if reason:
            return reason
    if not legal.plays:
        return "nothing can be played"
    if not _dice_fit(board, list(_dice(roll)), tuple(ordered)):
        return "the dice do not give these steps"
    if len(ordered) < legal.dice_used:
        return f"{_dice_word(legal.dice_used)} can be played and must be"
    if legal.dice_used == 1:
        return f"only one die can be played, so the larger one, {max(roll)}, must be"
    return "the dice do not give these steps"


def _blocked(board: Board, roll: Roll, movement: Step, ordered: list[Step]) -> str | None:
    """What forbids this movement whatever else is played."""
    source, to = movement.source, movement.to
    arriving = sum(m.to == source for m in ordered)
    if not 0 < source <= BAR:
        return "there is no reserve in this game"
    if max(board[source], 0) + arriving < sum(m.source == source for m in ordered):
        where = "the bar" if source == BAR else f"point {source}"
        return f"too few checkers on {where}"
    if to != OFF and board[to] < -1:
        return f"point {to} is held by {-board[to]} opposing checkers"
    if board[BAR] > sum(m.source == BAR for m in ordered) and source != BAR:
        return "a checker on the bar must enter first"
    if to == OFF:
        return _bear_off_refusal(board, roll, source, ordered)
    if source - to not in _sums(roll):
        return f"no die gives {source}/{to}" if source != BAR else f"no die gives bar/{to}"
    return None


def _bear_off_refusal(board: Board, roll: Roll, source: int, ordered: list[Step]) -> str | None:
    behind = [
        point
        for point in range(HOME_TOP + 1, BAR + 1)
        if board[point] > sum(m.source == point for m in ordered)
    ]
    if behind:
        where = "the bar" if BAR in behind else f"point {max(behind)}"
        return f"not all checkers are home: one is on {where}"
    if source > max(_sums(roll)):
        return f"no die bears off from point {source}"
    return None


def _dice_fit(board: Board, dice: list[int], movements: tuple[Step, ...]) -> bool:
    """Can these movements be made one after another, each by one die, in any order?"""
    if not movements:
        return True
    for at, movement in enumerate(movements):
        rest = movements[:at] + movements[at + 1 :]
        for die in dict.fromkeys(dice):
            left = list(dice)
            left.remove(die)
            for step, after in single_steps(board, die):
                same = (step.source, step.to) == (movement.source, movement.to)
                if same and _dice_fit(after, left, rest):
                    return True
    return False


def _dice(roll: Roll) -> tuple[int, ...]:
    return (roll[0],) * 4 if roll[0] == roll[1] else roll


def _sums(roll: Roll) -> set[int]:
    """Pips that one checker may go with this roll."""
    if roll[0] == roll[1]:
        return {roll[0] * n for n in (1, 2, 3, 4)}
    return {roll[0], roll[1], sum(roll)}


def _dice_word(dice_used: int) -> str:
    return {1: "one die", 2: "both dice"}.get(dice_used, f"{dice_used} dice")
