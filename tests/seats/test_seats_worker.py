"""The seat's thread: never in the core's way, never an answer to a question that is over."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import pytest

from controller.rules.position import START_BOARD
from controller.seats.player import Choice, PlayerFailed, Question
from controller.seats.worker import SeatWorker

WAIT_S = 10.0
DOUBLE = Question("double", START_BOARD)
ANSWER = Question("answer", START_BOARD)

Answers = queue.SimpleQueue[tuple[int, Choice | str]]


class Slow:
    """A player that thinks until it is told to stop thinking."""

    name = "slow"

    def __init__(self, act: Callable[[Question], Choice] | None = None) -> None:
        self.asked: queue.SimpleQueue[Question] = queue.SimpleQueue()
        self.go_on = threading.Semaphore(0)
        self.closed = False
        self._act = act or (lambda question: Choice(act="take"))

    def choose(self, question: Question) -> Choice:
        self.asked.put(question)
        assert self.go_on.acquire(timeout=WAIT_S)
        if self.closed:
            raise PlayerFailed("closed")
        return self._act(question)

    def close(self) -> None:
        self.closed = True
        self.go_on.release()


def seat(player: Slow) -> tuple[SeatWorker, Answers]:
    answers: Answers = queue.SimpleQueue()
    return SeatWorker(player, lambda number, answer: answers.put((number, answer))), answers


def test_a_question_is_answered_under_its_number() -> None:
    player = Slow()
    worker, answers = seat(player)
    worker.ask(7, ANSWER)
    assert player.asked.get(timeout=WAIT_S) == ANSWER
    player.go_on.release()
    assert answers.get(timeout=WAIT_S) == (7, Choice(act="take"))
    assert worker.name == "slow"
    assert worker.close()


def test_asking_does_not_wait_and_only_the_newest_question_is_answered() -> None:
    player = Slow()
    worker, answers = seat(player)
    worker.ask(1, DOUBLE)
    player.asked.get(timeout=WAIT_S)  # it thinks about the first
    worker.ask(2, DOUBLE)
    worker.ask(3, ANSWER)
    player.go_on.release()
    assert player.asked.get(timeout=WAIT_S) == ANSWER  # the second was never put
    player.go_on.release()
    assert answers.get(timeout=WAIT_S) == (3, Choice(act="take"))
    assert worker.close()
    assert answers.empty()


def test_a_forgotten_question_is_not_answered() -> None:
    player = Slow()
    worker, answers = seat(player)
    worker.ask(1, DOUBLE)
    player.asked.get(timeout=WAIT_S)
    worker.forget()
    player.go_on.release()
    worker.ask(2, ANSWER)
    player.asked.get(timeout=WAIT_S)
    player.go_on.release()
    assert answers.get(timeout=WAIT_S)[0] == 2
    assert worker.close()


def test_a_failure_is_told_in_words_and_the_next_question_is_heard() -> None:
    def fail_once(question: Question) -> Choice:
        if question == DOUBLE:
            raise PlayerFailed("gnubg failed 3 times")
        return Choice(act="drop")

    player = Slow(fail_once)
    worker, answers = seat(player)
    player.go_on.release(2)
    worker.ask(1, DOUBLE)
    assert answers.get(timeout=WAIT_S) == (1, "gnubg failed 3 times")
    worker.ask(2, ANSWER)
    assert answers.get(timeout=WAIT_S) == (2, Choice(act="drop"))
    assert worker.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bug_in_a_player_leaves_nobody_waiting() -> None:
    def stumble(_question: Question) -> Choice:
        raise ZeroDivisionError("a bug")

    player = Slow(stumble)
    worker, answers = seat(player)
    player.go_on.release(2)
    worker.ask(1, DOUBLE)
    number, said = answers.get(timeout=WAIT_S)
    assert number == 1
    assert "ZeroDivisionError('a bug')" in str(said)
    worker.ask(2, DOUBLE)
    assert answers.get(timeout=WAIT_S)[0] == 2
    assert worker.close()


def test_close_ends_a_thought_and_nothing_is_answered_after_it() -> None:
    player = Slow()
    worker, answers = seat(player)
    worker.ask(1, DOUBLE)
    player.asked.get(timeout=WAIT_S)
    assert worker.close()
    assert answers.empty()
    assert worker.close()
    with pytest.raises(ValueError, match="closed"):
        worker.ask(2, DOUBLE)
