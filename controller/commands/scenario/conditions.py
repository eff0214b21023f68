"""What a script expects, held against the whole product: snapshot, journal, the device's lights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from controller.commands.rig import Rig
from controller.commands.scenario import language as lang
from controller.commands.scenario.language import Contents, Place, Spot
from controller.errors import RulesError
from controller.guidance.words import format_message
from controller.match.clock import seconds_shown
from controller.rules.notation import find_play, literal_board, parse_play
from controller.rules.position import LIGHT_BAR_SLOT, Position, Side, slot_of
from controller.rules.variants import STANDARD, Variant, find_variant
from controller.service.wire import lights_from_codes
from controller.table.facts import AnyFact, BoardSet, GameStarted, MatchStarted, Played
from controller.view.snapshot import Clock

TRAYS = {Side.LIGHT: 26, Side.DARK: 27}


@dataclass(slots=True)
class Heard:
    """What the journal took since the script began. before: the board that each play left from."""

    plays: list[tuple[Position, Played]] = field(default_factory=list)
    refused_mark: int = 0
    variant: Variant = STANDARD
    _agreed: Position | None = None

    def fact(self, fact: AnyFact) -> None:
        if isinstance(fact, Played):
            assert self._agreed is not None
            self.plays.append((self._agreed, fact))
        if isinstance(fact, MatchStarted):
            self.variant = find_variant(fact.variant)
        if isinstance(fact, Played | GameStarted | BoardSet):
            self._agreed = Position(fact.slots, fact.off, fact.reserve)


def place_index(side: Side, place: Place) -> int:
    """The light (0-27) of a place: slot, bar half or tray."""
    if place is Spot.OFF:
        return TRAYS[side]
    if place in (Spot.BAR_LIGHT, Spot.BAR_DARK):
        return LIGHT_BAR_SLOT + (place is Spot.BAR_DARK)
    return slot_of(side, place if isinstance(place, int) else 25)


def holds(what: lang.Condition | lang.AnyPlay, rig: Rig, heard: Heard) -> bool:
    """Whether it is so at this moment; nothing holds while there is no picture."""
    shown = rig.snapshot
    if isinstance(what, lang.PlayIs):
        return _is_last_play(what.notation, heard)
    if isinstance(what, lang.Recorded):
        return len(heard.plays) == what.plays
    if isinstance(what, lang.AnyPlay):
        return bool(heard.plays)
    if isinstance(what, lang.LightsAre):
        wanted = {(place_index(light.side, light.place), light.kind) for light in what.lights}
        return wanted == _burning(rig)
    if shown is None:
        return False
    match what:
        case lang.PhaseIs():
            return shown.phase == what.phase
        case lang.InterruptionIs():
            return shown.interruption == what.interruption
        case lang.NamesAre():
            return shown.names == what.names
        case lang.SeatsAre():
            return tuple(seat.split()[0] for seat in shown.seats if seat) == what.seats
        case lang.AidsAre():
            return shown.aids == what.level
        case lang.TurnIs():
            return shown.turn == what.side.value
        case lang.RollIs():
            return shown.roll is not None and sorted(shown.roll) == sorted(what.dice)
        case lang.ScoreIs():
            return shown.score == (what.light, what.dark)
        case lang.VerdictIs():
            return shown.verdict == what.verdict
        case lang.MessageSays():
            spoken = (*shown.messages, shown.fault_line)
            said = " ".join(format_message(message) for message in spoken)
            return what.text.casefold() in said.casefold()
        case lang.Refused():
            return shown.refused > heard.refused_mark
        case lang.BoardIs():
            believed = Position(shown.slots, shown.off, shown.reserve)
            return all(_is_whole(believed, contents) for contents in what.sides)
        case lang.SensedIs():
            return _is_sensed(rig, what.sides)
        case lang.ClockIs():
            return _left_s(shown.clock, what.side, rig.run.now_ms) == seconds_shown(what.ms)


def _left_s(clock: Clock | None, side: Side, now_ms: int) -> int | None:
    if clock is None:
        return None
    reserve_ms, delay_ms = clock.left(side.value, now_ms)
    return seconds_shown(delay_ms if clock.kind == "turn" else reserve_ms)


def describe(rig: Rig, heard: Heard) -> str:
    """What was, for somebody whose expectation failed."""
    shown = rig.snapshot
    if shown is None:
        return f"at {rig.run.now_ms} ms: no picture"
    light, dark = (format_message(message) for message in shown.messages)
    lights = ", ".join(f"{place} {kind}" for place, kind in sorted(_burning(rig))) or "none"
    last = heard.plays[-1][1] if heard.plays else None
    return (
        f"at {rig.run.now_ms} ms: phase {shown.phase}, "
        f"interruption {shown.interruption or 'none'}, "
        f"{_clock_text(shown.clock, rig.run.now_ms)}"
        f"turn {shown.turn}, roll {shown.roll}, score {shown.score}, verdict {shown.verdict}, "
        f"{len(heard.plays)} plays recorded, last {last.notation if last else 'none'!r}; "
        f"to light: “{light}”; to dark: “{dark}”; lights by place: {lights}; "
        f"slots {shown.slots} off {shown.off} reserve {shown.reserve}"
    )


def _clock_text(clock: Clock | None, now_ms: int) -> str:
    if clock is None:
        return ""
    left = (f"{side.value} {_left_s(clock, side, now_ms)} s" for side in Side)
    return f"clock {', '.join(left)}, "


def _burning(rig: Rig) -> set[tuple[int, str]]:
    """What the table itself shows: read back from the device, not from the core."""
    return {(light.place, light.kind) for light in lights_from_codes(rig.sim.device.lights)}


def _is_last_play(notation: str, heard: Heard) -> bool:
    if not heard.plays:
        return False
    before, played = heard.plays[-1]
    side = Side(played.side)
    after = Position(played.slots, played.off, played.reserve).board(side)
    try:
        if played.illegal:
            return literal_board(before.board(side), parse_play(notation)) == after
        reserve = before.reserve[side.index]
        dice = played.rolls[0] if played.rolls else played.dice
        meant = find_play(before.board(side), dice, notation, heard.variant, reserve)
        return meant.board == after
    except RulesError:
        return False


def _is_whole(position: Position, contents: Contents) -> bool:
    """Exactly these checkers of one side, and none anywhere else."""
    side = contents.side
    board = position.board(side)
    wanted = dict.fromkeys(range(1, 26), 0)
    for place, count in contents.counts.items():
        if place is Spot.OFF:
            if position.off[side.index] != count:
                return False
        elif place is Spot.RESERVE:
            if position.reserve[side.index] != count:
                return False
        else:
            wanted[place if isinstance(place, int) else 25] = count
    return all(max(0, board[point]) == count for point, count in wanted.items())


def _is_sensed(rig: Rig, sides: Sequence[Contents]) -> bool:
    verdict = rig.table.verdict if rig.table is not None else None
    if verdict is None or not verdict.sensed:
        return False
    return all(
        verdict.sensed[place_index(contents.side, place)] * contents.side.sign == count
        for contents in sides
        for place, count in contents.counts.items()
    )
