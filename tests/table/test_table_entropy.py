"""BU-16 to BU-19 in the core: commitment, the players' chance, dice, reveal, in that order."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from table_driver import Driver

from controller.config import Config, set_value
from controller.rules.position import Side
from controller.service.chance import Asked, DiceSource, FairSource, SeededDice, answer
from controller.table import effects as e
from controller.table import facts as f
from controller.table.audit import audit_match
from controller.view.intents import Carry, Entropy, Press, Resign
from controller.view.snapshot import Fairness

ORDER = ["GameStarted", "EntropyCommitted", "EntropyCommitted", "EntropyRevealed", "Rolled"]


class FairDriver(Driver):
    """A driver whose dice come from a real source."""

    def __init__(
        self,
        source: DiceSource,
        *,
        entropy: bool = True,
        seats: tuple[str, str] = ("person", "person"),
        facts: tuple[f.AnyFact, ...] = (),
        variant: str = "standard",
    ) -> None:
        super().__init__(length=1, seats=seats, facts=facts, variant=variant)
        self.source = source
        is_seeded = isinstance(source, SeededDice)
        self.card = msgspec.structs.replace(
            self.card,
            entropy=entropy,
            dice="seeded" if is_seeded else "fair",
            seed=7 if is_seeded else None,
        )
        self.secrets: list[str] = []

    def _carry_out(self, effect: e.AnyEffect) -> None:
        if isinstance(effect, e.KeepEntropy):
            self.secrets.append(effect.text)
        if isinstance(effect, Asked):
            self.tell(answer(self.source, effect, self.now_ms))
        else:
            super()._carry_out(effect)

    @property
    def fairness(self) -> Fairness:
        assert self.snapshot is not None
        assert self.snapshot.fairness is not None
        return self.snapshot.fairness

    def matter(self) -> list[str]:
        """The kinds of its facts, up to the first roll, that are a matter of dice."""
        kinds = [kind for kind in self.kinds() if kind not in ("MatchStarted", "IntentRefused")]
        return kinds[: kinds.index("Rolled") + 1] if "Rolled" in kinds else kinds

    def play_on(self) -> None:
        """Rolls and resignation: the game ends."""
        while self.phase == "opening":
            self.press("light", "done")
            self.wait(1100)
        self.ask(Resign("light", 1))
        self.ask(Press("dark", "yes"))


@pytest.fixture
def seeded() -> FairDriver:
    driver = FairDriver(SeededDice(7))
    driver.start()
    return driver


def give_both(driver: FairDriver) -> None:
    driver.ask(Entropy("light", "three blind mice"))
    driver.ask(Entropy("dark", "42 17 250 93"))


def test_bu_17_the_fingerprint_is_a_fact_and_shown_before_anything_else(seeded: FairDriver) -> None:
    started = next(fact for fact in seeded.facts if isinstance(fact, f.GameStarted))

    assert started.commitment == seeded.source.commit("M1/G1")
    assert seeded.fairness.commitment == started.commitment
    assert seeded.fairness.asked == ("light", "dark")
    assert seeded.matter() == ["GameStarted"]


def test_bu_16_both_sides_chance_comes_in_before_the_first_die(seeded: FairDriver) -> None:
    give_both(seeded)
    assert seeded.fairness.asked == ()
    assert seeded.fairness.sources == ("person", "person")
    seeded.press("light", "done")

    assert seeded.matter() == ORDER
    shown = next(fact for fact in seeded.facts if isinstance(fact, f.EntropyRevealed))
    assert bytes.fromhex(shown.entropy[0]) == b"three blind mice"


def test_bu_16_nothing_is_revealed_before_both_hashes_are_facts(seeded: FairDriver) -> None:
    seeded.ask(Entropy("light", "three blind mice"))

    assert seeded.matter() == ["GameStarted", "EntropyCommitted"]
    assert seeded.fairness.players[0] is not None
    assert seeded.fairness.asked == ("dark",)
    told = [msgspec.json.encode(fact) for fact in seeded.facts]
    assert not any(b"mice" in line or b"three blind mice".hex().encode() in line for line in told)


def test_bu_16_no_die_is_thrown_while_somebody_may_still_add(seeded: FairDriver) -> None:
    assert "tap the screen" in seeded.said("light")
    seeded.ask(Entropy("light", "three blind mice"))
    seeded.press("light", "done")

    assert "Rolled" not in seeded.kinds()
    assert "Ben may still add to the dice" in seeded.said("light")
    assert "tap the screen" in seeded.said("dark")


def test_bu_16_nobody_waits_for_ever_done_rolls_without(seeded: FairDriver) -> None:
    seeded.press("dark", "done")
    seeded.press("light", "done")
    assert seeded.fairness.sources == ("none", "none")
    seeded.press("light", "done")

    assert seeded.matter() == ORDER
    revealed = next(fact for fact in seeded.facts if isinstance(fact, f.EntropyRevealed))
    assert revealed.entropy == ("", "")


@pytest.mark.parametrize("seats", [("person", "bot builtin"), ("hands", "person")])
def test_bu_16_for_a_bot_the_service_draws_and_says_so(seats: tuple[str, str]) -> None:
    driver = FairDriver(SeededDice(7), seats=seats)
    driver.start()
    person = Side.LIGHT if seats[0] == "person" else Side.DARK

    assert driver.fairness.asked == (person.value,)
    driver.ask(Entropy(person.value, "mine"))
    assert driver.fairness.sources[person.other.index] == "table"
    revealed = next(fact for fact in driver.facts if isinstance(fact, f.EntropyRevealed))
    assert len(bytes.fromhex(revealed.entropy[person.other.index])) == 32


def test_what_is_given_twice_late_too_long_or_not_at_all_is_refused(seeded: FairDriver) -> None:
    seeded.ask(Entropy("light", "   "))
    assert "first" in seeded.said("light")
    seeded.ask(Entropy("light", "x" * 401))
    assert "too long" in seeded.said("light")
    seeded.ask(Entropy("light", "once"))
    seeded.ask(Entropy("light", "twice"))
    assert "is in" in seeded.said("light")

    assert seeded.secrets == ["once"]
    assert seeded.table.snapshot is not None
    assert seeded.table.snapshot.refused == 3


def test_a_match_without_the_players_part_needs_nothing_from_them() -> None:
    driver = FairDriver(SeededDice(7), entropy=False)
    driver.start()
    assert driver.fairness.mode == "table"
    driver.ask(Entropy("light", "three blind mice"))
    assert "need nothing from you" in driver.said("light")
    driver.press("light", "done")

    assert driver.matter() == ["GameStarted", "Rolled"]


def test_of_typed_dice_nothing_is_said() -> None:
    driver = Driver(dice="typed").start()
    assert driver.snapshot is not None
    assert driver.snapshot.fairness is None


@pytest.mark.parametrize("entropy", [True, False])
def test_bu_18_bu_19_the_seed_is_shown_and_the_table_itself_rolls_again(entropy: bool) -> None:
    driver = FairDriver(SeededDice(7), entropy=entropy)
    driver.start()
    if entropy:
        give_both(driver)
    driver.play_on()
    shown = driver.fairness

    assert shown.last_gid == "M1/G1"
    assert shown.last_seed == driver.source.reveal("M1/G1")
    assert shown.last_commitment == driver.source.commit("M1/G1")
    assert shown.last_rolls == driver.kinds().count("Rolled") >= 1
    assert shown.last_difference is None
    assert shown.last_entropy == ((b"three blind mice".hex(), b"42 17 250 93".hex())
                                  if entropy else ("", ""))  # fmt: skip
    assert [game.difference for game in audit_match(driver.facts)] == [None]


def test_bu_18_a_match_that_is_given_up_shows_its_seed_too() -> None:
    driver = FairDriver(SeededDice(7))
    driver.start()
    give_both(driver)
    while driver.phase == "opening":
        driver.press("light", "done")
        driver.wait(1100)
    driver.ask(Press("light", "pause"))
    driver.ask(Carry("light", False))

    assert driver.kinds()[-2:] == ["MatchAbandoned", "SeedRevealed"]
    (game,) = audit_match(driver.facts)
    assert (game.difference, game.is_open) == (None, False)
    assert game.rolls == driver.kinds().count("Rolled")
    without = [fact for fact in driver.facts if not isinstance(fact, f.SeedRevealed)]
    assert audit_match(without)[0].difference is not None


def test_bu_19_a_die_that_does_not_follow_is_told_by_the_table_itself() -> None:
    class Crooked(SeededDice):
        def roll(self, gid: str, kind: str, n: int, *_more: object) -> tuple[int, int]:
            return 6, 5

    driver = FairDriver(Crooked(7), entropy=False)
    driver.start()
    driver.play_on()

    assert driver.fairness.last_difference is not None
    assert driver.fairness.last_difference[1]["recorded"] == "6 and 5"


@pytest.mark.parametrize("given", [0, 1, 2])
def test_bu_16_a_crash_is_no_end_what_was_given_is_still_there(tmp_path: Path, given: int) -> None:
    before = FairDriver(FairSource(tmp_path))
    before.start()
    for side in ("light", "dark")[:given]:
        before.ask(Entropy(side, f"{side}'s phrase"))
    after = FairDriver(FairSource(tmp_path), facts=tuple(before.facts))
    after.resume(power_lost=False)
    assert after.fairness.commitment == before.fairness.commitment
    for side in ("light", "dark")[given:]:
        after.ask(Entropy(side, f"{side}'s phrase"))
    after.play_on()

    assert after.fairness.last_difference is None
    assert bytes.fromhex(after.fairness.last_entropy[0]) == b"light's phrase"


def test_bu_16_a_crash_between_the_last_hash_and_the_reveal_is_no_end(tmp_path: Path) -> None:
    before = FairDriver(FairSource(tmp_path))
    before.start()
    give_both(before)
    facts = [fact for fact in before.facts if not isinstance(fact, f.EntropyRevealed)]
    after = FairDriver(FairSource(tmp_path), facts=tuple(facts))
    after.resume(power_lost=False)
    after.play_on()

    assert after.kinds().count("EntropyRevealed") == 1
    assert after.fairness.last_difference is None


def without_seed(tmp_path: Path, *, entropy: bool = False) -> FairDriver:
    """The service comes back in mid-game, and the seed's file is gone."""
    before = FairDriver(FairSource(tmp_path / "before"), entropy=entropy)
    before.start()
    if entropy:
        give_both(before)
    while before.phase == "opening":
        before.press("light", "done")
        before.wait(1100)
    driver = FairDriver(FairSource(tmp_path / "after"), facts=tuple(before.facts))
    driver.resume(power_lost=False)
    side = driver.table.state.game.turn
    assert side is not None
    assert driver.table.state.game.ways is not None
    steps = next(iter(driver.table.state.game.ways.finals))
    driver.turn(side, *[(s.source, s.to) for s in driver.table.state.game.ways.boards[steps]])
    driver.press(side.other.value, "done")
    return driver


def test_bu_16_a_lost_seed_is_told_and_the_game_goes_on_from_a_new_commitment(
    tmp_path: Path,
) -> None:
    driver = without_seed(tmp_path)
    (lost,) = (fact for fact in driver.facts if isinstance(fact, f.SeedLost))

    assert (lost.gid, lost.next_gid) == ("M1/G1", "M1/G1.2")
    assert driver.kinds()[-1] == "SeedLost"  # the new commitment is read before the next die
    assert driver.fairness.is_lost
    assert driver.fairness.commitment == lost.commitment
    for side in ("light", "dark"):
        assert "lost" in driver.said(side)
        assert lost.commitment is not None
        assert lost.commitment[:4].upper() in driver.said(side)

    turn = driver.table.state.game.turn
    assert turn is not None
    driver.press(turn.value, "done")
    assert driver.kinds()[-1] == "Rolled"
    driver.ask(Resign(turn.value, 1))
    driver.ask(Press(turn.other.value, "yes"))
    assert driver.fairness.last_gid == "M1/G1.2"
    assert driver.fairness.last_rolls == 1
    assert driver.fairness.last_difference is not None
    assert "was lost" in driver.fairness.last_difference[0]


def test_bu_16_where_the_players_add_they_are_asked_again_after_a_lost_seed(tmp_path: Path) -> None:
    driver = without_seed(tmp_path, entropy=True)
    assert driver.fairness.asked == ("light", "dark")
    give_both(driver)
    turn = driver.table.state.game.turn
    assert turn is not None
    driver.press(turn.value, "done")

    assert driver.kinds()[-1] == "Rolled"


def test_bu_18_a_seed_that_is_gone_at_the_end_is_said_to_be_lost(tmp_path: Path) -> None:
    driver = FairDriver(FairSource(tmp_path), entropy=False)
    driver.start()
    while driver.phase == "opening":
        driver.press("light", "done")
        driver.wait(1100)
    driver.source = FairSource(tmp_path / "elsewhere")
    driver.ask(Resign("light", 1))
    driver.ask(Press("dark", "yes"))

    assert isinstance(driver.facts[-1], f.SeedLost)
    assert driver.fairness.last_seed is None
    assert driver.fairness.last_difference is not None
    assert driver.table.state.revealed  # the match goes on


def test_two_bots_throw_as_soon_as_their_chance_is_drawn() -> None:
    driver = FairDriver(SeededDice(7), seats=("bot a", "bot b"))
    driver.start()
    driver.wait(5000)

    assert driver.matter() == ORDER


def test_where_the_table_throws_by_itself_it_waits_for_the_players() -> None:
    driver = FairDriver(SeededDice(7), variant="hu")
    driver.start()
    driver.wait(5000)
    assert driver.matter() == ["GameStarted"]
    give_both(driver)
    driver.wait(5000)

    assert driver.matter() == ORDER


def test_the_players_part_is_a_key_of_the_config() -> None:
    assert not Config().dice.entropy
    assert set_value(Config(), "dice.entropy", "true").dice.entropy
