"""The match card: who plays what by which rules; what it cannot mean is said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.commands import play, verify
from controller.commands.app import main
from controller.commands.match_card import format_card, parse_card, stakes_of
from controller.commands.serve import card_of
from controller.config import Config, parse_config
from controller.errors import ConfigError
from controller.match.clock import TimeRule
from controller.match.stakes import Stakes
from controller.table.facts import Rolled, SeedRevealed

SAMPLE = Path(__file__).parents[2] / "deploy" / "match-card.toml"
CARD = """
names = ["Ann", "Bo"]
event = "Club"
round = "2"
table = "4"
length = 0
variant = "nackgammon"
seats = ["person", "bot"]
level = "casual"
dice = "typed"

[rules]
jacoby = true
automatic_doubles = 2
beavers = 1
crawford = false
cube_limit = 0
holland = false
"""


def test_the_sample_card_tells_every_key_with_range_and_default() -> None:
    """Written by `format_card()`; run it again after changing a key."""
    text = SAMPLE.read_text(encoding="utf-8")
    assert text == format_card()
    assert parse_card(text, SAMPLE.name, Config()) == Config()


def test_a_card_says_what_is_played_and_what_it_leaves_out_stays() -> None:
    config = parse_card(CARD, "card.toml", parse_config("[aids]\nlevel = 'none'", "c.toml"))
    assert config.match.names == ("Ann", "Bo")
    assert (config.match.event, config.match.round, config.match.place) == ("Club", "2", "4")
    assert (config.match.length, config.match.variant) == (0, "nackgammon")
    assert (config.seats.light, config.seats.dark, config.seats.level) == (
        "person", "bot", "casual",
    )  # fmt: skip
    assert config.dice.source == "typed"
    assert config.aids.level == "none"
    assert stakes_of(config.match) == Stakes(
        crawford=False, jacoby=True, automatic_doubles=2, beavers=1, cube_limit=0
    )


def test_the_stakes_of_a_card_stand_in_the_match_s_first_fact() -> None:
    config = parse_card("length = 0\n[rules]\nbeavers = 2\ncube = true", "card.toml", Config())
    card = card_of(config, 1, ("person", "person"))
    assert (card.length, card.stakes) == (0, Stakes(beavers=2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lenght = 5", "unknown key lenght; there are names, event, round, table, length, "),
        ("length = 65", "length = 65 is not a whole number 0 to 64 points"),
        ('length = "7"', "length = '7' is not a whole number 0 to 64 points"),
        ("length = -1", "length = -1 is not a whole number"),
        ('names = ["Ann"]', "names = ['Ann'] is not two (light, dark)"),
        ('variant = "chess"', "variant = 'chess' is not one of \"standard\""),
        ('seats = "person"', "seats = 'person' is not two (light, dark)"),
        ('seats = ["person", "dog"]', 'seats = \'dog\' is not one of "person", "bot"'),
        ('dice = "loaded"', "dice = 'loaded' is not one of \"fair\""),
        ("rules = 5", "rules = 5 is no table [rules]"),
        ("[rules]\njacobi = true", "unknown key rules.jacobi; there are rules.cube, "),
        ("[rules]\njacoby = 1", "rules.jacoby = 1 is not true or false"),
        ("[rules]\ncube_limit = 65", "rules.cube_limit = 65 is not a power of two"),
        ("[rules]\nbeavers = 3", "rules.beavers = 3 is not a whole number 0 to 2"),
        ("[match]\nlength = 5", "unknown key match; there are names, "),
        ("length = ", "this is no TOML"),
    ],
)
def test_what_a_card_cannot_mean_is_said_with_file_key_and_range(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_card(text, "card.toml", Config())
    assert str(caught.value).startswith("card.toml: ")
    assert said in str(caught.value)


def test_c18_the_holland_rule_is_off_and_asking_for_it_is_answered_in_words() -> None:
    with pytest.raises(ConfigError, match="the Holland rule is not played here"):
        parse_card("[rules]\nholland = true", "card.toml", Config())
    assert parse_card("[rules]\nholland = false", "card.toml", Config()) == Config()


def test_a_bad_card_ends_in_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.toml"
    card.write_text("length = 99\n", encoding="utf-8")
    binary = tmp_path / "card.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (card, binary, tmp_path / "nothing.toml"):
        assert main(["play", "--headless", "--match-card", str(path)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert str(path) in said.err


def test_the_command_line_wins_over_the_card(tmp_path: Path) -> None:
    card = tmp_path / "card.toml"
    card.write_text('length = 7\nevent = "Club"\n[rules]\ncrawford = false\n', encoding="utf-8")
    given = {"length": 1, "event": None, "round": "3", "table": None, "level": None}
    config = play.agreed(card, given)
    assert (config.match.length, config.match.event, config.match.round) == (1, "Club", "3")
    assert not config.match.crawford


@pytest.mark.parametrize(
    ("card", "options", "windowed", "seats"),
    [
        (False, (None, None), True, ("person", "bot")),
        (False, (None, None), False, ("hands", "hands")),
        (True, (None, None), True, ("person", "bot")),
        (True, (None, None), False, ("hands", "bot")),
        (True, (None, "hands"), False, ("hands", "hands")),
    ],
)
def test_seats_are_by_option_then_by_card_and_hands_are_persons_without_a_display(
    card: bool, options: tuple[str | None, str | None], windowed: bool, seats: tuple[str, str]
) -> None:
    text = 'seats = ["person", "bot"]' if card else ""
    config = parse_card(text, "card.toml", Config())
    path = Path("card.toml") if card else None
    assert play.seats_in(config, path, *options, is_windowed=windowed) == seats


def test_a_match_is_played_by_its_card_and_the_record_carries_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.toml"
    card.write_text(
        'names = ["Ann", "Bo"]\nevent = "Club"\nlength = 1\n[rules]\ncube = false\n', "utf-8"
    )
    words = ["play", "--headless", "--speed", "0", "--seed", "5", "--noise", "quiet"]
    words += ["--match-card", str(card), "--data-dir", str(tmp_path)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "Ann (light) against Bo (dark), a 1-point match" in told
    json_file = next(tmp_path.glob("records/*.json"))
    text = json_file.read_text("utf-8")
    assert '"cube":false' in text
    assert '"event":"Club"' in text


@pytest.mark.parametrize("source", ["typed", "deduced"])
def test_hands_play_a_card_with_real_dice_and_tell_the_table_what_it_must_know(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.toml"
    text = f'dice = "{source}"\nlength = 1\nseats = ["person", "bot"]\n'
    card.write_text(text, encoding="utf-8")
    words = ["play", "--headless", "--speed", "0", "--seed", "3", "--data-dir", str(tmp_path)]
    assert main([*words, "--match-card", str(card)]) == 0
    told = capsys.readouterr().out
    (record,) = tmp_path.glob("records/*.json")

    assert "real dice" in told.splitlines()[1]
    assert "verify" not in told
    facts = verify.read_facts(record)
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    assert len(rolls) > 10
    assert not [fact for fact in facts if isinstance(fact, SeedRevealed)]
    if source == "typed":
        assert {fact.source for fact in rolls} == {"typed"}


def test_a_card_and_a_config_say_how_a_match_is_timed() -> None:
    config = parse_card("timer_s = 45", "card.toml", Config())
    card = card_of(config, 1, ("person", "person"))
    assert (card.timer_s, card.clock) == (45, None)

    config = parse_card("clock_reserve_s = 600\nclock_delay_s = 8", "card.toml", Config())
    card = card_of(config, 1, ("person", "person"))
    assert card.clock == TimeRule(reserve_ms=600_000, delay_ms=8_000)
    with pytest.raises(ConfigError, match="timer_s = -1 is not a whole number 0 to 3600 s"):
        parse_card("timer_s = -1", "card.toml", Config())


def test_a_timer_on_the_command_line_wins_over_the_card(tmp_path: Path) -> None:
    path = tmp_path / "card.toml"
    path.write_text("timer_s = 45", "utf-8")
    assert play.agreed(path, {"timer_s": None}).turn.timer_s == 45
    assert play.agreed(path, {"timer_s": 20}).turn.timer_s == 20
    with pytest.raises(ConfigError, match="--timer = 9999"):
        play.agreed(path, {"timer_s": 9999})
