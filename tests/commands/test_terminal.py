"""The board as text: turned once, readable, never wider than a terminal."""

from __future__ import annotations

import re

import msgspec
import pytest

from controller.commands.terminal import format_board, format_event
from controller.rules.position import START, Side
from controller.table import facts as f
from controller.view.snapshot import Clock, Cube, Fix, Snapshot

OPENING = Snapshot(
    number=1, match=1, turn_number=3, phase="moving", interruption=None, turn="light",
    slots=START.slots, off=(0, 0), reserve=(0, 0), roll=(3, 1), opening=None, steps=(),
    targets=(), lifted=(), verdict="agreed", cube=Cube(), can_double=False, score=(0, 1),
    match_length=3, game=2, crawford=False, names=("Ann", "Bo"), seats=("person", "hands"),
    lights=(), messages=(None, None), fault_line=None, refused=0, last_play="", last_side=None,
    pips=(167, 160), dice_source="fair", commitment=None, winner=None, game_points=0,
    recording=True,
)  # fmt: skip
NAMES = ("Ann", "Bo")


def changed(**fields: object) -> Snapshot:
    return msgspec.structs.replace(OPENING, **fields)


def with_slots(**counts: int) -> Snapshot:
    """The start with some slots ("s0", "s24") set to other counts."""
    slots = list(OPENING.slots)
    for name, count in counts.items():
        slots[int(name[1:])] = count
    return changed(slots=tuple(slots))


def test_the_opening_board_for_light_at_the_foot() -> None:
    assert format_board(OPENING) == (
        "  13 14 15 16 17 18      19 20 21 22 23 24\n"
        " ┌──────────────────┬───┬──────────────────┬──────┐\n"
        " │ O  ·  ·  ·  X  · │   │ X  ·  ·  ·  ·  O │      │   X Bo (hands)\n"
        " │ O           X    │   │ X              O │      │    score 1, pips 160\n"
        " │ O           X    │   │ X                │      │\n"
        " │ O                │   │ X                │      │  3-point match, game 2\n"
        " │ O                │   │ X                │      │\n"
        " │                  │   │                  │ [1]  │  O has 3 1\n"
        " │ X                │   │ O                │      │\n"
        " │ X                │   │ O                │      │\n"
        " │ X           O    │   │ O                │      │\n"
        " │ X           O    │   │ O              X │      │  >O Ann\n"
        " │ X  ·  ·  ·  O  · │   │ O  ·  ·  ·  ·  X │      │    score 0, pips 167\n"
        " └──────────────────┴───┴──────────────────┴──────┘\n"
        "  12 11 10  9  8  7       6  5  4  3  2  1"
    )


def test_the_start_looks_the_same_to_both_sides_but_for_the_letters() -> None:
    def board_alone(text: str) -> list[str]:
        return [line[:52].rstrip() for line in text.splitlines()]

    swapped = format_board(OPENING, Side.DARK).translate(str.maketrans("OX", "XO"))
    assert board_alone(swapped) == board_alone(format_board(OPENING))


def test_bearing_off_to_the_left_mirrors_the_points() -> None:
    top, *_, bottom = format_board(OPENING, Side.LIGHT, "left").splitlines()
    assert bottom.split() == [str(point) for point in range(1, 13)]
    assert top.split() == [str(point) for point in range(24, 12, -1)]


@pytest.mark.parametrize("bottom", list(Side))
@pytest.mark.parametrize("home", ["right", "left"])
def test_every_slot_stands_under_its_own_number(bottom: Side, home: str) -> None:
    """One lone checker on each point in turn is found in the column of that point's number."""
    for point in range(1, 25):
        slot = point - 1 if bottom is Side.LIGHT else 24 - point
        slots = tuple(3 if other == slot else 0 for other in range(26))
        lines = format_board(changed(slots=slots), bottom, home).splitlines()
        numbers, half = (lines[0], lines[2:7]) if point > 12 else (lines[14], lines[8:13])
        column = re.search(rf"(?<!\d){point}(?!\d)", numbers)
        assert column is not None
        found = {match.start() for line in half for match in re.finditer("O", line[:52])}
        assert len(found) == 1
        assert abs(found.pop() - column.start()) <= 1


def test_a_sixth_checker_is_a_count() -> None:
    column = [line[2:5] for line in format_board(with_slots(s12=7)).splitlines()[2:7]]
    assert column == [" O ", " O ", " O ", " O ", " 7 "]


def test_hit_checkers_lie_on_their_own_sides_half_from_the_middle() -> None:
    bar = [line[21:24] for line in format_board(with_slots(s24=2, s25=-6)).splitlines()[2:13]]
    assert bar == [" 6 ", " X ", " X ", " X ", " X ", "   ", " O ", " O ", "   ", "   ", "   "]


def test_the_tray_shows_checkers_off_and_the_cube_at_its_owner() -> None:
    snapshot = changed(off=(3, 12), cube=Cube(4, "dark"))
    tray = [line[44:50] for line in format_board(snapshot).splitlines()[2:13]]
    assert tray == [" X 12 ", *[" " * 6] * 3, " [4]  ", *[" " * 6] * 5, " O  3 "]


TIMER = Clock("turn", (0, 0), 45_000, 45_000, "light", 0)
FALLEN = Clock("turn", (0, 0), 0, 45_000, "light", None, "light")
RESERVE = Clock("reserve", (120_000, 600_000), 12_000, 12_000, "light", 0)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"roll": None}, "O to roll"),
        ({"cube": Cube(2, "light", offered_by="light")}, "O offers 4"),
        ({"winner": "dark"}, "X has won"),
        ({"crawford": True}, "Crawford game"),
        ({"match_length": 0}, "money game, game 2"),
        ({"recording": False}, "NOT RECORDING"),
        ({"clock": TIMER, "at_ms": 40_500}, "  0:05"),
        ({"clock": FALLEN}, "time is up"),
        ({"clock": RESERVE, "at_ms": 14_000}, "  1:58 +0"),
        ({"clock": RESERVE}, "  10:00 +12"),
        ({"messages": (None, ("Put {n} back.", {"n": 8}))}, "to X: Put 8 back."),
    ],
)
def test_what_is_going_on_is_said_in_words(fields: dict[str, object], words: str) -> None:
    assert words not in format_board(OPENING)
    assert words in format_board(changed(**fields))


def test_no_line_is_wider_than_80_columns_whatever_the_names() -> None:
    snapshot = changed(
        names=("N" * 40, "M" * 40), match_length=64, game=127, score=(63, 63), crawford=True
    )
    assert max(len(line) for line in format_board(snapshot).splitlines()) <= 80


def test_colour_adds_escapes_and_nothing_else() -> None:
    coloured = format_board(with_slots(s24=2), colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == format_board(with_slots(s24=2))


SLOTS = (0,) * 26
EVENTS = [
    (
        f.MatchStarted(1, "standard", 3, "Ann", "Bo", ("hands", "hands"), "seeded"),
        "O Ann against X Bo: 3-point match, seeded dice",
    ),
    (f.MatchResumed(), "The match goes on where it stopped"),
    (f.GameStarted(2, "g", (2, 0), True, None, SLOTS), "Game 2 at 2-0, Crawford: no doubling"),
    (f.Rolled("O", 0, (3, 3)), "Opening: O Ann 3, X Bo 3: again"),
    (f.Rolled("O", 1, (3, 1)), "Opening: O Ann 3, X Bo 1"),
    (f.Rolled("R", 0, (6, 2), "dark"), "X Bo rolls 6 2"),
    (f.Played("light", (3, 1), "8/5 6/5", SLOTS, (0, 0)), "O Ann plays 8/5 6/5"),
    (f.Played("light", (3, 1), "", SLOTS, (0, 0)), "O Ann cannot move"),
    (
        f.Played("dark", (3, 1), "8/4", SLOTS, (0, 0), illegal=True),
        "X Bo plays 8/4  (illegal, accepted)",
    ),
    (f.Doubled("light", 2), "O Ann doubles to 2"),
    (f.Taken("dark", 2), "X Bo takes: the cube stands at 2"),
    (f.Dropped("dark"), "X Bo drops"),
    (f.Taken("dark", 2, "timeout"), "X Bo takes: the cube stands at 2  (time was up)"),
    (f.Dropped("dark", "timeout"), "X Bo drops  (time was up)"),
    (f.NamedDouble("dark", 4, "timeout"), "X Bo names 4 4  (time was up)"),
    (
        f.Chosen("light", (3, 1), "8/5 6/5", SLOTS, (0, 0), "timeout"),
        "O Ann's time is up: 8/5 6/5",
    ),
    (f.Chosen("light", (3, 1), "", SLOTS, (0, 0), "timeout"), "O Ann's time is up: cannot move"),
    (f.Chosen("light", (3, 1), "8/5 6/5", SLOTS, (0, 0), "bot"), None),
    (f.ClockRead((1, 2)), None),
    (f.ClockRead((0, 2), "light"), "O Ann's time is up"),
    (f.MatchPaused("dark"), "X Bo pauses the match"),
    (f.MatchWentOn("light"), "O Ann goes on"),
    (f.ResignOffered("dark", 2), "X Bo offers to lose a gammon"),
    (f.ResignAnswered("light", accepted=False), "O Ann plays on"),
    (f.ResignAnswered("light", False, "timeout"), "O Ann plays on  (time was up)"),
    (f.GameEnded("light", "bearoff", 2, 4, (4, 0)), "O Ann wins a gammon, 4 points: 4-0"),
    (f.GameEnded("dark", "drop", 1, 1, (0, 1)), "X Bo wins a game, 1 point: 0-1"),
    (f.MatchEnded("light", (4, 0)), "O Ann wins the match 4-0"),
    (f.SeedRevealed("g", "00"), None),
    (f.IntentRefused("light", "done", "not yet"), None),
]


@pytest.mark.parametrize(("fact", "line"), EVENTS, ids=[type(fact).__name__ for fact, _ in EVENTS])
def test_a_fact_is_told_in_one_line(fact: f.Fact, line: str | None) -> None:
    assert format_event(fact, NAMES) == line


def test_no_01_the_reserve_stands_beside_the_other_sides_home() -> None:
    rows = format_board(changed(variant="acey-deucey", reserve=(13, 7))).split("\n")

    assert "in O13" in rows[3]
    assert "in X 7" in rows[11]
    assert "[1]" not in "\n".join(rows)


def test_what_is_named_is_told() -> None:
    assert "O names a double" in format_board(changed(phase="naming", roll=None))
    assert "O to roll again" in format_board(changed(phase="to_roll", roll=None, bonus=True))
    assert format_event(f.NamedDouble("light", 3), NAMES) == "O Ann names 3 3"


def test_a_long_way_to_a_right_board_is_listed_whole() -> None:
    moves = [("light", 4, 7), ("light", 4, 7), ("dark", None, 25), ("light", 3, None)]
    others = [("dark", slot, slot + 1) for slot in range(8, 20)]
    fixes = tuple(Fix(*move) for move in (*moves, *others))
    lines = format_board(changed(fixes=fixes)).splitlines()
    (start,) = (nth for nth, line in enumerate(lines) if "to move" in line)

    assert lines[start].startswith("  to move: 2O 5-8, X beside-dark's bar, O 4-beside, X 9-10,")
    assert len(re.findall("[OX] ", " ".join(lines[start:]))) == 15
    assert max(map(len, lines)) <= 80
    assert "to move" not in format_board(changed(fixes=fixes[:4]))
