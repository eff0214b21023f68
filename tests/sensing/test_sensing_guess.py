"""The unconstrained best guess, and the nearest board to it."""

from __future__ import annotations

import numpy as np

from controller.rules.position import START, Position
from controller.sensing.evidence import Evidence
from controller.sensing.guess import best_guess, is_clear, nearest
from controller.sensing.likelihood import CONTENTS
from controller.sensing.settings import REFERENCE
from controller.sensing.templates import CONTENT


def changed(*changes: tuple[int, int]) -> tuple[int, ...]:
    """START with counts added to slots."""
    slots = list(START.slots)
    for slot, count in changes:
        slots[slot] += count
    return tuple(slots)


def evidence_of(
    *nats: tuple[int, int, float], strange: tuple[int, float] | None = None
) -> Evidence:
    """START agreed, everything else far off but for (slot, content, nats)."""
    gains = np.full((26, CONTENTS), -50.0, dtype=np.float32)
    gains[np.arange(26), np.array(START.slots) + CONTENT] = 0.0
    for slot, content, value in nats:
        gains[slot, content + CONTENT] = value
    unexplained = np.full(26, -50.0, dtype=np.float32)
    if strange is not None:
        unexplained[strange[0]] = strange[1]
    return Evidence(gains, unexplained, REFERENCE.model())


def test_a_board_is_clear_where_nothing_comes_near_what_is_read() -> None:
    shown = changed((7, -1), (6, 1))
    read = ((7, 2, 20.0), (6, 1, 20.0))
    assert is_clear(evidence_of(*read), shown, 5.0)
    assert not is_clear(evidence_of(*read, (6, 2, 16.0)), shown, 5.0)
    assert not is_clear(evidence_of(*read, strange=(0, -4.0)), shown, 5.0)


def test_a_guess_that_was_cut_down_to_what_a_side_owns_is_not_clear() -> None:
    evidence = evidence_of((6, 1, 3.0))
    shown, _nats = best_guess(evidence, START)
    assert shown == START.slots
    assert not is_clear(evidence, shown, 5.0)


def test_a_side_with_fourteen_checkers_is_not_given_a_fifteenth() -> None:
    fourteen = Position(changed((12, -1)))
    gains = np.full((26, CONTENTS), -50.0, dtype=np.float32)
    gains[np.arange(26), np.array(fourteen.slots) + CONTENT] = 0.0
    gains[6, 1 + CONTENT] = 3.0
    shown, _nats = best_guess(
        Evidence(gains, np.full(26, -50.0, dtype=np.float32), REFERENCE.model()), fourteen
    )
    assert shown == fourteen.slots


def test_the_nearest_board_needs_the_fewest_movements() -> None:
    far, near = changed((5, -2), (4, 2)), changed((5, -1), (4, 1))
    boards = np.array([far, near], dtype=np.int8)

    assert nearest(START.slots, boards) == 1


def test_of_equal_boards_the_shortest_way_for_the_hand_is_meant() -> None:
    shown = changed((7, -1), (3, 1))
    boards = np.array([START.slots, changed((7, -1), (4, 1))], dtype=np.int8)

    assert nearest(shown, boards) == 1


def test_a_checker_too_many_is_not_explained_by_another_slot() -> None:
    shown = changed((4, 1))
    boards = np.array([START.slots, changed((7, -1), (4, 1))], dtype=np.int8)

    assert nearest(shown, boards) == 0


def gains(*better: tuple[int, int, float]) -> Evidence:
    """START agreed; others far worse but (slot, content, nats)."""
    table = np.full((26, CONTENTS), -60.0, dtype=np.float32)
    for slot, content in enumerate(START.slots):
        table[slot, content + CONTENT] = 0.0
    for slot, content, nats in better:
        table[slot, content + CONTENT] = nats
    return Evidence(table, np.full(26, -60.0, dtype=np.float32), REFERENCE.model())


def test_a_doubtful_sixteenth_checker_is_not_sensed() -> None:
    contents, score = best_guess(gains((4, 1, 2.0)), START)

    assert contents == START.slots
    assert score == 2.0


def test_a_clear_sixteenth_checker_is_sensed() -> None:
    contents, _score = best_guess(gains((4, 1, 20.0)), START)

    assert contents[4] == 1
    assert sum(count for count in contents if count > 0) == 16
