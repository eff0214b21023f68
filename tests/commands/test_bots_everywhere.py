"""BU-14: a bot takes an empty seat and is marked as one on every surface."""

from __future__ import annotations

import dataclasses
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.commands import files, play
from controller.commands.bots import make_player
from controller.commands.data import RECORDS
from controller.commands.rig import Rig, Watchers
from controller.config import BOT_LEVELS
from controller.guidance.words import format_message
from controller.journal.journal import Journal
from controller.records.files import write_form
from controller.rules.position import Side
from controller.seats.builtin import BuiltinPlayer
from controller.seats.player import Player
from controller.table import facts as f
from controller.table.phases import Phase
from controller.view.intents import NewMatch, Rematch
from controller.view.lobby import Wishes
from controller.view.snapshot import Snapshot
from display.scenes import compose
from display.stage import ScreenSettings

NAMES = ("Robbie", "Marvin")
UNMARKED = re.compile(r"(Robbie|Marvin)(?! \(bot)")
A_DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True)
class Played:
    """A match of two bots, and all that was seen of it."""

    told: str
    facts: list[f.AnyFact]
    records: list[Path]
    snapshots: list[Snapshot]


def options(folder: Path, **changes: object) -> play.PlayOptions:
    """Two bots, fast, repeatable."""
    bots = {side: BuiltinPlayer() for side in Side}
    seats = ("bot built-in player", "bot built-in player")
    given: dict[str, object] = {
        "seed": 5, "speed": 0, "pty": False, "length": 1, "names": NAMES,
        "seats": seats, "players": bots, **changes,
    }  # fmt: skip
    return play.PlayOptions(folder, **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("bots")
    chosen, out, snapshots = options(folder), io.StringIO(), []
    print(play.opening_words(chosen, 5), file=out)
    teller = play.Teller(out, colour=False)
    watching = teller.watchers()

    def snapshot(taken: Snapshot, now_ms: int) -> None:
        snapshots.append(taken)
        watching.snapshot(taken, now_ms)

    watchers = Watchers(watching.fact, snapshot, watching.records)
    rig, _hands = play.seat_hands(play.plan_match(chosen, 5), "careful", watchers, play.pacer(0))
    rig.begin()
    assert rig.run.run_until(A_DAY_MS, lambda: play.is_match_over(rig))
    facts = rig.facts()
    rig.close()
    return Played(out.getvalue(), facts, sorted((folder / RECORDS).iterdir()), snapshots)


def test_bu_14_two_bots_play_a_whole_match_on_the_simulated_table(match: Played) -> None:
    assert isinstance(match.facts[-1], f.SeedRevealed)
    assert any(isinstance(fact, f.MatchEnded) for fact in match.facts)
    choices = [fact for fact in match.facts if isinstance(fact, f.Chosen)]
    plays = [fact for fact in match.facts if isinstance(fact, f.Played)]
    assert len(choices) > 20
    assert {fact.cause for fact in choices} == {"bot"}
    chosen = {(fact.side, fact.slots) for fact in choices}
    assert all((fact.side, fact.slots) in chosen for fact in plays if fact.notation)


def test_bu_14_a_bot_is_marked_in_the_terminal(match: Played) -> None:
    assert not [line for line in match.told.splitlines() if UNMARKED.search(line)
                and "records" not in line and "check" not in line]  # fmt: skip


def test_bu_14_a_bot_is_marked_in_every_snapshot_and_in_all_words(match: Played) -> None:
    assert {shown.seats for shown in match.snapshots} == {
        ("bot built-in player", "bot built-in player")
    }
    said = {format_message(each) for shown in match.snapshots for each in shown.messages}
    assert len(said) > 20
    assert not [words for words in said if UNMARKED.search(words)]


def test_bu_14_a_bot_is_marked_on_the_screen_wherever_it_is_named(match: Played) -> None:
    marked_in = set()
    for shown in match.snapshots[:: max(1, len(match.snapshots) // 60)]:
        items = compose(shown, ScreenSettings()).items
        words = [getattr(item, "text", "") for item in items]
        is_marked = "BOT" in words or "BOT" in [getattr(item, "badge", "") for item in items]
        if is_marked:
            marked_in.add(shown.phase)
        elif shown.phase not in ("game_over", "match_over"):
            assert not [word for word in words if UNMARKED.search(word)], shown.phase
    assert marked_in >= {"to_roll", "showing"}


def test_bu_14_a_bot_is_marked_in_journal_and_records(match: Played) -> None:
    card = match.facts[0]
    assert isinstance(card, f.MatchStarted)
    assert all(seat.startswith("bot") for seat in card.seats)
    for form in ("mat", "sgf"):
        text = write_form(form, match.facts)
        assert "Robbie (bot)" in text
        assert not UNMARKED.search(text), form
    told = json.loads(write_form("json", match.facts))["facts"][0]
    assert told["seats"] == ["bot built-in player", "bot built-in player"]
    assert not [name for name in NAMES if name in write_form("xgid", match.facts)]


def test_bu_14_a_bot_is_marked_in_the_names_of_files(match: Played) -> None:
    assert [path.name for path in match.records] == [
        "undated_Robbie-bot-Marvin-bot_1pt_1.json",
        "undated_Robbie-bot-Marvin-bot_1pt_1.mat",
    ]


def test_bu_14_a_bot_is_marked_in_the_list_of_matches(match: Played, tmp_path: Path) -> None:
    journal, out = Journal.open(tmp_path / "journal.sqlite3"), io.StringIO()
    journal.append(match.facts)
    files.matches(journal.matches(), out)
    journal.close()
    assert out.getvalue().rstrip().endswith("Robbie (bot) - Marvin (bot)")


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_bu_14_a_bot_of_every_level_takes_an_empty_seat(level: str, tmp_path: Path) -> None:
    rig = waiting(tmp_path)
    wishes = Wishes(("Ann", "Robbie"), ("person", "bot"), level=level, dice="seeded", length=1)
    rig.ask(NewMatch("light", wishes))
    assert rig.run.run_until(60_000, lambda: phase(rig) is Phase.OPENING)
    card = rig.facts()[0]
    rig.close()

    assert isinstance(card, f.MatchStarted)
    assert card.level == level
    assert card.seats[0] == "person"
    assert card.seats[1].startswith("bot ")


def test_bu_14_a_person_and_a_bot_play_a_match_and_change_sides_for_the_next(
    tmp_path: Path,
) -> None:
    rig = waiting(tmp_path, lambda _level, _variant: BuiltinPlayer())
    rig.ask(NewMatch("light", Wishes(("Ann", "Robbie"), dice="seeded", length=1)))
    assert rig.run.run_until(A_DAY_MS, lambda: play.is_match_over(rig))
    rig.ask(Rematch("light", swapped=True))
    assert rig.run.run_until(A_DAY_MS, lambda: play.is_match_over(rig))
    facts = rig.facts()
    rig.close()

    first, second = (fact for fact in facts if isinstance(fact, f.MatchStarted))
    assert (first.light, first.dark) == (second.dark, second.light) == ("Ann", "Robbie")
    assert first.seats == second.seats[::-1]
    assert first.seats[0] == "person"
    cut = facts.index(second)
    by_match = (facts[:cut], facts[cut:])
    for bot, told in zip(("dark", "light"), by_match, strict=True):
        assert {fact.side for fact in told if isinstance(fact, f.Chosen)} == {bot}
        assert {fact.side for fact in told if isinstance(fact, f.Played)} == {"light", "dark"}


def waiting(folder: Path, seat: Callable[[str, str], Player] = make_player) -> Rig:
    """A table where a match is to be chosen; hands carry bots' checkers."""
    plan = play.plan_match(options(folder, seats=("hands", "hands"), players={}), 5)
    house = dataclasses.replace(plan.house, seat=seat)
    plan = dataclasses.replace(plan, house=house, awaits=True)
    rig, _hands = play.seat_hands(plan, "careful", Watchers(), play.pacer(0))
    rig.begin()
    assert rig.run.run_until(60_000, lambda: rig.snapshot is not None and rig.table.is_settled)
    return rig


def phase(rig: Rig) -> Phase:
    assert rig.table is not None
    return rig.table.state.phase
