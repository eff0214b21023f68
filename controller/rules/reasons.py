"""Why a play is refused, in one sentence that a player understands.

Only for words: what is legal is decided by `plays` alone. The first rule broken is named, in the
order in which a director would ask: is there a checker, is the point open, bar first, does the
die exist, may it be borne off, and only then whether more of the roll had to be played
(PT-20..26, BR-08..16).
"""

from __future__ import annotations

from controller.rules.packed import HOME_TOP
from controller.rules.plays import LegalPlays, Step, single_steps
from controller.rules.position import BAR, OFF, RESERVE, Board, Roll
from controller.rules.variants import STANDARD, Variant


def why_illegal(
    board: Board,
    roll: Roll,
    movements: tuple[Step, ...],
    legal: LegalPlays,
    variant: Variant = STANDARD,
    reserve: int = 0,
) -> str:
    """The reason, for movements that leave none of the legal boards."""
    if not movements:
        return f"a play with {_dice_word(legal.dice_used)} is possible"
    ordered = sorted(movements, key=lambda m: (m.source, m.to), reverse=True)
    lying = (*board, reserve)
    for movement in ordered:
        reason = _blocked(lying, roll, movement, ordered, variant)
        if reason:
            return reason
    if not legal.plays:
        return "nothing can be played"
    if not _dice_fit(board, reserve, list(_dice(roll)), tuple(ordered)):
        return "the dice do not give these steps"
    ran = None if variant.hit_and_run else _hit_and_ran(board, ordered)
    if ran is not None:
        return f"the checker that hit on point {ran} must stay there this turn"
    if len(ordered) < legal.dice_used:
        return f"{_dice_word(legal.dice_used)} can be played and must be"
    if legal.dice_used == 1:
        return f"only one die can be played, so the larger one, {max(roll)}, must be"
    return "the dice do not give these steps"


def _blocked(
    board: Board, roll: Roll, movement: Step, ordered: list[Step], variant: Variant
) -> str | None:
    """What forbids this movement whatever else is played. board: the reserve as index 26."""
    source, to = movement.source, movement.to
    arriving = sum(m.to == source for m in ordered)
    if source == RESERVE and not variant.reserve:
        return "there is no reserve in this game"
    if max(board[source], 0) + arriving < sum(m.source == source for m in ordered):
        return f"too few checkers {'in' if source == RESERVE else 'on'} {_place(source)}"
    if to != OFF and board[to] < -1:
        return f"point {to} is held by {-board[to]} opposing checkers"
    if board[BAR] > sum(m.source == BAR for m in ordered) and source != BAR:
        return "a checker on the bar must enter first"
    if to == OFF:
        return _bear_off_refusal(board, roll, source, ordered)
    if min(source, BAR) - to not in _sums(roll):
        named = {BAR: "bar", RESERVE: "in"}.get(source, source)
        return f"no die gives {named}/{to}"
    return None


def _bear_off_refusal(board: Board, roll: Roll, source: int, ordered: list[Step]) -> str | None:
    behind = [
        point
        for point in range(HOME_TOP + 1, RESERVE + 1)
        if board[point] > sum(m.source == point for m in ordered)
    ]
    if RESERVE in behind:
        return "not all checkers are home: some have not entered yet"
    if behind:
        return f"not all checkers are home: one is on {_place(max(behind))}"
    if source > max(_sums(roll)):
        return f"no die bears off from point {source}"
    return None


def _hit_and_ran(board: Board, ordered: list[Step]) -> int | None:
    """The home point where a blot was hit and that was left again, in games that forbid it."""
    for point in range(1, HOME_TOP + 1):
        arriving = sum(m.to == point for m in ordered)
        if board[point] == -1 and arriving and arriving == sum(m.source == point for m in ordered):
            return point
    return None


def _dice_fit(board: Board, reserve: int, dice: list[int], movements: tuple[Step, ...]) -> bool:
    """Can these movements be made one after another, each by one die, in any order?"""
    if not movements:
        return True
    for at, movement in enumerate(movements):
        rest = movements[:at] + movements[at + 1 :]
        for die in dict.fromkeys(dice):
            left = list(dice)
            left.remove(die)
            for step, after in single_steps(board, die, reserve):
                same = (step.source, step.to) == (movement.source, movement.to)
                if same and _dice_fit(after, reserve - (step.source == RESERVE), left, rest):
                    return True
    return False


def _dice(roll: Roll) -> tuple[int, ...]:
    return (roll[0],) * 4 if roll[0] == roll[1] else roll


def _sums(roll: Roll) -> set[int]:
    """Pips that one checker may go with this roll."""
    if roll[0] == roll[1]:
        return {roll[0] * n for n in (1, 2, 3, 4)}
    return {roll[0], roll[1], sum(roll)}


def _place(source: int) -> str:
    return {BAR: "the bar", RESERVE: "the reserve"}.get(source, f"point {source}")


def _dice_word(dice_used: int) -> str:
    return {1: "one die", 2: "both dice"}.get(dice_used, f"{dice_used} dice")
