"""Wrote `data/version-1.sqlite3` and the same facts as JSON beside it, with the code of version 1.

Kept to tell what is in them. Never run again once version 1 is released: that file is then what
such a journal really was.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from random_matches import random_match

from controller.journal.journal import Journal
from controller.match.stakes import Stakes
from controller.records.json_form import format_json
from controller.rules.position import START
from controller.table import facts as f

DATA = Path(__file__).parent / "data"


def facts_of_version_1() -> list[f.AnyFact]:
    """A short match and the starts of two that together hold a fact of every kind."""
    slots = START.slots
    return [
        *random_match(5, 1, illegal=0.05),
        f.SeedRevealed("M1/G1", "5" * 64),
        f.MatchStarted(
            match=2, variant="standard", length=0, light='Ann "Q": 7, 3', dark="אבג 🎲 " * 20,
            seats=("person", "bot gnubg advanced"), dice="fair", event="Club", round="2",
            table="5", date="2026-11-30", product="gammonboard 0.1.0",
            stakes=Stakes(jacoby=True, automatic_doubles=2, beavers=2, cube_limit=0),
            source="club.json",
        ),
        f.GameStarted(1, "M2/G1", (0, 0), False, "c0ffee", slots),
        f.Rolled("O", 0, (2, 2)), f.AutomaticDouble(2), f.Rolled("O", 1, (1, 3)),
        f.Chosen("dark", (3, 1), "8/5 6/5", slots, (0, 0), "bot"),
        f.Played("dark", (3, 1), "8/5 6/5", slots, (0, 0)),
        f.Doubled("light", 4), f.Beavered("dark", 8), f.Taken("light", 8),
        f.IntentRefused("light", "double", "The cube is not yours."),
        f.Rolled("R", 0, (6, 4), "light"),
        f.MatchResumed("light"), f.QuestionAnswered("light", "which", "24/14"),
        f.Played("light", (6, 4), "24/14", slots, (0, 0), illegal=True),
        f.ResignOffered("dark", 2), f.ResignAnswered("light", accepted=False),
        f.BoardSet(slots, (0, 0), turn="light", cube=8, owner="dark"),
        f.Doubled("light", 16), f.Dropped("dark"),
        f.GameEnded("light", "drop", 1, 8, (8, 0)), f.SeedRevealed("M2/G1", "0f" * 32),
        *acey_deucey(),
    ]  # fmt: skip


def acey_deucey() -> list[f.AnyFact]:
    """A turn that threw a 1-2, named a double and is to throw again."""
    empty = (0,) * 26
    entered = (*(0,) * 22, 1, 1, 0, 0)
    named = (*(0,) * 18, 4, 0, 0, 0, 1, 1, 0, 0)
    return [
        f.MatchStarted(3, "acey-deucey", 1, "a", "b", ("hands", "hands"), "typed"),
        f.GameStarted(1, "M3/G1", (0, 0), False, None, empty, reserve=(15, 15), starter="light"),
        f.Rolled("R", 0, (2, 1), "light"),
        f.Played("light", (2, 1), "in/24 in/23", entered, (0, 0), (13, 15), then="name"),
        f.NamedDouble("light", 6),
        f.Played("light", (6, 6), "in/19 in/19 in/19 in/19", named, (0, 0), (9, 15), then="roll"),
    ]


if __name__ == "__main__":
    DATA.mkdir(exist_ok=True)
    path = DATA / "version-1.sqlite3"
    path.unlink(missing_ok=True)
    facts = facts_of_version_1()
    journal = Journal.open(path)
    journal.append(facts)
    journal.close()
    path.with_suffix(".json").write_text(format_json(facts), encoding="utf-8")
