"""One connection: nothing is sent twice, trouble is said in words, errors end no thread."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import fakeredis
import pytest
from bus_rig import fake_connect, until
from redis.exceptions import AuthenticationError, BusyLoadingError, ResponseError, TimeoutError

from controller.bus.keeper import BLOCK_MS, SOCKET_S, Client, Keeper, connector, in_words
from controller.errors import JournalUnwritable


class Mute(socketserver.ThreadingTCPServer):
    """Answers everything but XADD, as a server does whose answer is lost."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), MuteHandler)
        self.xadds = 0


class MuteHandler(socketserver.StreamRequestHandler):
    server: Mute

    def handle(self) -> None:
        while head := self.rfile.readline():
            words = []
            for _ in range(int(head[1:])):
                size = int(self.rfile.readline()[1:])
                words.append(self.rfile.read(size + 2)[:-2])
            if words[0] == b"XADD":
                self.server.xadds += 1
            else:
                self.wfile.write(b"+PONG\r\n" if words[0] == b"PING" else b"+OK\r\n")


@pytest.fixture
def mute() -> Iterator[Mute]:
    with Mute() as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.slow
def test_what_got_no_answer_is_sent_once(mute: Mute) -> None:
    """redis-py would try again, and a press would count twice."""
    connect = connector(f"redis://127.0.0.1:{mute.server_address[1]}", None)
    with closing(connect()) as client, pytest.raises(TimeoutError):
        client.xadd("intents", {"a": 1})
    assert mute.xadds == 1


def test_a_read_ends_well_before_the_sockets_time_is_over() -> None:
    assert BLOCK_MS / 1000 <= SOCKET_S / 2


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (AuthenticationError("WRONGPASS invalid"), "Redis refuses the password"),
        (BusyLoadingError("LOADING"), "Redis is loading its data"),
        (TimeoutError("Timeout reading from socket"), "Redis does not answer"),
        (
            ConnectionRefusedError(111, "Connection\nrefused"),
            "Redis: [Errno 111] Connection refused",
        ),
        (ResponseError(""), "Redis: ResponseError"),
    ],
)
def test_trouble_is_one_line(error: Exception, words: str) -> None:
    assert in_words(error) == words


@pytest.mark.parametrize(
    "error", [ResponseError("WRONGTYPE"), OSError("gone"), JournalUnwritable("the disk is full")]
)
def test_an_error_while_serving_begins_it_anew_and_ends_no_thread(error: Exception) -> None:
    served = []

    def serve(_client: Client) -> None:
        served.append(1)
        if len(served) < 3:
            raise error
        keeper.stopping.wait()

    keeper = kept(serve)
    until(lambda: len(served) == 3 and keeper.trouble is None, "a third time")
    keeper.close()


def test_closing_ends_a_wait_for_a_redis_that_never_comes() -> None:
    def refuse() -> Client:
        raise ConnectionRefusedError(111, "Connection refused")

    keeper = Keeper("test", refuse, lambda _client: None)
    keeper.start()
    until(lambda: "refused" in (keeper.trouble or ""), "the words")
    keeper.close()
    keeper.close()


def kept(serve: Callable[[Client], None]) -> Keeper:
    keeper = Keeper("test", fake_connect(fakeredis.FakeServer()), serve)
    keeper.start()
    return keeper
