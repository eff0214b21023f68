"""The words of one line of a scenario, each taken against what may stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from controller.commands.scenario.language import CellPlace, Contents, Place, Spot
from controller.errors import UsageError
from controller.rules.position import CHECKERS, POINTS, Side

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|(?P<comment>#.*)|(?P<comma>,)|(?P<word>[^\s,"]+)|(?P<bad>")'
)
_UNIT_MS = {"ms": 1, "s": 1000}
_CELLS_OF_POINT = 5
_CELLS_OF_BAR = 4

ON_BOARD = (Spot.BAR, Spot.BAR_LIGHT, Spot.BAR_DARK)
COUNTED = (Spot.BAR, Spot.OFF, Spot.RESERVE)


class Words:
    """A cursor over one line. Each method takes what it names or raises UsageError."""

    def __init__(self, text: str, file: str, line: int) -> None:
        self.line = line
        self._where = f"{file}:{line}"
        self._words: list[str] = []
        self._at = 0
        for token in _TOKEN.finditer(text):
            if token["bad"]:
                raise self.error("a quote is not closed", "a second one")
            if token["comment"] is None:
                quoted = token["quoted"]
                self._words.append(token[0] if quoted is None else f'"{quoted}')

    def error(self, wrong: str, expected: str) -> UsageError:
        """What is wrong on this line, and what was expected."""
        return UsageError(f"{self._where}: {wrong}, expected {expected}")

    @property
    def more(self) -> bool:
        """Whether anything is left on the line."""
        return self._at < len(self._words)

    def end(self, after: str) -> None:
        """Nothing may follow."""
        if self.more:
            raise self.error(f"{self._shown()} after {after}", "the end of the line")

    def word(self, expected: str) -> str:
        """Any one word."""
        if not self.more:
            raise self.error("the line ends", expected)
        self._at += 1
        return self._words[self._at - 1]

    def take(self, *choices: str) -> str | None:
        """The next word if it is one of these."""
        if self.more and self._words[self._at] in choices:
            return self.word("")
        return None

    def choice(self, *choices: str) -> str:
        expected = " or ".join(choices)
        taken = self.take(*choices)
        if taken is None:
            raise self._unfit(expected)
        return taken

    def next_is_quoted(self) -> bool:
        return self.more and self._words[self._at].startswith('"')

    def quoted(self, expected: str) -> str:
        """A text in double quotes."""
        if not self.more or not self._words[self._at].startswith('"'):
            raise self._unfit(f"{expected} in double quotes")
        return self.word("")[1:]

    def number(self, low: int, high: int, expected: str) -> int:
        expected = f"{expected} ({low} to {high})"
        if not self.more or not self._is_number(self._words[self._at], low, high):
            raise self._unfit(expected)
        return int(self.word(""))

    def time_ms(self) -> int:
        """A length of time: `300 ms`, `2 s` or `0.5 s`."""
        expected = "a time such as 300 ms or 2 s"
        if not self.more or not re.fullmatch(r"\d{1,6}(\.\d)?", self._words[self._at]):
            raise self._unfit(expected)
        number = float(self.word(""))
        return round(number * _UNIT_MS[self.choice(*_UNIT_MS)])

    def dice(self) -> tuple[int, int]:
        return self.number(1, 6, "a die"), self.number(1, 6, "a second die")

    def side(self) -> Side:
        return Side(self.choice("light", "dark"))

    def side_if_any(self) -> Side | None:
        taken = self.take("light", "dark")
        return Side(taken) if taken else None

    def place(self, *spots: Spot) -> Place:
        """A point 1-24 or one of these spots."""
        expected = " or ".join([f"a point (1 to {POINTS})", *(spot.value for spot in spots)])
        if self.more and self._is_number(self._words[self._at], 1, POINTS):
            return int(self.word(""))
        taken = self.take(*(spot.value for spot in spots))
        if taken is None:
            raise self._unfit(expected)
        return Spot(taken)

    def points(self) -> tuple[int, int]:
        """A range of points, `13..18`."""
        first, dots, last = self.word("points such as 13..18").partition("..")
        if not dots or not all(self._is_number(text, 1, POINTS) for text in (first, last)):
            self._at -= 1
            raise self._unfit("points such as 13..18")
        return min(int(first), int(last)), max(int(first), int(last))

    def cell(self) -> CellPlace:
        """A side and one of its cells: `light 13.2`, `dark bar.1`."""
        side = self.side()
        expected = "a cell such as 13.2 (point 1 to 24 or bar, cell from the rail)"
        place, _, cell = self.word(expected).partition(".")
        most = _CELLS_OF_BAR if place == "bar" else _CELLS_OF_POINT
        known = place == "bar" or self._is_number(place, 1, POINTS)
        if not known or not self._is_number(cell, 1, most):
            self._at -= 1
            raise self._unfit(expected)
        return CellPlace(side, Spot.BAR if place == "bar" else int(place), int(cell))

    def contents(self) -> tuple[Contents, ...]:
        """`light 24:2 13:5 bar:1 / dark 6:3`; each side at most once."""
        listed: list[Contents] = []
        while True:
            side = self.side()
            if any(side is other.side for other in listed):
                raise self.error(f"{side.value} stands there twice", "each side once")
            listed.append(Contents(side, self._counts()))
            if not self.take("/"):
                return tuple(listed)

    def settings(self, **allowed: Sequence[str]) -> dict[str, str]:
        """`name=value` pairs up to the end of the line, at least one."""
        values: dict[str, str] = {}
        usage = " ".join(f"{name}={'|'.join(words)}" for name, words in allowed.items())
        while self.more or not values:
            name, _, value = self.word(usage).partition("=")
            if value not in allowed.get(name, ()):
                self._at -= 1
                raise self._unfit(usage)
            values[name] = value
        return values

    def _counts(self) -> dict[Place, int]:
        names = {"bar": Spot.BAR, "off": Spot.OFF, "in": Spot.RESERVE}
        counts: dict[Place, int] = {}
        while self.more and self._words[self._at] != "/":
            expected = "place:count such as 24:2, bar:1, off:3 or in:15"
            place, _, count = self._words[self._at].partition(":")
            known = place in names or self._is_number(place, 1, POINTS)
            if not known or not self._is_number(count, 0, CHECKERS):
                raise self._unfit(expected)
            key = names.get(place) or int(place)
            if key in counts:
                raise self.error(f"{place} stands there twice", "each place once")
            counts[key] = int(count)
            self._at += 1
        return counts

    def _unfit(self, expected: str) -> UsageError:
        return self.error(self._shown() if self.more else "the line ends", expected)

    def _shown(self) -> str:
        word = self._words[self._at]
        return f'"{word[1:]}"' if word.startswith('"') else f'"{word}"'

    @staticmethod
    def _is_number(text: str, low: int, high: int) -> bool:
        return re.fullmatch(r"-?\d{1,18}", text) is not None and low <= int(text) <= high
