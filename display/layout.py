"""Where everything lies in a window: pure numbers from a size and an orientation, without pygame.

A window that is higher than wide is laid out upright, with the board turned; every other one with
the board beside a panel, mirrored for a left hand. `u` is the unit that lines and type grow with.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.board import (
    CUBE_PLACE,
    DARK_TRAY,
    GAP,
    LIGHT_TRAY,
    PLACES,
    RESERVES,
    TRAYS,
    Board,
    Orientation,
    board_in,
)
from display.geometry import Point, Rect, around, square

__all__ = [
    "CUBE_PLACE", "DARK_TRAY", "GAP", "LIGHT_TRAY", "PLACES", "RESERVES", "TRAYS", "Board",
    "Decision", "Game", "Orientation", "Point", "Rect", "around", "board_in", "decision", "fitted",
    "game", "grid", "is_large_enough", "is_small", "is_upright", "square",
]  # fmt: skip

SMALL = 600  # up to this height the frame is thin and the panel narrow
TALLEST, WIDEST = 1.25, 2.4  # the picture's proportions; what is left over stays dark
UPRIGHT_WIDEST, UPRIGHT_TALLEST = 0.68, 2.0  # width of its height, height of its width
UPRIGHT_HIGH, LEAST_ROW, ROW = 800, 26, 34  # units: of a panel turned; of a taller one's row
LEAST_HIGH = 52  # units of a button: 9 mm on the 7-inch panel
CARD, WIDE_CARD = 0.3475, 0.4825  # of the width, beside a board
LEAST = (800, 480)  # what can be read and touched, lying or upright


@dataclass(frozen=True, slots=True)
class Game:
    """The scene of play: board, seats (the one at the head first), strip with words and buttons.

    kind: "large", "small" (a 7-inch panel) or "upright" (the same turned: the plaques of the bar
    tell most, `info` is a row that only a window taller than the panel has, else empty). words:
    beside two buttons; button_touch: what answers for each button. mirrored: for a left hand.
    """

    kind: str
    board: Board
    seats: tuple[Rect, Rect]
    info: Rect
    strip: Rect
    words: Rect
    buttons: tuple[Rect, Rect]  # the first of importance stands last, in the corner
    button_touch: tuple[Rect, Rect]
    u: float
    mirrored: bool = False

    def words_beside(self, count: int) -> Rect:
        """Room for words beside so many buttons."""
        words, gap = self.words, round(6 * self.u)
        if count >= len(self.buttons):
            return words
        if self.mirrored:
            x = self.buttons[1].right + gap if count else self._opposite(words.right)
            return words._replace(x=x, w=words.right - x)
        right = self.buttons[1].x - gap if count else self._opposite(words.x)
        return words._replace(w=right - words.x)

    def _opposite(self, x: int) -> int:
        """As far from the other end of the strip."""
        return 2 * self.strip.x + self.strip.w - x


@dataclass(frozen=True, slots=True)
class Decision:
    """The scene of a decision, beside the whole board. lines: of text, title first.

    buttons: two, far apart; one: in their stead, over the hint's place where that helps; row: two
    with room for more lines above; three: the third, rare answer in the hint's place. corner: what
    answers for the button at the note's end; gear: its sign.
    """

    board: Board
    seats: tuple[Rect, Rect]  # the side at the foot first
    note: Rect
    card: Rect
    object: Rect
    title: Rect
    lines: tuple[Rect, ...]
    buttons: tuple[Rect, Rect]
    hint: Rect
    u: float
    one: Rect
    row: tuple[Rect, Rect]
    three: tuple[Rect, Rect, Rect]
    corner: Rect
    gear: Rect

    def with_one(self) -> Decision:
        """For a single button; no hint then."""
        return replace(self, buttons=(self.one, self.one))

    def with_row(self) -> Decision:
        """For more than four lines; no hint then."""
        return replace(self, buttons=self.row)

    def with_three(self) -> Decision:
        """The third button stands in the hint's place."""
        return replace(self, buttons=self.three[:2], hint=self.three[2])

    def without_object(self) -> Decision:
        """Title and lines from the very top, for what needs much room below."""
        up = self.title.y - self.object.y
        lines = tuple(line._replace(y=line.y - up) for line in self.lines)
        return replace(self, title=self.title._replace(y=self.title.y - up), lines=lines)

    def beside_corner(self, rect: Rect) -> Rect:
        """What of a box is left beside the button in the corner."""
        if not rect.meets(self.corner):
            return rect
        return rect._replace(w=self.corner.x - round(6 * self.u) - rect.x)

    def below(self, rect: Rect) -> Rect:
        """What is left of the card below one of its parts."""
        y = rect.bottom + round(8 * self.u)
        return self.hint._replace(y=y, h=self.hint.bottom - y)


# --- the window -----------------------------------------------------------------------------------


def is_upright(size: tuple[int, int]) -> bool:
    """Whether the board is turned in a window of this size."""
    return size[1] > size[0]


def is_large_enough(size: tuple[int, int]) -> bool:
    """Whether a table can be shown in a window of this size."""
    return max(size) >= LEAST[0] and min(size) >= LEAST[1]


def fitted(size: tuple[int, int]) -> Rect:
    """The part of a window that is drawn on: the window, unless it is very tall or very wide."""
    width, height = size
    if is_upright(size):
        w, h = min(width, int(height * UPRIGHT_WIDEST)), min(height, int(width * UPRIGHT_TALLEST))
    else:
        w, h = min(width, int(height * WIDEST)), min(height, int(width / TALLEST))
    return Rect((width - w) // 2, (height - h) // 2, w, h)


def is_small(size: tuple[int, int]) -> bool:
    """Whether this size is drawn as for a 7-inch panel, lying or upright."""
    return is_upright(size) or fitted(size).h <= SMALL


def _mirror(whole: Rect, rect: Rect) -> Rect:
    return rect._replace(x=2 * whole.x + whole.w - rect.right)


def _mirror_all(whole: Rect, rects: tuple[Rect, ...]) -> tuple[Rect, ...]:
    return tuple(_mirror(whole, rect) for rect in rects)


def grid(area: Rect, count: int, u: float, most: int) -> list[Rect]:
    """So many cells in the fewest columns that leave a finger room, row by row from the top; none
    higher than `most` units."""
    gap, least = round(8 * u), round(LEAST_HIGH * u)
    columns = 1
    while columns < count and -(-count // columns) * (least + gap) - gap > area.h:
        columns += 1
    if count % columns and count % (columns + 1) == 0:
        columns += 1  # rather full rows
    rows = -(-count // columns)
    high = min((area.h - (rows - 1) * gap) // rows, round(most * u))
    wide = (area.w - (columns - 1) * gap) // columns
    cells = [divmod(nth, columns) for nth in range(count)]
    return [
        Rect(area.x + column * (wide + gap), area.y + row * (high + gap), wide, high)
        for row, column in cells
    ]


# --- play -----------------------------------------------------------------------------------------


def game(size: tuple[int, int], orientation: Orientation, *, left_handed: bool = False) -> Game:
    """See `Game`."""
    whole = fitted(size)
    if is_upright(size):
        made = _upright_game(whole, orientation)
    elif is_small(size):
        made = _small_game(whole, orientation)
    else:
        made = _large_game(whole, orientation)
    made = replace(made, button_touch=_to_the_edges(made, size))
    return _mirrored(made, Rect(0, 0, *size)) if left_handed else made


def _to_the_edges(made: Game, size: tuple[int, int]) -> tuple[Rect, Rect]:
    """Buttons own the pixels down to the foot, the last one those to the corner."""
    first, last = made.buttons
    high = size[1] - made.strip.y
    return (
        Rect(first.x, made.strip.y, first.w, high),
        Rect(last.x, made.strip.y, size[0] - last.x, high),
    )


def _mirrored(made: Game, window: Rect) -> Game:
    """For a left hand: the panel left, buttons in the left corner. The board keeps its sides, and
    upright heads stay above their own columns."""
    upright = made.kind == "upright"
    first, last = _mirror_all(window, made.buttons)
    top, foot = made.seats if upright else _mirror_all(window, made.seats)
    touch_first, touch_last = _mirror_all(window, made.button_touch)
    return replace(
        made,
        board=replace(made.board, rect=_mirror(window, made.board.rect)),
        seats=(top, foot),
        info=_mirror(window, made.info),
        strip=_mirror(window, made.strip),
        words=_mirror(window, made.words),
        buttons=(first, last),
        button_touch=(touch_first, touch_last),
        mirrored=True,
    )


def _in_strip(
    strip: Rect, button: Rect, gap: int, margin: int, edge: int
) -> tuple[Rect, tuple[Rect, Rect]]:
    """(words, buttons): two buttons of this size from the right, words left of them."""
    last = button._replace(x=strip.right - margin - button.w)
    first = last._replace(x=last.x - gap - button.w)
    left = strip.x + edge
    return Rect(left, strip.y, first.x - gap - left, strip.h), (first, last)


def _small_game(whole: Rect, orientation: Orientation) -> Game:
    u = whole.h / 480
    margin, strip_h, panel_w = round(2 * u), round(54 * u), round(120 * u)
    strip = Rect(whole.x, whole.bottom - strip_h, whole.w, strip_h)
    area = Rect(
        whole.x + margin,
        whole.y + margin,
        whole.w - panel_w - margin,
        whole.h - strip_h - 2 * margin,
    )
    panel = Rect(whole.right - panel_w + margin, area.y, panel_w - 2 * margin, area.h)
    seat_h = round(158 * u)
    seats = (panel._replace(h=seat_h), panel._replace(y=panel.bottom - seat_h, h=seat_h))
    gap = round(6 * u)
    info = Rect(panel.x, seats[0].bottom + gap, panel.w, seats[1].y - seats[0].bottom - 2 * gap)
    button = Rect(0, strip.y + round(2 * u), round(92 * u), strip.h - 2 * round(2 * u) + round(u))
    words, buttons = _in_strip(strip, button, gap, round(3 * u), round(11 * u))
    board = board_in(area, orientation, small=True, u=u)
    return Game("small", board, seats, info, strip, words, buttons, buttons, u)


def _large_game(whole: Rect, orientation: Orientation) -> Game:
    u = min(whole.h / 720, whole.w / 1180)
    margin, strip_h, panel_w = round(8 * u), round(66 * u), round(0.225 * whole.w)
    strip = Rect(
        whole.x + margin,
        whole.bottom - strip_h - round(2 * u),
        whole.w - 2 * margin,
        strip_h + round(2 * u) - margin,
    )
    area = Rect(
        whole.x + margin,
        whole.y + margin,
        whole.w - panel_w - 2 * margin,
        strip.y - whole.y - 2 * margin,
    )
    panel = Rect(area.right + margin + round(u), area.y, panel_w - margin - round(u), area.h)
    seat_h = round(0.366 * panel.h)
    seats = (panel._replace(h=seat_h), panel._replace(y=panel.bottom - seat_h, h=seat_h))
    info = Rect(
        panel.x, seats[0].bottom + margin, panel.w, seats[1].y - seats[0].bottom - 2 * margin
    ).inset(round(16 * u), 0)
    button = Rect(0, strip.y + round(6 * u), round(125 * u), strip.h - 2 * round(6 * u))
    words, buttons = _in_strip(strip, button, round(10 * u), round(7 * u), round(18 * u))
    board = board_in(area, orientation)
    return Game("large", board, seats, info, strip, words, buttons, buttons, u)


def _upright_game(whole: Rect, orientation: Orientation) -> Game:
    """Two heads above their columns, the turned board, a strip of two lines and two buttons."""
    u = min(whole.w / 480, whole.h / 800)
    margin, head_h, strip_h = round(2 * u), round(70 * u), round(61 * u)
    strip = Rect(whole.x, whole.bottom - strip_h, whole.w, strip_h)
    info = Rect(whole.x + margin, whole.y + margin + head_h, whole.w - 2 * margin, 0)
    spare = whole.h - round(UPRIGHT_HIGH * u)
    if spare >= LEAST_ROW * u:
        info = info._replace(h=min(spare, round(ROW * u)))
    top = info.bottom + round(u)
    area = Rect(whole.x + margin, top, whole.w - 2 * margin, strip.y - top)
    board = board_in(area, orientation, u=u, upright=True)
    width = (whole.w - 3 * margin) // 2
    left = Rect(whole.x + margin, whole.y + margin, width, head_h)
    right = left._replace(x=whole.right - margin - width)
    button = Rect(0, strip.y + round(5 * u), round(96 * u), round(51 * u))
    words, buttons = _in_strip(strip, button, round(6 * u), round(3 * u), round(8 * u))
    return Game("upright", board, (right, left), info, strip, words, buttons, buttons, u)


# --- decisions ------------------------------------------------------------------------------------


def decision(
    size: tuple[int, int],
    orientation: Orientation,
    *,
    left_handed: bool = False,
    wide_card: bool = False,
) -> Decision:
    """See `Decision`. wide_card: half of a lying window, beside a smaller board."""
    whole = fitted(size)
    if is_upright(size):
        return _upright_decision(whole, orientation)
    made = _lying_decision(whole, orientation, WIDE_CARD if wide_card else CARD)
    return _mirrored_decision(made, Rect(0, 0, *size)) if left_handed else made


def _mirrored_decision(made: Decision, window: Rect) -> Decision:
    """The card at the left hand; what lies on it, and the seats' order, stay as they are."""
    right = _mirror(window, made.card).x - made.card.x
    left = _mirror(window, made.board.rect).x - made.board.rect.x

    def card(rect: Rect) -> Rect:
        return rect._replace(x=rect.x + right)

    def beside(rect: Rect) -> Rect:
        return rect._replace(x=rect.x + left)

    return Decision(
        replace(made.board, rect=beside(made.board.rect)),
        (beside(made.seats[0]), beside(made.seats[1])),
        beside(made.note),
        card(made.card),
        card(made.object),
        card(made.title),
        tuple(map(card, made.lines)),
        (card(made.buttons[0]), card(made.buttons[1])),
        card(made.hint),
        made.u,
        card(made.one),
        (card(made.row[0]), card(made.row[1])),
        (card(made.three[0]), card(made.three[1]), card(made.three[2])),
        beside(made.corner),
        beside(made.gear),
    )


def _lying_decision(whole: Rect, orientation: Orientation, card_share: float) -> Decision:
    """The board at the left, below it the seats side by side; buttons below each other."""
    u = min(whole.h / 480, whole.w / 790)
    margin, gap = round(12 * u), round(14 * u)
    card_w = round(card_share * whole.w)
    card = Rect(whole.right - margin - card_w, whole.y + margin, card_w, whole.h - 2 * margin)
    left = Rect(whole.x + margin, whole.y + margin, card.x - gap - whole.x - margin, card.h)
    seat_h, note_h = round(72 * u), round(44 * u)
    board_h = left.h - seat_h - note_h - 2 * round(13 * u)
    board = board_in(left._replace(h=board_h), orientation)
    spare = (board_h - board.rect.h) // 2
    board = board_in(left._replace(h=board_h - 2 * spare), orientation)
    seat_y = left.y + board_h - spare + round(13 * u)
    width = (left.w - round(10 * u)) // 2
    seats = (
        Rect(left.x, seat_y, width, seat_h),
        Rect(left.right - width, seat_y, width, seat_h),
    )
    note = Rect(left.x, left.bottom - note_h, left.w, note_h)
    inner = card.inset(round(16 * u), round(10 * u))
    apart, high, third_h = round(30 * u), round(78 * u), round(LEAST_HIGH * u)
    hint = inner._replace(y=inner.bottom - round(44 * u), h=round(44 * u))
    second = Rect(inner.x, hint.y - round(4 * u) - high, inner.w, high)
    first = second._replace(y=second.y - apart - high)
    half = second._replace(w=(second.w - apart) // 2)
    row = (half, half._replace(x=half.right + apart))
    three = (
        first,
        second._replace(y=hint.bottom - high),
        hint._replace(y=first.bottom + round(8 * u), h=third_h),
    )
    object_, title, lines = _texts(inner, 92, u)
    corner = note._replace(x=note.right - round(56 * u), w=round(56 * u))
    corner = corner._replace(h=card.bottom + round(10 * u) - corner.y)
    side = round(20 * u)
    gear = Rect(note.right - round(6 * u) - side, note.y + (note.h - side) // 2, side, side)
    return Decision(
        board, seats, note, card, object_, title, lines, (first, second), hint, u, second, row,
        three, corner, gear,
    )  # fmt: skip


def _upright_decision(whole: Rect, orientation: Orientation) -> Decision:
    """The turned board above, both seats and the note beside it, the card below: its two buttons
    side by side."""
    u = min(whole.w / 480, whole.h / 800)
    margin, gap = round(12 * u), round(12 * u)
    area = whole.inset(margin)
    card_h = round(390 * u)
    card = Rect(area.x, area.bottom - card_h, area.w, card_h)
    upper = area._replace(h=card.y - gap - area.y)
    beside = round(168 * u)
    place = upper._replace(w=upper.w - gap - beside)
    board = board_in(place, orientation, u=0.6 * u, upright=True)
    board = replace(board, rect=board.rect._replace(x=area.x))
    left = board.rect.right + gap
    seat = Rect(left, board.rect.y, area.right - left, round(92 * u))
    seats = (seat, seat._replace(y=seat.bottom + round(10 * u)))
    note = seat._replace(y=seats[1].bottom + round(10 * u), h=round(72 * u))
    inner = card.inset(round(16 * u), round(10 * u))
    apart, high, third_h = round(30 * u), round(78 * u), round(LEAST_HIGH * u)
    hint = inner._replace(y=inner.bottom - round(40 * u), h=round(40 * u))
    first = Rect(inner.x, hint.y - round(4 * u) - high, (inner.w - apart) // 2, high)
    second = first._replace(x=inner.right - first.w)
    lowest = inner.bottom - high
    row = (first._replace(y=lowest), second._replace(y=lowest))
    third = inner._replace(y=inner.bottom - third_h, h=third_h)
    above = third.y - apart - high
    three = (first._replace(y=above), second._replace(y=above), third)
    object_, title, lines = _texts(inner, 90, u)
    side, finger = round(24 * u), round(56 * u)
    corner = Rect(area.right - finger, board.rect.bottom - finger, finger, finger)
    gear = Rect(corner.right - side, corner.bottom - side, side, side)
    return Decision(
        board, seats, note, card, object_, title, lines, (first, second), hint, u,
        inner._replace(y=lowest, h=high), row, three, corner, gear,
    )  # fmt: skip


def _texts(inner: Rect, object_h: int, u: float) -> tuple[Rect, Rect, tuple[Rect, ...]]:
    """(object, title, five lines) from the top of a card."""
    object_ = inner._replace(h=round(object_h * u))
    title = Rect(inner.x, object_.bottom + round(2 * u), inner.w, round(44 * u))
    line_h = round(27 * u)
    lines = tuple(Rect(inner.x, title.bottom + n * line_h, inner.w, line_h) for n in range(5))
    return object_, title, lines
