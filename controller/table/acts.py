"""What a person's act does, by phase; what does not fit is refused in words."""

from __future__ import annotations

from controller.rules.position import Side
from controller.table import (
    blind,
    catch_up,
    deduced,
    entropy,
    lobby,
    offers,
    overtime,
    pausing,
    restorer,
    turn,
)
from controller.table.buttons import HELD, OFFER_STANDS_MS
from controller.table.desk import UNSEEN, Desk
from controller.table.effects import WantSeed
from controller.table.phases import CONTROLS, Interruption, Phase

NOT_YOURS = "It is not your turn."


def press(desk: Desk, side: Side, control: str) -> None:
    """A control takes effect: done, double, undo, yes, no, take, drop, beaver, accept or pause."""
    if control == pausing.PAUSE:
        pausing.pause(desk, side)
        return
    match desk.interruption():
        case Interruption.FAULT:
            desk.refuse(side, UNSEEN)
        case Interruption.PAUSED:
            stood = pausing if desk.restoring is None else restorer
            stood.press(desk, side, control)
        case Interruption.RESIGN_OFFERED:
            offers.press_answer(desk, side, control)
        case Interruption.QUESTION:
            _answer_question(desk, side, control)
        case _:
            _act(desk, side, {"yes": "done", "no": "undo"}.get(control, control))


def button(desk: Desk, side: Side, control: str, pressed: bool) -> None:
    """A button of the table moves; only the answers to a cube must be held."""
    state = desk.state
    answering = (
        state.phase is Phase.CUBE_OFFERED
        and side is not state.game.offered_by
        and control in HELD
        and (control != "done" or desk.refusal_to_beaver() is None)
        and desk.interruption() is None
    )
    if not pressed:
        desk.buttons, let_go = desk.buttons.release(side, control)
        if let_go and answering:
            desk.refuse(side, (_how_to_answer(desk), {}))
    elif not answering:
        press(desk, side, control)
    elif control == "undo" and desk.now_ms < desk.offer_ms + OFFER_STANDS_MS:
        desk.refuse(side, ("Look at the offer first: a drop is taken after a second.", {}))
    else:
        desk.buttons = desk.buttons.press(side, control, desk.now_ms)


def type_dice(desk: Desk, side: Side, dice: tuple[int, ...]) -> None:
    """Real dice, typed in: two on one's own turn, in the opening one of each side's."""
    state = desk.state
    question = desk.question
    is_asked = question is not None and (question.ask, question.side) == (deduced.ROLL, side)
    if desk.throws:
        desk.refuse(side, ("The table throws the dice of this match.", {}))
    elif len(dice) != 2 or any(not 1 <= die <= 6 for die in dice):
        desk.refuse(side, ("These dice cannot be entered now.", {}))
    elif is_asked and desk.interruption() is Interruption.QUESTION:
        deduced.answer_with(desk, side, (dice[0], dice[1]))
    elif desk.interruption() is not None:
        desk.refuse(side, ("These dice cannot be entered now.", {}))
    elif state.phase is Phase.OPENING or _throws_now(desk, side):
        deduced.type_roll(desk, side, (dice[0], dice[1]))
    else:
        desk.refuse(side, ("Dice are not expected from you now.", {}))


def _throws_now(desk: Desk, side: Side) -> bool:
    """Whose dice are due; for a bot the other side throws."""
    mover = desk.state.game.turn
    if desk.state.phase is not Phase.TO_ROLL or mover is None:
        return False
    return side is mover or desk.is_bot(mover)


def answer(desk: Desk, side: Side, place: int) -> None:
    """A touch on one of the two lit places of a question."""
    question = desk.moment.question
    if desk.interruption() is not Interruption.QUESTION or question is None:
        desk.refuse(side, ("Nothing was asked.", {}))
    elif question.side not in (None, side):
        desk.refuse(side, (NOT_YOURS, {}))
    elif place not in question.places:
        desk.refuse(side, ("Touch one of the two lit points.", {}))
    else:
        choose = deduced.choose_which if desk.deducing else turn.choose
        choose(desk, side, question.places.index(place))


def _act(desk: Desk, side: Side, control: str) -> None:
    state, too_late = desk.state, overtime.refusal(desk, side, control)
    if too_late is not None:
        desk.refuse(side, too_late)
        return
    if deduced.press(desk, side, control) or entropy.press(desk, side, control):
        return
    if control not in CONTROLS[state.phase]:
        desk.refuse(side, (_why_not(desk, control), {}))
        return
    match state.phase, control:
        case _, "accept":
            offers.accept(desk, side)
        case Phase.SETUP, "done":
            turn.hold_done(desk, side)
        case Phase.OPENING, "done":
            turn.ask_roll(desk, side)
        case Phase.GAME_OVER, "done":
            next_game(desk, side)
        case ((Phase.START | Phase.MATCH_OVER), "done"):
            lobby.press_done(desk, side)
        case Phase.CUBE_OFFERED, ("take" | "drop" | "beaver"):
            offers.answer_cube(desk, side, control)
        case Phase.SHOWING, "done":
            turn.hold_done(desk, side)  # either side may have made the bot's moves
        case Phase.MOVING, "done" if blind.is_ahead(desk, desk.eye.verdict):
            turn.hold_done(desk, side)  # whoever played on may press it too
        case _ if side is not state.game.turn:
            desk.refuse(side, (NOT_YOURS, {}))
        case Phase.TO_ROLL, "done":
            turn.ask_roll(desk, side)
        case Phase.TO_ROLL, "double":
            offers.double(desk, side)
        case Phase.MOVING, "done":
            turn.hold_done(desk, side)
        case Phase.MOVING, "undo":
            turn.undo(desk, side)
        case Phase.NAMING, "done":
            turn.confirm_name(desk, side)
        case Phase.NAMING, ("double" | "undo"):
            _step_name(desk, side, 1 if control == "double" else -1)


def _step_name(desk: Desk, side: Side, by: int) -> None:
    """Point at the next double, or the one before; from none to the first or last."""
    pointed = desk.moment.naming
    desk.notices.pop(side, None)  # what is pointed at is said at once
    desk.moment.naming = (pointed - 1 + by) % 6 + 1 if pointed else (1 if by > 0 else 6)


def point_at_double(desk: Desk, side: Side, value: int) -> None:
    """A double is touched or its key pressed: pointed at, or named if it is that already.

    Two steps, since a name cannot be taken back.
    """
    if desk.interruption() is not None or desk.state.phase is not Phase.NAMING:
        desk.refuse(side, ("A double is named after a 1-2 only.", {}))
    elif side is not desk.state.game.turn:
        desk.refuse(side, (NOT_YOURS, {}))
    elif not 1 <= value <= 6:
        desk.refuse(side, ("A double is named by a number from 1 to 6.", {}))
    elif value == desk.moment.naming:
        turn.confirm_name(desk, side)
    else:
        desk.notices.pop(side, None)
        desk.moment.naming = value


def _why_not(desk: Desk, control: str) -> str:
    match desk.state.phase, control:
        case _, "accept":
            return "There is nothing to let stand now."
        case Phase.START, _:
            return "Choose a match first."
        case Phase.SETUP, _:
            return "Set up the board first."
        case Phase.MATCH_OVER, _:
            return "The match is over. Done begins another."
        case Phase.MOVING, "double":
            return "The dice are thrown: doubling comes before the roll."
        case Phase.CUBE_OFFERED, _:
            return "The cube waits for its answer. " + _how_to_answer(desk)
        case Phase.TO_ROLL, "undo":
            return "Nothing was moved yet this turn."
        case _:
            return "That is not possible now."


def _answer_question(desk: Desk, side: Side, control: str) -> None:
    question = desk.question
    assert question is not None
    if question.ask == deduced.CONTRADICTION and control in ("done", "yes", "undo", "no"):
        deduced.answer(desk, side, control)
    elif question.side not in (None, side):
        desk.refuse(side, (NOT_YOURS, {}))
    elif question.ask == deduced.ROLL and control in ("done", "yes", "undo", "no", "double"):
        deduced.answer(desk, side, control)
    elif control not in ("done", "yes", "undo", "no"):
        desk.refuse(side, ("The table asked something: Done is yes, Undo is no.", {}))
    elif question.ask == catch_up.ASK:
        catch_up.answer(desk, side, control in ("done", "yes"))
    elif question.ask == "resume":
        turn.resume(desk, side, control in ("done", "yes"))
    elif question.ask == "stands":
        turn.vouch(desk, side, control in ("done", "yes"))
    else:
        choose = deduced.choose_which if desk.deducing else turn.choose
        choose(desk, side, 0 if control in ("done", "yes") else 1)


def _how_to_answer(desk: Desk) -> str:
    if desk.refusal_to_beaver() is None:
        return "Hold Double to take, hold Undo to drop, hold Done to beaver."
    return "Hold Double to take, hold Undo to drop."


def next_game(desk: Desk, side: Side) -> None:
    """Ask for the next game's dice; it begins when they are committed to."""
    if not desk.state.revealed:
        desk.refuse(side, ("One moment: the last game's dice are being shown.", {}))
    elif desk.moment.awaiting is None:
        desk.moment.awaiting = "seed"
        desk.out.append(WantSeed(turn.game_id(desk, desk.state.game.number + 1)))
