"""BU-13 as a property: whatever people do and leave undone, the table never doubles for anybody."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_driver import Driver

from controller.config import Config, set_value
from controller.match.stakes import Stakes
from controller.rules.position import Position, Side
from controller.table import facts as f
from controller.view.intents import NameDouble, Press, Resign

ASKED_FOR = (f.Doubled, f.Beavered, f.ResignOffered)
TIMER_S = 20
ACTS = 60
CASES = 40


class Idlers:
    """Two people who act now and then, and often do not."""

    def __init__(self, seed: int, variant: str) -> None:
        self.rng = random.Random(seed)
        config = set_value(Config(), "turn.timeout_cube", self.rng.choice(["take", "drop"]))
        config = set_value(config, "turn.timeout_play", self.rng.choice(["auto", "first-legal"]))
        self.driver = Driver(
            length=0, config=config, timer_s=TIMER_S, variant=variant, stakes=Stakes(beavers=1)
        )
        self.asked: Counter[type[f.Fact]] = Counter()
        self.driver.start()

    def act(self) -> None:
        """One of them does something, or time goes by."""
        driver, rng = self.driver, self.rng
        driver.rolls.clear()
        driver.rolls.extend((rng.randint(1, 6), rng.randint(1, 6)) for _ in range(3))
        if rng.random() < 0.5:
            driver.wait(rng.randrange(2 * TIMER_S * 1000))
        elif rng.random() < 0.3:
            self.meddle()
        else:
            self.go_on()

    def meddle(self) -> None:
        """Something that is asked for by a person, and by nobody else."""
        side = self.rng.choice(list(Side)).value
        before = Counter(map(type, self.driver.facts))
        match self.rng.randrange(4):
            case 0:
                self.driver.press(side, "double")
            case 1:
                self.driver.press(side, "done", hold_ms=2_050)
            case 2:
                self.driver.ask(Resign(side, 1))
            case _:
                self.driver.ask(Press(side, self.rng.choice(["pause", "go_on"])))
        after = Counter(map(type, self.driver.facts))
        self.asked.update({kind: after[kind] - before[kind] for kind in ASKED_FOR})

    def go_on(self) -> None:
        """What the game waits for."""
        driver, game = self.driver, self.driver.table.state.game
        side = (game.turn or Side.LIGHT).value
        if driver.interruption == "paused":
            driver.ask(Press(side, "go_on"))
        match driver.phase:
            case "setup":
                driver.put(game.agreed.slots)
            case "moving" | "showing":
                self.make_play()
            case "naming":
                for _ in range(2):
                    driver.ask(NameDouble(side, self.rng.randint(1, 6)))
            case "cube_offered":
                pass
            case _:
                driver.press(side, "done")

    def make_play(self) -> None:
        """Some legal play, or the one that is shown."""
        driver, game = self.driver, self.driver.table.state.game
        assert game.ways is not None
        assert game.turn is not None
        board = self.rng.choice(sorted(game.ways.finals))
        driver.put(Position.from_board(board, game.turn).slots)
        if driver.phase == "moving" and self.rng.random() < 0.7:
            driver.press(game.turn.value, "done")


@pytest.mark.parametrize("variant", ["standard", "acey-deucey"])
@settings(max_examples=CASES)
@given(seed=st.integers(0, 2**32))
def test_bu_13_the_table_never_doubles_beavers_or_resigns_for_anybody(
    variant: str, seed: int
) -> None:
    idlers = Idlers(seed, variant)
    for _ in range(ACTS):
        idlers.act()
    facts = idlers.driver.facts
    told = Counter(map(type, facts))
    assert {kind: told[kind] for kind in ASKED_FOR} == {
        kind: idlers.asked[kind] for kind in ASKED_FOR
    }
    decided = [fact for fact in facts if getattr(fact, "cause", "") == f.TIMEOUT]
    allowed = f.Chosen | f.NamedDouble | f.Taken | f.Dropped | f.ResignAnswered
    assert all(isinstance(fact, allowed) for fact in decided)
    assert not any(isinstance(fact, f.ResignAnswered) and fact.accepted for fact in decided)


def test_the_property_meets_every_kind_of_timeout() -> None:
    """Else it would prove nothing."""
    kinds: Counter[str] = Counter()
    for seed in range(30):
        idlers = Idlers(seed, "standard" if seed % 3 else "acey-deucey")
        for _ in range(ACTS):
            idlers.act()
        kinds.update(
            type(fact).__name__
            for fact in idlers.driver.facts
            if getattr(fact, "cause", "") == f.TIMEOUT
        )
        asked = (fact for fact in idlers.driver.facts if isinstance(fact, ASKED_FOR))
        kinds.update(type(fact).__name__ for fact in asked)
    wanted = {"Chosen", "Taken", "Dropped", "ResignAnswered", "Doubled", "ResignOffered"}
    assert wanted <= set(kinds)
