"""Which bus a config asks for."""

from __future__ import annotations

from pathlib import Path

from controller.bus.bus import Bus, FactSource, Viewer
from controller.bus.keeper import Connect, connector
from controller.bus.memory import MemoryBus
from controller.bus.redis_bus import RedisBus
from controller.bus.redis_viewer import RedisViewer
from controller.config import BusConfig
from controller.errors import ConfigError


def open_bus(config: BusConfig, source: FactSource, token: str) -> Bus:
    """The service's end. token: of this session; intents must carry it.

    Raises ConfigError for a URL or a password file that cannot be used; a Redis that is away is
    no error, it is waited for.
    """
    if not config.url:
        return MemoryBus(source, token)
    return RedisBus(_connector(config), source, token, config.name)


def open_viewer(config: BusConfig) -> Viewer:
    """A screen's end in another process. Raises ConfigError like `open_bus`."""
    if not config.url:
        raise ConfigError("bus.url is empty: a screen of its own needs Redis between it and serve")
    return RedisViewer(_connector(config), config.name)


def _connector(config: BusConfig) -> Connect:
    return connector(config.url, _password(config.password_file))


def _password(path: str) -> str | None:
    if not path:
        return None
    try:
        password = Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"bus.password_file: {path}: cannot be read: {error}") from error
    if not password:
        raise ConfigError(f"bus.password_file: {path} is empty")
    return password
