"""One pair of hands that plays: sees snapshots, looks at the board, acts through the hand port.

A person does one thing after the other: what was begun is finished before the table is looked at
again. Nothing of the mind is known here but its snapshots.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from controller.rules.plays import Play, apply_steps, legal_plays
from controller.rules.position import BAR, OFF, RESERVE, SLOTS, Position, Roll, Side, slot_of
from controller.rules.variants import find_variant
from controller.view.snapshot import Snapshot
from hw_sim.acts import Act, AskTruth, Hand, HandError, Press, Put
from hw_sim.checkers import Colour
from hw_sim.hands import choice
from hw_sim.hands.gestures import Choreography, Gesture, TypeDice, bring_all, delayed, straighten
from hw_sim.hands.looking import counts, lies, place_of, transfers
from hw_sim.hands.reading import (
    Turn,
    gist,
    is_shown,
    lit_slots,
    play_shown,
    position_of,
    stage,
    turn_of,
)
from hw_sim.hands.skill import Range, Skill
from hw_sim.hands.throwing import Cup, is_played_unasked, is_typed

TAKE_HOLD_MS = 1050  # the table wants 1 s
DROP_HOLD_MS = 1550  # the table wants 1.5 s
OFFER_LOOK_MS = (1200, 2200)  # a drop counts only after the offer stood for a second
SET_UP_MS = 20_000
SET_UP_CARRY_MS = (300, 700)
PATIENCE_MS = 2500
"""How long after his own act a person waits for the table before looking at it again."""
STUMBLE_MS = 400  # after reaching for what isn't there
WHOLE_BOARD_TRIES = 6
LOG_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class TurnLog:
    """What lay on the board when Done was pressed for a turn: the truth, not the record.

    Where the table ended the turn without a Done: when the last checker had been put down.

    slots: 26 signed counts, light positive. off: (light, dark).
    """

    turn: Turn
    side: Side
    roll: tuple[int, int]
    slots: tuple[int, ...]
    off: tuple[int, int]
    at_ms: int


@dataclass(frozen=True, slots=True)
class _Plan:
    turn: Turn
    side: Side
    roll: tuple[int, int]
    start: Position
    meant: Position
    touched: tuple[int, ...]  # slots


class Hands:
    """Plays for some sides. The owner calls `observe` with each snapshot and `act` when due.

    carried: people's sides, for which they only make the plays that the table shows (time was up).
    type_dice: a screen where real dice are told; None: these hands have none.
    """

    def __init__(
        self,
        hand: Hand,
        sides: Collection[Side | Colour],
        skill: Skill,
        rng: np.random.Generator,
        carried: Collection[Side] = (),
        type_dice: Callable[[Side, Roll], None] | None = None,
    ) -> None:
        names = {side.value for side in sides}
        if not names and not carried:
            raise ValueError("hands play for at least one side")
        self.log: list[TurnLog] = []
        self._hand = hand
        self._sides = [side for side in Side if side.value in names]
        self._carried = frozenset(carried)
        self._skill = skill
        self._rng = rng
        self._cup = Cup(rng)
        self._type_dice = type_dice
        self._seen: Snapshot | None = None
        self._start: Position | None = None  # the board before the turn's first step
        self._todo: deque[Gesture] = deque()
        self._due_ms: int | None = None
        self._plan: _Plan | None = None
        self._cube_thought: Turn | None = None
        self._double: tuple[Turn, int] | None = None  # the one to be named
        self._tries = 0  # looks at a board that lies well, but that the table does not accept
        self._has_pressed = False  # and waits for what the table makes of it

    def observe(self, snapshot: Snapshot, now_ms: int) -> None:
        """See the newest snapshot; an older one is ignored."""
        before = self._seen
        if before is not None and snapshot.number <= before.number:
            return
        self._seen = snapshot
        if not snapshot.steps:
            self._start = position_of(snapshot)
        moved_on = before is None or stage(before) != stage(snapshot)
        if moved_on:
            self._tries = 0
            self._has_pressed = False
            if all(isinstance(gesture.act, Press | TypeDice) for gesture in self._todo):
                self._todo.clear()  # meant for what is over
        elif before is not None and gist(before, self._has_pressed) == gist(
            snapshot, self._has_pressed
        ):
            return
        if not self._todo:
            self._due_ms = now_ms + self._draw(self._skill.think_ms)

    def next_due_ms(self) -> int | None:
        """When `act` has something to do; None while only the table can move on."""
        return self._due_ms

    def act(self, now_ms: int) -> None:
        """Do what is due: the next gesture, or look at the table and decide."""
        if self._due_ms is None or self._due_ms > now_ms:
            return
        if not self._todo:
            self._begin(self._decide(), now_ms)
            self._log_if_finished(now_ms)
            return
        gesture = self._todo.popleft()
        if _is_done(gesture.act):
            self._log_turn(now_ms)
        try:
            self._do(gesture.act)
        except HandError:
            self._todo.clear()
            self._due_ms = now_ms + STUMBLE_MS
            return
        if isinstance(gesture.act, Put):
            self._log_if_finished(now_ms)
        self._has_pressed = isinstance(gesture.act, Press)
        self._due_ms = now_ms + (self._todo[0].wait_ms if self._todo else PATIENCE_MS)

    def _do(self, act: Act | TypeDice) -> None:
        if not isinstance(act, TypeDice):
            self._hand.do(act)
        elif self._type_dice is not None:
            self._type_dice(act.side, act.dice)

    def _begin(self, gestures: list[Gesture], now_ms: int) -> None:
        self._todo.extend(gestures)
        self._due_ms = now_ms + gestures[0].wait_ms if gestures else None

    # --- deciding --------------------------------------------------------------------------------

    def _decide(self) -> list[Gesture]:
        """What to do about the table as it is seen now; nothing where others must act."""
        seen = self._seen
        if seen is None or (not self._sides and (seen.phase != "showing" or seen.interruption)):
            return []
        if seen.interruption == "question" and seen.question and seen.question.ask == "roll":
            return self._tell_roll(seen, seen.question.side)
        if seen.interruption == "question":
            return self._answer(seen)
        if seen.interruption == "resign_offered":
            return self._accept(seen)
        if seen.interruption == "paused" and seen.restoring:
            return self._restore(seen)
        if seen.interruption is not None:
            return []
        turn = Side(seen.turn) if seen.turn else None
        deciding = self._deciding(seen)
        if self._type_dice is not None and is_typed(seen):
            return self._throw_and_type(seen, turn, deciding)
        if is_played_unasked(seen) and deciding:
            return self._throw_and_play(seen, deciding)
        match seen.phase:
            case "setup":
                return self._set_up(seen)
            case "opening" if deciding:
                return self._mended(seen) or self._press(deciding[0], "done")
            case "game_over" if deciding:
                return self._press(deciding[0], "done")
            case "to_roll" if turn in deciding:
                return self._mended(seen) or self._roll_or_double(seen, turn)
            case "naming" if turn in deciding:
                return self._name_double(seen, turn)
            case "cube_offered":
                return self._answer_cube(seen)
            case "moving" if turn in deciding and seen.roll:
                return self._move(seen, turn, seen.roll)
            case "showing" if turn in (*self._sides, *self._carried) and turn and seen.roll:
                return self._carry_out(seen, turn, seen.roll)
        return []

    def _throw_and_play(self, seen: Snapshot, deciding: list[Side]) -> list[Gesture]:
        """With real dice: double, or throw and play; who plays for both decides the opening."""
        if seen.phase == "opening" and seen.turn is None:
            both = len(deciding) == len(Side)
            return self._mended(seen) or (
                self._press(self._cup.starter(seen), "done") if both else []
            )
        turn = Side(seen.turn) if seen.turn else None
        if turn not in deciding or turn is None:
            return []
        if self._plan is None or self._plan.turn != turn_of(seen):
            if moves := self._mended(seen):
                return moves
            if self._would_double(seen, turn):
                return self._press(turn, "double")
        return self._move(seen, turn, self._cup.roll(seen))

    def _throw_and_type(
        self, seen: Snapshot, turn: Side | None, deciding: list[Side]
    ) -> list[Gesture]:
        """With real dice that the table is told: double, or throw and type, for a bot too."""
        if moves := self._mended(seen):
            return moves
        if turn in deciding and turn is not None and self._would_double(seen, turn):
            return self._press(turn, "double")
        side = turn if turn in deciding else None
        teller = side or (deciding or self._sides)[0]
        wait_ms = self._draw(self._skill.think_ms)
        return [Gesture(wait_ms, TypeDice(teller, self._cup.roll(seen)))]

    def _tell_roll(self, seen: Snapshot, asked: str | None) -> list[Gesture]:
        for side in self._deciding(seen):
            if side.value == asked:
                return self._press(side, self._cup.press(seen))
        return []

    def _deciding(self, seen: Snapshot) -> list[Side]:
        """The sides that these hands play; for a bot they only carry its checkers."""
        return [side for side in self._sides if not seen.seats[side.index].startswith("bot")]

    def _set_up(self, seen: Snapshot) -> list[Gesture]:
        wanted = position_of(seen)
        if wanted is None:
            return []
        moves = transfers(self._hand.truth(), wanted)
        if not moves and seen.verdict == "unsure":
            return self._press((self._deciding(seen) or self._sides)[0], "done")
        if not moves:
            return self._straightened_again(lit_slots(seen))
        pace = min(SET_UP_CARRY_MS[1], SET_UP_MS // len(moves))
        return bring_all(moves, (min(SET_UP_CARRY_MS[0], pace), pace), self._rng)

    def _restore(self, seen: Snapshot) -> list[Gesture]:
        """Bring the board to what is shown; then agree to go on from it, for either side."""
        deciding = self._deciding(seen) or self._sides
        agreed = [gesture for side in deciding for gesture in self._press(side, "done")]
        return self._mended(seen) or agreed

    def _mended(self, seen: Snapshot) -> list[Gesture]:
        """Gestures that bring the board to what the snapshot says lies there, if it doesn't."""
        wanted = position_of(seen)
        if wanted is None:
            return []
        truth = self._hand.truth()
        if moves := transfers(truth, wanted):
            return bring_all(moves, self._skill.carry_ms, self._rng)
        doubtful = seen.verdict not in (None, "agreed", "unsure")  # a press says that it stands
        return self._straightened_again(lit_slots(seen)) if doubtful else []

    def _roll_or_double(self, seen: Snapshot, side: Side) -> list[Gesture]:
        return self._press(side, "double" if self._would_double(seen, side) else "done")

    def _would_double(self, seen: Snapshot, side: Side) -> bool:
        """Thought of once a turn."""
        position = position_of(seen)
        if not seen.can_double or position is None or self._cube_thought == turn_of(seen):
            return False
        self._cube_thought = turn_of(seen)
        return choice.wants_to_double(position, side, self._rng)

    def _name_double(self, seen: Snapshot, side: Side) -> list[Gesture]:
        """Step to the double of one's choice with the buttons, then Done."""
        position = position_of(seen)
        if position is None:
            return []
        if moves := self._mended(seen):
            return moves
        if self._double is None or self._double[0] != turn_of(seen):
            chosen = choice.choose_double(position, side, find_variant(seen.variant))
            self._double = turn_of(seen), chosen
        ahead = (self._double[1] - seen.naming) % 6
        if seen.naming and not ahead:
            return self._press(side, "done")
        return self._press(side, "double" if 0 < ahead <= 3 else "undo")

    def _answer_cube(self, seen: Snapshot) -> list[Gesture]:
        position = position_of(seen)
        if seen.cube.offered_by is None or position is None:
            return []
        side = Side(seen.cube.offered_by).other
        if side not in self._deciding(seen):
            return []
        takes = choice.wants_to_take(position, side, self._rng)
        control, hold_ms = ("double", TAKE_HOLD_MS) if takes else ("undo", DROP_HOLD_MS)
        wait_ms = self._draw(OFFER_LOOK_MS)
        return [Gesture(wait_ms, Press(Colour(side.value), control, hold_ms))]

    def _move(self, seen: Snapshot, side: Side, roll: tuple[int, int]) -> list[Gesture]:
        done = Press(Colour(side.value), "done")
        if self._plan is None or self._plan.turn != turn_of(seen):
            return self._planned(seen, side, roll, done)
        plan = self._plan
        truth = self._hand.truth()
        if moves := transfers(truth, plan.meant):
            return [*bring_all(moves, self._skill.carry_ms, self._rng), self._finish(done)]
        return [*self._straightened_again(lit_slots(seen) or plan.touched), self._finish(done)]

    def _planned(
        self, seen: Snapshot, side: Side, roll: tuple[int, int], done: Press
    ) -> list[Gesture]:
        start = self._start
        if start is None:
            return []
        if moves := transfers(self._hand.truth(), start):
            return bring_all(moves, self._skill.carry_ms, self._rng)
        rules = find_variant(seen.variant), start.reserve[side.index]
        legal = legal_plays(start.board(side), roll, *rules).plays
        if not legal:
            self._plan = _Plan(turn_of(seen), side, roll, start, start, ())
            return [self._finish(done)]
        play = choice.choose_play(legal, self._rng)
        self._plan = _plan(turn_of(seen), side, roll, start, play)
        others = [other for other in legal if other.board != play.board]
        return Choreography(side, self._skill, self._rng).play(play, done, others)

    def _carry_out(self, seen: Snapshot, side: Side, roll: tuple[int, int]) -> list[Gesture]:
        """Make the play that is shown, a bot's or of a side out of time."""
        if self._plan is None or self._plan.turn != turn_of(seen):
            if self._start is None:
                return []
            play = play_shown(self._start, side, roll, seen)
            if play is None:
                return []
            self._plan = _plan(turn_of(seen), side, roll, self._start, play)
        if moves := transfers(self._hand.truth(), self._plan.meant):
            return bring_all(moves, self._skill.carry_ms, self._rng)
        return self._straightened_again(lit_slots(seen) or self._plan.touched)

    def _answer(self, seen: Snapshot) -> list[Gesture]:
        """Answer truthfully: which of two plays lies there, or whether the board is as shown. These
        hands play nothing that the table does not see."""
        if seen.question is not None and seen.question.ask == "missed":
            return self._press((self._deciding(seen) or self._sides)[0], "undo")
        asked = [message[1] if message else {} for message in seen.messages]
        which = [side for side in Side if "first" in asked[side.index]]
        deciding = self._deciding(seen) or self._sides  # between bots somebody must say it
        for side in which:
            if side in deciding:
                return self._say_which(seen, side, asked[side.index])
        if which:
            return []
        return self._mended(seen) or self._press(deciding[0], "done")

    def _say_which(self, seen: Snapshot, side: Side, said: dict[str, str | int]) -> list[Gesture]:
        truth = self._hand.truth()
        if self._start is None:
            return []
        for key, control in (("first", "done"), ("second", "undo")):
            if is_shown(truth, self._start, side, str(said.get(key, ""))):
                return self._press(side, control)
        if self._plan is not None and self._plan.turn == turn_of(seen):
            moves = transfers(truth, self._plan.meant)
            if moves:
                return bring_all(moves, self._skill.carry_ms, self._rng)
        return self._straightened_again(lit_slots(seen))

    def _accept(self, seen: Snapshot) -> list[Gesture]:
        """Accept a resignation: the side that is told who offers it has to answer."""
        for side in self._deciding(seen):
            message = seen.messages[side.index]
            if message is not None and "name" in message[1]:
                return self._press(side, "done")
        return []

    # --- doing -----------------------------------------------------------------------

    def _press(self, side: Side, control: str) -> list[Gesture]:
        return [Gesture(self._draw(self._skill.pause_ms), Press(Colour(side.value), control))]

    def _finish(self, done: Press) -> Gesture:
        return Gesture(self._draw(self._skill.finish_ms), done)

    def _straightened_again(self, slots: tuple[int, ...]) -> list[Gesture]:
        """The table does not see what lies there: lay the stacks down anew, each second time.

        The first time only look again: the table may not have been ready. slots: what the table
        points at; where it points at nothing, or that was in vain, every stack is laid anew.
        """
        self._tries += 1
        if self._tries % 2:
            return [Gesture(0, AskTruth())]
        truth = self._hand.truth()
        if not slots or self._tries >= WHOLE_BOARD_TRIES:
            slots = tuple(range(SLOTS))
        stacks = [
            (side, place_of(side, slot), counts(truth, side)[slot])
            for slot in slots
            for side in Side
            if counts(truth, side)[slot]
        ]
        return delayed(
            straighten(stacks, self._skill.carry_ms, self._rng), self._draw(self._skill.think_ms)
        )

    def _log_if_finished(self, now_ms: int) -> None:
        """A dance may pass and a game may end before Done is pressed: note the board as it lies."""
        plan = self._plan
        if plan is None or (self.log and self.log[-1].turn == plan.turn):
            return
        if lies(self._hand.truth(), plan.meant):
            self._log_turn(now_ms)

    def _log_turn(self, now_ms: int) -> None:
        """Keep the truth of the turn under way; what is noted later replaces it."""
        plan = self._plan
        if plan is None or self._seen is None:
            return
        is_played = self._seen.phase == "moving" or is_played_unasked(self._seen)
        if not is_played or turn_of(self._seen) != plan.turn:
            return
        truth = self._hand.truth()
        entry = TurnLog(plan.turn, plan.side, plan.roll, truth.slots, truth.off, now_ms)
        if self.log and self.log[-1].turn == plan.turn:
            self.log.pop()
        self.log.append(entry)
        del self.log[:-LOG_LIMIT]

    def _draw(self, span: Range) -> int:
        return int(self._rng.integers(span[0], span[1] + 1))


def _is_done(act: Act | TypeDice) -> bool:
    return isinstance(act, Press) and act.control == "done"


def _plan(turn: Turn, side: Side, roll: tuple[int, int], start: Position, play: Play) -> _Plan:
    meant = apply_steps(start, side, play.steps)
    ends = {end for step in play.steps for end in (step.source, step.to)}
    points = ends - {OFF, RESERVE}
    touched = tuple(sorted(slot_of(side, point) for point in points))
    if any(step.hit for step in play.steps):
        touched += (slot_of(side.other, BAR),)
    return _Plan(turn, side, roll, start, meant, touched)
