"""In real time: a match against a bot is chosen, ends, and is played again with sides changed."""

from __future__ import annotations

import io
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.bus.memory import MemoryBus
from controller.commands.ports import TablePorts
from controller.commands.serve import Teller, build
from controller.config import Config, set_value
from controller.journal.journal import Journal
from controller.table import facts as f
from controller.view.intents import NewMatch, Press, Rematch, Resign
from controller.view.lobby import Wishes
from controller.view.snapshot import Snapshot
from hw_sim.live import SimScheme

WAIT_S = 30.0  # a loaded machine may be slow; nothing waits that long where all is well


class Watched:
    """A service on a simulated table, and one screen on its bus."""

    def __init__(self, folder: Path) -> None:
        config = set_value(Config(), "table.port", "sim://?noise=quiet")
        config = set_value(config, "match.begins", "on-screen")
        self.journal = Journal.open(folder / "journal.sqlite3")
        bus = MemoryBus(self.journal, "token")
        self._sims = SimScheme()
        ports = TablePorts(self._sims)
        built = build(config, folder, self.journal, ports, Teller(io.StringIO()), bus, "token")
        self._service, self._bus = built.service, bus
        bus.start(self._service.ask)
        self._shown: queue.SimpleQueue[Snapshot] = queue.SimpleQueue()
        self.screen = bus.viewer()
        self.screen.start(self._shown.put)
        run = self._service.run
        self._thread = threading.Thread(target=run, args=(built.begin(False),), daemon=True)
        self._thread.start()

    def until(self, holds: Callable[[Snapshot], bool], what: str) -> Snapshot:
        """The first picture that is so."""
        ends = time.monotonic() + WAIT_S
        while True:
            try:
                shown = self._shown.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"never came: {what}") from None
            if holds(shown):
                return shown

    def opened(self, side: str) -> Snapshot:
        """The opening is thrown."""
        self.until(lambda shown: shown.phase == "opening", "the board is ready")
        self.screen.ask(Press(side, "done"))
        return self.until(lambda shown: shown.phase in ("moving", "showing"), "the opening")

    def given_away(self, side: str) -> Snapshot:
        """The person resigns the match; the bot accepts."""
        self.screen.ask(Resign(side, 3))
        return self.until(
            lambda shown: shown.phase == "match_over" and shown.lobby is not None, "the end"
        )

    def close(self) -> None:
        self._service.stop()
        self._thread.join(WAIT_S)
        self._bus.close()
        self._sims.close()
        self.journal.close()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path)
    yield made
    made.close()


@pytest.mark.slow
def test_bu_14_the_bot_of_a_chosen_match_changes_sides_with_the_person(watched: Watched) -> None:
    watched.until(lambda shown: shown.phase == "start" and shown.verdict is not None, "the start")
    watched.screen.ask(NewMatch("light", Wishes(("Ann", "Robbie"), length=1)))
    assert watched.opened("light").names == ("Ann", "Robbie")
    over = watched.given_away("light")
    assert (over.winner, over.score) == ("dark", (0, 3))

    watched.screen.ask(Rematch("light", swapped=True))
    again = watched.opened("dark")
    assert again.names == ("Robbie", "Ann")
    assert again.seats[0].startswith("bot ")
    assert again.seats[1] == "person"
    assert watched.given_away("dark").winner == "light"
    cards = watched.journal.cards()
    assert [card.match for card in cards] == [1, 2]
    assert cards[0].level == cards[1].level == "advanced"
    ends = [fact for fact in watched.journal.facts() if isinstance(fact, f.MatchEnded)]
    assert [end.winner for end in ends] == ["dark", "light"]
