"""Match state: the fold of facts, nothing else. What is under way on the board is not in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from controller.match.cube import Cube
from controller.rules import acey
from controller.rules.plays import Ways, legal_plays, legal_ways
from controller.rules.position import START, Position, Roll, Side
from controller.rules.variants import STANDARD, Opening, Variant, find_variant
from controller.table import facts as f
from controller.table.fair import Fair, follow
from controller.table.phases import BETWEEN, Phase, Trigger, next_phase


@dataclass(frozen=True, slots=True)
class Earlier:
    """A position that was agreed before a play of this game, who was on roll, and the cube."""

    position: Position
    turn: Side
    cube: Cube


@dataclass(frozen=True, slots=True)
class GameState:
    """One game as far as its facts go. agreed: the position after the last recorded play.

    starter: who throws first where no opening roll decides it. part: of an acey-deucey turn, the
    one to come or being played; of any other turn there is one only.
    """

    number: int = 0
    gid: str = ""
    commitment: str | None = None
    crawford: bool = False
    agreed: Position = START
    starter: Side | None = None
    turn: Side | None = None
    roll: Roll | None = None
    part: acey.Phase = acey.Phase.ROLL
    playable: tuple[int, ...] = ()  # while a double is to be named: steps possible of each, 1-6
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
    earlier: tuple[Earlier, ...] = ()  # before each play since the game began or a board was set
    winner: Side | None = None
    points: int = 0
    how: str = ""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as far as its facts go. number: how many facts were folded since it started."""

    card: f.MatchStarted | None = None
    phase: Phase = Phase.START
    score: tuple[int, int] = (0, 0)
    crawford_played: bool = False
    game: GameState = field(default_factory=GameState)
    turn_number: int = 0
    winner: Side | None = None
    revealed: bool = True  # no finished game's seed is still to be shown
    plays: int = 0
    paused_by: Side | None = None
    reserves: tuple[int, int] | None = None  # of the match clock, as read last, in ms
    fallen: Side | None = None  # whose time is up
    fair: Fair = field(default_factory=Fair)
    aids: str = ""  # as people set them; "": as the table is set

    @property
    def is_over(self) -> bool:
        """The match has ended, or was given up."""
        return self.card is not None and self.phase in BETWEEN

    @property
    def is_game_over(self) -> bool:
        """Nothing more is played in the game begun last."""
        return self.is_over or self.game.winner is not None

    @property
    def variant(self) -> Variant:
        """The rules that are played; standard ones while there is no match."""
        return STANDARD if self.card is None else find_variant(self.card.variant)


def fold(state: MatchState, facts: Iterable[f.Fact]) -> MatchState:
    """The state after these facts, in their order."""
    return reduce(fold_one, facts, state)


def fold_one(state: MatchState, fact: f.Fact) -> MatchState:
    """The state after one more fact; IllegalInput if the phase table does not allow it."""
    return replace(_after(state, fact), fair=follow(state.fair, fact))


def _after(state: MatchState, fact: f.Fact) -> MatchState:
    if state.phase is Phase.SETUP and _is_over_a_ready_board(fact):
        state = board_ready(state)
    match fact:
        case f.MatchStarted():
            phase = next_phase(state.phase, Trigger.MATCH_STARTED)
            return MatchState(card=fact, phase=phase, aids=fact.aids)
        case f.GameStarted():
            return _game_started(state, fact)
        case f.BoardSet():
            return _board_set(state, fact)
        case f.Rolled():
            return _rolled(state, fact)
        case f.RollCorrected():
            return _roll_corrected(state, fact)
        case f.OpeningWon():
            phase = next_phase(state.phase, Trigger.STARTER_DECIDED)
            return replace(_game(state, turn=Side(fact.side)), phase=phase)
        case f.NamedDouble():
            return _named(state, fact)
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
        case f.MatchAbandoned():
            return _abandoned(state)
        case f.SeedRevealed():
            return replace(state, revealed=True)
        case f.AidsSet():
            return replace(state, aids=fact.level)
        case f.ClockRead():
            fallen = Side(fact.fallen) if fact.fallen else None
            return replace(state, reserves=fact.reserves, fallen=fallen)
        case f.MatchPaused():
            return replace(state, paused_by=Side(fact.side))
        case f.MatchWentOn():
            return replace(state, paused_by=None)
        case f.SeedLost():
            return _seed_lost(state, fact)
        case _:  # resumed, answered, refused: told, but nothing in the match moves
            return state


def board_ready(state: MatchState) -> MatchState:
    """The start position lies on the board: no fact, it is seen again after any restart, and
    the first act says that it was so."""
    starter = state.game.starter
    trigger = Trigger.BOARD_READY if starter is None else Trigger.STARTER_KNOWN
    return replace(_game(state, turn=starter), phase=next_phase(state.phase, trigger))


def _is_over_a_ready_board(fact: f.Fact) -> bool:
    """A play may be the first thing told of a game only where nobody saw how it came about."""
    is_unseen = isinstance(fact, f.Played) and bool(fact.rolls)
    return is_unseen or isinstance(fact, f.Rolled | f.OpeningWon | f.Doubled | f.ResignOffered)


def _game(state: MatchState, **changes: object) -> MatchState:
    return replace(state, game=replace(state.game, **changes))  # type: ignore[arg-type]


def _game_started(state: MatchState, fact: f.GameStarted) -> MatchState:
    game = GameState(
        number=fact.game,
        gid=fact.gid,
        commitment=fact.commitment,
        crawford=fact.crawford,
        agreed=Position(fact.slots, fact.off, fact.reserve),
        starter=Side(fact.starter) if fact.starter else None,
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


def _seed_lost(state: MatchState, fact: f.SeedLost) -> MatchState:
    if not fact.next_gid:
        return replace(state, revealed=True)
    none_yet = {"O": 0, "R": 0}
    return _game(state, gid=fact.next_gid, commitment=fact.commitment, rolled=none_yet)


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
        earlier=(),
    )
    phase = state.phase if turn is None else next_phase(state.phase, Trigger.BOARD_SET)
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _rolled(state: MatchState, fact: f.Rolled) -> MatchState:
    changed = _game(state, rolled={**state.game.rolled, fact.kind: fact.n + 1})
    if fact.kind == "R":
        side, trigger = state.game.turn, Trigger.ROLLED
        changed = _game(changed, opening=None)
    elif fact.dice[0] == fact.dice[1]:
        side, trigger = None, Trigger.OPENING_TIED
    else:
        side = Side.LIGHT if fact.dice[0] > fact.dice[1] else Side.DARK
        anew = state.variant.opening is Opening.DIE_EACH_REROLL
        trigger = Trigger.STARTER_DECIDED if anew else Trigger.OPENING_DECIDED
    phase = next_phase(state.phase, trigger)
    if fact.kind == "O":
        changed = _game(changed, opening=fact.dice, turn=side)
    if phase is Phase.MOVING:
        assert side is not None
        changed = _to_play(changed, side, fact.dice)
    return replace(changed, phase=phase)


def _roll_corrected(state: MatchState, fact: f.RollCorrected) -> MatchState:
    phase = next_phase(state.phase, Trigger.ROLL_CORRECTED)
    changed = _to_play(state, Side(fact.side), fact.dice)
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _named(state: MatchState, fact: f.NamedDouble) -> MatchState:
    changed = _to_play(state, Side(fact.side), (fact.value, fact.value))
    phase = next_phase(state.phase, Trigger.NAMED)
    changed = _game(changed, part=acey.Phase.NAMED, playable=())
    return replace(changed, phase=phase, turn_number=state.turn_number + 1)


def _to_play(state: MatchState, side: Side, dice: Roll) -> MatchState:
    """The side has these dice to play now."""
    agreed, roll = state.game.agreed, (max(dice), min(dice))
    reserve = agreed.reserve[side.index]
    ways = legal_ways(agreed.board(side), roll, state.variant, reserve)
    return _game(state, turn=side, roll=roll, ways=ways)


def _played(state: MatchState, fact: f.Played) -> MatchState:
    side = Side(fact.side)
    changed = _game(
        state,
        agreed=Position(fact.slots, fact.off, fact.reserve),
        turn=side if fact.then else side.other,
        roll=None,
        part=acey.Phase.BONUS if fact.then == "roll" else acey.Phase.ROLL,
        playable=_playable(state, fact) if fact.then == "name" else (),
        opening=None,
        ways=None,
        chosen=None,
        last_play=fact.notation,
        last_side=side,
        earlier=(*state.game.earlier, Earlier(state.game.agreed, side, state.game.cube)),
    )
    phase = next_phase(state.phase, _trigger_of(fact))
    turn, plays = state.turn_number + 1, state.plays + 1
    return replace(changed, phase=phase, turn_number=turn, plays=plays)


def _trigger_of(fact: f.Played) -> Trigger:
    if fact.rolls:
        return Trigger.RECONSTRUCTED
    return Trigger.PLAYED_ACEY if fact.then == "name" else Trigger.PLAYED


def _playable(state: MatchState, fact: f.Played) -> tuple[int, ...]:
    """How many of its four steps each double 1-6 would have."""
    side = Side(fact.side)
    board = Position(fact.slots, fact.off).board(side)
    reserve = fact.reserve[side.index]
    rolls = ((die, die) for die in range(1, 7))
    return tuple(legal_plays(board, roll, state.variant, reserve).dice_used for roll in rolls)


def _chosen(state: MatchState, fact: f.Chosen) -> MatchState:
    game, side = state.game, Side(fact.side)
    final = Position(fact.slots, fact.off, fact.reserve).board(side)
    reserve = game.agreed.reserve[side.index]
    board = game.agreed.board(side)
    ways = legal_ways(board, fact.dice, state.variant, reserve, to=final)
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
        part=acey.Phase.ROLL,
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


def _abandoned(state: MatchState) -> MatchState:
    """Of the match its card is left, and the dice that are still to be shown."""
    game = GameState(
        number=state.game.number,
        gid=state.game.gid,
        commitment=state.game.commitment,
        agreed=state.variant.start_position,
    )
    return MatchState(
        card=state.card,
        phase=next_phase(state.phase, Trigger.MATCH_ABANDONED),
        score=state.score,
        game=game,
        turn_number=state.turn_number + 1,
        revealed=state.revealed,
        aids=state.aids,
    )
