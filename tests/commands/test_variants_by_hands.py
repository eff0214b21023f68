"""Every variant played by hands at `quiet`: each recorded play is what the hands did.

20 games of acey-deucey and 5 of each other variant take about two minutes of a core.
"""

from __future__ import annotations

import pytest

from controller.commands.bench import endurance
from controller.rules.variants import VARIANTS

GAMES = {"acey-deucey": 20}


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_records_agree_with_the_hands(variant: str) -> None:
    rows, notes = endurance.run(
        GAMES.get(variant, 5), seed=4, variant=variant, noise="quiet", hands="careful"
    )

    values = {row.name: row.value for row in rows}
    assert notes == []
    assert values["wrong"] == values["games that could not go on"] == 0
    assert values["right plays refused at Done"] == values["questions"] == 0
    assert values["games"] >= GAMES.get(variant, 5)
    assert values["turns"] > values["games"]


def test_endurance_may_be_sized_by_the_table_s_minutes() -> None:
    rows, notes = endurance.run(1000, 3, minutes=0.5, noise="quiet", hands="careful")

    assert notes == []
    assert next(row.value for row in rows if row.name == "games") < 1000
