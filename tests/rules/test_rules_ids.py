"""GNUbg IDs and XGIDs: both directions, bad text, and gnubg's own opinion."""

from __future__ import annotations

import base64
import os
import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from controller.errors import RulesError
from controller.rules.ids import (
    MatchState,
    format_match_id,
    format_position_id,
    format_xgid,
    parse_match_id,
    parse_position_id,
    parse_xgid,
)
from controller.rules.plays import legal_plays
from controller.rules.position import START, START_BOARD, Board, Position, Roll, Side

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"
needs_gnubg = pytest.mark.skipif(not Path(GNUBG).exists(), reason="gnubg is not installed")

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def random_moments(count: int, seed: int) -> list[tuple[Position, MatchState]]:
    """Positions of random play from the set-up to the last checker, each with a random state."""
    chance = random.Random(seed)
    moments: list[tuple[Position, MatchState]] = []
    board: Board = START_BOARD
    while len(moments) < count:
        roll = chance.randint(1, 6), chance.randint(1, 6)
        plays = legal_plays(board, roll).plays
        after = chance.choice(plays).board if plays else board
        if not any(n > 0 for n in after):
            board = START_BOARD
            continue
        board = tuple(-n for n in reversed(after))
        if chance.random() < 0.2:
            moments.append((seen(board, Side.LIGHT), random_state(chance, Side.LIGHT)))
            moments.append((seen(board, Side.DARK), random_state(chance, Side.DARK)))
    return moments[:count]


def seen(board: Board, side: Side) -> Position:
    """The position that `side` sees as `board`, what is missing of 15 being off."""
    mine = 15 - sum(n for n in board if n > 0)
    theirs = 15 + sum(n for n in board if n < 0)
    return Position.from_board(
        board, side, (mine, theirs) if side is Side.LIGHT else (theirs, mine)
    )


def random_state(chance: random.Random, on_roll: Side) -> MatchState:
    length = chance.choice((0, 1, 3, 5, 7, 25, 64))
    score = (chance.randrange(length), chance.randrange(length)) if length else (0, 0)
    crawford = length > 1 and length - 1 in score and chance.random() < 0.5
    value = 1 if crawford else 1 << chance.randint(0, 5)
    dice: Roll | None = (chance.randint(1, 6), chance.randint(1, 6))
    return MatchState(
        on_roll=on_roll,
        dice=(max(dice), min(dice)) if dice and chance.random() < 0.5 else None,
        cube_value=value,
        cube_owner=chance.choice(list(Side)) if value > 1 else None,
        length=length,
        score=score,
        crawford=crawford,
        jacoby=not length and chance.random() < 0.5,
    )


def test_the_start_is_the_line_that_everybody_writes() -> None:
    assert format_position_id(START_BOARD) == "4HPwATDgc/ABMA"
    assert format_match_id(MatchState()) == "cAkAAAAAAAAE"
    assert format_match_id(MatchState(length=7)) == "cAngAAAAAAAE"
    assert format_xgid(START, MatchState()) == START_XGID


def test_what_is_written_is_read_back() -> None:
    for position, state in random_moments(300, seed=1):
        board = position.board(state.on_roll)
        assert parse_position_id(format_position_id(board)) == board
        assert parse_match_id(format_match_id(state)) == state
        assert parse_xgid(format_xgid(position, state)) == (position, state)


@pytest.mark.parametrize(
    "state",
    [
        MatchState(double_offered=True, length=5, cube_value=2, cube_owner=Side.LIGHT),
        MatchState(double_offered=True, on_roll=Side.DARK, jacoby=True),
    ],
)
def test_an_offered_double_names_the_side_that_offers_it(state: MatchState) -> None:
    assert state.decides is state.on_roll.other
    assert parse_match_id(format_match_id(state)) == state
    assert parse_xgid(format_xgid(START, state)) == (START, state)


def test_each_line_keeps_what_it_alone_can_tell() -> None:
    offered = MatchState(resignation=2, phase="resigned")
    assert parse_match_id(format_match_id(offered)) == offered
    limited = MatchState(beavers=True, cube_limit=64)
    assert parse_xgid(format_xgid(START, limited)) == (START, limited)


def test_an_xgid_may_lack_its_name_and_its_limit() -> None:
    bare = START_XGID.removeprefix("XGID=").removesuffix(":10")
    assert parse_xgid(bare) == parse_xgid(START_XGID)


@pytest.mark.parametrize(
    "text",
    ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPw TDgc/ABMA", "4HPwATDgc/ABMé", "_" * 14,
     "/" * 14, "//////////8AAA", "AQAAAAAAAAAAgA"],
)  # fmt: skip
def test_text_that_is_no_position_id_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_position_id(text)


def test_a_point_that_both_sides_hold_is_refused() -> None:
    # the other side's ace point is our 24: bits 0 and 25 + 1 + 23
    number = 1 | 1 << 49
    text = base64.b64encode(number.to_bytes(10, "little")).decode()[:14]
    with pytest.raises(RulesError, match="both sides"):
        parse_position_id(text)


@pytest.mark.parametrize(
    "text", ["", "cAkAAAAAAAA", "cAkAAAAAAAAEE", "cAk*AAAAAAAE", "//////////8A", "cIkDAAAAAAAE"]
)
def test_text_that_is_no_match_id_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_match_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        START_XGID.replace("-b--", "-b-"),
        START_XGID.replace("XGID=-", "XGID=A"),
        START_XGID.replace("B-:", "Bb:"),
        START_XGID.replace("-E-C-", "PE-C-"),
        START_XGID.replace(":00:", ":70:"),
        START_XGID.replace(":00:", ":B:"),
        START_XGID.replace(":1:00", ":0:00"),
        START_XGID + ":1",
    ],
)
def test_text_that_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_xgid(text)


def test_what_an_id_cannot_hold_is_refused() -> None:
    with pytest.raises(RulesError, match="16"):
        format_position_id((0, 16, *[0] * 24))
    with pytest.raises(RulesError, match="length"):
        format_match_id(MatchState(length=1 << 15))
    with pytest.raises(RulesError, match="power of two"):
        format_match_id(MatchState(cube_value=3))


@pytest.mark.gnubg
@needs_gnubg
def test_gnubg_reads_300_xgids_and_shows_our_ids(tmp_path: Path) -> None:
    """GAMMONBOARD_TRUTH_SEED repeats a failure: the seed is printed with it."""
    seed = int(os.environ.get("GAMMONBOARD_TRUTH_SEED") or random.SystemRandom().randrange(2**32))
    print(f"GAMMONBOARD_TRUTH_SEED={seed}")
    moments = random_moments(300, seed)
    commands = [f"set xgid {format_xgid(*moment)}" for moment in moments]
    told = ask_gnubg(tmp_path, commands)
    expected = [
        (format_position_id(position.board(state.on_roll)), format_match_id(state))
        for position, state in moments
    ]
    assert told == expected
    for (position, state), (position_id, match_id) in zip(moments, told, strict=True):
        assert parse_position_id(position_id) == position.board(state.on_roll)
        assert parse_match_id(match_id) == replace(state, cube_limit=1024)


def ask_gnubg(home: Path, commands: list[str]) -> list[tuple[str, str]]:
    """Position ID and match ID that gnubg shows after each command."""
    setup = [
        "set player 0 human", "set player 1 human", "set automatic roll off",
        "set automatic game off", "set automatic move off", "set display off",
        "set confirm new off", "set confirm default no", "set jacoby off", "new session",
    ]  # fmt: skip
    marked = [line for n, command in enumerate(commands) for line in (command, f"echo_{n}")]
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r"],
        input="\n".join([*setup, *marked, ""]),
        env=os.environ | {"LC_ALL": "C", "HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=True,
    )
    shown = []
    for answer in re.split(r"Unknown keyword `echo_\d+'", done.stdout)[:-1]:
        positions = re.findall(r"Position ID: (\S+)", answer)
        matches = re.findall(r"Match ID   : (\S+)", answer)
        shown.append((positions[-1], matches[-1]))
    return shown
