"""Match state: the fold of facts, nothing else. What is under way on the board is not in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from controller.match.cube import Cube
from controller.rules.plays import Ways, legal_ways
from controller.rules.position import START, Position, Roll, Side
from controller.table import facts as f
from controller.table.phases import Phase, Trigger, next_phase


@dataclass(frozen=True, slots=True)
class GameState:
    """One game as far as its facts go. agreed: the position after the last recorded play."""

    number: int = 0
    gid: str = ""
    commitment: str | None = None
    crawford: bool = False
    agreed: Position = START
    turn: Side | None = None
    roll: Roll | None = None
    opening: Roll | None = None
    ways: Ways | None = None  # every board on the way of a legal play with `roll`
    chosen: str | None = None  # the play that hands must still make (then `ways` lead there only)
    cube: Cube = field(default_factory=Cube)
    offered_by: Side | None = None
    turned_back: int = 0  # how often the offer that stands was beavered
    resign: tuple[Side, int] | None = None
    rolled: dict[str, int] = field(default_factory=lambda: {"O": 0, "R": 0})
    last_play: str = ""
    last_side: Side | None = None
    winner: Side | None = None
    points: int = 0
    how: str = ""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as far as its facts go. number: how many facts were folded since it started."""

    card: f.MatchStarted | None = None
    phase: Phase = Phase.SETUP
    score: tuple[int, int] = (0, 0)
    crawford_played: bool = False
    game: GameState = field(default_factory=GameState)
    turn_number: int = 0
    winner: Side | None = None
    revealed: bool = True  # no finished game's seed is still to be shown


def fold(state: MatchState, facts: Iterable[f.Fact]) -> MatchState:
    """The state after these facts, in their order."""
    return reduce(fold_one, facts, state)


def fold_one(state: MatchState, fact: f.Fact) -> MatchState:
    """The state after one more fact; IllegalInput if the phase table does not allow it."""
    match fact:
        case f.MatchStarted():
            if state.card is not None:
                next_phase(state.phase, Trigger.MATCH_STARTED)
            return MatchState(card=fact)
        case f.GameStarted():
            return _game_started(state, fact)
        case f.BoardSet():
            return _board_set(state, fact)
        case f.Rolled():
            return _rolled(state, fact)
        case f.Played():
            return _played(state, fact)
        case f.Chosen():
            return _chosen(state, fact)
        case f.Doubled() | f.Beavered() | f.Taken() | f.Dropped():
            return _cube_act(state, fact)
        case f.AutomaticDouble():
            return _game(state, cube=Cube(fact.value))
        case f.ResignOffered():
            return _game(state, resign=(Side(fact.side), fact.size))
        case f.ResignAnswered():
            return _game(state, resign=None)
        case f.GameEnded():
            return _game_ended(state, fact)
        case f.MatchEnded():
            phase = next_phase(state.phase, Trigger.MATCH_ENDED)
            return replace(state, phase=phase, winner=Side(fact.winner))
        case f.SeedRevealed():
            return replace(state, revealed=True)
        case _:  # resumed, answered, refused: told, but nothing in the match moves
            return state


def board_ready(state: MatchState) -> MatchState:
    """The start position lies on the board: no fact, it is seen again after any restart."""
    return replace(state, phase=next_phase(state.phase, Trigger.BOARD_READY))


def _game(state: MatchState, **changes: object) -> MatchState:
    return replace(state, game=replace(state.game, **changes))  # type: ignore[arg-type]


def _game_started(state: MatchState, fact: f.GameStarted) -> MatchState:
    game = GameState(
        number=fact.game,
        gid=fact.gid,
        commitment=fact.commitment,
        crawford=fact.crawford,
        agreed=Position(fact.slots, fact.off, fact.reserve),
    )
    return replace(
        state,
        phase=next_phase(state.phase, Trigger.GAME_STARTED),
        score=fact.score,
        crawford_played=state.crawford_played or fact.crawford,
        game=game,
        turn_number=state.turn_number + 1,
        revealed=fact.commitment is None,
    )


def _board_set(state: MatchState, fact: f.BoardSet) -> MatchState:
    turn = Side(fact.turn) if fact.turn else None
    owner = Side(fact.owner) if fact.owner else None
    changed = _game(
        state,
        agreed=Position(fact.slots, fact.off, fact.reserve),
        turn=turn,
        roll=None,
        ways=None,
        cube=Cube(fact.cube, owner),
    )
    phase = state.phase if turn is None else next_phase(state.phase, Trigger.BOARD_SET)
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _rolled(state: MatchState, fact: f.Rolled) -> MatchState:
    rolled = {**state.game.rolled, fact.kind: fact.n + 1}
    # that the board was ready for the opening is no fact: an opening roll says so
    if fact.kind == "R":
        side = state.game.turn
        trigger = Trigger.ROLLED
    elif fact.dice[0] == fact.dice[1]:
        changed = _game(state, rolled=rolled, opening=fact.dice)
        return replace(changed, phase=next_phase(Phase.OPENING, Trigger.OPENING_TIED))
    else:
        side = Side.LIGHT if fact.dice[0] > fact.dice[1] else Side.DARK
        trigger = Trigger.OPENING_DECIDED
    assert side is not None
    phase = next_phase(Phase.OPENING if fact.kind == "O" else state.phase, trigger)
    roll = (max(fact.dice), min(fact.dice))
    changed = _game(
        state,
        rolled=rolled,
        opening=fact.dice if fact.kind == "O" else None,
        turn=side,
        roll=roll,
        ways=legal_ways(state.game.agreed.board(side), roll),
    )
    return replace(changed, phase=phase)


def _played(state: MatchState, fact: f.Played) -> MatchState:
    side = Side(fact.side)
    changed = _game(
        state,
        agreed=Position(fact.slots, fact.off, fact.reserve),
        turn=side.other,
        roll=None,
        opening=None,
        ways=None,
        chosen=None,
        last_play=fact.notation,
        last_side=side,
    )
    phase = next_phase(state.phase, Trigger.PLAYED)
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _chosen(state: MatchState, fact: f.Chosen) -> MatchState:
    game, side = state.game, Side(fact.side)
    final = Position(fact.slots, fact.off, fact.reserve).board(side)
    ways = legal_ways(game.agreed.board(side), fact.dice, to=final)
    changed = _game(state, chosen=fact.notation, ways=ways)
    phase = next_phase(state.phase, Trigger.CHOSEN)
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _cube_act(state: MatchState, fact: f.Doubled | f.Beavered | f.Taken | f.Dropped) -> MatchState:
    side, game = Side(fact.side), state.game
    # a taken cube belongs to the side that is not on roll, whoever offered it last
    owner = game.turn.other if game.turn is not None else side
    match fact:
        case f.Doubled():
            changed, trigger = _game(state, offered_by=side, turned_back=0), Trigger.DOUBLED
        case f.Beavered():
            cube = Cube(game.cube.offered_value, owner)
            changed = _game(state, offered_by=side, cube=cube, turned_back=game.turned_back + 1)
            trigger = Trigger.BEAVERED
        case f.Taken():
            changed = _game(state, offered_by=None, cube=Cube(fact.value, owner))
            trigger = Trigger.TAKEN
        case _:
            changed, trigger = _game(state, offered_by=None), Trigger.DROPPED
    phase = next_phase(state.phase, trigger)
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _game_ended(state: MatchState, fact: f.GameEnded) -> MatchState:
    changed = _game(
        state,
        winner=Side(fact.winner),
        points=fact.points,
        how=fact.how,
        turn=None,
        roll=None,
        ways=None,
        chosen=None,
        resign=None,
    )
    phase = next_phase(state.phase, Trigger.GAME_ENDED)
    return replace(
        changed,
        phase=phase,
        score=fact.score,
        turn_number=state.turn_number + 1,
        revealed=state.game.commitment is None,
    )
