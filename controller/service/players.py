"""Between the core's wish for a choice and the seats' players."""

from __future__ import annotations

from controller.seats.player import Choice, Owner, Question, What
from controller.table.effects import WantChoice
from controller.table.inputs import ChoiceMade

WHATS: dict[str, What] = {
    "play": "play",
    "double": "double",
    "answer": "answer",
    "resignation": "resignation",
    "name": "name",
}
OWNERS: dict[bool | None, Owner | None] = {None: None, True: "own", False: "other"}


def question_of(wanted: WantChoice) -> Question:
    """What a player is asked, seen from the side that decides."""
    return Question(
        what=WHATS[wanted.what],
        board=wanted.board,
        roll=wanted.roll if wanted.what == "play" else None,
        off=wanted.off,
        cube=wanted.cube,
        cube_owner=OWNERS[wanted.owns_cube],
        score=wanted.score,
        length=wanted.length,
        crawford=wanted.crawford,
        size=wanted.size,
        largest_win=wanted.largest_win,
        variant=wanted.variant,
        reserve=wanted.reserve,
    )


def choice_made(now_ms: int, request: int, choice: Choice) -> ChoiceMade:
    """The answer as the core takes it."""
    return ChoiceMade(now_ms, request, choice.play, choice.act, choice.double)
