"""Who fills a bot's seat: gnubg where it can play the game, and it is said where it cannot."""

from __future__ import annotations

import pytest

from controller.commands.bots import GNUBG_PLAYS, seats_of
from controller.rules.position import Side
from controller.rules.variants import VARIANTS
from controller.seats.gnubg import find_gnubg


@pytest.mark.parametrize("variant", VARIANTS)
def test_gnubg_sits_where_it_knows_the_game(
    variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats, players = seats_of("hands", "bot", "casual", variant)
    players[Side.DARK].close()
    has_gnubg = find_gnubg() is not None
    is_gnubg = has_gnubg and variant in GNUBG_PLAYS

    assert seats == ("hands", "bot gnubg casual" if is_gnubg else "bot built-in player casual")
    said = capsys.readouterr().err
    assert ("the built-in player sits" in said) == (has_gnubg and not is_gnubg)


def test_gnubg_plays_what_differs_in_nothing_that_it_does_not_know() -> None:
    for variant in GNUBG_PLAYS:
        row = VARIANTS[variant]
        assert row.hit_and_run
        assert not row.reserve
