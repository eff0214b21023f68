"""Hands on a simulated table: beside the wire and never part of it.

`HandPort` carries acts out on the board in this process, in virtual or real time; `handle_line` is
the same as one line of JSON in, one out; `HandSocket` serves those lines on a Unix socket and
`HandClient` is its other end.
"""

from __future__ import annotations

import contextlib
import heapq
import selectors
import socket
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from firmware_bridge.layout import cells_of
from firmware_bridge.messages import Button
from hw_sim import acts
from hw_sim.board import Board, NothingThereError, Truth
from hw_sim.checkers import Area, Colour, parse_place
from hw_sim.faults import CellFaults
from hw_sim.geometry import neighbours_of

SWEEP_MS = 1000
LINE_MAX = 4096
CLIENTS_MAX = 8
_BUTTONS = {"done": Button.LIGHT_DONE, "double": Button.LIGHT_DOUBLE, "undo": Button.LIGHT_UNDO}


class Machine(Protocol):
    """What hands can touch besides checkers: buttons, switch, cable, and their phones."""

    def press(self, button: Button, pressed: bool, now_ms: int) -> None: ...

    def power(self, on: bool, now_ms: int) -> None: ...

    def connect(self, plugged: bool, now_ms: int) -> None: ...

    def lay_phone(self, slot: int | None) -> None: ...

    def cover(self, slots: Collection[int]) -> None: ...

    def reset(self, banner_ms: int = 0) -> None: ...


class HandPort(acts.Hand):
    """Acts happen at the time told by the last `advance`, so the driver advances first."""

    def __init__(self, board: Board, faults: CellFaults, machine: Machine) -> None:
        self._board = board
        self._faults = faults
        self._machine = machine
        self._now_ms = 0
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._scheduled = 0
        self._held: dict[Button, int] = {}

    def advance(self, now_ms: int) -> None:
        """Let what was begun go on: slides move, buttons come up, a sweep goes over the board."""
        while self._later and self._later[0][0] <= now_ms:
            self._now_ms, _, finish = heapq.heappop(self._later)
            self._board.advance(self._now_ms)
            finish()
        self._now_ms = now_ms
        self._board.advance(now_ms)

    def next_due_ms(self) -> int | None:
        """When something that was begun goes on by itself."""
        dues = [self._board.next_due_ms(), self._later[0][0] if self._later else None]
        return min((due for due in dues if due is not None), default=None)

    def do(self, act: acts.Act) -> Truth | None:
        try:
            return self._do(act)
        except (NothingThereError, ValueError) as error:
            raise acts.HandError(str(error)) from error

    def _do(self, act: acts.Act) -> Truth | None:
        board = self._board
        match act:
            case acts.AskTruth():
                return board.truth()
            case acts.Lift(side, place, along_mm):
                board.lift(side, parse_place(side, place), along_mm)
            case acts.Put(side, place, on_top, along_mm):
                board.put(side, parse_place(side, place), on_top=on_top, along_mm=along_mm)
            case acts.Drag(side, x_mm, y_mm):
                board.drag(side, (x_mm, y_mm))
            case acts.Slide(side, source, to):
                ends = parse_place(side, source), parse_place(side, to)
                board.slide(side, *ends, self._now_ms, acts.slide_ms(act))
            case acts.Add(side, place):
                board.add(side, parse_place(side, place))
            case acts.Remove(side, place):
                board.remove(side, parse_place(side, place))
            case acts.Nudge(side, place, along_mm):
                self._nudge(side, place, along_mm)
            case acts.Lay(slots, off, reserve):
                board.lay(slots, off, reserve)
            case acts.Sweep():
                self._sweep()
            case _:
                self._do_to_machine(act)
        return None

    def _do_to_machine(self, act: acts.Act) -> None:
        match act:
            case acts.Press(side, control, hold_ms):
                button = _button(side, control)
                press = self._hold(button)
                self._schedule(self._now_ms + hold_ms, partial(self._release, button, press))
            case acts.Hold(side, control):
                self._hold(_button(side, control))
            case acts.Release(side, control):
                button = _button(side, control)
                self._release(button, self._held.get(button, 0))
            case acts.FaultCell(side, place, cell, kind, value):
                self._faults.set(_cell(side, place, cell), kind, value)
            case acts.FaultChecker(side, place, kind, along_mm):
                self._board.spoil(side, parse_place(side, place), kind.factor, along_mm)
            case acts.FaultCable(first, second):
                self._faults.swap_rows(first, second)
            case acts.ClearFaults():
                self._faults.clear()
                self._board.heal()
            case acts.Phone(side, place):
                self._machine.lay_phone(_slot(side, place))
            case acts.Cover(side, first, last):
                ends = sorted((_slot(side, first), _slot(side, last)))
                self._machine.cover(range(ends[0], ends[1] + 1))
            case acts.Clear():
                self._machine.lay_phone(None)
                self._machine.cover(())
            case acts.Unplug():
                self._machine.connect(False, self._now_ms)
            case acts.Plug():
                self._machine.connect(True, self._now_ms)
            case acts.Power(on):
                self._machine.power(on, self._now_ms)
            case acts.Reset(banner_ms):
                self._machine.reset(banner_ms)
            case _:
                raise ValueError(f"{type(act).__name__.lower()} is nothing that hands can do")

    def _nudge(self, side: Colour, place: acts.Where, along_mm: float) -> None:
        slot = _slot(side, place)
        slots = [s for s in (slot, *neighbours_of(slot)) if s is not None]
        self._board.nudge(slots, along_mm)

    def _sweep(self) -> None:
        slots = [
            (slot, colour)
            for slot in range(len(self._board.truth().light))
            for colour in Colour
            for _ in range(sum(c.colour is colour for c in self._board.checkers_on(slot)))
        ]
        for number, (slot, colour) in enumerate(slots, start=1):
            at_ms = self._now_ms + number * SWEEP_MS // len(slots)
            self._schedule(at_ms, partial(self._sweep_one, colour, slot))

    def _sweep_one(self, colour: Colour, slot: int) -> None:
        with contextlib.suppress(NothingThereError):  # somebody lifted it meanwhile
            self._board.lift(colour, slot)
            self._board.put(colour, Area.BESIDE)

    def _hold(self, button: Button) -> int:
        """Push a button down, letting it up before where it is down; the number of this press."""
        if button in self._held:
            self._release(button, self._held[button])
        self._scheduled += 1
        self._held[button] = self._scheduled
        self._machine.press(button, True, self._now_ms)
        return self._scheduled

    def _release(self, button: Button, press: int) -> None:
        """Let a button up, unless that press has ended already."""
        if self._held.get(button) == press:
            del self._held[button]
            self._machine.press(button, False, self._now_ms)

    def _schedule(self, at_ms: int, finish: Callable[[], None]) -> None:
        self._scheduled += 1
        heapq.heappush(self._later, (at_ms, self._scheduled, finish))


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to one line: ok with a truth where one was asked for, or an error in words."""

    ok: bool
    error: str | None = None
    truth: Truth | None = None


_act_decoder = msgspec.json.Decoder(acts.Act)
_reply_decoder = msgspec.json.Decoder(Reply)


def handle_line(hand: acts.Hand, line: str | bytes) -> str:
    """Carry out one act given as JSON; the reply as JSON. Never raises for what a line says."""
    try:
        reply = Reply(True, truth=hand.do(_act_decoder.decode(line)))
    except (msgspec.MsgspecError, acts.HandError, UnicodeDecodeError) as error:
        reply = Reply(False, error=str(error))
    return msgspec.json.encode(reply).decode()


class LineSocket:
    """Answers lines of clients on a Unix socket; the owner calls `serve` when readable.

    `answer` gives the reply to one line, neither with its newline.
    """

    def __init__(self, path: Path, answer: Callable[[bytes], str]) -> None:
        self._answer = answer
        self._path = path
        self._selector = selectors.DefaultSelector()
        self._half: dict[socket.socket, bytes] = {}
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(CLIENTS_MAX)
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)

    def fileno(self) -> int:
        """One descriptor that is readable when `serve` has something to do, where epoll exists."""
        return self._selector.fileno()

    def serve(self, timeout_s: float = 0.0) -> None:
        """Accept who waits and answer every whole line that has come."""
        for key, _ in self._selector.select(timeout_s):
            if key.fileobj is self._listener:
                client, _ = self._listener.accept()
                client.setblocking(True)
                self._half[client] = b""
                self._selector.register(client, selectors.EVENT_READ)
            elif isinstance(key.fileobj, socket.socket):
                self._read(key.fileobj)

    def close(self) -> None:
        """Hang up on everybody and remove the socket's path."""
        for client in list(self._half):
            self._hang_up(client)
        self._selector.close()
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _read(self, client: socket.socket) -> None:
        try:
            data = client.recv(LINE_MAX)
        except ConnectionError:
            data = b""
        lines = (self._half[client] + data).split(b"\n")
        if not data or len(lines[-1]) > LINE_MAX:
            self._hang_up(client)
            return
        self._half[client] = lines.pop()
        try:
            for line in lines:
                client.sendall(self._answer(line).encode() + b"\n")
        except ConnectionError:
            self._hang_up(client)

    def _hang_up(self, client: socket.socket) -> None:
        del self._half[client]
        self._selector.unregister(client)
        client.close()


class HandSocket(LineSocket):
    """Serves a hand port. `before_act` brings the table to the present before each act."""

    def __init__(self, path: Path, hand: acts.Hand, before_act: Callable[[], None]) -> None:
        def answer(line: bytes) -> str:
            before_act()
            return handle_line(hand, line)

        super().__init__(path, answer)


class HandClient(acts.Hand):
    """Hands on a table in another process."""

    def __init__(self, path: Path, timeout_s: float = 5.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(timeout_s)
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise acts.HandError(f"no hand port at {path}: {error}") from error
        self._reader = self._socket.makefile("rb")

    def do(self, act: acts.Act) -> Truth | None:
        try:
            self._socket.sendall(msgspec.json.encode(act) + b"\n")
            line = self._reader.readline()
        except OSError as error:
            raise acts.HandError(f"the hand port has gone: {error}") from error
        if not line:
            raise acts.HandError("the hand port has gone")
        reply = _reply_decoder.decode(line)
        if not reply.ok:
            raise acts.HandError(reply.error or "refused")
        return reply.truth

    def close(self) -> None:
        self._reader.close()
        self._socket.close()


def _button(side: Colour, control: str) -> Button:
    if control not in _BUTTONS:
        raise ValueError(f"no button {control!r}: done, double or undo")
    return Button(_BUTTONS[control] + 3 * side.number)


def _cell(side: Colour, place: acts.Where, number: int) -> int:
    """The index of a slot's cell, counted from 1 at its rail."""
    cells = cells_of(_slot(side, place))
    if not 1 <= number <= len(cells):
        raise ValueError(f"cell {number} is not 1-{len(cells)}")
    return cells[number - 1]


def _slot(side: Colour, place: acts.Where) -> int:
    """A place that has cells."""
    slot = parse_place(side, place)
    if isinstance(slot, Area):
        raise ValueError(f"{slot} has no cells")
    return slot
