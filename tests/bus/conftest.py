"""Carriers of the bus for the contract suite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fakeredis
import pytest
from bus_rig import MemoryRig, RedisRig, Rig, Server, fake_connect

from controller.journal.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal.open(tmp_path / "journal.sqlite3")
    yield opened
    opened.close()


@pytest.fixture
def server() -> Iterator[Server]:
    """A redis-server that runs."""
    if not Server.is_there():
        pytest.skip("redis-server is missing (apt-get install redis-server)")
    started = Server()
    started.start()
    yield started
    started.close()


@pytest.fixture(params=["memory", "fakeredis", "redis"])
def rig(request: pytest.FixtureRequest, journal: Journal) -> Iterator[Rig]:
    if request.param == "memory":
        made = Rig(MemoryRig(journal), journal)
    elif request.param == "fakeredis":
        made = Rig(RedisRig(journal, fake_connect(fakeredis.FakeServer())), journal)
    else:
        server = request.getfixturevalue("server")
        made = Rig(RedisRig(journal, server.connect()), journal)
    yield made
    made.close()


@pytest.fixture
def redis_rig(server: Server, journal: Journal) -> Iterator[Rig]:
    """Over the real server, which the test may kill and start."""
    made = Rig(RedisRig(journal, server.connect()), journal)
    yield made
    made.close()
