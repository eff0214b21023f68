"""The bus's unit starts a Redis that our config reaches, as it stands there."""

from __future__ import annotations

import shlex
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.bus.keeper import connector

UNIT = Path(__file__).parents[2] / "deploy" / "systemd" / "gammonboard-bus.service"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short enough for a Unix socket's path."""
    made = Path(tempfile.mkdtemp(prefix="gammonboard-"))
    yield made
    shutil.rmtree(made)


@pytest.mark.slow
def test_the_units_redis_starts_says_so_to_systemd_and_listens_on_its_socket_alone(
    folder: Path,
) -> None:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is missing (apt-get install redis-server)")
    text = UNIT.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    words = shlex.split(
        line.removeprefix("ExecStart=").replace("/run/gammonboard-bus", str(folder))
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(folder / "notify"))
        told.settimeout(15)
        process = subprocess.Popen(
            words, cwd=folder, env={"NOTIFY_SOCKET": str(folder / "notify"), "PATH": "/usr/bin"},
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            said = ""
            while "READY=1" not in said:
                said = told.recv(4096).decode()
            path = folder / "redis.sock"
            assert path.stat().st_mode & 0o077 == 0
            with closing(connector(f"unix://{path}", None)()) as client:
                assert client.config_get("port")["port"] == "0"
                assert client.config_get("save")["save"] == ""
        finally:
            process.terminate()
            process.wait()
