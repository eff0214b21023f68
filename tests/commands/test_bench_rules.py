"""`bench rules`: what it compares, and that a missing or differing peer shows."""

from __future__ import annotations

from controller.commands.bench.report import exit_code
from controller.commands.bench.rules import Decision, disagreements, random_decisions, run
from controller.rules.plays import legal_finals
from controller.rules.position import START_BOARD, Board, Roll

DANCE: Decision = ((0, *[0] * 17, 0, -2, -2, -2, -2, -2, -2, 1), (3, 1))


def peer(board: Board, roll: Roll) -> list[Board]:
    return legal_finals(board, roll)


def test_decisions_are_those_of_random_games_and_repeatable() -> None:
    decisions = random_decisions(300, 7)
    assert decisions == random_decisions(300, 7)
    assert decisions[0][0] == START_BOARD
    assert len({board for board, _roll in decisions}) > 200


def test_a_peer_that_agrees_gives_ratios_and_no_disagreement() -> None:
    rows = {row.name: row for row in run(20, 1, peer)}
    assert rows["20 random decisions"].value is not None
    assert rows["20 random decisions: disagreements with bgsage"].value == 0
    assert rows["worst double: every board on the way"].value is not None


def test_a_missing_peer_misses_its_budgets_and_says_why() -> None:
    rows = run(20, 1, None, "bgsage is not installed")
    unmeasured = [row for row in rows if row.value is None]
    assert len(unmeasured) == 4
    assert all(row.met is False and row.why == "bgsage is not installed" for row in unmeasured)
    assert exit_code(rows) == 1


def test_a_peer_that_leaves_a_play_out_disagrees() -> None:
    decisions = [(START_BOARD, (3, 1)), DANCE]
    assert disagreements(decisions, peer) == 0
    assert disagreements(decisions, lambda board, roll: legal_finals(board, roll)[1:]) == 1


def test_no_play_may_be_told_as_no_board_or_as_the_board_itself() -> None:
    assert disagreements([DANCE], lambda board, roll: [board]) == 0
    assert disagreements([DANCE], lambda board, roll: []) == 0
