"""The secrets of the last game's dice as one QR code as large as the screen (BU-18 to BU-20).

Its text needs no address and no reader of ours: `BGTABLE-DICE-V1 M1/G3 C:... S:... A:... B:...`,
hash, seed and what light and dark gave as hex digits in capitals, which QR packs well. Where all of
it does not fit in modules that are read, what the players gave is left out, and the page says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.view.snapshot import Fairness
from display import items as i
from display import qr
from display.layout import Rect
from display.layout_pages import split
from display.page_parts import end_page
from display.stage import Hit, Open, Scene, Stage

PAGE = "verify:code"
LABEL = "BGTABLE-DICE-V1"
WHOLE = "In it: game, fingerprint, seed, and what both sides gave."
SEED_ONLY = "In it: game, fingerprint and seed; what the sides gave is too long for a code."


def contents(fairness: Fairness) -> Iterator[tuple[str, str]]:
    """(what is in it, the text), from the fullest to the shortest; none before a game is over."""
    if not fairness.last_seed:
        return
    light, dark = fairness.last_entropy
    seed = f"{LABEL} {fairness.last_gid} C:{fairness.last_commitment or ''} S:{fairness.last_seed}"
    yield WHOLE, f"{seed} A:{light} B:{dark}".upper()
    yield SEED_ONLY, seed.upper()


def code_of(fairness: Fairness, room_px: int) -> tuple[str, qr.Code] | None:
    """What is in it, and the fullest code that fits into a square of so many pixels."""
    for words, text in contents(fairness):
        made = qr.code_of(text, room_px)
        if made is not None:
            return words, made
    return None


def can_open(stage: Stage) -> bool:
    """Whether there is a game to show, and room for its code."""
    fairness = stage.snapshot.fairness
    return fairness is not None and code_of(fairness, min(stage.settings.size)) is not None


def dice_code_scene(stage: Stage) -> Scene | None:
    """Dark on ivory, beside it what is in it; a touch leads back."""
    size, fairness = stage.settings.size, stage.snapshot.fairness
    side = min(size)
    found = code_of(fairness, side) if fairness is not None else None
    if fairness is None or found is None:
        return None
    words, made = found
    whole, u = Rect(0, 0, *size), side / 480
    is_tall = size[1] > size[0]
    room = Rect(size[0] - side, size[1] - side, side, side)
    free = whole._replace(h=room.y) if is_tall else whole._replace(w=room.x)
    pixels = len(made.rows) * made.px
    at = room.x + (side - pixels) // 2, room.y + (side - pixels) // 2
    stage.show(i.Paper(whole, 0), i.Qr(at, made.px, made.rows))
    head, text, back = split(free.inset(round(16 * u)), (1, 1.6, 1.2), 0, down=True)
    title = stage.text("The dice of {gid}", gid=fairness.last_gid)
    how = stage.text("Any QR reader shows its text. Touch to go back.")
    floor = round(12 * u)
    stage.show(
        i.Words(head, title, round(26 * u), "print", "serif", "centre", floor, 2),
        i.Words(text, stage.text(words), round(20 * u), "print dim", "regular", "centre", floor, 6),
        i.Words(back, how, round(20 * u), "print dim", "regular", "centre", floor, 5),
    )
    stage.offer(Hit(whole, Open(""), ("Escape", "Q")))
    return end_page(stage)
