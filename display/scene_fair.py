"""Fair dice on the screen: the players add to them (BU-16), and anybody checks them (BU-17 to 20).

What the table could know is said in plain words: whoever throws by commitment can still know.
"""

from __future__ import annotations

import re

from controller.rules.position import Side
from controller.view.intents import Entropy, Press
from controller.view.snapshot import Fairness, Message
from display import items as i
from display.card_parts import begin, choice, end, hint, in_object, say
from display.draft import TAPS, Drum, Write, drummed_by
from display.layout import Decision, Rect
from display.layout_pages import PageLayout, split
from display.page_parts import LARGER, back_button, begin_page, button, end_page, remark
from display.scene_dice_code import PAGE as CODE
from display.scene_dice_code import can_open, dice_code_scene
from display.scene_panel import fingerprint
from display.stage import Hit, Open, Scene, Stage

CHECK: Message = ("Check it yourself: gammonboard verify, or verify_dice.py anywhere.", {})
MOST_PHRASE = 100
DIGITS = 4  # of a hash, written together
READABLE = 24  # characters of a phrase that are shown
DRAWN = 16  # digits of what the table drew that are shown
TAP = re.compile(r"\d+@\d+,\d+")

# --- the players' part ------------------------------------------------------------------------


def giving_scene(stage: Stage) -> Scene | None:
    """A side that plays here may add chance of its own, before the first die: by taps or a phrase;
    or it rolls without."""
    side, fairness = _giver(stage), stage.snapshot.fairness
    if side is None or fairness is None:
        return None
    where = begin(stage, dice=False)
    _ring(stage, where, side, fairness)
    lines = [
        (stage.text("Tap here or on the board, {count} times.", count=TAPS), "ink"),
        (stage.text("No table can foresee your taps."), "dim"),
    ]
    say(stage, where, stage.text("{name}'s part of the dice", name=stage.name(side)), lines)
    label = stage.text("Type a phrase")
    write = Write("A phrase for the dice", Entropy(side.value, ""), "", MOST_PHRASE)
    choice(stage, where, 0, label, "", write, keys=("T",))
    without = Press(side.value, "done")
    choice(stage, where, 1, stage.text("Roll without it"), "", without, keys=("D", "R"))
    hint(stage, where, stage.text("The dice follow from both sides and the table's secret."))
    for touched in _drums(where):
        stage.offer(Hit(touched, Drum(side), ("SPACE",)))
    return end(stage, where)


def _giver(stage: Stage) -> Side | None:
    """Whose turn it is to give at this screen: the side at its foot first."""
    snapshot, foot = stage.snapshot, stage.settings.bottom
    if snapshot.fairness is None or snapshot.phase not in ("opening", "to_roll"):
        return None
    asked = [side for side in (foot, foot.other) if side.value in snapshot.fairness.asked]
    return next((side for side in asked if side in stage.settings.sides), None)


def _drums(where: Decision) -> tuple[Rect, Rect]:
    """What is tapped: the board, and the card above its buttons."""
    top = where.card.y
    return where.board.rect, where.card._replace(h=where.buttons[0].y - round(6 * where.u) - top)


def _ring(stage: Stage, where: Decision, side: Side, fairness: Fairness) -> None:
    """How many taps there are, and what the table has bound itself to before the first of them."""
    u, ring = where.u, in_object(where)
    done = len(drummed_by(stage.hand.draft, side).split())
    under = stage.text("of {count}", count=TAPS)
    stage.show(i.Progress(ring, done, TAPS, round(28 * u), under))
    left = ring.right + round(14 * u)
    beside = Rect(left, ring.y, where.object.right - left, ring.h)
    upper, lower = split(beside, (1.3, 1), 0, down=True)
    text = stage.text("The table has committed to")
    mark = fingerprint(fairness.commitment or "")
    stage.show(
        i.Words(upper, text, round(17 * u), "dim", "regular", floor=round(12 * u), lines=2),
        i.Words(lower, mark, round(24 * u), "accent"),
    )


# --- the check ----------------------------------------------------------------------------------


def verify_scene(stage: Stage) -> Scene | None:
    """What this game's dice rest on; of the game before seed and chances, and what rolling it again
    came to; what the table could know."""
    if stage.hand.page == CODE and (code := dice_code_scene(stage)) is not None:
        return code
    where = begin_page(stage, stage.text("The dice"))
    fairness, u = stage.snapshot.fairness, where.u
    gap, has_code = round(10 * u), can_open(stage)
    foot = split(where.foot, (1, 1, 1.9) if has_code else (1, 2.2), gap)
    back_button(stage, where, foot[0])
    if has_code:
        button(stage, foot[1], stage.text("QR code"), Open(CODE), round(24 * u), keys=("Q",))
    if fairness is None:
        text = stage.text("People throw the dice of this match. The table commits to nothing.")
        stage.show(i.Words(where.main, text, round(24 * u), "ink", "regular", lines=3))
        return end_page(stage)
    remark(stage, foot[-1], u, CHECK)
    now, before = split(where.main, (1, 1.1), gap, down=where.tall)
    _this_game(stage, now, where, fairness)
    _last_game(stage, before, where, fairness)
    return end_page(stage)


class _Column:
    """Rows below each other on a plate; sizes are in units, before large print."""

    def __init__(self, stage: Stage, rect: Rect, where: PageLayout) -> None:
        u, is_large = where.u, stage.settings.large_print
        stage.show(i.Plate(rect, "plate", "hairline", 11 * u, 1.4, "raised"))
        self._stage = stage
        self._u, self._print, self._apart = u, LARGER if is_large else 1, 3 if is_large else 7
        self._room = rect.inset(round(12 * u), round(8 * u))

    def row(
        self, text: str, size: int, colour: str = "ink", face: str = "regular", lines: int = 1
    ) -> None:
        """One line, or a few that share their height; nothing where there is no room left."""
        room, pixels = self._room, round(size * self._print * self._u)
        apart = 7 if face == "serif" else self._apart
        high = round((pixels + apart * self._u) * lines * (1 if lines == 1 else 0.92))
        if high > room.h:
            return
        floor = round(12 * self._u)
        words = i.Words(
            room._replace(h=high), text, pixels, colour, face, "left", floor, lines, from_top=True
        )
        self._stage.show(words)
        self.gap(high)

    def rest(self, text: str) -> None:
        """A paragraph in all the room that is left."""
        u = self._u
        room = self._room._replace(h=self._room.h - round(6 * u))  # the last line hangs lower
        pixels, floor = round(20 * self._print * u), round(12 * u)
        lines = max(room.h // round(17 * u), 1)
        words = i.Words(room, text, pixels, "dim", "regular", "left", floor, lines, from_top=True)
        self._stage.show(words)

    def hash(self, digits: str, rows: int = 2) -> None:
        """A whole hash or seed in groups of four digits."""
        groups = [digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS)]
        each = max(-(-len(groups) // rows), 1)
        for at in range(0, len(groups), each):
            self.row(" ".join(groups[at : at + each]).upper(), 17, "accent")

    def gap(self, high: int | None = None) -> None:
        """So many pixels lower; a small step unless told."""
        room, down = self._room, round(6 * self._u) if high is None else high
        self._room = room._replace(y=room.y + down, h=room.h - down)


def _this_game(stage: Stage, rect: Rect, where: PageLayout, fairness: Fairness) -> None:
    column = _Column(stage, rect, where)
    column.row(stage.text("This game, {gid}", gid=fairness.gid), 23, face="serif")
    if stage.snapshot.dice_source == "seeded":
        column.row(stage.text("Seeded dice: repeatable, not fair."), 17, "warn")
    if fairness.is_lost:
        text = stage.text("The seed before was lost: rolls until then cannot be checked.")
        column.row(text, 21, "warn", lines=2)
    column.row(stage.text("Fixed before the first die:"), 17, "dim")
    column.hash(fairness.commitment or "", 2 if where.tall else 3)
    column.gap()
    if fairness.mode == "players":
        for side in Side:
            column.row(_part(stage, side, fairness), 17)
    else:
        column.row(stage.text("The table's seed alone."), 17)
    column.gap()
    column.rest(_what_it_knows(stage, fairness))


def _part(stage: Stage, side: Side, fairness: Fairness) -> str:
    """What a side did for this game's dice."""
    words = {
        "person": "{name} added to them",
        "table": "the table drew for {name}",
        "none": "{name} rolls without",
    }
    source = fairness.sources[side.index]
    return stage.text(words.get(source, "{name} may add to them"), name=stage.name(side))


def _what_it_knows(stage: Stage, fairness: Fairness) -> str:
    """The honest words of fair_dice.md 7.2."""
    if fairness.mode == "players" and "" in fairness.sources:
        return stage.text("No die is fixed yet: all follow from what both sides give, too.")
    if fairness.mode == "players" and "person" in fairness.sources:
        return stage.text(
            "Nobody could choose these dice, not even the table: it was bound before a player gave"
            " his part. It does know them in advance and keeps them to itself."
        )
    return stage.text(
        "The table cannot change these dice any more. But it drew them alone, and it knows them in"
        " advance: trust it as far as whoever runs it."
    )


def _last_game(stage: Stage, rect: Rect, where: PageLayout, fairness: Fairness) -> None:
    column = _Column(stage, rect, where)
    if not fairness.last_gid:
        column.row(stage.text("No game is over yet"), 23, face="serif")
        text = stage.text("When it is, its seed is shown here, and every die is rolled again.")
        column.rest(text)
        return
    column.row(stage.text("The last game, {gid}", gid=fairness.last_gid), 23, face="serif")
    if fairness.last_difference is None:
        text = stage.text("VERIFIED: {rolls} rolls follow", rolls=fairness.last_rolls)
        column.row(text, 19, "good", "semibold")
    else:
        column.row(stage.catalogue.said(fairness.last_difference), 20, "warn", lines=2)
    column.row(stage.text("It was fixed before the first die:"), 17, "dim")
    column.hash(fairness.last_commitment or "")
    if fairness.last_seed:
        column.row(stage.text("The secret seed was:"), 17, "dim")
        column.hash(fairness.last_seed)
    for side, given in zip(Side, fairness.last_entropy, strict=True):
        if given:
            name, shown = stage.name(side), _readable(stage, given)
            column.row(stage.text("{name} gave: {shown}", name=name, shown=shown), 17)


def _readable(stage: Stage, given: str) -> str:
    """A phrase as it was typed, taps by their number; of anything else the first bytes, as hex."""
    try:
        text = bytes.fromhex(given).decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        text = ""
    if not text or not text.isprintable():
        count, first = len(given) // 2, given[:DRAWN].upper()
        return stage.text("{count} bytes, {first}", count=count, first=first)
    taps = text.split()
    if all(TAP.fullmatch(tap) for tap in taps):
        return stage.text("{count} taps", count=len(taps))
    return f"“{text}”" if len(text) <= READABLE else f"“{text[:READABLE]}…”"
