"""What was agreed about cube and points, as header tags of a `.mat` (records 5.1.2).

gnubg knows none of them; XG does, and CubeLimit 1 is its way to say "no cube". For the cube that
ties of the opening turned there is no word anywhere: the tag is ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.errors import RulesError
from controller.match.cube import Cube
from controller.match.stakes import USUAL, Stakes
from controller.records.model import MatchRecord

UNLIMITED = 1024  # what XG and the sites write where nothing was agreed
AUTOMATIC_DOUBLES = "Automatic doubles"


def stakes_tags(record: MatchRecord) -> list[tuple[str, str]]:
    """Name and value, "" for a tag that is not written."""
    stakes = record.stakes
    limit = 1 if not stakes.cube else stakes.cube_limit or UNLIMITED
    return [
        ("Crawford", ("On" if stakes.crawford else "Off") if record.length else ""),
        ("Jacoby", "On" if stakes.jacoby else ""),
        ("Beaver", "On" if stakes.beavers else ""),
        ("CubeLimit", "" if limit == USUAL.cube_limit else str(limit)),
    ]


def stakes_of(tags: Mapping[str, str], length: int) -> Stakes:
    """What the tags of a header (names in small letters) say; what they leave out is usual."""
    limit = tags.get("cubelimit", "")
    is_limit = limit.isdecimal() and len(limit) <= len(str(UNLIMITED))
    highest = int(limit) if is_limit else USUAL.cube_limit
    return Stakes(
        cube=highest != 1,
        crawford=not length or not _is_off(tags.get("crawford", "")),
        jacoby=not length and _is_on(tags.get("jacoby", "")),
        beavers=int(not length and _is_on(tags.get("beaver", ""))),
        cube_limit=_limit(highest) if length else USUAL.cube_limit,
    )


def automatic_doubles_tag(record: MatchRecord) -> tuple[str, str]:
    """Game numbers and cubes, as in `3:2 5:4`."""
    turned = [f"{game.number}:{game.cube}" for game in record.games if game.cube > 1]
    return AUTOMATIC_DOUBLES, " ".join(turned)


def automatic_doubles_of(tags: Mapping[str, str]) -> dict[int, int]:
    """The cube at the start of those games that began with a turned one."""
    found = {}
    for word in tags.get(AUTOMATIC_DOUBLES.lower(), "").split():
        game, _, cube = word.partition(":")
        if game.isdecimal() and cube.isdecimal() and _is_cube(int(cube)):
            found[int(game)] = int(cube)
    return found


def _limit(highest: int) -> int:
    if highest == 1:
        return USUAL.cube_limit
    return 0 if highest >= UNLIMITED else highest


def _is_cube(value: int) -> bool:
    try:
        return 1 < Cube(value).value <= UNLIMITED
    except RulesError:
        return False


def _is_on(value: str) -> bool:
    return value.strip().lower() in ("on", "yes", "true", "1")


def _is_off(value: str) -> bool:
    return value.strip().lower() in ("off", "no", "false", "0")
