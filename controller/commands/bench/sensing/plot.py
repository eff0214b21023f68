"""Questions and wrong plays against noise and dead cells, as an SVG without any library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from controller.commands.bench.sensing.cases import Case
from controller.commands.bench.sensing.game import measure
from controller.commands.bench.sensing.tally import Tally

LEVELS = ("quiet", "realistic", "unknown-magnet", "harsh")
DEAD = (0, 1, 2, 3, 4, 6)
_HANDS = {"quiet": "careful", "harsh": "clumsy"}
_WIDTH, _HEIGHT = 420, 300
_LEFT, _TOP, _RIGHT, _BOTTOM = 56, 44, 16, 46
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#999999")  # told apart by the colour-blind too


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart: values by the chart's labels."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Percentages of turns against some labels."""

    title: str
    below: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]


def sweep_size(turns: int) -> int:
    """How many turns `sweep` plays."""
    return turns * (len(LEVELS) + 2 * len(DEAD))


def sweep(turns: int, seed: int, on_turn: Callable[[], None]) -> tuple[Chart, Chart]:
    """Play the same turns at each level, and at `realistic` with more and more dead cells."""
    levels = [
        measure(
            Case(level, noise=level, hands=_HANDS.get(level, "fast")), turns, seed, on_turn=on_turn
        )
        for level in LEVELS
    ]
    known, unknown = (
        [measure(Case("dead", dead=n, known=told), turns, seed, on_turn=on_turn) for n in DEAD]
        for told in (True, False)
    )
    by_noise = Chart(
        "Noise of cells and hands",
        "level",
        LEVELS,
        (*_questions_and_wrong("", levels), Series("baseline asks", _pct(levels, _baseline))),
    )
    by_dead = Chart(
        "Dead cells of 128, realistic",
        "dead cells",
        tuple(str(n) for n in DEAD),
        (*_questions_and_wrong("known: ", known), *_questions_and_wrong("unknown: ", unknown)),
    )
    return by_noise, by_dead


def format_svg(charts: Sequence[Chart], note: str) -> str:
    """The charts side by side; note: one line below them."""
    width, height = _WIDTH * len(charts), _HEIGHT + 24
    body = [
        f'<g transform="translate({_WIDTH * number} 0)">{_chart(chart)}</g>'
        for number, chart in enumerate(charts)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">'
        f'<rect width="{width}" height="{height}" fill="white"/>{"".join(body)}'
        f"{_text(12, height - 8, note)}</svg>\n"
    )


def _questions_and_wrong(prefix: str, tallies: Sequence[Tally]) -> tuple[Series, Series]:
    return (
        Series(f"{prefix}questions", _pct(tallies, lambda tally: tally.questions)),
        Series(f"{prefix}wrong plays", _pct(tallies, lambda tally: tally.wrong)),
    )


def _baseline(tally: Tally) -> int:
    return tally.baseline_questions


def _pct(tallies: Sequence[Tally], count: Callable[[Tally], int]) -> tuple[float, ...]:
    return tuple(100.0 * count(tally) / max(tally.turns, 1) for tally in tallies)


def _chart(chart: Chart) -> str:
    top = _nice(max((max(line.values) for line in chart.series), default=0.0))
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def x(number: int) -> float:
        return _LEFT + (right - _LEFT) * number / max(len(chart.labels) - 1, 1)

    def y(value: float) -> float:
        return bottom - (bottom - _TOP) * value / top

    parts = [_text(_LEFT, 18, chart.title, weight="bold")]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = y(share * top)
        parts.append(f'<path d="M{_LEFT} {at:.1f}H{right}" stroke="#dddddd"/>')
        parts.append(_text(_LEFT - 6, at + 4, f"{share * top:.3g} %", anchor="end"))
    for number, label in enumerate(chart.labels):
        parts.append(_text(x(number), bottom + 16, label, anchor="middle"))
    parts.append(_text((_LEFT + right) / 2, bottom + 34, chart.below, anchor="middle"))
    for number, line in enumerate(chart.series):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v in enumerate(line.values))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts += [
            f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="3" fill="{colour}">'
            f"<title>{escape(line.name)}: {v:.3g} %</title></circle>"
            for n, v in enumerate(line.values)
        ]
        parts.append(_text(_LEFT + 8, _TOP + 14 * number, line.name, fill=colour))
    return "".join(parts)


def _nice(most: float) -> float:
    """A round number not below `most`, to scale an axis by."""
    scale = 0.01
    while scale < most:
        for step in (2, 5, 10):
            if scale * step >= most:
                return scale * step
        scale *= 10
    return scale


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal",
    fill: str = "#222222",
) -> str:  # fmt: skip
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{fill}">{escape(text)}</text>'
    )
