"""The start of a match: who plays what and how, an unfinished match, and the same match again."""

from __future__ import annotations

from dataclasses import replace

from controller.errors import RulesError
from controller.rules.position import Side
from controller.rules.variants import find_variant
from controller.view.intents import Carry, NewMatch, Rematch
from controller.view.lobby import Lobby, Stored, Wishes
from display import items as i
from display.draft import Named, Wish, Write, wishes_of
from display.layout import Rect
from display.layout_pages import PageLayout, grid, page, split
from display.page_parts import (
    Tile,
    back_button,
    begin_page,
    button,
    end_page,
    gear_button,
    remark,
    tile,
)
from display.scene_compare import Lying, both_boards
from display.stage import Hit, Open, Scene, Stage

LENGTHS = tuple(range(26))
COMMON = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25, 0)
TIMERS = (0, 45)
AIDS = ("full", "wrong-only", "none")
CHANCES = (False, True)
MOST_NAME = 40


def start_scene(stage: Stage) -> Scene | None:
    """Where no match is under way: a new one, or first what becomes of the last one."""
    lobby = stage.snapshot.lobby
    if lobby is None:
        return None
    if lobby.stored is not None:
        return _unfinished(stage, lobby.stored)
    return new_match_scene(stage)


# --- a new match --------------------------------------------------------------------------------


def new_match_scene(stage: Stage) -> Scene | None:
    """Two seats, six wishes, one Begin."""
    lobby = stage.snapshot.lobby
    if lobby is None:
        return None
    where = begin_page(stage, stage.text("New match"))
    u, may = where.u, bool(stage.settings.sides)
    wishes = wishes_of(stage.hand.draft, lobby)
    gear_button(stage, where.corner, where.u)
    gap = round(10 * u)
    main, words = where.main, None
    if where.tall:  # there is no room for words beside the buttons
        main, words = split(where.main, (1, 0.08), gap, down=True)
    seats, tiles = split(main, (3.4, 4.0) if where.tall else (1, 1.18), gap, down=True)
    for side, rect in zip(Side, split(seats, (1, 1), gap, down=where.tall), strict=True):
        _seat(stage, rect, side, wishes, lobby, u)
    columns = 2 if where.tall else 3
    for what, rect in zip(
        _tiles(stage, wishes, lobby), grid(tiles, columns, 6 // columns, gap), strict=True
    ):
        tile(stage, rect, what, u)
    _foot(stage, where, words, NewMatch(stage.reader.value, wishes) if may else None)
    return end_page(stage)


def _foot(stage: Stage, where: PageLayout, words: Rect | None, begin: NewMatch | None) -> None:
    """A way back if this is a page over another scene, what the table says, and Begin. words:
    where, if not between the buttons."""
    u, gap = where.u, round(10 * where.u)
    back, between, last = split(where.foot, (1, 1, 1) if words else (1.0, 1.8, 1.2), gap)
    if stage.hand.page:
        back_button(stage, where, back)
    elif words is None:
        between = between._replace(x=back.x, w=between.right - back.x)
    if words is not None:
        last = last._replace(x=between.x, w=last.right - between.x)
    message = stage.snapshot.messages[stage.reader.index]
    remark(stage, words or between, u, message)
    label, size = stage.text("Begin"), round(28 * u)
    keys = ("D", "R", "Enter")
    button(stage, last, label, begin, size, keys=keys, kind="primary")


def _seat(stage: Stage, rect: Rect, side: Side, wishes: Wishes, lobby: Lobby, u: float) -> None:
    """Whose checkers, its name to be written, person or bot, and of a bot how strong."""
    nth, gap = side.index, round(6 * u)
    stage.show(i.Plate(rect, "plate", "hairline", 11 * u, 1.4, "raised"))
    upper, lower = split(rect.inset(round(8 * u)), (1, 1), round(4 * u), down=True)
    is_bot = wishes.seats[nth] == "bot"
    pen = round(22 * u)
    name = upper._replace(w=upper.w - pen - round(16 * u))
    badge = stage.text("BOT") if is_bot else ""
    stage.show(i.Name(name, side, wishes.names[nth], round(26 * u), badge))
    at = Rect(upper.right - pen - round(8 * u), round(upper.centre[1] - pen / 2), pen, pen)
    stage.show(i.Sign(at, "pen"))
    title = "Who plays light?" if side is Side.LIGHT else "Who plays dark?"
    write = Write(title, Named(side), wishes.names[nth], MOST_NAME, lobby.names)
    stage.offer(Hit(upper, write, tabbed=True))
    boxes = split(lower, (1, 0.8, 1.5), gap)
    size = round(20 * u)
    for box, seat, label in ((boxes[0], "person", "Person"), (boxes[1], "bot", "Bot")):
        chosen = wishes.seats[nth] == seat
        _choice(stage, box, stage.text(label), Wish(side.value, seat), size, chosen=chosen)
    if is_bot:
        label = value_text(stage, "level", wishes.level)
        button(stage, boxes[2], label, Open("pick:level"), size)


def _choice(
    stage: Stage, rect: Rect, label: str, act: Wish, size: int, *, chosen: bool, under: str = ""
) -> None:
    """One of several, the chosen one edged with brass."""
    button(stage, rect, label, act, size, kind="chosen" if chosen else "plain", under=under)


def _tiles(stage: Stage, wishes: Wishes, lobby: Lobby) -> list[Tile]:
    tiles = [
        _tile(stage, wishes, "length", "Match", LENGTHS),
        _tile(stage, wishes, "variant", "Game", lobby.variants),
        _tile(stage, wishes, "dice", "Dice", lobby.dice),
        _tile(stage, wishes, "timer_s", "Time a turn", TIMERS),
        _tile(stage, wishes, "aids", "Aids", AIDS, lock=stage.snapshot.locked),  # none, then
    ]
    fair = wishes.dice == "fair"
    chance = _tile(stage, wishes, "entropy", "Dice seed", CHANCES if fair else ())
    return [*tiles, chance]


def _tile(
    stage: Stage,
    wishes: Wishes,
    field: str,
    label: str,
    values: tuple[str | int, ...],
    *,
    lock: bool = False,
) -> Tile:
    now = "none" if lock else getattr(wishes, field)
    text = value_text(stage, field, now)
    if lock or len(values) < 2 or not stage.settings.sides:
        return Tile(stage.text(label), text, lock=lock)
    at = values.index(now) if now in values else 0
    less = Wish(field, values[at - 1]) if at > 0 else None
    more = Wish(field, values[at + 1]) if at + 1 < len(values) else None
    pick = Open(f"pick:{field}") if len(values) > 2 else (more or less)
    return Tile(stage.text(label), text, less, more, pick)


def value_text(stage: Stage, field: str, value: str | int) -> str:
    """A wish's value in words."""
    if field == "length":
        return stage.text("to {length}", length=value) if value else stage.text("Money")
    if field == "variant":
        return _title(str(value))
    if field == "timer_s":
        return stage.text("{seconds} s", seconds=value) if value else stage.text("No limit")
    if field == "entropy":
        return stage.text("Table and players" if value else "Table alone")
    return stage.text(_WORDS.get(str(value), str(value).capitalize()))


def _title(variant: str) -> str:
    """A game's own name, the same in every language; the id of one that only a later release of
    the table knows."""
    try:
        return find_variant(variant).title
    except RulesError:
        return variant


_WORDS = {
    "fair": "Fair dice",
    "typed": "Real, typed in",
    "deduced": "Real, from the play",
    "seeded": "Seeded dice",
    "wrong-only": "Wrong only",
}


# --- one wish, all its values --------------------------------------------------------------------


_TITLES = {
    "length": "How long a match?",
    "variant": "Which game?",
    "dice": "Which dice?",
    "level": "How strong a bot?",
    "aids": "How much help?",
}
_UNDER = {
    "full": "places to go, and what is wrong",
    "wrong-only": "only what is wrong",
    "none": "as without a table",
    "fair": "thrown by the table, to be checked after",
    "typed": "thrown by hand, entered here",
    "deduced": "thrown by hand, read from the play",
    "seeded": "the same again each time; not fair",
}


def pick_scene(stage: Stage) -> Scene | None:
    """Every value of one wish; a touch chooses it and leads back."""
    lobby, field = stage.snapshot.lobby, stage.hand.page.partition(":")[2]
    if lobby is None or field not in _TITLES:
        return None
    wishes = wishes_of(stage.hand.draft, lobby)
    offered: dict[str, tuple[str | int, ...]] = {
        "length": COMMON, "variant": lobby.variants, "dice": lobby.dice, "level": lobby.levels,
        "aids": AIDS,
    }  # fmt: skip
    values = offered[field]
    where = begin_page(stage, stage.text(_TITLES[field]))
    gap = round(10 * where.u)
    columns = 2 if where.tall else 3 if len(values) > 4 else 1
    rows = max(-(-len(values) // columns), 4)
    size = round(24 * where.u)
    cells = grid(where.main, columns, rows, gap)
    for value, rect in zip(values, cells, strict=False):
        under = stage.text(_UNDER[str(value)]) if str(value) in _UNDER and columns == 1 else ""
        _choice(
            stage, rect, value_text(stage, field, value), Wish(field, value), size,
            chosen=getattr(wishes, field) == value, under=under,
        )  # fmt: skip
    back_button(stage, where, split(where.foot, (1, 2), gap)[0])
    return end_page(stage)


# --- a match that was not finished ----------------------------------------------------------------


def _unfinished(stage: Stage, stored: Stored) -> Scene:
    """As it was left and as the table stands now; on with it, or, deliberately, an end to it."""
    upright = page(stage.settings.size).tall
    where = begin_page(stage, stage.text("A match is unfinished"), 56 if upright else 400)
    snapshot, gap = stage.snapshot, round(4 * where.u)
    rows = split(where.main, (0.10, 0.14, 1) if upright else (0.14, 1), gap, down=True)
    _score(stage, rows[0], stored, where.u)
    said = rows[1]
    if not upright:
        said, corner = split(where.corner, (344, 56), gap)
        where = replace(where, corner=corner)
    gear_button(stage, where.corner, where.u)
    text = stage.notice() or stage.catalogue.said(snapshot.messages[stage.reader.index])
    size, floor = round((25 if upright else 19) * where.u), round(14 * where.u)
    stage.show(i.Words(said, text, size, "ink", "regular", floor=floor, lines=3))
    left = Lying(stored.slots, stored.off, stored.reserve)
    small = both_boards(stage, where, rows[-1], left, snapshot.sensed or snapshot.slots)
    if stage.settings.sides:
        _two_ways(stage, where)
    return end_page(stage, small)


def _score(stage: Stage, row: Rect, stored: Stored, u: float) -> None:
    """Who played whom, and how it stood."""
    light, dark, rest = split(row, (1, 1, 1), round(4 * u))
    for side, rect in ((Side.LIGHT, light), (Side.DARK, dark)):
        _name(stage, rect, side, stored.names[side.index], stored.seats[side.index], u)
    length = value_text(stage, "length", stored.length)
    game = stage.text("game {game}", game=stored.game)
    text = f"{stored.score[0]} – {stored.score[1]} · {length} · {game}"
    size, floor = round(21 * u), round(15 * u)
    stage.show(i.Words(rest, text, size, "dim", "regular", "right", floor))


def _name(stage: Stage, rect: Rect, side: Side, name: str, seat: str, u: float) -> None:
    badge = stage.text("BOT") if seat.startswith("bot") else ""
    stage.show(i.Name(rect, side, name, round(21 * u), badge))


def _two_ways(stage: Stage, where: PageLayout) -> None:
    """On, or an end to it: as far apart as answers to a cube."""
    u, side = where.u, stage.reader.value
    shares = (1.7, 1.0) if where.tall else (1.0, 1.0)
    left, right = split(where.foot, shares, round(30 * u))
    size = round(26 * u)
    label, under = (
        stage.text("Give up the match"),
        stage.text("hold, or press X twice"),
    )
    end = Carry(side, on=False)
    button(stage, left, label, end, size, keys=("X",), kind="danger", under=under, deliberate=True)
    on, keys = Carry(side, on=True), ("D", "R", "Enter")
    button(stage, right, stage.text("Go on"), on, size, keys=keys, kind="primary")


def resume_scene(stage: Stage) -> Scene:
    """After a power cut in the middle of a game: the same question, of the match under way."""
    snapshot = stage.snapshot
    lobby = snapshot.lobby
    under_way = Stored(
        match=snapshot.match, names=snapshot.names, seats=snapshot.seats, variant=snapshot.variant,
        length=snapshot.match_length, game=snapshot.game, score=snapshot.score, turn=snapshot.turn,
        slots=snapshot.slots, off=snapshot.off, reserve=snapshot.reserve,
    )  # fmt: skip
    return _unfinished(stage, (lobby.stored if lobby is not None else None) or under_way)


# --- the same again -------------------------------------------------------------------------------


def rematch_buttons(stage: Stage, rect: Rect, u: float) -> None:
    """After a match: the same again, the same with sides changed, or another one.

    One row, or two where `rect` is narrow; from 110 x 110 units each is as large as a finger.
    """
    if not stage.settings.sides:
        return
    side, gap = stage.reader.value, round(8 * u)
    if rect.w > 3.4 * rect.h:
        first, second, third = split(rect, (1.2, 1, 1), gap)
    else:
        first, low = split(rect, (1, 1), gap, down=True)
        second, third = split(low, (1, 1), gap)
    size = round(20 * u)
    keys = ("D", "R", "Enter")
    again = Rematch(side)
    button(stage, first, stage.text("Rematch"), again, round(24 * u), keys=keys, kind="primary")
    swapped, label = Rematch(side, swapped=True), stage.text("Swap sides")
    button(stage, second, label, swapped, size, keys=("W",))
    button(stage, third, stage.text("New match"), Open("new"), size, keys=("N",))
