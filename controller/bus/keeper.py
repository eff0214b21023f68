"""A thread that keeps one connection to Redis, and makes it anew for ever.

Reconnecting belongs to us, not to redis-py: its own retries would send a press twice, its pool
would hide that the server went away, and its blocking reads end by an exception after a release
changed a default (redis-py 8: socket_timeout=5).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ConnectionError,
    RedisError,
    TimeoutError,
)
from redis.retry import Retry

from controller.errors import ConfigError, ControllerError

SOCKET_S = 2.0  # an answer that takes longer is none
BLOCK_MS = 500  # a blocking read: well below SOCKET_S; also how soon a thread stops
FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 2.0
JOIN_S = 5.0

Client = Any
"""A redis.Redis: its methods are typed as sync and async at once, which helps nobody here."""

Connect = Callable[[], Client]


def connector(url: str, password: str | None) -> Connect:
    """How to open one connection. Raises ConfigError for a URL that is none."""
    options: dict[str, Any] = {
        "socket_timeout": SOCKET_S,
        "socket_connect_timeout": SOCKET_S,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,  # replies have one shape whatever the server and the release prefer
    }
    if password is not None:
        options["password"] = password
    try:
        Redis.from_url(url, **options).close()  # connects nowhere yet
    except ValueError as error:
        raise ConfigError(f"bus.url is no Redis address: {error}") from error
    return lambda: Redis.from_url(url, single_connection_client=True, **options)


class Keeper:
    """Calls `serve` with a live connection, again and again until `close`.

    serve(client): works until `stopping` is set; what it raises of Redis, the system or our own
    errors ends the connection, not the thread.
    """

    def __init__(self, name: str, connect: Connect, serve: Callable[[Client], None]) -> None:
        self.stopping = threading.Event()
        self._connect = connect
        self._serve = serve
        self._trouble: str | None = "not connected yet"
        self._thread = threading.Thread(target=self._run, name=f"bus {name}", daemon=True)

    @property
    def trouble(self) -> str | None:
        """Why there is no connection, in words."""
        return self._trouble

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop and wait for the thread, a few seconds at most. Idempotent."""
        self.stopping.set()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)

    def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self.stopping.is_set():
            began = time.monotonic()
            try:
                with closing(self._connect()) as client:
                    client.ping()
                    self._trouble = None
                    self._serve(client)
            except (RedisError, OSError, ControllerError) as error:
                self._trouble = in_words(error)
                if time.monotonic() - began > LONGEST_WAIT_S:
                    wait_s = FIRST_WAIT_S
                self.stopping.wait(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)


def in_words(error: Exception) -> str:
    """One line for a person; never holds the password."""
    match error:
        case AuthenticationError():
            return "Redis refuses the password"
        case BusyLoadingError():
            return "Redis is loading its data"
        case TimeoutError():
            return "Redis does not answer"
        case ConnectionError():
            return f"Redis cannot be reached: {_line(error)}"
        case ControllerError():
            return _line(error)
        case _:
            return f"Redis: {_line(error)}"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
