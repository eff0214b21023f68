"""What a recorded device would have said to a host whose own pace differs. Pure; times in ms.

The recording gives the words and their order, the listening host the numbers and the moments:

- Identity, Snapshot and LightsShown are answers (to Hello, SnapshotRequest and Lights). A recorded
  answer waits until the host has asked, then comes as long after the question as it once came,
  under the number of the host's newest question; where nothing is asked it waits for a second.
  LightsShown waits for the recorded picture: people press what they were shown.
- A question for which no recorded answer is near is answered at once: by what the recording has
  last told of the cells, or by the number of the frame.
- Heartbeats name the session and the frame that the host counts by. All else is said byte for
  byte, never sooner after what was said before it than it once came.
- The line goes three seconds after the last word: until then questions are answered, for a slow
  host may still be at work on it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware_bridge.codec import decode_device, decode_host, encode
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import DELIMITER, Framer, frame
from firmware_bridge.layout import cells_of
from firmware_bridge.link import FIRST_RESEND_MS
from firmware_bridge.messages import (
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Hello,
    HostMessage,
    Identity,
    Lights,
    LightsShown,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from firmware_bridge.recording import Recorded

PATIENCE_MS = 1000.0
LINGER_MS = 3000.0

Kind = type[Hello] | type[SnapshotRequest] | type[Lights]


class RecordedDevice:
    """One part of a recording: tell it what the host wrote, ask it what is said by now."""

    def __init__(self, part: Sequence[Recorded], now_ms: float) -> None:
        self._words = list(_words(part))
        self._next = 0
        self._said_ms = now_ms
        self._framer = Framer()
        self._asked: dict[Kind, _Question] = {}
        self._open: set[Kind] = set()  # not answered yet
        self._told = _Told()

    def is_over(self, now_ms: float) -> bool:
        """All was said, and the line has gone."""
        return self._next == len(self._words) and now_ms >= self._said_ms + LINGER_MS

    def hear(self, data: bytes, now_ms: float) -> None:
        """What the host wrote. Any bytes will do."""
        for question in _questions(data, self._framer, now_ms):
            if question.kind is Hello:
                self._open.clear()  # a new session: nothing older is awaited
            self._asked[question.kind] = question
            self._open.add(question.kind)

    def say(self, now_ms: float) -> bytes:
        """All that is due by now."""
        said = b""
        while self._next < len(self._words) and self._due_ms(self._next, self._said_ms) <= now_ms:
            word = self._words[self._next]
            said += self._spoken(word)
            self._told.take(word.message)
            self._next += 1
            self._said_ms = now_ms
        return said + b"".join([self._unrecorded(kind) for kind in self._unanswerable()])

    def next_due_ms(self) -> float:
        """When `say` has something, or the line goes."""
        over = self._next == len(self._words)
        due_ms = self._said_ms + LINGER_MS if over else self._due_ms(self._next, self._said_ms)
        return min([due_ms, *(self._asked[kind].at_ms for kind in self._unanswerable())])

    def _due_ms(self, index: int, said_ms: float) -> float:
        """When a word is due if the one before it was said then."""
        word = self._words[index]
        if word.answers is None:
            return said_ms + word.after_ms
        if not self._is_answer(word, word.answers.kind):
            return said_ms + word.after_ms + PATIENCE_MS
        return max(said_ms, self._asked[word.answers.kind].at_ms) + word.answer_ms

    def _is_answer(self, word: _Word, kind: Kind) -> bool:
        """The word answers what this host has asked."""
        if word.answers is None or word.answers.kind is not kind or kind not in self._open:
            return False
        return word.answers.picture == self._asked[kind].picture

    def _unanswerable(self) -> list[Kind]:
        """Open questions that the recording does not answer before the host would ask again."""
        return [kind for kind in self._open if kind is not Hello and not self._is_near(kind)]

    def _is_near(self, kind: Kind) -> bool:
        if kind is SnapshotRequest and self._told.snapshot is None:
            return True  # nothing is known of the cells but by the recording
        due_ms, limit_ms = self._said_ms, self._asked[kind].at_ms + FIRST_RESEND_MS
        for index in range(self._next, len(self._words)):
            due_ms = self._due_ms(index, due_ms)
            if due_ms >= limit_ms:
                return False
            if self._is_answer(self._words[index], kind):
                return True
        return False

    def _unrecorded(self, kind: Kind) -> bytes:
        """An answer that the recording does not hold."""
        self._open.discard(kind)
        number = self._asked[kind].number
        if kind is Lights:
            self._told.frame = number
            return frame(encode(LightsShown(number)))
        assert self._told.snapshot is not None
        return frame(encode(dataclasses.replace(self._told.snapshot, request=number)))

    def _spoken(self, word: _Word) -> bytes:
        """The word as this host is to hear it."""
        greeting = self._asked.get(Hello)
        message: DeviceMessage | None = word.message
        if isinstance(message, Heartbeat) and message.session and greeting is not None:
            shown = self._told.frame if message.lights_frame else 0
            message = dataclasses.replace(message, session=greeting.number, lights_frame=shown)
        elif word.answers is not None and word.answers.kind in self._asked:
            number = self._asked[word.answers.kind].number
            self._open.discard(word.answers.kind)
            match message:
                case Identity():
                    message = dataclasses.replace(message, session=number)
                case Snapshot():
                    message = dataclasses.replace(message, request=number)
                case LightsShown():
                    message = LightsShown(number)
                    self._told.frame = number
        if message is None or message == word.message:
            return word.data
        return frame(encode(message))


class _Told:
    """What was said of the cells in this session, as a device would sum it up."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.frame = 0  # shown last, by the host's count

    def take(self, message: DeviceMessage | None) -> None:
        match message:
            case Identity():
                self.snapshot, self.frame = None, 0
            case Snapshot():
                self.snapshot = message
            case PointReport() if self.snapshot is not None:
                cells = cells_of(message.group)
                readings = list(self.snapshot.readings)
                readings[cells.start : cells.stop] = message.readings
                self._now(tuple(readings), message.number)
            case ButtonEvent() if self.snapshot is not None:
                self._now(self.snapshot.readings, message.number)

    def _now(self, readings: tuple[int | None, ...], number: int) -> None:
        assert self.snapshot is not None
        last = max(self.snapshot.last_report, number)
        self.snapshot = Snapshot(self.snapshot.request, last, readings)


@dataclass(frozen=True, slots=True)
class _Question:
    """What a host asked. picture: the codes of the lights that it wants shown."""

    kind: Kind
    number: int
    at_ms: float
    picture: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Word:
    """A frame that the device said, or bytes that are none.

    after_ms: since the word before it. answers, answer_ms: the recorded question and how soon after
    that and the word before it; None and 0 for all that is no answer.
    """

    data: bytes
    message: DeviceMessage | None
    after_ms: float
    answers: _Question | None = None
    answer_ms: float = 0.0


def _words(part: Sequence[Recorded]) -> Iterator[_Word]:
    """The device's words with what the recorded host had asked before each."""
    asked: dict[Kind, _Question] = {}
    host, device, held, said_ms = Framer(), Framer(), b"", part[0].at_ms
    for piece in part:
        if piece.direction == ">":
            questions = _questions(piece.data, host, piece.at_ms)
            asked |= {question.kind: question for question in questions}
            continue
        held += piece.data
        while (end := _end_of_frame(held)) > 0:
            data, held = held[:end], held[end:]
            message = _device_message(data, device)
            kind, number = _answered(message)
            word = _Word(data, message, piece.at_ms - said_ms)
            if kind in asked and asked[kind].number == number:
                question = asked.pop(kind)
                answer_ms = piece.at_ms - max(said_ms, question.at_ms)
                word = dataclasses.replace(word, answers=question, answer_ms=answer_ms)
            yield word
            said_ms = piece.at_ms
    if held:
        yield _Word(held, None, part[-1].at_ms - said_ms)


def _end_of_frame(data: bytes) -> int:
    """Where the first frame and its delimiters end; 0 if it does not end here."""
    opening = len(data) - len(data.lstrip(DELIMITER))
    return data.find(DELIMITER, opening) + 1


def _questions(data: bytes, framer: Framer, at_ms: float) -> Iterator[_Question]:
    for message in host_messages(data, framer):
        match message:
            case Hello():
                yield _Question(Hello, message.session, at_ms)
            case SnapshotRequest():
                yield _Question(SnapshotRequest, message.request, at_ms)
            case Lights():
                yield _Question(Lights, message.frame, at_ms, message.codes)


def _answered(message: DeviceMessage | None) -> tuple[Kind | None, int]:
    """The kind and number of the question that this may answer."""
    match message:
        case Identity():
            return Hello, message.session
        case Snapshot():
            return SnapshotRequest, message.request
        case LightsShown():
            return Lights, message.frame
    return None, 0


def host_messages(data: bytes, framer: Framer) -> Iterator[HostMessage]:
    """The messages that are whole with these bytes of a host; all else is left out."""
    for payload in framer.feed(data):
        try:
            yield decode_host(payload)
        except ProtocolViolation:
            continue


def _device_message(data: bytes, framer: Framer) -> DeviceMessage | None:
    """The message that ends here, if it is one."""
    for payload in framer.feed(data):
        try:
            return decode_device(payload)
        except ProtocolViolation:
            return None
    return None
