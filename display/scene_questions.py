"""Questions of the table, each with its card: which play, which roll, what was played unseen."""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.intents import Answer, Intent, Press, TypeDice
from controller.view.snapshot import MissedTurn, Question
from display import items as i
from display.card_parts import begin, choice, end, hint, in_object, paragraph, say
from display.layout import Decision, grid
from display.scene_board import question_rings
from display.scene_start import resume_scene
from display.stage import Hit, Scene, Stage

MOST_ROLLS = 3  # that may explain a play and are all named


def question_scene(stage: Stage) -> Scene:
    """One question, two answers; the two points shine as A and B."""
    question = stage.snapshot.question
    if question is None or question.ask == "resume":
        return resume_scene(stage)
    if question.ask == "stands":
        return _board_question(stage, "The table is not sure of the board")
    if question.ask == "missed":
        return _missed(stage, question)
    if question.ask == "roll":
        return _which_roll(stage, question)
    if question.ask == "contradiction":
        return _contradiction(stage, question)
    where = begin(stage)
    question_rings(stage, where.board)
    side = Side(question.side) if question.side else stage.reader
    stage.show(i.Sign(in_object(where), "ask"))
    may = side in stage.settings.sides
    lines = [(stage.text("Two plays look alike on this board."), "dim")]
    if len(question.choices) == 1:
        lines = [(stage.text("The table is not sure of it."), "dim")]
    if not may:
        lines.append((stage.text("{name} is asked.", name=stage.name(side)), "dim"))
    say(stage, where, stage.text("Which play was it?"), lines)
    if not may:
        return end(stage, where)
    acts: tuple[Intent, Intent] = (Press(side.value, "yes"), Press(side.value, "no"))
    labels, under = [*question.choices, stage.text("No")][:2], ["", ""]
    if len(question.choices) == 2 and len(question.places) == 2:
        under = [stage.text("point A"), stage.text("point B")]
        acts = (Answer(side.value, question.places[0]), Answer(side.value, question.places[1]))
        for place, act in zip(question.places, acts, strict=True):
            stage.offer(Hit(where.board.touch(place), act))
    for nth in (0, 1):
        label = labels[nth] or stage.text("nothing")
        choice(stage, where, nth, label, under[nth], acts[nth], keys=("AB"[nth], "YN"[nth]))
    hint(stage, where, stage.text("Touch a play, or its point on the board."))
    return end(stage, where)


def _missed(stage: Stage, question: Question) -> Scene:
    """What seems to have been played unseen; the board shows how it would stand then."""
    where = begin(stage).with_row()
    stage.show(i.Sign(in_object(where), "ask"))
    turns = [_missed_turn(stage, turn) for turn in question.turns]
    lines = [line for who, play in turns for line in ((who, "dim"), (play, "ink"))]
    if len(lines) > len(where.lines):
        lines = [(f"{who}: {play}", "ink") for who, play in turns]
    last = Side(question.turns[-1].side)
    if any(count * last.sign > 0 for count in stage.snapshot.slots):  # it has not won with that
        lines.append((stage.text("Now {name} is to roll.", name=stage.name(last.other)), "dim"))
    say(stage, where, stage.text("Was this played unseen?"), lines)
    if not stage.settings.sides:
        return end(stage, where)
    side = stage.reader.value
    for nth, (label, control) in enumerate((("Yes", "yes"), ("No", "no"))):
        keys = ("YN"[nth],)
        choice(stage, where, nth, stage.text(label), "", Press(side, control), keys=keys)
    return end(stage, where)


def _missed_turn(stage: Stage, turn: MissedTurn) -> tuple[str, str]:
    """Who and which dice, then the play."""
    told = "/".join(f"{high}-{low}" for high, low in turn.rolls)
    dice = told if len(turn.rolls) <= MOST_ROLLS else "?"
    return f"{stage.name(Side(turn.side))} {dice}", turn.play or "–"


def _which_roll(stage: Stage, question: Question) -> Scene:
    """The rolls that explain the play, and no others; the one pointed at stands out."""
    where = begin(stage, dice=False)
    where = where if len(question.rolls) == 1 else where.without_object()
    side = Side(question.side) if question.side else stage.reader
    may = side in stage.settings.sides
    lines = [(question.choices[0] or stage.text("Nothing was moved."), "dim")]
    if not may:
        lines.append((stage.text("{name} is asked.", name=stage.name(side)), "dim"))
    foot = where.buttons[0].y if len(question.rolls) == 1 else where.lines[len(lines) - 1].bottom
    say(stage, where, stage.text("Which roll was it?"), lines, foot)
    if not may:
        return end(stage, where)
    if len(question.rolls) == 1:
        (roll,) = question.rolls
        yes, no = TypeDice(side.value, roll), Press(side.value, "no")
        choice(stage, where, 0, _dice(roll), "", yes, keys=("Y",), kind="primary")
        choice(stage, where, 1, stage.text("Another one"), "", no, keys=("N",))
    else:
        _roll_grid(stage, where, question, side)
    return end(stage, where)


def _roll_grid(stage: Stage, where: Decision, question: Question, side: Side) -> None:
    u = where.u
    room = where.below(where.lines[0])
    for roll, rect in zip(question.rolls, grid(room, len(question.rolls), u, 62), strict=True):
        act = TypeDice(side.value, roll)
        kind = "primary" if roll == question.pointed else "plain"
        stage.show(i.Button(rect, _dice(roll), round(24 * u), kind))
        stage.offer(Hit(rect, act, ("Y",) if roll == question.pointed else ()))
        if stage.hand.focus is not None and stage.hand.focus.act == act:
            stage.show(i.Focus(rect.inset(-round(3 * u)), is_round=False))


def _contradiction(stage: Stage, question: Question) -> Scene:
    """Dice that were typed do not explain the play: the move stands, or the roll."""
    where = begin(stage)
    decides = Side(question.side) if question.side else stage.reader
    roll = stage.snapshot.roll
    stage.show(i.Sign(in_object(where), "ask"))
    rolls = " / ".join(map(_dice, question.rolls))
    lines = [
        (stage.text("{play} is played with {rolls}.", play=question.choices[0], rolls=rolls), "dim")
    ]
    if decides not in stage.settings.sides:
        lines.append(
            (stage.text("{name} may let the move stand.", name=stage.name(decides)), "dim")
        )
    title = stage.text("Not a play of {roll}", roll=_dice(roll) if roll else "")
    say(stage, where, title, lines)
    if decides in stage.settings.sides:
        yes = Press(decides.value, "yes")
        choice(stage, where, 0, stage.text("The move stands"), "", yes, keys=("Y",))
    if stage.settings.sides:
        side = decides if decides in stage.settings.sides else stage.reader
        label, under = stage.text("The roll stands"), stage.text("put the checkers back")
        choice(stage, where, 1, label, under, Press(side.value, "no"), keys=("N",))
    return end(stage, where)


def _dice(roll: tuple[int, int]) -> str:
    return f"{roll[0]}-{roll[1]}"


def _board_question(stage: Stage, title: str) -> Scene:
    where = begin(stage, speaks=True).with_one()
    stage.show(i.Sign(in_object(where), "ask"))
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    say(stage, where, stage.text(title), [])
    paragraph(stage, where, text, 4)
    if stage.settings.sides:
        yes = Press(stage.reader.value, "yes")
        label = stage.text("The board is right")
        choice(stage, where, 1, label, "", yes, keys=("Y",), kind="plain")
    return end(stage, where)
