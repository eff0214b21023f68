"""What a game and a match end with: who won what and why, what is kept of it, what comes next."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.position import Side
from controller.view.intents import Press
from controller.view.snapshot import Fairness
from display import items as i
from display import qr
from display.card_parts import begin, choice, end, in_object, say
from display.layout import Decision, Rect
from display.layout_end import EndLayout, whole_code
from display.layout_end import end as end_layout
from display.layout_pages import FINGER, split
from display.page_parts import button, end_page, gear_button, refusal
from display.scene_last import KEY, PAGE
from display.scene_start import rematch_buttons
from display.stage import Hit, Open, Scene, Stage

CODE_PAGE, VERIFY_PAGE = "code", "verify"
HEX_GROUP, GROUPS, WIDE_GROUPS = 8, 3, 4  # digits of a seed that stand together, groups on a line
PATH_LETTER = 8.3  # units that a character of a path takes
THIRD = 2  # of a card's buttons, the smallest

# --- a game ------------------------------------------------------------------------------------


def game_over_scene(stage: Stage) -> Scene:
    """Result in points and why, the score, the dice, and what comes next."""
    snapshot = stage.snapshot
    where = begin(stage, dice=False)
    where = where.with_row() if where.board.upright else _with_two_below(where)
    score_object(stage, in_object(where)._replace(w=where.object.w), 40 * where.u)
    lines = [(_why(stage), "ink")]
    if snapshot.match_length:
        text = "Game {game} of a match to {length}."
        lines.append(
            (stage.text(text, game=snapshot.game, length=snapshot.match_length), "dim"),
        )
    winner = Side(snapshot.winner) if snapshot.winner else Side.LIGHT
    say(stage, where, stage.text("{name} wins", name=stage.name(winner)), lines)
    _seed(stage, where, len(lines))
    if stage.settings.sides:
        label, under = stage.text("Next game"), stage.text("then put the checkers back")
        act = Press(stage.reader.value, "done")
        choice(stage, where, 1, label, under, act, keys=("D", "R"), kind="primary")
        if _is_checked(snapshot.fairness):
            label = stage.text("Verify the dice")
            nth = 0 if where.board.upright else THIRD
            choice(stage, where, nth, label, "", Open(VERIFY_PAGE), keys=("F",))
    return end(stage, where)


def _with_two_below(where: Decision) -> Decision:
    """The third button as high as a finger needs, the second above it."""
    high, gap = round(FINGER * where.u), round(8 * where.u)
    third = where.hint._replace(y=where.hint.bottom - high, h=high)
    first, second = where.buttons
    second = second._replace(y=third.y - gap - second.h)
    return replace(where, buttons=(first, second), hint=third)


def _seed(stage: Stage, where: Decision, used: int) -> None:
    """The seed itself, to be written down (BU-18), and whether the dice follow from it."""
    fairness = stage.snapshot.fairness
    if fairness is None or not _is_checked(fairness):
        return
    u, top = where.u, where.lines[used].y + round(6 * where.u)
    room = Rect(where.title.x, top, where.title.w, where.buttons[1].y - round(10 * u) - top)
    head = room._replace(h=round(24 * u))
    side = round(20 * u)
    icon = Rect(head.x, head.y + (head.h - side) // 2, side, side)
    words = head._replace(x=icon.right + round(8 * u), w=head.w - side - round(8 * u))
    stage.show(
        i.Sign(icon, "warn" if fairness.last_difference else "shield"),
        i.Words(words, _dice_check(stage, fairness), round(19 * u), "ink", "regular"),
    )
    below = room._replace(y=head.bottom, h=room.bottom - head.bottom)
    digits = fairness.last_seed or ""
    groups = [digits[at : at + HEX_GROUP] for at in range(0, len(digits), HEX_GROUP)]
    beside = WIDE_GROUPS if where.board.upright else GROUPS
    rows = [" ".join(groups[at : at + beside]) for at in range(0, len(groups), beside)]
    high = min(below.h // max(len(rows), 1), round(22 * u))
    for nth, row in enumerate(rows):
        line = Rect(words.x, below.y + nth * high, words.w, high)
        stage.show(i.Words(line, row, round(17 * u), "dim", "regular", floor=round(12 * u)))


def _is_checked(fairness: Fairness | None) -> bool:
    """Whether the last game was rolled again, or could not be: its seed was lost."""
    return fairness is not None and bool(fairness.last_seed or fairness.last_difference)


def _dice_check(stage: Stage, fairness: Fairness) -> str:
    if fairness.last_difference:
        return stage.catalogue.said(fairness.last_difference)
    return stage.text("all {count} throws match the seed", count=fairness.last_rolls)


def _why(stage: Stage) -> str:
    """What was won, and what it came from."""
    snapshot = stage.snapshot
    points = stage.text("{points} points", points=snapshot.game_points)
    if snapshot.game_points == 1:
        points = stage.text("one point")
    if snapshot.cube.value > 1:
        text = "{how}, cube on {value}: {points}"
        return stage.text(text, how=_how(stage), value=snapshot.cube.value, points=points)
    return stage.text("{how}: {points}", how=_how(stage), points=points)


def _how(stage: Stage) -> str:
    snapshot = stage.snapshot
    if snapshot.how == "drop":
        return stage.text("Double dropped")
    size = min(max(snapshot.game_points // max(snapshot.cube.value, 1), 1), 3)
    what = stage.text(("Single game", "Gammon", "Backgammon")[size - 1])
    return stage.text("{what}, resigned", what=what) if snapshot.how == "resign" else what


def score_object(stage: Stage, box: Rect, d: float) -> None:
    """The score, large, each with its checker."""
    for side, half in zip(Side, split(box, (1, 1), round(d / 2)), strict=True):
        at = half.x + d * 0.6, half.centre[1]
        digits = Rect(half.x + round(d * 1.3), half.y, half.w - round(d * 1.3), half.h)
        score = str(stage.snapshot.score[side.index])
        size = min(round(d * 1.55), round(half.h * 0.9))
        stage.show(i.Checker(at, d, side), i.Words(digits, score, size, "ink", "serif"))


# --- a match -----------------------------------------------------------------------------------


def match_over_scene(stage: Stage) -> Scene:
    """On the leather: winner and score, record, dice and last game, what to do; a card to scan."""
    snapshot, where = stage.snapshot, end_layout(stage.settings.size)
    u = where.u
    winner = Side(snapshot.winner) if snapshot.winner else Side.LIGHT
    text = stage.text("Money game") if not snapshot.match_length else ""
    length, games = snapshot.match_length, snapshot.game
    match = text or stage.text("Match to {length} · {games} games", length=length, games=games)
    if games == 1:
        match = text or stage.text("Match to {length} · one game", length=length)
    title = stage.text("{name} wins", name=stage.name(winner))
    gear = Rect(where.line.right - round(56 * u), where.line.y, round(56 * u), round(FINGER * u))
    line, head = (each._replace(w=gear.x - each.x) for each in (where.line, where.title))
    why, floor = refusal(stage), round(15 * u)
    colour = "warn" if why else "dim"
    gear_button(stage, gear, u)
    stage.show(
        i.Words(line, why or match, round(21 * u), colour, "regular", floor=floor),
        i.Words(head, title, round(44 * u), "ink", "serif", floor=round(24 * u)),
        i.Plate(where.plate, "plate", "accent", 11 * u, 2 * max(u, 1), "raised"),
    )
    _result(stage, where)
    _rows(stage, where)
    rematch_buttons(stage, where.again, u)
    _looking_back(stage, where)
    _paper(stage, where)
    return end_page(stage)


def _result(stage: Stage, where: EndLayout) -> None:
    u = where.u
    inner = where.plate.inset(round(14 * u), round(4 * u))
    upper, lower = split(inner, (1.75, 1), 0, down=True)
    for side, score, name in zip(
        Side, split(upper, (1, 1), round(12 * u)), split(lower, (1, 1), round(12 * u)), strict=True
    ):
        size = min(round(62 * u), round(score.h * 1.15))
        at = score.x + score.w * 0.30, score.centre[1]
        digits = Rect(round(score.x + score.w * 0.5), score.y, round(score.w * 0.36), score.h)
        colour = "ink" if side.value == stage.snapshot.winner else "dim"
        text = str(stage.snapshot.score[side.index])
        stage.show(
            i.Checker(at, min(46 * u, score.h * 0.9), side),
            i.Words(digits, text, size, colour, "serif", "centre"),
            i.Name(name, side, stage.name(side), round(20 * u), stage.bot_mark(side)),
        )


def _rows(stage: Stage, where: EndLayout) -> None:
    u, snapshot = where.u, stage.snapshot
    kept = stage.text("being written")
    sign = "recording"
    if not snapshot.recording:
        sign, kept = "idle", stage.text("not recorded")
    if snapshot.kept is not None:
        is_lost = bool(snapshot.kept.why)
        sign = "warn" if is_lost else "recording"
        kept = stage.text("saved as .mat and JSON")
        kept = stage.text("not written: {why}", why=snapshot.kept.why) if is_lost else kept
    fairness = snapshot.fairness
    shield = "dice"
    dice = {
        "fair": stage.text("fair, the seed is in the record"),
        "seeded": stage.text("seeded: repeatable, not fair"),
    }.get(snapshot.dice_source, stage.text("real ones, thrown by hand"))
    if fairness is not None and _is_checked(fairness):
        shield = "warn" if fairness.last_difference else "shield"
        dice = _dice_check(stage, fairness)
    rows = (
        (sign, stage.text("Record"), kept),
        (shield, stage.text("Dice"), dice),
        ("cup", stage.text("Last game"), _why(stage)),
    )
    for rect, (icon, label, value) in zip(where.rows, rows, strict=True):
        side = min(round(20 * u), rect.h)
        box = Rect(rect.x + round(2 * u), rect.y + (rect.h - side) // 2, side, side)
        first = Rect(box.right + round(10 * u), rect.y, round(92 * u), rect.h)
        rest = Rect(first.right + round(4 * u), rect.y, rect.right - first.right, rect.h)
        rest = rest._replace(w=rect.right - rest.x)
        colour = "warn" if icon == "warn" else "dim"
        floor = round(13 * u)
        stage.show(
            i.Sign(box, icon),
            i.Words(first, label, round(20 * u), floor=floor),
            i.Words(rest, value, round(19 * u), colour, "regular", floor=floor, lines=2),
        )


def _looking_back(stage: Stage, where: EndLayout) -> None:
    """The final board with its last play; the dice, where a seed can be checked."""
    fairness = stage.snapshot.fairness
    has_seed = _is_checked(fairness)
    first, second = split(where.below, (1, 1), round(10 * where.u))
    size = round(20 * where.u)
    button(stage, first if has_seed else where.below, stage.text("Last play"), Open(PAGE), size,
           keys=(KEY,))  # fmt: skip
    if has_seed:
        label, act = stage.text("Verify the dice"), Open(VERIFY_PAGE)
        button(stage, second, label, act, size, keys=("F",))


# --- the code ----------------------------------------------------------------------------------


def _paper(stage: Stage, where: EndLayout) -> None:
    """The match itself where it fits into modules that are read; else where it lies."""
    u, kept = where.u, stage.snapshot.kept
    stage.show(i.Paper(where.card, 11 * u))
    if kept is None or not kept.path:
        said = kept.why if kept is not None else ""
        text = stage.text("No record: {why}", why=said) if said else ""
        if not stage.snapshot.recording:
            text = text or stage.text("This match was not recorded.")
        text = text or stage.text("The record is being written.")
        _printed(stage, where.card.inset(round(20 * u)), text, round(22 * u), 5)
        return
    room = min(where.code.w, where.code.h)
    whole = qr.match_code(kept.text, room) if kept.text else None
    made = whole or qr.code_of(qr.address(kept.path), room)
    if made is not None:
        _print_code(stage, made, where.code)
    if whole is not None:
        caption, words = stage.text("The whole match"), stage.text("Scan to read and replay it.")
    else:
        caption, words = stage.text("Where the match lies"), kept.path
    _printed(stage, where.caption, caption, round(22 * u), 2, face="serif")
    if whole is None and can_open_code(stage):
        upper, lower = split(where.words, (1.8, 1), 0, down=True)
        _print_path(stage, upper, words, u)
        _printed(stage, lower, stage.text("Touch: the whole match"), round(17 * u), 1)
    elif whole is None:
        _print_path(stage, where.words, words, u)
    else:
        _printed(stage, where.words, words, round(18 * u), 4)
    if can_open_code(stage):
        stage.offer(Hit(where.card, Open(CODE_PAGE), ("Q",), tabbed=True))


def can_open_code(stage: Stage) -> bool:
    """Whether the whole match fits on this screen."""
    kept = stage.snapshot.kept
    room = whole_code(stage.settings.size).w
    return kept is not None and bool(kept.text) and qr.is_match_shown(kept.text, room)


def code_scene(stage: Stage) -> Scene | None:
    """The whole match in one code as large as the screen; a touch leads back."""
    kept = stage.snapshot.kept
    room = whole_code(stage.settings.size)
    made = qr.match_code(kept.text, room.w) if kept is not None and kept.text else None
    if made is None:
        return None
    size = stage.settings.size
    whole = Rect(0, 0, *size)
    u = min(size) / 480
    stage.show(i.Paper(whole, 0))
    _print_code(stage, made, room)
    free = Rect(0, 0, room.x, size[1]) if room.x else Rect(0, 0, size[0], room.y)
    if min(free.w, free.h) > 80 * u:
        said = stage.text("The whole match. Any QR reader shows its text. Touch to go back.")
        _printed(stage, free.inset(round(12 * u)), said, round(18 * u), 8)
    stage.offer(Hit(whole, Open(""), ("Escape", "Q")))
    return end_page(stage)


def _print_code(stage: Stage, made: qr.Code, room: Rect) -> None:
    side = len(made.rows) * made.px
    at = room.x + (room.w - side) // 2, room.y + (room.h - side) // 2
    stage.show(i.Qr(at, made.px, made.rows))


def _print_path(stage: Stage, rect: Rect, path: str, u: float) -> None:
    """Whole, on as many lines as it takes: it is there to be copied by hand."""
    beside = max(int(rect.w / (PATH_LETTER * u)), 1)
    rows = [path[at : at + beside] for at in range(0, len(path), beside)]
    high = min(rect.h // max(len(rows), 1), round(19 * u))
    top = rect.y + (rect.h - high * len(rows)) // 2
    for nth, row in enumerate(rows):
        line = Rect(rect.x, top + nth * high, rect.w, high)
        _printed(stage, line, row, min(round(15 * u), round(high * 0.85)), 1)


def _printed(
    stage: Stage, rect: Rect, text: str, size: int, lines: int, face: str = "regular"
) -> None:
    colour = "print" if face == "serif" else "print dim"
    floor = max(round(size * 0.6), 9)
    stage.show(i.Words(rect, text, size, colour, face, "centre", floor, lines))
