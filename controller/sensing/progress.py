"""What a calibration has collected so far, as a value that survives a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.rules.position import Side
from controller.sensing.passes import Pass

Pile = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SidePass:
    """A pass by a checker of one side; lit: the slot that was lit meanwhile."""

    side: Side
    seen: Pass
    lit: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Passes and piles. A pile that was given up is empty."""

    passes: tuple[SidePass, ...] = ()
    piles: Mapping[Side, Pile] = field(default_factory=dict)

    def with_pass(self, new: SidePass) -> Progress:
        """A pass over wires that the same side has passed before takes its place, unless it saw
        fewer of them."""
        wires = set(new.seen.wires)
        same = [p for p in self.passes if p.side is new.side and wires & set(p.seen.wires)]
        if any(len(p.seen.wires) > len(wires) for p in same):
            return self
        return replace(self, passes=(*(p for p in self.passes if p not in same), new))

    def with_pile(self, side: Side, pile: Pile) -> Progress:
        return replace(self, piles={**self.piles, side: pile})

    def pile(self, side: Side) -> Pile | None:
        """What a side's pile read, checker by checker; None: not made yet."""
        return self.piles.get(side)


def format_progress(progress: Progress, layout: str) -> dict[str, object]:
    """Plain data that `parse_progress` reads."""
    return {
        "layout": layout,
        "passes": [
            {
                "side": p.side.value,
                "wires": list(p.seen.wires),
                "peaks": list(p.seen.peaks),
                "doubles": [list(pair) for pair in p.seen.doubles],
                "sigmas": list(p.seen.sigmas),
                "lit": p.lit,
            }
            for p in progress.passes
        ],
        "piles": {side.value: list(pile) for side, pile in progress.piles.items()},
    }


def parse_progress(data: object, layout: str) -> Progress:
    """The progress in plain data. Raises ValueError for what is no progress of this layout."""
    try:
        if not isinstance(data, dict) or data["layout"] != layout:
            raise ValueError
        passes = tuple(
            SidePass(
                Side(p["side"]),
                Pass(
                    tuple(int(w) for w in p["wires"]),
                    tuple(float(v) for v in p["peaks"]),
                    tuple((int(a), int(b)) for a, b in p["doubles"]),
                    tuple(float(s) for s in p["sigmas"]),
                ),
                p["lit"],
            )
            for p in data["passes"]
        )
        piles = {Side(s): tuple(float(v) for v in pile) for s, pile in data["piles"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"no progress of a calibration of layout {layout}") from error
    return Progress(passes, piles)
