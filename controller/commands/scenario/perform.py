"""Carries out a script's commands on a rig: hands, buttons, cable, power, faults, time."""

from __future__ import annotations

from controller.commands.data import start_of
from controller.commands.rig import Rig
from controller.commands.scenario import language as lang
from controller.commands.scenario.between import intent_of
from controller.commands.scenario.conditions import Heard, place_index
from controller.commands.scenario.language import Command, Place, Spot
from controller.commands.scenario.screen import ScriptScreen
from controller.commands.scenario.stage import ScriptDice, position_of
from controller.errors import UsageError
from controller.rules.position import Side
from controller.table.phases import Phase
from controller.view.intents import (
    Answer,
    Entropy,
    Intent,
    NameDouble,
    Press,
    Resign,
    Restore,
    TypeDice,
)
from hw_sim import acts
from hw_sim.acts import HandError
from hw_sim.checkers import Colour
from hw_sim.faults import CellFault, CheckerFault

ROLL_MS = 1500  # dice that have not come by then never will
BOTH_MS = 250
KNOCK_MS = 100
SET_UP_MS = 20_000
TAKE_MS, DROP_MS, BEAVER_MS = 1050, 1550, 2050
OFFER_MS = 1050  # a drop counts only after the offer stood for a second
SWEEP_MS = 1000
HEARD_MS = 12


class Performer:
    """Does one command after the other. `touched_ms` is when hands last did anything."""

    def __init__(self, rig: Rig, dice: ScriptDice, heard: Heard) -> None:
        self._rig = rig
        self._dice = dice
        self._heard = heard
        self._screen = ScriptScreen(rig)
        self._banner_ms = 0
        self.touched_ms = 0

    def do(self, command: Command) -> None:
        """Carry it out; time moves as the language says. Raises UsageError, HandError."""
        asked = intent_of(command)
        match command:
            case _ if asked is not None:
                self._heard.refused_mark = self._refused()
                self._intend(asked)
            case lang.Wait():
                self._run(command.ms)
            case lang.Roll() | lang.TypeDice() | lang.Press() | lang.PressResign():
                self._heard.refused_mark = self._refused()
                self._ask(command)
            case lang.Name():
                self._heard.refused_mark = self._refused()
                self._name(command.double)
            case lang.Tap():
                self._heard.refused_mark = self._refused()
                self._screen.tap(command.side, command.place)
                self.touched_ms = self._rig.run.now_ms
            case lang.Key():
                self._heard.refused_mark = self._refused()
                self._screen.key(command.name)
            case lang.AnswerPoint():
                self._heard.refused_mark = self._refused()
                place = place_index(command.side, command.place)
                self._intend(Answer(command.side.value, place))
            case lang.Entropy():
                self._heard.refused_mark = self._refused()
                self._intend(Entropy(command.side.value, command.text))
            case lang.Restore():
                self._heard.refused_mark = self._refused()
                self._intend(Restore(command.side.value, command.board, command.back))
            case lang.Power():
                self._power(command.on)
            case lang.Reset() | lang.Garble() | lang.Lose() | lang.Banner():
                self._disturb(command)
            case _:
                self._handle(command)
        self._rig.run.pump()

    # -- hands --------------------------------------------------------------------------------

    def _handle(self, command: Command) -> None:
        hand = self._rig.sim.hand
        self.touched_ms = self._rig.run.now_ms
        match command:
            case lang.Lift():
                hand.do(acts.Lift(*_at(command.side, command.place), command.along_mm))
            case lang.Put(on_top=on_top, along_mm=along_mm):
                hand.do(acts.Put(*_at(command.side, command.place), on_top, along_mm))
            case lang.Add():
                hand.do(acts.Add(*_at(command.side, command.place)))
            case lang.Take():
                hand.do(acts.Remove(*_at(command.side, command.place)))
            case lang.Slide():
                slide = _slide(command.side, command.source, command.to, None)
                hand.do(slide)
                self._run(acts.slide_ms(slide))
            case lang.Knock():
                hand.do(_slide(command.side, command.source, command.to, KNOCK_MS))
                self._run(KNOCK_MS)
            case lang.Nudge():
                hand.do(acts.Nudge(*_at(command.side, command.place), command.along_mm))
            case lang.Both():
                hand.do(_slide(command.side, *command.first, BOTH_MS))
                hand.do(_slide(command.side, *command.second, BOTH_MS))
                self._run(BOTH_MS)
            case lang.Sweep():
                hand.do(acts.Sweep())
                self._run(SWEEP_MS)
            case lang.SetUp():
                hand.do(acts.Sweep())
                self._run(SET_UP_MS)
                hand.do(start_of(self._heard.variant.id))
            case lang.LayOut():
                hand.do(self._lain(command))
            case lang.FaultCell() | lang.FaultChecker() | lang.FaultCable() | lang.FaultClear():
                self._break(command)
            case lang.Phone():
                hand.do(acts.Phone(*_at(command.side, command.place)))
            case lang.Cover():
                hand.do(acts.Cover(Colour(command.side.value), command.first, command.last))
            case lang.Clear():
                hand.do(acts.Clear())
            case lang.Unplug():
                hand.do(acts.Unplug())
            case lang.Plug():
                hand.do(acts.Plug())
            case _:
                raise UsageError(f"{type(command).__name__.lower()} stands after the play began")
        self.touched_ms = self._rig.run.now_ms

    def _lain(self, command: lang.LayOut) -> acts.Lay:
        """What is left out lies beside the table, not off."""
        light, dark = command.light, command.dark
        slots = position_of(light, dark, "lay", self._heard.variant).slots
        off, reserve = (
            (light.counts.get(spot, 0), dark.counts.get(spot, 0))
            for spot in (Spot.OFF, Spot.RESERVE)
        )
        return acts.Lay(slots, off, reserve)

    def _break(self, command: Command) -> None:
        hand = self._rig.sim.hand
        match command:
            case lang.FaultCell(cell=cell):
                place = _at(cell.side, cell.place)
                kind = CellFault(command.kind)
                hand.do(acts.FaultCell(*place, cell.cell, kind, command.value or 0))
            case lang.FaultChecker():
                kind_ = CheckerFault(command.kind)
                hand.do(acts.FaultChecker(*_at(command.side, command.place), kind_))
            case lang.FaultCable():
                hand.do(acts.FaultCable(command.first, command.second))
            case _:
                hand.do(acts.ClearFaults())

    # -- buttons, dice, intents -----------------------------------------------------------------

    def _ask(self, command: Command) -> None:
        match command:
            case lang.Roll():
                self._roll(command)
            case lang.TypeDice():
                side = command.side or self._to_act()
                self._intend(TypeDice(side.value, command.dice))
            case lang.Press():
                self._press(command)
            case lang.PressResign():
                side = command.side or self._turn()
                self._intend(Resign(side.value, command.size))

    def _name(self, double: int) -> None:
        """Touch the double: pointed at first, then named."""
        pointed = self._rig.snapshot.naming if self._rig.snapshot is not None else 0
        for _ in range(1 if pointed == double else 2):
            self._intend(NameDouble(self._turn().value, double))

    def _roll(self, command: lang.Roll) -> None:
        opening = self._phase() is Phase.OPENING
        self._dice.named.append(command.dice)
        self._button(Side.LIGHT if opening else self._turn(), "done", acts.PRESS_MS)
        came = self._rig.run.run_until(self._rig.run.now_ms + ROLL_MS, lambda: not self._dice.named)
        if not came:
            self._dice.named.clear()
            raise HandError("the dice were not thrown")

    def _press(self, command: lang.Press) -> None:
        side = command.side or self._to_act()
        match command.control:
            case "take":
                self._button(side, "double", TAKE_MS)
                self._run(TAKE_MS)
            case "drop":
                self._run(OFFER_MS)
                self._button(side, "undo", DROP_MS)
                self._run(DROP_MS)
            case "beaver":
                self._button(side, "done", BEAVER_MS)
                self._run(BEAVER_MS)
            case "accept" | "pause" | "go_on":
                self._intend(Press(side.value, command.control))
            case "yes":
                self._short_press(side, "done")
            case "no":
                self._short_press(side, "undo")
            case control:
                self._short_press(side, control)

    def _short_press(self, side: Side, control: str) -> None:
        """Not held to its end, but for as long as a debounced contact needs to be heard."""
        self._button(side, control, acts.PRESS_MS)
        self._run(HEARD_MS)

    def _button(self, side: Side, control: str, hold_ms: int) -> None:
        self._rig.sim.hand.do(acts.Press(Colour(side.value), control, hold_ms))

    def _intend(self, intent: Intent) -> None:
        self._rig.ask(intent)

    # -- cable, power, line -----------------------------------------------------------------------

    def _power(self, on: bool) -> None:
        if on:
            self._rig.restore_power()
        else:
            self._rig.cut_power()

    def _disturb(self, command: Command) -> None:
        sim = self._rig.sim
        match command:
            case lang.Reset():
                sim.reset(self._banner_ms)
                self._banner_ms = 0
            case lang.Garble():
                sim.garble(command.count)
            case lang.Lose():
                sim.device.lose(command.count, "down" if command.down else "up")
            case lang.Banner():
                self._banner_ms = command.ms

    # -- who and when ---------------------------------------------------------------------------

    def _run(self, ms: int) -> None:
        self._rig.run.run_until(self._rig.run.now_ms + ms)

    def _refused(self) -> int:
        return self._rig.snapshot.refused if self._rig.snapshot is not None else 0

    def _phase(self) -> Phase | None:
        return self._rig.table.state.phase if self._rig.table is not None else None

    def _turn(self) -> Side:
        turn = self._rig.table.state.game.turn if self._rig.table is not None else None
        return turn or Side.LIGHT

    def _to_act(self) -> Side:
        """The side that is asked, or to act."""
        if self._rig.table is None:
            return Side.LIGHT
        game = self._rig.table.state.game
        if game.resign is not None:
            return game.resign[0].other
        if game.offered_by is not None:
            return game.offered_by.other
        return self._turn()


def _at(side: Side, place: Place) -> tuple[Colour, acts.Where]:
    return Colour(side.value), place if isinstance(place, int) else place.value


def _slide(side: Side, source: Place, to: Place, duration_ms: int | None) -> acts.Slide:
    colour, begin = _at(side, source)
    return acts.Slide(colour, begin, _at(side, to)[1], duration_ms)
