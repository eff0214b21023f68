"""Scenes with a card beside the whole board: decisions, faults, results."""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.intents import Press, Resign
from controller.view.snapshot import Standing
from display import items as i
from display import scene_double, scene_last
from display.card_parts import begin, choice, end, hint, in_object, say
from display.layout import grid
from display.scene_ends import game_over_scene, match_over_scene
from display.scene_fair import giving_scene
from display.scene_fault import fault_scene
from display.scene_paused import paused_scene
from display.scene_questions import question_scene
from display.stage import Hit, Open, Scene, Stage


def card_scene(stage: Stage) -> Scene | None:
    """The scene of a state that wants a card; None where play goes on."""
    snapshot = stage.snapshot
    if snapshot.interruption == "paused" and snapshot.restoring:
        return None  # the board itself says what is to be done
    if snapshot.interruption is not None:
        return _INTERRUPTIONS[snapshot.interruption](stage)
    if (giving := giving_scene(stage)) is not None:
        return giving
    if snapshot.phase == "match_over":
        return None if stage.hand.page == scene_last.PAGE else match_over_scene(stage)
    if snapshot.phase == "game_over":
        return game_over_scene(stage)
    if snapshot.phase == "cube_offered":
        return _cube_offered(stage)
    if stage.hand.page == scene_double.PAGE and scene_double.can_open(stage):
        return scene_double.double_scene(stage)
    standing = snapshot.standing if stage.settings.sides else None
    if standing is not None and (stage.hand.page == "stand" or standing.accepted is not None):
        return _stand(stage, standing)
    if stage.hand.page == "resign" and stage.settings.sides:
        return _resign(stage)
    return None


# --- decisions ------------------------------------------------------------


def _cube_offered(stage: Stage) -> Scene:
    """Old and new stake, what a drop costs; Take and Drop far apart, neither a default."""
    snapshot = stage.snapshot
    where = begin(stage, dice=False)
    taker = stage.answerer
    assert taker is not None
    value, stake = snapshot.cube.value * 2, snapshot.cube.value
    at = where.object.x + where.object.w * 0.27, where.object.centre[1]
    stage.show(i.CubeFace(at, 78 * where.u, value, -6))
    doubler = stage.name(taker.other)
    mine = stage.text("Take, and the cube is yours.")
    title = stage.text("{name} doubles", name=doubler)
    if taker is stage.turn:  # it doubled, and was beavered
        mine = stage.text("Take, and the cube stays with {name}.", name=doubler)
        title = stage.text("{name} beavers", name=doubler)
    words = [
        (stage.text("The stake goes from {old} to {new}.", old=stake, new=value), "dim"),
        (mine, "dim"),
    ]
    if taker not in stage.settings.sides:
        words[1] = (stage.text("{name} is thinking.", name=stage.name(taker)), "dim")
        say(stage, where, title, words)
        return end(stage, where)
    say(stage, where, title, words)
    if snapshot.cube.can_beaver:
        where = where.with_three()
    take, drop = Press(taker.value, "take"), Press(taker.value, "drop")
    choice(
        stage, where, 0, stage.text("Take"), stage.text("play on for {value}", value=value), take,
        keys=("T",), deliberate=True,
    )  # fmt: skip
    choice(
        stage, where, 1, stage.text("Drop"),
        stage.text("{name} wins {points}", name=doubler, points=stake), drop,
        keys=("X",), kind="danger", deliberate=True,
    )  # fmt: skip
    if not snapshot.cube.can_beaver:
        hint(stage, where, stage.text("Hold the button for a second, or press T or X twice."))
        return end(stage, where)
    choice(
        stage, where, 2, stage.text("Beaver to {value}", value=2 * value), "",
        Press(taker.value, "beaver"), keys=("B",), deliberate=True,
    )  # fmt: skip
    return end(stage, where)


def _resign_offered(stage: Stage) -> Scene:
    snapshot = stage.snapshot
    where = begin(stage)
    answerer = stage.answerer
    assert answerer is not None
    assert snapshot.resign is not None
    size = snapshot.resign[1]
    points = size * snapshot.cube.value
    what = stage.text(("a single game", "a gammon", "a backgammon")[size - 1])
    name = stage.name(answerer.other)
    stage.show(i.Sign(in_object(where), "flag"))
    lines = [(stage.text("Offers to lose {what}: {points}.", what=what, points=points), "dim")]
    may = answerer in stage.settings.sides
    if not may:
        lines.append((stage.text("{name} is thinking.", name=stage.name(answerer)), "dim"))
    say(stage, where, stage.text("{name} resigns", name=name), lines)
    if may:
        yes, no = Press(answerer.value, "yes"), Press(answerer.value, "no")
        under = stage.text("you win {points}", points=points)
        choice(stage, where, 0, stage.text("Accept"), under, yes, keys=("Y",), deliberate=True)
        under = stage.text("the game goes on")
        choice(stage, where, 1, stage.text("Play on"), under, no, keys=("N",), deliberate=True)
        hint(stage, where, stage.text("Hold the button for a second, or press Y or N twice."))
    return end(stage, where)


def _resign(stage: Stage) -> Scene:
    """A side gives up from here: how much it offers, or back to the game."""
    where = begin(stage)
    side = stage.actor or stage.reader
    cube, u = stage.snapshot.cube.value, where.u
    say(stage, where, stage.text("Give up this game?"), [])
    sizes = (stage.text("Single game"), stage.text("Gammon"), stage.text("Backgammon"))
    room, high = where.below(where.title), round(58 * u)
    back = room._replace(y=room.bottom - high, h=high)
    room = room._replace(h=back.y - round(16 * u) - room.y)
    offers = sizes[: stage.snapshot.largest_win]
    for size, rect in enumerate(grid(room, len(offers), u, 58), start=1):
        act = Resign(side.value, size)
        held = stage.hand.held is not None and stage.hand.held.act == act
        under = stage.text("costs {points}", points=size * cube)
        filled = stage.hand.filled if held else 0
        stage.show(i.Button(rect, offers[size - 1], round(22 * u), "danger", "", under, filled))
        stage.offer(Hit(rect, act, (str(size),), deliberate=True))
    stage.show(i.Button(back, stage.text("Back to the game"), round(22 * u), "plain"))
    stage.offer(Hit(back, Open(""), ("Escape",)))
    stage.show(i.Sign(in_object(where), "flag"))
    return end(stage, where)


def _stand(stage: Stage, standing: Standing) -> Scene:
    """A wrong board is to stand: what that is, and a button for each side that has not accepted."""
    where = begin(stage)
    where = where.with_three() if standing.accepted is None else where
    stage.show(i.Sign(in_object(where), "ask"))
    light, dark = standing.checkers
    what = standing.play or stage.text("The board as it lies.")
    if stage.snapshot.phase == "setup":
        what = stage.text("{light} light and {dark} dark checkers.", light=light, dark=dark)
    lines = [(what, "ink"), (stage.text("It stands when both accept it."), "dim")]
    if standing.accepted is not None:
        name = stage.name(Side(standing.accepted))
        lines[1] = (stage.text("{name} accepts it.", name=name), "dim")
    say(stage, where, stage.text("Let it stand?"), lines)
    for nth, side in enumerate(Side):
        if side in stage.settings.sides and side.value != standing.accepted:
            label = stage.text("{name} accepts", name=stage.name(side))
            act = Press(side.value, "accept")
            choice(stage, where, nth, label, "", act, keys=(str(nth + 1),), deliberate=True)
    if standing.accepted is None:
        label = stage.text("Back to the game")
        choice(stage, where, 2, label, "", Open(""), keys=("Escape",))
    else:
        hint(stage, where, stage.text("Hold the button for a second, or put the board right."))
    return end(stage, where)


_INTERRUPTIONS = {
    "fault": fault_scene,
    "paused": paused_scene,
    "resign_offered": _resign_offered,
    "question": question_scene,
}
