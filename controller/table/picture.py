"""The desk as people may see it: the scene for guidance, the snapshot for screens."""

from __future__ import annotations

from collections import Counter

from controller.guidance import overtime
from controller.guidance.findings import fault_line_of
from controller.guidance.lights import lights
from controller.guidance.reach import TRAYS, Reached, place_of, reached
from controller.guidance.scene import Course, Deduced, Offer, Restored, Result, Scene
from controller.guidance.scene import Question as Asked
from controller.guidance.scene import Standing as Accepted
from controller.guidance.words import lost_line, messages
from controller.rules import acey
from controller.rules.notation import format_play, format_travel
from controller.rules.plays import Step
from controller.rules.position import (
    BAR,
    OFF,
    RESERVE,
    Position,
    Roll,
    Side,
    pip_count,
    point_of,
)
from controller.sensing.mending import fixes
from controller.sensing.verdict import VerdictKind, Way
from controller.table import showing
from controller.table.beside import beside, kept_record
from controller.table.desk import Desk
from controller.table.entropy import asked_people
from controller.table.overtime import side_out_of_time
from controller.table.phases import Phase
from controller.table.standing import can_stand
from controller.table.turn import what_follows
from controller.view.seats import marked
from controller.view.snapshot import (
    Cube,
    Fix,
    Message,
    MissedTurn,
    Question,
    Reach,
    Snapshot,
    Standing,
)


def scene(desk: Desk) -> Scene:
    """All that guidance may look at now."""
    state, game, top = desk.state, desk.state.game, desk.interruption()
    lifted = desk.eye.lifted(desk.now_ms)
    verdict = desk.eye.verdict
    return Scene(
        phase=state.phase.value,
        interruption=top.value if top else None,
        aids=desk.aids,
        names=_marked_names(desk),
        turn=desk.mover,
        agreed=game.agreed if desk.restoring is None else desk.restoring.position,
        roll=game.roll,
        opening=game.opening,
        can_play=game.ways is None or game.agreed.board(_mover(desk)) not in game.ways.finals,
        verdict=verdict,
        lifted=lifted,
        targets=_targets(desk, lifted),
        undo_to=desk.moment.undo_to,
        chosen=game.chosen,
        final=play.position if (play := showing.shown(desk)) is not None else None,
        question=desk.question,
        fault=desk.fault or "",
        cube=game.cube.value,
        offer=_offer(desk),
        resign=game.resign,
        result=_result(desk),
        standing=_standing(desk),
        restored=_restored(desk),
        score=state.score,
        course=_course(desk),
    )


def snapshot(desk: Desk, shown: Scene, number: int, at_ms: int) -> Snapshot:
    """Everything that a screen needs. number, at_ms: those of the snapshot before."""
    state, game, card = desk.state, desk.state.game, desk.card
    believed = desk.believed()
    verdict, way = desk.eye.verdict, desk.way
    told = shown.targets if shown.aids == "full" else ()
    clear = [target for target in told if target.is_clear]
    return Snapshot(
        number=number,
        match=card.match,
        turn_number=state.turn_number,
        phase=shown.phase,
        interruption=shown.interruption,
        turn=desk.mover.value if desk.mover else None,
        slots=believed.slots,
        off=believed.off,
        reserve=believed.reserve,
        roll=game.roll,
        opening=game.opening,
        steps=tuple((s.source, s.to) for s in way.steps) if way else (),
        targets=tuple(target.place for target in clear),
        lifted=tuple(slot for _side, slot in shown.lifted),
        verdict=verdict.kind.value if verdict else None,
        cube=_cube(desk),
        can_double=_can_double(desk),
        score=state.score,
        match_length=card.length,
        game=game.number,
        crawford=game.crawford,
        names=(card.light, card.dark),
        seats=card.seats,
        lights=lights(shown),
        messages=_said(desk, shown),
        noticed=(Side.LIGHT in desk.notices, Side.DARK in desk.notices),
        fault_line=lost_line(desk.line) if desk.line else fault_line_of(desk.eye.findings()),
        refused=desk.refused,
        last_play=game.last_play,
        last_side=game.last_side.value if game.last_side else None,
        pips=_pips(believed),
        dice_source=card.dice,
        commitment=game.commitment,
        winner=shown.result.winner.value if shown.result else None,
        game_points=game.points,
        recording=desk.recording,
        target_dice=tuple(target.dice for target in clear),
        reach=_reach(desk, shown),
        used=_used(game.roll, way.steps) if way and game.roll else (),
        sensed=_sensed(desk, shown),
        fixes=_fixes(desk),
        strays=_strays(desk),
        restoring="" if shown.restored is None else "set" if shown.restored.is_set else "agreed",
        moves=_moves(desk, shown, way),
        resign=(game.resign[0].value, game.resign[1]) if game.resign else None,
        question=_question(shown.question),
        standing=_may_stand(desk),
        largest_win=desk.largest_win(),
        aids=shown.aids,
        how=game.how,
        variant=desk.variant.id,
        bonus=shown.course.bonus,
        naming=shown.course.naming,
        playable=shown.course.playable if shown.aids == "full" else (),
        line=desk.line,
        fault_ms=desk.fault_ms,
        deduced=shown.course.deduced.rolls if shown.course.deduced else (),
        at_ms=at_ms,
        **beside(desk, shown),
    )


def _cube(desk: Desk) -> Cube:
    game = desk.state.game
    owner, offered_by = game.cube.owner, game.offered_by
    return Cube(
        game.cube.value,
        owner.value if owner else None,
        offered_by.value if offered_by else None,
        offered_by is not None and desk.refusal_to_beaver() is None,
    )


def _marked_names(desk: Desk) -> tuple[str, str]:
    """As words call the sides: a bot is marked as one wherever it is spoken of."""
    card = desk.card
    return marked(card.light, card.seats[0]), marked(card.dark, card.seats[1])


def _sensed(desk: Desk, shown: Scene) -> tuple[int, ...]:
    """What lies there, where it may be otherwise than believed."""
    verdict = desk.eye.verdict
    is_compared = shown.phase == Phase.START.value or desk.resume_question is not None
    return verdict.sensed if verdict and (verdict.fix or is_compared) else ()


def _fixes(desk: Desk) -> tuple[Fix, ...]:
    verdict = desk.eye.verdict
    if verdict is None or desk.state.phase is Phase.START:
        return ()
    return tuple(Fix(f.side.value, f.source, f.to) for f in verdict.fix)


def _strays(desk: Desk) -> tuple[int, ...]:
    verdict = desk.eye.verdict
    if verdict is None or desk.state.phase is Phase.START:
        return ()
    return tuple(slot for stray in verdict.strays for slot in stray.slots)


def _result(desk: Desk) -> Result | None:
    game = desk.state.game
    winner = desk.state.winner or game.winner
    kept = kept_record(desk)
    unkept = kept.why if kept is not None else ""
    return None if winner is None else Result(winner, game.points, game.how, unkept)


def _unseen(desk: Desk) -> str:
    """What a wrong board comes to where turns may have been missed and nothing is asked."""
    if desk.moment.untyped:
        return "untyped"
    blind = desk.blind
    if blind is not None and blind.ahead:
        return "ahead"
    if blind is None or blind.asked or not blind.turns:
        return ""
    if blind.refused:
        return "refused"
    return "many" if blind.many else "none"


def _standing(desk: Desk) -> Accepted | None:
    held = desk.moment.standing
    if held is None:
        return None
    return Accepted(held.accepted, held.play, _checkers(held.position))


def _may_stand(desk: Desk) -> Standing | None:
    lying, held = can_stand(desk), desk.moment.standing
    if lying is None:
        return None
    accepted = held.accepted.value if held is not None else None
    return Standing(lying.play, accepted, _checkers(lying.position))


def _restored(desk: Desk) -> Restored | None:
    held = desk.restoring
    return None if held is None else Restored(held.by, held.setting is not None)


def _checkers(position: Position) -> tuple[int, int]:
    return position.on_board(Side.LIGHT), position.on_board(Side.DARK)


def _offer(desk: Desk) -> Offer | None:
    game = desk.state.game
    if game.offered_by is None:
        return None
    may_beaver = desk.refusal_to_beaver() is None
    return Offer(game.offered_by, game.cube.offered_value, may_beaver, game.turned_back > 0)


def _course(desk: Desk) -> Course:
    """How this turn goes on, where it is more than one roll."""
    game = desk.state.game
    return Course(
        desk.variant.auto_roll,
        _then(desk),
        game.part is acey.Phase.BONUS,
        desk.moment.naming,
        game.playable,
        desk.card.dice,
        _deduced(desk),
        _unseen(desk),
        side_out_of_time(desk),
        desk.state.paused_by,
        asked_people(desk),
    )


def _then(desk: Desk) -> str:
    """What the side on turn does next in this turn when its roll is played."""
    game, verdict = desk.state.game, desk.eye.verdict
    if desk.state.phase is not Phase.MOVING or game.roll is None:
        return ""
    used = 4 if game.roll[0] == game.roll[1] else 2
    if verdict is not None and verdict.way is not None and verdict.way.complete:
        used = len(verdict.way.steps)
    return what_follows(desk, used)


def _question(asked: Asked | None) -> Question | None:
    if asked is None:
        return None
    side = asked.side.value if asked.side else None
    is_rolled = asked.ask in ("roll", "contradiction")
    said = format_travel if is_rolled else format_play
    choices = tuple(said(choice.steps) for choice in asked.choices)
    turns = tuple(
        MissedTurn(turn.side.value, turn.rolls, format_play(turn.steps)) for turn in asked.turns
    )
    return Question(asked.ask, side, choices, asked.places, turns, asked.rolls, asked.pointed)


def _deduced(desk: Desk) -> Deduced | None:
    if not desk.deducing:
        return None
    found = desk.moment.found
    return Deduced(found.rolls, found.way) if found is not None else Deduced()


def _reach(desk: Desk, shown: Scene) -> tuple[Reach, ...]:
    """Where each of the mover's checkers could go, while nothing is lifted and aids may say it."""
    verdict, side = desk.eye.verdict, desk.state.game.turn
    still = (VerdictKind.AGREED, VerdictKind.UNDER_WAY, VerdictKind.COMPLETE)  # T28: may go on
    if shown.aids != "full" or shown.phase != "moving" or shown.interruption or shown.lifted:
        return ()
    if side is None or verdict is None or verdict.way is None or verdict.kind not in still:
        return ()
    standing, ways = verdict.way.position, desk.state.game.ways
    if ways is None:
        return ()
    board = standing.board(side)
    own = [point for point in range(1, BAR + 1) if board[point] > 0]
    if standing.reserve[side.index]:
        own.append(RESERVE)
    found = []
    for point in own:
        there = [target for target in reached(board, ways, side, point) if target.is_clear]
        if there:
            places, dice = tuple(t.place for t in there), tuple(t.dice for t in there)
            found.append(Reach(place_of(side, point), places, dice))
    return tuple(found)


def _used(roll: Roll, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """The dice that these steps took; a checker borne off may take a die larger than its point."""
    left = [*roll, *roll] if roll[0] == roll[1] else list(roll)
    used = []
    for step in sorted(steps, key=lambda step: step.to == OFF):
        length = min(step.source, BAR) - step.to  # the reserve enters as from the bar
        die = length if length in left else min((d for d in left if d > length), default=None)
        if die is not None:
            left.remove(die)
            used.append(die)
    return tuple(used)


def _moves(desk: Desk, shown: Scene, way: Way | None) -> tuple[tuple[int, int], ...]:
    """The steps of a shown play that hands still have to make, or take back, as places."""
    game, undo_to = desk.state.game, desk.moment.undo_to
    if undo_to is not None and way is not None and desk.interruption() is None:
        back = fixes(way.position.slots, undo_to.position.slots)
        return tuple(
            (TRAYS[fix.side] if fix.source is None else fix.source, fix.to)
            for fix in back
            if fix.to is not None
        )
    if game.chosen is None or game.ways is None or game.turn is None or desk.restoring:
        return ()
    if half_way := overtime.left(shown):
        ends = ((fix.source, TRAYS[fix.side] if fix.to is None else fix.to) for fix in half_way)
        return tuple((source, to) for source, to in ends if source is not None)
    side = game.turn
    (final,) = game.ways.finals
    left = Counter((step.source, step.to) for step in game.ways.boards[final])
    left -= Counter((step.source, step.to) for step in (way.steps if way else ()))
    return tuple((place_of(side, source), place_of(side, to)) for source, to in left.elements())


def _mover(desk: Desk) -> Side:
    return desk.state.game.turn or Side.LIGHT


def _targets(desk: Desk, lifted: tuple[tuple[Side, int], ...]) -> tuple[Reached, ...]:
    """What the lifted checker of the side on turn can reach now, the first of several."""
    game, verdict = desk.state.game, desk.eye.verdict
    if desk.state.phase is not Phase.MOVING or not lifted or verdict is None or desk.restoring:
        return ()
    own = next((each for each in lifted if each[0] is game.turn), None)
    if own is None or game.ways is None or verdict.kind is VerdictKind.WRONG:
        return ()
    side, slot = own
    standing = verdict.way.position if verdict.way is not None else game.agreed
    return reached(standing.board(side), game.ways, side, point_of(side, slot))


def _can_double(desk: Desk) -> bool:
    game = desk.state.game
    if desk.state.phase is not Phase.TO_ROLL or game.turn is None:
        return False
    if desk.way is not None and desk.way.steps:
        return False  # he has thrown and begun to play
    return desk.refusal_to_double(game.turn) is None


def _said(desk: Desk, shown: Scene) -> tuple[Message | None, Message | None]:
    """What the state says, or to a side just refused, why."""
    light, dark = messages(shown)
    notices = desk.notices
    return (
        notices[Side.LIGHT].message if Side.LIGHT in notices else light,
        notices[Side.DARK].message if Side.DARK in notices else dark,
    )


def _pips(position: Position) -> tuple[int, int]:
    return pip_count(position, Side.LIGHT), pip_count(position, Side.DARK)
