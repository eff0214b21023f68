"""What a service does when it starts: go on, begin by itself, or let people choose."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from controller.bus.opening import open_bus
from controller.commands.ports import TablePorts
from controller.commands.serve import Built, Teller, begins_at_once, build, carded
from controller.config import Config, set_value
from controller.journal.journal import Journal
from controller.table import facts as f
from controller.table import inputs
from hw_sim.live import SimScheme

BUS = ("bus.url", "unix:///run/redis.sock")
NAMED = ("match.names", "Ann, Bo")
CARD = f.MatchStarted(
    1, "standard", 3, "Ann", "Robbie", ("person", "bot built-in player"), "typed", level="expert"
)


def config(*pairs: tuple[str, str]) -> Config:
    made = Config()
    for key, text in pairs:
        made = set_value(made, key, text)
    return made


@pytest.mark.parametrize(
    ("pairs", "at_once"),
    [
        ((), True),  # no screen can be attached: nobody could choose
        ((BUS,), False),
        ((BUS, NAMED), True),
        ((BUS, ("match.begins", "at-once")), True),
        ((NAMED, ("match.begins", "on-screen")), False),
    ],
)
def test_a_match_begins_by_itself_where_it_is_known_or_nobody_could_choose_one(
    pairs: tuple[tuple[str, str], ...], at_once: bool
) -> None:
    assert begins_at_once(config(*pairs)) is at_once


def test_a_match_card_is_the_match_unless_the_config_lets_people_choose() -> None:
    assert begins_at_once(carded(config(BUS)))
    assert not begins_at_once(carded(config(BUS, ("match.begins", "on-screen"))))


def built(folder: Path, asked: Config, *facts: f.AnyFact) -> tuple[Built, str]:
    """The service of a config over a journal with these facts; not run."""
    journal, out = Journal.open(folder / "journal.sqlite3"), io.StringIO()
    if facts:
        journal.append(facts)
    sims = SimScheme()
    made = build(
        set_value(asked, "table.port", "sim://"), folder, journal, TablePorts(sims),
        Teller(out), open_bus(Config().bus, journal, "t"), "t",
    )  # fmt: skip
    made.service.stop()
    made.service.run(made.begin(False))
    sims.close()
    journal.close()
    return made, out.getvalue()


def test_an_unfinished_match_goes_on_whatever_the_config_asks_for(tmp_path: Path) -> None:
    made, _told = built(tmp_path, config(NAMED), CARD)
    assert made.is_resumed
    assert isinstance(made.begin(True)(5), inputs.Resume)
    assert made.card == CARD


def test_where_people_choose_nothing_begins(tmp_path: Path) -> None:
    made, _told = built(tmp_path, config(("match.begins", "on-screen")))
    assert made.begin(False) is inputs.Await
    journal = Journal.open_read_only(tmp_path / "journal.sqlite3")
    assert journal.facts() == []
    journal.close()


def test_what_a_config_asks_for_begins_with_its_bots_and_lock(tmp_path: Path) -> None:
    asked = config(NAMED, ("seats.dark", "bot"), ("match.tournament", "true"))
    made, _told = built(tmp_path, asked)
    begun = made.begin(False)(5)
    assert isinstance(begun, inputs.Begin)
    assert begun.card.seats[0] == "person"
    assert begun.card.seats[1].startswith("bot ")
    assert (begun.card.level, begun.card.tournament) == ("advanced", True)
