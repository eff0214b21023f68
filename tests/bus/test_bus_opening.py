"""Which bus a config asks for, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bus.memory import MemoryBus
from controller.bus.opening import open_bus, open_viewer
from controller.bus.redis_bus import RedisBus
from controller.bus.redis_viewer import RedisViewer
from controller.config import BusConfig, parse_config
from controller.errors import ConfigError
from controller.journal.journal import Journal


def test_an_empty_url_keeps_all_in_one_process(journal: Journal) -> None:
    assert isinstance(open_bus(BusConfig(), journal, "t"), MemoryBus)


@pytest.mark.parametrize("url", ["redis://127.0.0.1:6379/2", "unix:///run/redis.sock"])
def test_a_url_asks_for_redis_and_needs_none_to_be_there_yet(journal: Journal, url: str) -> None:
    assert isinstance(open_bus(BusConfig(url), journal, "t"), RedisBus)
    assert isinstance(open_viewer(BusConfig(url)), RedisViewer)


def test_a_screen_of_its_own_needs_a_url() -> None:
    with pytest.raises(ConfigError, match=r"bus\.url is empty"):
        open_viewer(BusConfig())


def test_the_password_is_read_from_its_file(journal: Journal, tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("open sesame\n")
    open_viewer(BusConfig("redis://127.0.0.1", str(path)))
    for text, said in (("", "is empty"), (None, "cannot be read")):
        path.write_text(text) if text is not None else path.unlink()
        with pytest.raises(ConfigError, match=f"bus.password_file: {path} ?:? ?.*{said}"):
            open_viewer(BusConfig("redis://127.0.0.1", str(path)))


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"bus\.url is no Redis address: "):
        open_viewer(BusConfig("redis://127.0.0.1:many"))


@pytest.mark.parametrize("url", ["http://127.0.0.1", "redis", "redis://a\\nb"])
def test_a_config_takes_addresses_of_redis_only(url: str) -> None:
    with pytest.raises(ConfigError, match=r"bus\.url = .* is not empty, or a line that starts"):
        parse_config(f'[bus]\nurl = "{url}"', "x.toml")
    config = parse_config('[bus]\nurl = "redis://127.0.0.1"\nname = "two"', "x.toml")
    assert (config.bus.url, config.bus.name) == ("redis://127.0.0.1", "two")
