"""The unconstrained best guess, and the nearest board to it."""

from __future__ import annotations

import numpy as np

from controller.rules.position import SLOTS, START, Position
from controller.sensing.evidence import Evidence
from controller.sensing.guess import best_guess, is_clear, likely_boards, made_whole, nearest
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


# --- what a board may show, whatever may be played ------------------------------------------------


def told(gains: dict[tuple[int, int], float]) -> Evidence:
    """Every slot shows what is agreed by 50 nats, but for these (slot, content) pairs."""
    table = np.full((SLOTS, CONTENTS), -50.0, dtype=np.float32)
    for slot, n in enumerate(START.slots):
        table[slot, n + CONTENT] = 0.0
    for (slot, n), nats in gains.items():
        table[slot, n + CONTENT] = nats
    return Evidence(table, np.full(SLOTS, -50.0, dtype=np.float32), REFERENCE.model())


def test_a_board_that_shows_one_thing_is_read_in_one_way() -> None:
    assert likely_boards(told({}), START, within=5.0, most=8) == (START.slots,)


def test_what_is_nearly_as_likely_follows_the_likeliest() -> None:
    evidence = told({(5, 4): -2.0, (7, 4): -1.0, (7, 2): -4.0})
    boards = likely_boards(evidence, START, within=5.0, most=8)

    changes = [
        {slot: n for slot, n in enumerate(board) if n != START.slots[slot]} for board in boards
    ]
    assert changes == [{}, {5: 4}, {7: 4, 5: 4}, {7: 2}]


def test_no_more_checkers_are_read_than_a_side_owns() -> None:
    assert likely_boards(told({(7, 4): 3.0}), START, within=5.0, most=8) == (START.slots,)


def test_no_checker_is_read_on_the_other_sides_bar() -> None:
    boards = likely_boards(told({(24, -1): 3.0, (0, -1): 2.0}), START, within=5.0, most=8)

    assert all(board[24] >= 0 for board in boards)


def test_only_so_many_are_read() -> None:
    evidence = told({(slot, 0): -0.1 for slot in (0, 5, 7, 11, 12, 16, 18, 23)})

    assert len(likely_boards(evidence, START, within=5.0, most=8)) == 8


def test_a_checker_that_lies_nowhere_is_put_where_it_is_hardly_missed() -> None:
    evidence = evidence_of((12, 4, 3.0), (6, 1, -1.0))
    shown, _nats = best_guess(evidence, START)
    assert shown == changed((12, -1))
    assert made_whole(shown, evidence, START) == changed((12, -1), (6, 1))
    assert made_whole(START.slots, evidence, START) == START.slots


def test_a_checker_that_is_plainly_gone_stays_gone() -> None:
    evidence = evidence_of((12, 4, 20.0), (6, 1, -6.0))
    shown, _nats = best_guess(evidence, START)
    assert made_whole(shown, evidence, START) == shown == changed((12, -1))
