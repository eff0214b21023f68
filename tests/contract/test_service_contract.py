"""`serve` and `sim` as two processes in real time: a turn, a pulled cable, a killed service."""

from __future__ import annotations

import re
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from contract_rig import Process

from controller.rules.plays import legal_plays
from controller.rules.position import START, Side
from hw_sim.acts import Hand, Plug, Press, Slide, Unplug
from hw_sim.checkers import Colour
from hw_sim.hand_port import HandClient


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Process, Hand, Path]]:
    """A simulated table in a process of its own, hands on it, and a config that names its port."""
    link, socket = tmp_path / "table.pty", tmp_path / "hands.socket"
    calibration = tmp_path / "data" / "calibration.json"
    sim = Process(
        "sim", "--link", str(link), "--hands", str(socket), "--calibration", str(calibration)
    )
    sim.wait_for(re.escape(f"pty:{link}"))
    sim.wait_for(re.escape(str(socket)))
    hands = HandClient(socket)
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nport = "pty:{link}"\n', "utf-8")
    yield sim, hands, config
    hands.close()
    assert sim.end() == 0
    assert not link.is_symlink()


def serve(config: Path) -> Process:
    return Process("serve", "--config", str(config), "--data-dir", str(config.parent / "data"))


def opened(service: Process, hands: Hand) -> tuple[Side, tuple[int, int]]:
    """Who starts with which dice."""
    service.wait_for("board is ready")
    hands.do(Press(Colour.LIGHT, "done"))
    found = service.wait_for(r"to (Light|Dark): Play (\d)-(\d)")
    return Side(found[1].lower()), (int(found[2]), int(found[3]))


def play(hands: Hand, side: Side, roll: tuple[int, int]) -> None:
    """Any legal play of the start position, slid."""
    steps = legal_plays(START.board(side), roll).plays[0].steps
    for step in steps:
        hands.do(Slide(Colour(side.value), step.source, step.to, 100))
        time.sleep(0.4)


@pytest.mark.slow
def test_a_turn_in_real_time_is_recorded(table: tuple[Process, Hand, Path]) -> None:
    _sim, hands, config = table
    service = serve(config)
    side, roll = opened(service, hands)
    play(hands, side, roll)
    hands.do(Press(Colour(side.value), "done"))
    service.wait_for(rf"{side.value.capitalize()} plays \S+/")

    assert service.end() == 0


@pytest.mark.slow
def test_a_pulled_cable_is_told_and_comes_back_by_itself(
    table: tuple[Process, Hand, Path],
) -> None:
    _sim, hands, config = table
    service = serve(config)
    side, roll = opened(service, hands)
    hands.do(Unplug())
    service.wait_for("cannot be seen")
    service.wait_for("The line until then: .* messages a second")
    play(hands, side, roll)
    hands.do(Plug())
    service.wait_for("Done ends your turn")
    hands.do(Press(Colour(side.value), "done"))
    service.wait_for(rf"{side.value.capitalize()} plays \S+/")
    kept = sorted((config.parent / "data" / "line-faults").iterdir())

    assert service.end() == 0
    assert "port lost: " in kept[-1].read_text("utf-8")
    assert " < " in kept[-1].read_text("utf-8")


@pytest.mark.slow
def test_a_recording_holds_no_names_and_plays_back_to_another_service(
    table: tuple[Process, Hand, Path],
) -> None:
    _sim, hands, config = table
    recording = config.parent / "recording"
    port = config.read_text("utf-8").split('"')[1]
    names = '[match]\nnames = ["Zsuzsanna", "Bartholomew"]\n'
    config.write_text(f'[table]\nport = "spy+{port}?spy={recording}"\n{names}', "utf-8")
    service = serve(config)
    service.wait_for("board is ready")
    hands.do(Press(Colour.LIGHT, "done"))
    service.wait_for(r"to \w+: Play \d-\d")
    assert service.end() == 0
    text = recording.read_text("utf-8")
    assert "Zsuzsanna" not in text
    assert "Bartholomew" not in text

    config.write_text(f'[table]\nport = "replay:{recording}"\n', "utf-8")
    other = config.parent / "other"
    other.mkdir()
    shutil.copy(config.parent / "data" / "calibration.json", other)
    again = Process("serve", "--config", str(config), "--data-dir", str(other))
    again.wait_for("board is ready")
    again.wait_for(r"Opening: O Light \d")  # the recorded Done was pressed
    again.wait_for("cannot be seen: .*the recording's line ends here")
    assert again.end() == 0


@pytest.mark.slow
def test_a_killed_service_goes_on_with_the_same_roll_after_one_yes(
    table: tuple[Process, Hand, Path],
) -> None:
    _sim, hands, config = table
    service = serve(config)
    side, roll = opened(service, hands)
    service.end(signal.SIGKILL)
    play(hands, side, roll)

    again = serve(config)
    again.wait_for("Does the board stand as shown")
    hands.do(Press(Colour(side.other.value), "done"))
    again.wait_for("Done ends your turn")
    hands.do(Press(Colour(side.value), "done"))
    again.wait_for(rf"{side.value.capitalize()} plays \S+/")

    assert again.end() == 0


@pytest.mark.slow
def test_sen_15_a_service_told_to_stop_in_mid_turn_goes_on_without_a_question(
    table: tuple[Process, Hand, Path],
) -> None:
    """The supply is cut a fixed time after the shutdown began; by then all is on disk. (There is
    no battery to watch: a table hangs on the mains.)"""
    _sim, hands, config = table
    service = serve(config)
    side, roll = opened(service, hands)
    assert service.end(signal.SIGTERM) == 0

    again = serve(config)
    again.wait_for(rf"to {side.value.capitalize()}: Play {roll[0]}-{roll[1]}")
    assert not any("Does the board stand" in line for line in again.lines)
    play(hands, side, roll)
    hands.do(Press(Colour(side.value), "done"))
    again.wait_for(rf"{side.value.capitalize()} plays \S+/")
    assert again.end() == 0


@pytest.mark.slow
def test_two_services_on_one_journal_are_refused_in_words(
    table: tuple[Process, Hand, Path],
) -> None:
    _sim, _hands, config = table
    service = serve(config)
    service.wait_for("board is ready")
    second = serve(config)
    second.wait_for("gammonboard: .*journal")

    assert second.end(0) == 2
    assert service.end() == 0
