"""Seats that bots fill: when they are asked, and what their answers do.

A bot decides; hands carry its checkers. Its play is a fact as soon as it is chosen, is shown from
point to point, and is recorded when the board matches. It never presses a button. For a person
whose time is up (`expiry`) a play or a double is chosen the same way.
"""

from __future__ import annotations

from controller.errors import IllegalInput
from controller.rules.notation import format_play
from controller.rules.plays import apply_steps
from controller.rules.position import Side
from controller.table import acts, offers, turn
from controller.table import facts as f
from controller.table.desk import Desk
from controller.table.effects import WantChoice
from controller.table.inputs import ChoiceMade
from controller.table.phases import Interruption, Phase


def prompt(desk: Desk) -> None:
    """Ask the bot that is to decide now, or do for it what needs no thought."""
    top, game = desk.interruption(), desk.state.game
    if desk.moment.awaiting is not None:
        return
    if top is Interruption.RESIGN_OFFERED and game.resign and desk.is_bot(game.resign[0].other):
        ask(desk, "resignation", game.resign[0].other, size=game.resign[1])
    if top is not None:
        return
    everybody = all(desk.is_bot(side) for side in Side)
    match desk.state.phase:
        case Phase.OPENING if everybody and desk.throws and desk.moment.throw_ms is None:
            if turn.is_board_standing(desk):
                turn.want_roll(desk, "O")
        case Phase.TO_ROLL if game.turn is not None and desk.is_bot(game.turn):
            _to_roll(desk, game.turn)
        case Phase.MOVING if game.turn is not None and desk.is_bot(game.turn):
            if game.ways is not None and game.agreed.board(game.turn) not in game.ways.finals:
                ask(desk, "play", game.turn)
        case Phase.NAMING if game.turn is not None and desk.is_bot(game.turn):
            ask(desk, "name", game.turn)
        case Phase.CUBE_OFFERED if game.offered_by and desk.is_bot(game.offered_by.other):
            if game.turned_back:  # it doubled for its own good a moment ago; it never beavers
                offers.answer_cube(desk, game.offered_by.other, "take")
            else:
                ask(desk, "answer", game.offered_by.other)
        case Phase.GAME_OVER if everybody and desk.state.revealed:
            acts.next_game(desk, Side.LIGHT)


def decided(desk: Desk, told: ChoiceMade) -> None:
    """A bot has answered; an answer to an older question is dropped.

    Raises IllegalInput for a play that is none: the seats have checked it before.
    """
    if desk.moment.awaiting != "choice" or told.request != desk.moment.request:
        return
    board, act = told.board, told.act
    desk.moment.awaiting = None
    game = desk.state.game
    if game.resign is not None:
        if act in ("accept", "refuse"):
            offers.answer_resignation(desk, game.resign[0].other, act == "accept")
    elif desk.state.phase is Phase.CUBE_OFFERED and game.offered_by and act in ("take", "drop"):
        offers.answer_cube(desk, game.offered_by.other, act)
    elif desk.state.phase is Phase.TO_ROLL and game.turn and act in ("double", "roll"):
        if act == "double":
            offers.double(desk, game.turn)
        desk.moment.rolls = True
    elif desk.state.phase is Phase.NAMING and game.turn and told.double is not None:
        turn.name_double(desk, told.double, "" if desk.is_bot(game.turn) else f.TIMEOUT)
    elif desk.state.phase is Phase.MOVING and game.ways and board in game.ways.finals:
        choose_play(desk, board)
    else:
        raise IllegalInput(f"a bot's {act or 'play'} in phase {desk.state.phase.value}")


def _to_roll(desk: Desk, side: Side) -> None:
    if not turn.is_board_standing(desk):
        return
    if desk.refusal_to_double(side) is None and not desk.moment.rolls:
        ask(desk, "double", side)
    elif desk.throws and not desk.variant.auto_roll:
        turn.want_roll(desk, "R")


def ask(desk: Desk, what: str, side: Side, *, size: int = 0) -> None:
    """Put a question to whoever chooses for a side: its bot, or the spare of a person's seat."""
    game, score = desk.state.game, desk.state.score
    own, other = side.index, side.other.index
    desk.choices += 1
    desk.moment.awaiting = "choice"
    desk.moment.request = desk.choices
    desk.out.append(
        WantChoice(
            request=desk.choices,
            what=what,
            side=side.value,
            board=game.agreed.board(side),
            off=(game.agreed.off[own], game.agreed.off[other]),
            roll=game.roll,
            cube=game.cube.value,
            owns_cube=None if game.cube.owner is None else game.cube.owner is side,
            score=(score[own], score[other]),
            length=desk.card.length,
            crawford=game.crawford,
            size=size,
            largest_win=desk.largest_win(),
            reveals=desk.reveals,
            variant=desk.variant.id,
            reserve=(game.agreed.reserve[own], game.agreed.reserve[other]),
        )
    )


def choose_play(desk: Desk, board: tuple[int, ...]) -> None:
    """Hands are to make the play that ends on this board, one of the legal finals."""
    game = desk.state.game
    assert game.turn is not None
    assert game.roll is not None
    assert game.ways is not None
    steps = game.ways.boards[board]
    after = apply_steps(game.agreed, game.turn, steps)
    desk.record(
        f.Chosen(
            side=game.turn.value,
            dice=game.roll,
            notation=format_play(steps),
            slots=after.slots,
            off=after.off,
            cause="bot" if desk.is_bot(game.turn) else f.TIMEOUT,
            reserve=after.reserve,
        )
    )
    if desk.eye.verdict is not None:
        turn.seen(desk, desk.eye.verdict)
