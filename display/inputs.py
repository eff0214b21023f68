"""Touches, mouse and keys to acts: what is meant by them, given what the scene offers.

No pygame here: `app` says what happened in this module's words. One activation for a physical
touch; what is deliberate (take, drop, a resignation) is held for a second or its key pressed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from controller.rules.position import SLOTS, Side
from controller.view.intents import NameDouble, NewMatch, SetAids, SetBrightness
from controller.view.snapshot import Reach, Snapshot
from display import draft as d
from display.keyboard import typed
from display.layout import RESERVES, Point
from display.neighbours import WAYS, beside
from display.onward import onward
from display.pages import outlived
from display.scene_tips import place_under
from display.stage import Act, Adjust, Hand, Hit, Open, Scene, Tap, lying
from display.touches import MOUSE, Echoes, Shown

HOLD_MS = 1000
TWICE_MS = 2000  # the second press of a deliberate key must follow within this
DRAG = 0.35  # of a point's width: less than this is no drag
REST_MS = 600  # a mouse that rests, or a finger that is held, so long asks what lies there
STAYING = Adjust | SetAids | SetBrightness | NewMatch
"""What a page asks for and stays open: its answer is seen there."""


@dataclass(frozen=True, slots=True)
class Resting:
    """A pointer over something that explains itself (a tray or the cube)."""

    place: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class Armed:
    """A deliberate key that was pressed once."""

    hit: Hit
    until_ms: int


class Inputs:
    """Holds the finger, the keyboard's focus, the open pages and what is made on them; everything
    else is the scene's."""

    def __init__(self, act: Callable[[Act], None]) -> None:
        self._act = act
        self._scene: Scene | None = None
        self._snapshot: Snapshot | None = None
        self._finger: int | None = None
        self._down: Hit | None = None
        self._down_at: Point = (0, 0)
        self._down_ms = 0
        self._armed: Armed | None = None
        self._now_ms = 0
        self._focus: Act | None = None
        self._pages: tuple[str, ...] = ()  # the open one last, before it what it was opened from
        self._draft = d.Draft()
        self._pointed: int | None = None
        self._carried: Reach | None = None
        self._resting: Resting | None = None
        self._echoes, self._shown = Echoes(), Shown()

    def look(self, snapshot: Snapshot, scene: Scene) -> None:
        """What is on the screen now. What is gone from it is neither held nor in focus any more."""
        before, self._snapshot = self._snapshot, snapshot
        old, self._scene = self._scene, scene
        self._shown.look(scene, self._now_ms)
        if self._down is not None and not self._is_meant(self._down.act):
            self._down = None
        if self._armed is not None and self._find(self._armed.hit.act) is None:
            self._armed = None
        if self._focus is not None and self._find(self._focus) is None:
            self._focus = self._successor(self._focus, old)
        if before is not None:
            self._pages = outlived(self._pages, before, snapshot)
            if before.turn_number != snapshot.turn_number:
                self._carried = None
        if snapshot.lobby is None and self._draft.wishes is not None:
            self._draft = replace(self._draft, wishes=None)
        if self._reach(self._pointed) is None:
            self._pointed = None

    def _successor(self, focus: Act, old: Scene | None) -> Act | None:
        """What stands where a chosen value stood: the next one of the same kind, if any."""
        if old is None or self._scene is None or not isinstance(focus, d.Edit | STAYING):
            return None
        rect = next((hit.rect for hit in old.hits if hit.act == focus), None)
        found = (hit.act for hit in self._scene.hits if hit.rect == rect)
        return next((act for act in found if isinstance(act, type(focus))), None)

    def point(self, place: int) -> None:
        """Show where the checker of a place could go; again, or another place: no more."""
        self._pointed = None if place == self._pointed else place

    def carry(self, held: Reach | None) -> None:
        """Taps are hands here, and hold this checker; None: nothing. It keeps the places that it
        could go to when it was lifted: in the bear-off the table cannot tell it from one that is
        off, and shows no places for it."""
        self._carried = held

    @property
    def hand(self) -> Hand:
        """For the next scene."""
        held, filled = None, 0.0
        if self._down is not None and self._down.deliberate:
            held, filled = self._down, min((self._now_ms - self._down_ms) / HOLD_MS, 1)
        elif self._armed is not None:
            held, filled = self._armed.hit, 0.5
        focus = self._find(self._focus) if self._focus is not None else None
        page = self._pages[-1] if self._pages else ""
        reach, tip = self._shown_reach(), self._tip()
        return Hand(focus, held, round(filled, 2), page, reach, self._draft, tip=tip)

    def _tip(self) -> int | None:
        rests = self._resting
        ripe = rests is not None and self._now_ms - rests.since_ms >= REST_MS
        return rests.place if rests is not None and ripe else None

    def _is_meant(self, act: Act) -> bool:
        """Whether it is still there, and was when the finger came down."""
        return self._find(act) is not None and self._shown.is_read(act, self._down_ms)

    def _shown_reach(self) -> Reach | None:
        if self._snapshot is not None and self._snapshot.targets:
            return None  # the table shows its own
        return self._carried or self._reach(self._pointed)

    def _reach(self, place: int | None) -> Reach | None:
        reach = self._snapshot.reach if self._snapshot is not None else ()
        return next((each for each in reach if each.slot == place), None)

    def tick(self, now_ms: int) -> None:
        """Time passes: a hold ripens, a key pressed once is forgotten."""
        self._now_ms = now_ms
        down = self._down
        if down is not None and down.deliberate and now_ms - self._down_ms >= HOLD_MS:
            self._down = None
            self._do(down.act)
        if self._armed is not None and now_ms >= self._armed.until_ms:
            self._armed = None

    # -- touch and mouse -------------------------------------------------------------------------

    def press(self, finger: int, at: Point, now_ms: int) -> None:
        """A finger (or the mouse) comes down; a second one beside it is left out."""
        self.tick(now_ms)
        if self._finger is not None or self._scene is None or self._is_echo(finger, at):
            return
        self._finger, self._down_at, self._down_ms = finger, at, now_ms
        self._rest(at)
        down = self._under(at)
        self._down = down if down is not None and self._is_meant(down.act) else None
        self._focus = None
        self._armed = None

    def release(self, finger: int, at: Point, now_ms: int) -> None:
        """It leaves: where it came down it acts; on another place it carried a checker there."""
        self.tick(now_ms)
        if finger != self._finger:
            return
        self._is_echo(finger, at)  # what echoes it comes after this, too
        down, self._finger, self._down = self._down, None, None
        if finger != MOUSE:
            self._resting = None
        if down is None or down.deliberate or self._scene is None:
            return
        up = self._under(at)
        if up is not None and up.act == down.act:
            self._do(down.act)
        elif isinstance(down.act, Tap) and up is not None and isinstance(up.act, Tap):
            far = abs(at[0] - self._down_at[0]) + abs(at[1] - self._down_at[1])
            if far >= DRAG * self._scene.board.p:
                self._drag(down.act, up.act)

    def move(self, at: Point, now_ms: int) -> None:
        """The mouse goes over the picture; no button need be down."""
        self.tick(now_ms)
        if self._finger in (None, MOUSE):
            self._rest(at)

    def cancel(self) -> None:
        """The window lost the finger."""
        self._finger = self._down = self._resting = None

    def _rest(self, at: Point) -> None:
        scene = self._scene
        has_board = scene is not None and scene.ground != "leather"
        place = place_under(scene.board, at) if scene is not None and has_board else None
        if place is None:
            self._resting = None
        elif self._resting is None or self._resting.place != place:
            self._resting = Resting(place, self._now_ms)

    def _is_echo(self, finger: int, at: Point) -> bool:
        near = DRAG * self._scene.board.p if self._scene is not None else 0
        return self._echoes.is_echo(finger, at, self._now_ms, near)

    def _drag(self, start: Tap, end: Tap) -> None:
        """BU-05: lift, then put down."""
        if self._snapshot is not None and start.place not in self._snapshot.lifted:
            self._act(start)
        self._act(end)

    def _under(self, at: Point) -> Hit | None:
        hits: Sequence[Hit] = self._scene.hits if self._scene is not None else ()
        return next((hit for hit in hits if hit.rect.contains(at)), None)

    # -- keys -------------------------------------------------------------------------------------

    def key(self, name: str, now_ms: int) -> None:
        """A key by its name: a letter in capitals, "Tab", "Back tab", "Enter", "Left" and so on."""
        self.tick(now_ms)
        if self._scene is None:
            return
        if name in ("Tab", "Back tab"):
            self._step(1 if name == "Tab" else -1, self._stops())
        elif name in WAYS:
            self._arrow(name)
        elif self.is_writing and len(name) == 1:
            return  # comes again as text
        else:
            hit = self._hit_of(name)
            if hit is not None:
                self._press_key(hit)
            elif name == "Escape":
                self._open("")

    def _hit_of(self, key: str) -> Hit | None:
        """What a key does. Enter: what is in focus, but never a binding answer (MAT-11)."""
        focused = self._find(self._focus) if key == "Enter" and self._focus is not None else None
        if focused is not None:
            return None if focused.deliberate else focused
        hits: Sequence[Hit] = self._scene.hits if self._scene is not None else ()
        return next((hit for hit in hits if key in hit.keys), None)

    @property
    def is_writing(self) -> bool:
        """Whether what is typed is a text."""
        return self._scene is not None and self._scene.takes_text

    def text(self, characters: str) -> None:
        """Typed on a real keyboard, or pasted."""
        if self.is_writing:
            self._draft = replace(self._draft, typing=typed(self._draft.typing, characters))

    def _press_key(self, hit: Hit) -> None:
        armed, self._armed = self._armed, None
        if not hit.deliberate or (armed is not None and armed.hit.act == hit.act):
            self._do(hit.act)
        else:
            self._armed = Armed(hit, self._now_ms + TWICE_MS)

    def _arrow(self, way: str) -> None:
        """On a page without a board to what lies next; else through the places or as Tab."""
        stops = self._ways()
        at = self._find(self._focus) if self._focus is not None else None
        if at is not None and not any(isinstance(act, Tap | NameDouble) for act in stops):
            hits = [hit for hit in map(self._find, stops) if hit is not None]
            nth = beside([hit.rect for hit in hits], at.rect, way)
            if nth is not None:
                self._focus, self._armed = hits[nth].act, None
                return
        self._step(1 if way in ("Right", "Down") else -1, stops)

    def _step(self, by: int, acts: list[Act]) -> None:
        if not acts:
            return
        at = acts.index(self._focus) + by if self._focus in acts else (0 if by > 0 else -1)
        self._focus = acts[at % len(acts)]
        self._armed = None

    def _stops(self) -> list[Act]:
        """What Tab goes through: a side's checkers from its highest point, then the buttons."""
        scene, snapshot = self._scene, self._snapshot
        if scene is None or snapshot is None:
            return []
        taps = [hit.act for hit in scene.hits if isinstance(hit.act, Tap)]
        waiting = [t for t in taps if t.place in RESERVES.values()]
        lies = lying(snapshot)
        own = [t for t in taps if t.place < SLOTS and lies[t.place] * t.side.sign > 0]
        own.sort(key=lambda tap: tap.place if tap.side is Side.LIGHT else -tap.place, reverse=True)
        seen = [hit for hit in scene.hits if hit.rect.w and (hit.keys or hit.tabbed)]
        rest = [hit.act for hit in seen if not isinstance(hit.act, Tap)]
        return [*waiting, *own, *dict.fromkeys(rest)]

    def _ways(self) -> list[Act]:
        """What arrows go through: where the checker in the hand may go; else as Tab."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.turn is None:
            return self._stops()
        if snapshot.phase == "naming" and self._scene is not None:
            return [h.act for h in self._scene.hits if isinstance(h.act, NameDouble)]
        places = [Tap(Side(snapshot.turn), place) for place in onward(snapshot, self._carried)]
        return [tap for tap in places if self._find(tap) is not None] or self._stops()

    # -- what comes of it -------------------------------------------------------------------------

    def _find(self, act: Act) -> Hit | None:
        hits: Sequence[Hit] = self._scene.hits if self._scene is not None else ()
        return next((hit for hit in hits if hit.act == act), None)

    def _do(self, act: Act) -> None:
        if isinstance(act, Open):
            self._open(act.page)
            return
        if isinstance(act, d.Edit):
            self._edit(act)
            return
        if not isinstance(act, STAYING):
            self._pages = ()
        self._draft = d.after(self._draft, d.Note(d.REFUSED, self._refused()), None)
        self._act(self._meant(act) if isinstance(act, Tap) else act)

    def _open(self, page: str) -> None:
        """Onto the open one; one that lies below already, or "" for the last: back to it."""
        kept = self._pages[: self._pages.index(page)] if page in self._pages else self._pages
        self._pages = (*kept, page) if page else kept[:-1]
        self._focus, self._armed = None, None
        self._draft = replace(self._draft, notes=((d.REFUSED, self._refused()),))

    def _refused(self) -> int:
        return self._snapshot.refused if self._snapshot is not None else 0

    def _edit(self, act: d.Edit) -> None:
        lobby = self._snapshot.lobby if self._snapshot is not None else None
        if isinstance(act, d.Drum):
            x, y = self._down_at
            act = d.Drum(act.side, self._now_ms, (round(x), round(y)))
        self._draft = d.after(self._draft, act, lobby)
        if isinstance(act, d.Drum):
            self._drummed(act.side)
        if isinstance(act, d.Write):
            self._open("keyboard")
        elif isinstance(act, d.Named) or (self._pages and self._pages[-1].startswith("pick:")):
            self._open("")

    def _drummed(self, side: Side) -> None:
        given = d.drummed(self._draft, side)
        if given is not None:
            self._draft = d.after(self._draft, d.Note(d.drum_of(side), ""), None)
            self._act(given)

    def _meant(self, tap: Tap) -> Tap:
        """BU-04: the lifted checker tapped again goes to its only place."""
        snapshot = self._snapshot
        if snapshot is None or tap.place not in snapshot.lifted or len(snapshot.targets) != 1:
            return tap
        return replace(tap, place=snapshot.targets[0])
