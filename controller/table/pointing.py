"""A question is answered on the board itself: by a hand that stirs a checker on a lit point."""

from __future__ import annotations

from collections.abc import Sequence

from controller.guidance.scene import Question
from controller.sensing.verdict import Verdict, VerdictKind
from controller.table.desk import Desk
from controller.table.phases import Interruption

TWO = 2  # a yes or no points at nothing


def ask(desk: Desk, question: Question) -> None:
    """Put the question, in place of what was said about earlier presses; from now on a hand may
    point at the answer."""
    desk.moment.question = question
    desk.notices.clear()
    desk.eye.watch()


def pointed_at(desk: Desk, verdict: Verdict) -> int | None:
    """The answer (its place among the choices) that a hand has given, if any.

    The board is still, as doubtful as it was, and nothing else was stirred. What was stirred
    elsewhere is no answer: then the hand may point anew.
    """
    question = desk.moment.question
    if question is None or desk.question is not question or len(question.choices) != TWO:
        return None
    if desk.interruption() is not Interruption.QUESTION or not _is_as_doubtful(question, verdict):
        return None
    if not desk.eye.is_settled(desk.now_ms):
        return None
    slot = desk.eye.pointed_at()
    if slot in question.places:
        return question.places.index(slot)
    desk.eye.watch()
    return None


def is_still_open(question: Question, verdict: Verdict) -> bool:
    """The board has not answered by itself: it is as doubtful, or the hand is about to point."""
    return _is_as_doubtful(question, verdict) or _is_held(question, verdict)


def _is_as_doubtful(question: Question, verdict: Verdict) -> bool:
    """The same boards would be asked about; a question never outlives them."""
    asked = {way.position for way in question.choices}
    return verdict.kind is VerdictKind.UNSURE and {way.position for way in verdict.choices} == asked


def _is_held(question: Question, verdict: Verdict) -> bool:
    """One checker of a lit point is in a hand, and nothing else."""
    if verdict.kind is not VerdictKind.IN_HAND or len(verdict.lifted) != 1:
        return False
    return any(
        _differing(verdict.sensed, way.position.slots) == [place]
        for way, place in zip(question.choices, question.places, strict=False)
    )


def _differing(sensed: Sequence[int], slots: Sequence[int]) -> list[int]:
    return [slot for slot, (a, b) in enumerate(zip(sensed, slots, strict=True)) if a != b]
