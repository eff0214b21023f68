"""Scenes with a card beside the whole board: decisions, faults, results."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.position import Side
from controller.view.intents import Press, Resign
from controller.view.snapshot import Standing
from display import items as i
from display import layout, scene_double
from display.card_parts import begin, choice, end, hint, in_object, paragraph, say, seat
from display.layout import Decision, Rect
from display.scene_board import lay_board
from display.scene_questions import question_scene
from display.scene_start import rematch_buttons
from display.stage import Hit, Open, Scene, Stage


def card_scene(stage: Stage) -> Scene | None:
    """The scene of a state that wants a card; None where play goes on."""
    snapshot = stage.snapshot
    if snapshot.interruption == "paused" and snapshot.restoring:
        return None  # the board itself says what is to be done
    if snapshot.interruption is not None:
        return _INTERRUPTIONS[snapshot.interruption](stage)
    if snapshot.phase == "match_over":
        return _match_over(stage)
    if snapshot.phase == "game_over":
        return _game_over(stage)
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
        where = _with_third(where)
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


def _with_third(where: Decision) -> Decision:
    """A third, smaller button in the hint's stead, below the first; the second stays far off."""
    first, second = where.buttons
    third = where.hint._replace(y=first.bottom + round(8 * where.u))
    second = second._replace(y=where.hint.bottom - second.h)
    return replace(where, buttons=(first, second), hint=third)


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
    top, gap = where.title.bottom + round(6 * u), round(8 * u)
    high = round(58 * u)
    for size, label in enumerate(sizes[: stage.snapshot.largest_win], start=1):
        rect = Rect(
            where.card.x + round(16 * u), top + (size - 1) * (high + gap), where.title.w, high
        )
        act = Resign(side.value, size)
        held = stage.hand.held is not None and stage.hand.held.act == act
        under = stage.text("costs {points}", points=size * cube)
        filled = stage.hand.filled if held else 0
        stage.show(i.Button(rect, label, round(22 * u), "danger", "", under, filled))
        stage.offer(Hit(rect, act, (str(size),), deliberate=True))
    back = Rect(where.title.x, top + 3 * (high + gap) + gap, where.title.w, high)
    stage.show(i.Button(back, stage.text("Back to the game"), round(22 * u), "plain"))
    stage.offer(Hit(back, Open(""), ("Escape",)))
    stage.show(i.Sign(in_object(where), "flag"))
    return end(stage, where)


def _stand(stage: Stage, standing: Standing) -> Scene:
    """A wrong board is to stand: what that is, and a button for each side that has not accepted."""
    where = begin(stage)
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


# --- interruptions without a choice ------------------------------------------------------------


def _fault(stage: Stage) -> Scene:
    """The last board that is known, without colour; what is wrong and what to do."""
    where = begin(stage, border="warn")
    stage.show(i.Drain(where.board.rect))
    stage.show(i.Sign(where.object, "cable"))
    u = where.u
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    say(stage, where, stage.text("The table has gone quiet"), [])
    lines = where.lines[0]._replace(h=where.lines[1].bottom - where.lines[0].y)
    stage.show(i.Words(lines, text, round(19 * u), "warn", "regular", "left", round(13 * u), 3))
    steps = (
        stage.text("Push in the cable, at both ends."),
        stage.text("Look for the lamp on the board."),
        stage.text("Play goes on when it answers."),
    )
    y = lines.bottom + round(16 * u)
    for nth, step in enumerate(steps, start=1):
        disc = Rect(where.title.x, y, round(28 * u), round(28 * u))
        box = Rect(
            disc.right + round(10 * u), y, where.title.right - disc.right - round(10 * u), disc.h
        )
        stage.show(
            i.Plate(disc, "plate", "accent", disc.h / 2, 1.6 * u),
            i.Words(disc, str(nth), round(18 * u), "accent", "bold", "centre"),
            i.Words(box, step, round(20 * u), "ink", "regular"),
        )
        y += round(40 * u)
    kept = where.hint._replace(h=round(26 * u))
    shield = Rect(kept.x, kept.y, kept.h, kept.h)
    words = Rect(
        shield.right + round(8 * u), kept.y, kept.right - shield.right - round(8 * u), kept.h
    )
    stage.show(
        i.Sign(shield, "shield"),
        i.Words(words, stage.text("What was played is saved."), round(18 * u), "good"),
    )
    return end(stage, where)


def _paused(stage: Stage) -> Scene:
    where = begin(stage)
    stage.show(i.Veil(where.board.rect, 0.60))
    stage.show(i.Sign(in_object(where), "pause"))
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    say(stage, where, stage.text("Paused"), [])
    paragraph(stage, where, text, 4)
    if stage.settings.sides:
        yes = Press(stage.reader.value, "done")
        label = stage.text("Go on")
        choice(stage, where, 1, label, "", yes, keys=("D",), kind="primary")
    return end(stage, where)


# --- results ------------------------------------------------------------


def _game_over(stage: Stage) -> Scene:
    """Who won what and why, the score, and what comes next."""
    snapshot = stage.snapshot
    where = begin(stage, dice=False)
    winner = Side(snapshot.winner) if snapshot.winner else Side.LIGHT
    _score_object(stage, where)
    points = (
        stage.text("one point")
        if snapshot.game_points == 1
        else stage.text("{points} points", points=snapshot.game_points)
    )
    lines = [(stage.text("{how}: {points}", how=_how(stage), points=points), "dim")]
    if snapshot.match_length:
        lines.append((stage.text("Match to {length}.", length=snapshot.match_length), "dim"))
    say(stage, where, stage.text("{name} wins", name=stage.name(winner)), lines)
    if stage.settings.sides:
        side = stage.reader
        label, under = stage.text("Next game"), stage.text("then put the checkers back")
        choice(
            stage,
            where,
            1,
            label,
            under,
            Press(side.value, "done"),
            keys=("D", "R"),
            kind="primary",
        )
    return end(stage, where)


def _match_over(stage: Stage) -> Scene:
    """Lies on the leather of the end: winner, score, last game, record; the final board beside."""
    snapshot = stage.snapshot
    where = layout.decision(stage.settings.size, stage.settings.orientation)
    u = where.u
    winner = Side(snapshot.winner) if snapshot.winner else Side.LIGHT
    lay_board(stage, where.board, dice=False, marks=False)
    for side, rect in zip(
        (stage.settings.bottom, stage.settings.bottom.other), where.seats, strict=True
    ):
        seat(stage, rect, side, u)
    stage.show(i.Plate(where.card, "plate", "accent", 11 * u, 2 * max(u, 1), "raised"))
    _score_object(stage, where)
    text = stage.text("{name} wins", name=stage.name(winner))
    last = stage.text("{how}: {points}", how=_how(stage), points=snapshot.game_points)
    length = stage.text("the match to {length}", length=snapshot.match_length)
    say(stage, where, text, [(f"{length} · {last}", "dim")])
    sign, kept = ("recording", stage.text("saved as .mat and JSON"))
    if not snapshot.recording:
        sign, kept = "idle", stage.text("not recorded")
    dice = {
        "fair": stage.text("fair, the seed is in the record"),
        "seeded": stage.text("seeded: repeatable, not fair"),
    }.get(snapshot.dice_source, stage.text("real ones, thrown by hand"))
    rows = [
        (sign, stage.text("Record"), kept),
        ("shield", stage.text("Dice"), dice),
    ]
    y = where.lines[1].bottom + round(10 * u)
    for icon, label, value in rows:
        box = Rect(where.title.x, y + round(4 * u), round(20 * u), round(20 * u))
        left = Rect(box.right + round(10 * u), y, where.title.right - box.right, round(28 * u))
        stage.show(
            i.Sign(box, icon),
            i.Words(left, label, round(20 * u)),
            i.Words(
                left._replace(y=y + round(25 * u), w=where.title.right - left.x, h=round(26 * u)),
                value, round(18 * u), "dim", "regular",
            ),
        )  # fmt: skip
        y += round(52 * u)
    below = where.buttons[1]
    rematch_buttons(stage, below._replace(h=where.hint.bottom - below.y), u)
    return end(stage, where, "end")


def _score_object(stage: Stage, where: Decision) -> None:
    """The score, large, each with its checker."""
    u, box = where.u, where.object
    third = box.w // 3
    for nth, side in enumerate(Side):
        half = Rect(box.x + nth * (box.w - third - third // 3), box.y, third + third // 3, box.h)
        d = 40 * u
        at = half.x + d * 0.6, half.centre[1]
        digits = Rect(half.x + round(d * 1.1), half.y, half.w - round(d * 1.1), half.h)
        score = str(stage.snapshot.score[side.index])
        stage.show(
            i.Checker(at, d, side),
            i.Words(digits, score, round(62 * u), "ink", "serif", "centre"),
        )


def _how(stage: Stage) -> str:
    snapshot = stage.snapshot
    if snapshot.how == "drop":
        return stage.text("Double dropped")
    if snapshot.how == "resign":
        return stage.text("Resigned")
    size = min(max(snapshot.game_points // max(snapshot.cube.value, 1), 1), 3)
    return stage.text(("Single game", "Gammon", "Backgammon")[size - 1])


_INTERRUPTIONS = {
    "fault": _fault,
    "paused": _paused,
    "resign_offered": _resign_offered,
    "question": question_scene,
}
