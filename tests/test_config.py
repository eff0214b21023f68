"""A config is taken whole or refused in one line that names file, key, value and range."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import LAYOUTS, VARIANTS, Config, format_reference, parse_config, set_value
from controller.errors import ConfigError
from controller.rules import variants
from firmware_bridge import layout

SAMPLE = Path(__file__).parents[1] / "deploy" / "gammonboard.toml"


def test_an_empty_text_gives_the_defaults() -> None:
    assert parse_config("", "x.toml") == Config()


def test_the_sample_config_is_the_reference_of_keys_ranges_and_defaults() -> None:
    """Written by `format_reference()`; run it again after changing a key."""
    sample = SAMPLE.read_text(encoding="utf-8")
    assert sample == format_reference()
    assert parse_config(sample, SAMPLE.name) == Config()


def test_a_key_that_stands_in_the_text_is_taken_and_the_others_keep_their_defaults() -> None:
    text = '[match]\nnames = ["Ann", "Bo"]\nlength = 7\n[table]\nport = "spy+pty:/dev/pts/3"\n'
    config = parse_config(text, "x.toml")
    assert config.match.names == ("Ann", "Bo")
    assert config.match.length == 7
    assert config.table.port == "spy+pty:/dev/pts/3"
    assert config.turn == Config().turn


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[turn]\nauto_done = 5", "unknown key turn.auto_done; there are turn.auto_done_ms, "),
        ("[trun]\nx = 5", "unknown key trun.x; there are [table], [match], "),
        ("length = 5", "length = 5 stands in no [table]"),
        ("[match]\nlength = 65", "match.length = 65 is not a whole number 0 to 64 points"),
        ('[match]\nlength = "7"', "match.length = '7' is not a whole number 0 to 64 points"),
        ("[match]\nlength = true", "match.length = True is not a whole number"),
        ("[match]\nlength = 7.0", "match.length = 7.0 is not a whole number"),
        ('[match]\nnames = ["Ann"]', "match.names = ['Ann'] is not two (light, dark), each a line"),
        ('[match]\nnames = ["Ann", ""]', "match.names = ['Ann', ''] is not two"),
        ('[match]\nevent = "a\\nb"', "match.event = 'a\\nb' is not a line of 0 to 80"),
        ('[aids]\nlevel = "some"', 'aids.level = \'some\' is not one of "full", "wrong-only"'),
        ('[table]\nport = "/dev/ttyACM0"', "'/dev/ttyACM0' is not a line of 4 to 200 characters "),
        ("[table\n", "this is no TOML"),
        ("[sensing]\nsettle_ms = 1500", "settle_limit_ms = 1000 is less than sensing.settle_ms"),
    ],
)
def test_what_cannot_be_used_is_named_with_file_key_value_and_range(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "x.toml")
    assert str(caught.value).startswith("x.toml: ")
    assert said in str(caught.value)


def test_one_key_can_be_set_from_words() -> None:
    config = set_value(Config(), "turn.auto_done_ms", "500")
    assert config.turn.auto_done_ms == 500
    assert set_value(config, "match.names", "Ann, Bo").match.names == ("Ann", "Bo")
    assert set_value(config, "aids.level", "none").aids.level == "none"


@pytest.mark.parametrize(
    ("key", "text"),
    [("turn.auto_done_ms", "soon"), ("turn.auto_done_ms", "-1"), ("turn", "1"), ("a.b", "1")],
)
def test_setting_a_key_wrongly_names_it(key: str, text: str) -> None:
    with pytest.raises(ConfigError, match=key):
        set_value(Config(), key, text)


def test_layouts_and_variants_are_those_that_the_rooms_know() -> None:
    assert set(LAYOUTS) == set(layout.LAYOUTS)
    assert set(VARIANTS) == set(variants.VARIANTS)
