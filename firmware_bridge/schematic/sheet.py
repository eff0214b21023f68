"""A sheet of drawing paper: A3 landscape in millimetres, and the signs of a schematic as SVG.

Places are those of a sign's own connection; x grows to the right, y downward. What is drawn is
legible without colours: they only repeat what the names of the nets say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 420, 297, 8
STUB = 6.0  # of a chip's pin
FLAG_HEIGHT = 3.6

STYLE = """
text { font-family: "DejaVu Sans", "Liberation Sans", Arial, sans-serif; font-size: 2.5px;
       fill: #1d2329; }
line, polyline, polygon, rect, path, circle { fill: none; stroke: #1d2329; stroke-width: 0.3;
       stroke-linecap: round; stroke-linejoin: round; }
.paper { fill: #fff; stroke: none; }
.frame { stroke-width: 0.6; }
.panel { stroke: #b9b2a3; stroke-width: 0.25; }
.part { fill: #faf6ea; stroke-width: 0.45; }
.solid { fill: #1d2329; }
.plate { stroke-width: 0.7; }
.heading { font-size: 3.6px; font-weight: bold; }
.title { font-size: 6px; font-weight: bold; }
.name { font-size: 2.7px; font-weight: bold; }
.pin { font-size: 2.4px; }
.number { font-size: 2.1px; fill: #454e58; }
.note { font-size: 2.5px; fill: #3a424b; }
.net { font-size: 2.3px; font-weight: bold; }
polygon.net { stroke-width: 0.3; }
polygon.adc { fill: #e2f0e4; } polygon.select { fill: #e0eaf7; } polygon.button { fill: #efe5f5; }
polygon.light { fill: #fdeed2; } polygon.power { fill: #fbe1dc; } polygon.bus { fill: #e6e8ea; }
"""


@dataclass(frozen=True, slots=True)
class Pin:
    """number: as printed on the part; name: what it does. One that says nothing is left out."""

    number: str
    name: str


Place = tuple[float, float]


class Sheet:
    """Draws signs in the order of the calls."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._signs: list[str] = []

    def svg(self) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}">'
        )
        return "\n".join(
            [
                head,
                "<!-- Written by `python -m firmware_bridge.schematic`; do not edit. -->",
                f"<title>{escape(self._title)}</title>",
                f"<style>{STYLE}</style>",
                f'<rect class="paper" x="0" y="0" width="{WIDTH}" height="{HEIGHT}"/>',
                *self._signs,
                "</svg>\n",
            ]
        )

    # --- strokes ---------------------------------------------------------------------------------

    def wire(self, *places: Place) -> None:
        points = " ".join(f"{_mm(x)},{_mm(y)}" for x, y in places)
        self._signs.append(f'<polyline points="{points}"/>')

    def shape(self, places: Iterable[Place], kind: str) -> None:
        points = " ".join(f"{_mm(x)},{_mm(y)}" for x, y in places)
        self._signs.append(f'<polygon class="{kind}" points="{points}"/>')

    def box(self, x: float, y: float, width: float, height: float, kind: str = "part") -> None:
        self._signs.append(
            f'<rect class="{kind}" x="{_mm(x)}" y="{_mm(y)}" width="{_mm(width)}" '
            f'height="{_mm(height)}" rx="0.8"/>'
        )

    def ring(self, x: float, y: float, radius: float = 0.7, kind: str = "open") -> None:
        self._signs.append(
            f'<circle class="{kind}" cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(radius)}"/>'
        )

    def dot(self, x: float, y: float) -> None:
        """Where wires meet."""
        self.ring(x, y, 0.55, "solid")

    def text(self, x: float, y: float, words: str, kind: str = "note", at: str = "start") -> None:
        """at: "start", "middle" or "end" of the words stands at x; y is the middle of the line."""
        anchor = "" if at == "start" else f' text-anchor="{at}"'
        self._signs.append(
            f'<text class="{kind}" x="{_mm(x)}" y="{_mm(y + 0.9)}"{anchor}>{escape(words)}</text>'
        )

    def lines(self, x: float, y: float, words: Sequence[str], kind: str = "note") -> None:
        for row, line in enumerate(words):
            self.text(x, y + 3.7 * row, line, kind)

    # --- signs -----------------------------------------------------------------------------------

    def flag(self, x: float, y: float, net: str, kind: str, to_the_left: bool = False) -> None:
        """The name of a net. All flags of one name are connected."""
        turn, half = (-1 if to_the_left else 1), FLAG_HEIGHT / 2
        width = 2.2 + 1.75 * len(net)
        far, near = x + turn * (1.4 + width), x + turn * 1.4
        self.shape(
            [(x, y), (near, y - half), (far, y - half), (far, y + half), (near, y + half)],
            f"net {kind}",
        )
        self.text((near + far) / 2, y, net, "net", "middle")

    def ground(self, x: float, y: float) -> None:
        self.wire((x, y), (x, y + 1.2))
        for step, half in enumerate((1.8, 1.1, 0.4)):
            self.wire((x - half, y + 1.2 + 0.7 * step), (x + half, y + 1.2 + 0.7 * step))

    def supply(self, x: float, y: float, name: str) -> None:
        """The rail of this name, above the place."""
        self.wire((x, y), (x, y - 1.6))
        self.wire((x - 1.8, y - 1.6), (x + 1.8, y - 1.6))
        self.text(x, y - 3.3, name, "net", "middle")

    def not_connected(self, x: float, y: float) -> None:
        self.wire((x - 0.9, y - 0.9), (x + 0.9, y + 0.9))
        self.wire((x - 0.9, y + 0.9), (x + 0.9, y - 0.9))

    def resistor(self, x: float, y: float, value: str, down: bool = False) -> None:
        """From its place 8 mm to the right, or down."""
        if down:
            self.wire((x, y), (x, y + 1.5))
            self.box(x - 0.9, y + 1.5, 1.8, 5)
            self.wire((x, y + 6.5), (x, y + 8))
            self.text(x + 1.6, y + 4, value, "number")
        else:
            self.wire((x, y), (x + 1.5, y))
            self.box(x + 1.5, y - 0.9, 5, 1.8)
            self.wire((x + 6.5, y), (x + 8, y))
            self.text(x + 4, y - 2.2, value, "number", "middle")

    def capacitor(self, x: float, y: float, value: str) -> None:
        """From its place 8 mm down."""
        self.wire((x, y), (x, y + 3.5))
        for plate in (3.5, 4.5):
            self._signs.append(
                f'<line class="plate" x1="{_mm(x - 1.9)}" y1="{_mm(y + plate)}" '
                f'x2="{_mm(x + 1.9)}" y2="{_mm(y + plate)}"/>'
            )
        self.wire((x, y + 4.5), (x, y + 8))
        self.text(x + 2.6, y + 4, value, "number")

    def contact(self, x: float, y: float) -> None:
        """A push button, normally open, 12 mm to the right."""
        self.wire((x, y), (x + 3, y))
        self.ring(x + 3.6, y, 0.6)
        self.ring(x + 8.4, y, 0.6)
        self.wire((x + 9, y), (x + 12, y))
        self.wire((x + 3, y - 1.6), (x + 9, y - 1.6))
        self.wire((x + 6, y - 1.6), (x + 6, y - 3.1))

    def gate(self, x: float, y: float, name: str, pins: tuple[str, str, str]) -> None:
        """One of four in a 74x125: input at the place, output 22 mm to the right, enable 7 mm
        below the middle. pins: numbers of input, output and enable."""
        source, sink, enable = pins
        self.wire((x, y), (x + 6, y))
        self.shape([(x + 6, y - 5), (x + 6, y + 5), (x + 16, y)], "part")
        self.wire((x + 16, y), (x + 22, y))
        self.ring(x + 11, y + 3.2)
        self.wire((x + 11, y + 3.9), (x + 11, y + 7))
        self.text(x + 9, y, name, "pin", "middle")
        self.text(x + 3, y - 1.5, source, "number", "middle")
        self.text(x + 19, y - 1.5, sink, "number", "middle")
        self.text(x + 12, y + 5.6, enable, "number")

    def chip(
        self,
        x: float,
        y: float,
        width: float,
        left: Sequence[Pin | None],
        right: Sequence[Pin | None],
        pitch: float,
    ) -> dict[str, Place]:
        """A part as a box with its pins; None leaves a gap. Gives the pins' ends by number."""
        rows = max(len(left), len(right))
        self.box(x, y, width, pitch * (rows + 0.4))
        ends = {}
        for pins, edge, turn in ((left, x, -1), (right, x + width, 1)):
            for row, pin in enumerate(pins):
                if pin is None:
                    continue
                at = y + pitch * (row + 0.7)
                self.wire((edge, at), (edge + turn * STUB, at))
                self.text(edge + turn * STUB / 2, at - 1.4, pin.number, "number", "middle")
                self.text(edge - turn * 1.4, at, pin.name, "pin", "end" if turn > 0 else "start")
                ends[pin.number] = (edge + turn * STUB, at)
        return ends

    def panel(self, x: float, y: float, width: float, height: float, heading: str) -> None:
        self.box(x, y, width, height, "panel")
        self.text(x + 3, y + 4, heading, "heading")


def _mm(value: float) -> str:
    """To a hundredth of a millimetre, so that every machine writes the same file."""
    return f"{round(value, 2):g}"
