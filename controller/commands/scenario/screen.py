"""The product's own screen under a script: keys and touches reach it as on a real one, unseen."""

from __future__ import annotations

from controller.commands.rig import Rig
from controller.commands.scenario.language import Place, Spot
from controller.commands.taps import Taps
from controller.errors import UsageError
from controller.rules.position import Side, slot_of
from controller.view.intents import Intent
from display.inputs import Inputs
from display.layout import TRAYS, Board, Point
from display.preferences import adjusted
from display.scenes import compose
from display.stage import Act, Adjust, Scene, ScreenSettings, Tap


class ScriptScreen:
    """Nothing is drawn. Touches on checkers are carried out by hands at the simulated table."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._settings = ScreenSettings()
        self._inputs = Inputs(self._do)
        self._taps = Taps()

    def key(self, name: str) -> None:
        """A key by the name that the screen knows it by ("3", "D", "Tab", "Enter")."""
        self._look()
        self._inputs.key(name, self._rig.run.now_ms)
        self._look()

    def tap(self, side: Side, place: Place) -> None:
        """A touch on a point, bar half, tray or reserve."""
        at = _place_at(self._look().board, side, place)
        self._inputs.press(0, at, self._rig.run.now_ms)
        self._look()
        self._inputs.release(0, at, self._rig.run.now_ms)
        self._look()

    def _look(self) -> Scene:
        shown = self._rig.snapshot
        if shown is None:
            raise UsageError("there is no picture yet to touch")
        for act in self._taps.look(shown):
            self._rig.sim.hand.do(act)
        self._inputs.tick(shown.at_ms)  # it has been there since
        scene = compose(shown, self._settings, self._inputs.hand)
        self._inputs.look(shown, scene)
        return scene

    def _do(self, act: Act) -> None:
        if isinstance(act, Tap):
            shown = self._rig.snapshot
            assert shown is not None
            for movement in self._taps.tap(shown, act.side, act.place):
                self._rig.sim.hand.do(movement)
            self._inputs.carry(self._taps.held)
        elif isinstance(act, Adjust):
            self._settings = adjusted(self._settings, act.field, act.value)
        elif isinstance(act, Intent):
            self._rig.ask(act)


def _place_at(board: Board, side: Side, place: Place) -> Point:
    if place is Spot.RESERVE:
        return board.reserve(side).centre
    if place is Spot.OFF:
        return board.touch(TRAYS[side]).centre
    return board.touch(slot_of(side, place if isinstance(place, int) else 25)).centre
