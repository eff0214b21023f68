"""The scenario language: text to commands, a line each, errors as `file:line: ...`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from controller.commands.scenario import between
from controller.commands.scenario import language as lang
from controller.commands.scenario.language import Command, Spot
from controller.commands.scenario.words import COUNTED, ON_BOARD, Words
from controller.config import FILE_ENDING, LAYOUTS, Config, set_value
from controller.errors import ConfigError, UsageError
from controller.rules.position import Side
from controller.rules.variants import VARIANTS

PHASES = (
    "start", "setup", "opening", "to_roll", "moving", "showing", "naming", "cube_offered",
    "game_over", "match_over",
)  # fmt: skip
INTERRUPTIONS = ("fault", "paused", "resign_offered", "question")
VERDICTS = ("agreed", "under_way", "complete", "in_hand", "wrong", "unsure", "blind")
LIGHT_KINDS = ("target", "from", "wrong", "missing", "extra", "question", "bar")
NOISE_LEVELS = ("quiet", "realistic", "harsh", "unknown-magnet")
CONTROLS = (
    "done", "double", "undo", "yes", "no", "accept", "take", "drop", "beaver", "pause", "go_on",
)  # fmt: skip
SEATS = ("script", "bot", "hands")
ANYWHERE = (*ON_BOARD, Spot.RESERVE, Spot.OFF, Spot.TABLE)
PATH = (Spot.BAR, Spot.OFF, Spot.RESERVE)
CELLS = {4: "four", 5: "reference"}
"""Layouts by their cells a point."""


def parse_scenario(text: str, file: str) -> tuple[Command, ...]:
    """The commands of a script in order. file: its name, for messages.

    Raises UsageError `file:line: what is wrong, expected what`; a script that checks nothing (no
    `expect`, no `never`) is wrong too.
    """
    commands: list[Command] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = Words(line, file, number)
        if words.more:
            commands.append(_command(words))
    if not any(isinstance(command, lang.Expect | lang.Never) for command in commands):
        raise UsageError(f"{file}: the script checks nothing, expected an expect or a never")
    return tuple(commands)


def not_there_yet(command: Command) -> str | None:
    """Which part this command needs that is not built yet; None if all is there."""
    match command:
        case lang.LayoutName(name=name) if not (name in LAYOUTS or name.endswith(FILE_ENDING)):
            return f"layout {name}"
        case lang.Cells(count=count) if count not in CELLS:
            return f"a layout of {count} cells a point"
    return None


def _command(words: Words) -> Command:
    name = words.word("a command")
    parser = _PARSERS.get(name)
    if parser is None:
        raise words.error(f'there is no command "{name.lstrip(chr(34))}"', _list(_PARSERS))
    command = parser(words)
    words.end(name)
    return command


def _list(names: Iterable[str]) -> str:
    return "one of " + ", ".join(sorted(names))


# --- what is set up ----------------------------------------------------------------------------


def _variant(words: Words) -> Command:
    return lang.Variant(words.line, words.choice(*VARIANTS))


def _match(words: Words) -> Command:
    return lang.Match(words.line, words.number(0, 64, "points, 0 for money"))


def _score(words: Words) -> Command:
    light = words.number(0, 63, "light's score")
    return lang.Score(words.line, light, words.number(0, 63, "dark's score"))


def _cube(words: Words) -> Command:
    value = words.number(1, 4096, "the cube's value")
    if value & (value - 1):
        raise words.error(f"a cube of {value}", "a power of two")
    return lang.CubeAt(words.line, value, words.side_if_any())


def _seats(words: Words) -> Command:
    seats = words.settings(light=SEATS, dark=SEATS)
    return lang.Seats(words.line, seats.get("light"), seats.get("dark"))


def _orientation(words: Words) -> Command:
    values = words.settings(bottom=("light", "dark"), home=("right", "left"))
    return lang.Orientation(words.line, values.get("bottom"), values.get("home"))


def _set(words: Words) -> Command:
    key = words.word("a key of the config, such as turn.auto_done_ms")
    value = [words.word("a value")]
    while words.more:
        value.append(words.word(""))
    text = " ".join(part.lstrip('"') for part in value).replace(" ,", ",")
    try:
        set_value(Config(), key, text)
    except ConfigError as error:
        raise words.error(str(error), "a key and a value of the config") from error
    return lang.Set(words.line, key, text)


def _board(words: Words) -> Command:
    return lang.Board(words.line, *_both_sides(words))


def _lay(words: Words) -> Command:
    return lang.LayOut(words.line, *_both_sides(words))


def _both_sides(words: Words) -> tuple[lang.Contents, lang.Contents]:
    sides = {contents.side: contents for contents in words.contents()}
    light, dark = (sides.get(side, lang.Contents(side, {})) for side in Side)
    return light, dark


def _timer(words: Words) -> Command:
    return lang.Timer(words.line, words.number(1, 3600, "seconds a turn") * 1000)


# --- dice and hands ----------------------------------------------------------------------------


def _type(words: Words) -> Command:
    dice = [words.number(1, 6, "a die")]
    side = words.side_if_any()
    if side is None:
        dice.append(words.number(1, 6, "a second die, or the side that rolled the first"))
    return lang.TypeDice(words.line, tuple(dice), side)


def _lift(words: Words) -> Command:
    return lang.Lift(words.line, words.side(), words.place(*ANYWHERE), _along_mm(words))


def _put(words: Words) -> Command:
    side, place = words.side(), words.place(*ANYWHERE)
    if words.take("top"):
        return lang.Put(words.line, side, place, on_top=True)
    return lang.Put(words.line, side, place, along_mm=_along_mm(words))


def _along_mm(words: Words) -> int | None:
    return _millimetres(words, "a distance from the rail") if words.take("at") else None


def _millimetres(words: Words, what: str) -> int:
    number = words.number(0, 300, what)
    words.choice("mm")
    return number


def _nudge(words: Words) -> Command:
    side, place = words.side(), words.place(*ON_BOARD)
    return lang.Nudge(words.line, side, place, _millimetres(words, "how far") if words.more else 3)


def _both(words: Words) -> Command:
    side = words.side()
    first = words.place(*PATH), words.place(*PATH)
    return lang.Both(words.line, side, first, (words.place(*PATH), words.place(*PATH)))


def _knock(words: Words) -> Command:
    return lang.Knock(words.line, words.side(), words.place(Spot.BAR), words.place(Spot.BAR))


def _cover(words: Words) -> Command:
    side = words.side()
    return lang.Cover(words.line, side, *words.points())


def _phone(words: Words) -> Command:
    return lang.Phone(words.line, words.side(), words.place(Spot.BAR))


def _press(words: Words) -> Command:
    control = words.choice(*CONTROLS, "resign")
    if control == "resign":
        size = words.number(1, 3, "single 1, gammon 2 or backgammon 3")
        return lang.PressResign(words.line, size, words.side_if_any())
    return lang.Press(words.line, control, words.side_if_any())


# --- faults ------------------------------------------------------------------------------------


def _fault(words: Words) -> Command:
    what = words.choice("cell", "checker", "cable", "clear")
    if what == "clear":
        return lang.FaultClear(words.line)
    if what == "cable":
        first = words.number(0, 7, "a multiplexer")
        return lang.FaultCable(words.line, first, words.number(0, 7, "a second multiplexer"))
    if what == "checker":
        side, place = words.side(), words.place(*ON_BOARD)
        return lang.FaultChecker(words.line, side, place, words.choice("weak", "flipped"))
    cell = words.cell()
    kind = words.choice("dead", "stuck", "flicker", "drift")
    valued = {"stuck": "the reading it is stuck at", "drift": "units an hour"}
    value = words.number(-127, 127, valued[kind]) if kind in valued else None
    return lang.FaultCell(words.line, cell, kind, value)


def _reset(words: Words) -> Command:
    words.choice("device")
    return lang.Reset(words.line)


def _lose(words: Words) -> Command:
    count = words.number(1, 1000, "how many messages")
    words.choice("messages", "message")
    return lang.Lose(words.line, count, down=words.take("down") is not None)


# --- what must hold ----------------------------------------------------------------------------


def _expect(words: Words) -> Command:
    kind = words.word(_list(_CONDITIONS))
    condition = _CONDITIONS.get(kind)
    if condition is None:
        raise words.error(f'there is no expect "{kind}"', _list(_CONDITIONS))
    return lang.Expect(words.line, condition(words))


def _never(words: Words) -> Command:
    kind = words.choice("play", "refused", "verdict", "message")
    what: lang.Unwanted = lang.AnyPlay()
    if kind == "refused":
        what = lang.Refused()
    elif kind == "verdict":
        what = lang.VerdictIs(words.choice(*VERDICTS))
    elif kind == "message":
        words.take("contains")
        what = lang.MessageSays(words.quoted("words of the message"))
    words.choice("for")
    return lang.Never(words.line, what, words.time_ms())


def _interruption(words: Words) -> lang.Condition:
    name = words.choice(*INTERRUPTIONS, "none")
    return lang.InterruptionIs(None if name == "none" else name)


def _recorded(words: Words) -> lang.Condition:
    count = words.number(0, 10_000, "how many plays")
    words.choice("plays", "play")
    return lang.Recorded(count)


def _message(words: Words) -> lang.Condition:
    words.choice("contains")
    return lang.MessageSays(words.quoted("words of the message"))


def _lights(words: Words) -> lang.Condition:
    if words.take("none"):
        return lang.LightsAre(())
    lights = [_light(words)]
    while words.take(","):
        lights.append(_light(words))
    return lang.LightsAre(tuple(lights))


def _light(words: Words) -> lang.LightThere:
    return lang.LightThere(
        words.side(), words.place(*ON_BOARD, Spot.OFF), words.choice(*LIGHT_KINDS)
    )


def _score_is(words: Words) -> lang.Condition:
    return lang.ScoreIs(words.number(0, 99, "light's score"), words.number(0, 99, "dark's score"))


_CONDITIONS: dict[str, Callable[[Words], lang.Condition]] = {
    "phase": lambda w: lang.PhaseIs(w.choice(*PHASES)),
    "interruption": _interruption,
    "names": lambda w: lang.NamesAre((w.quoted("light's name"), w.quoted("dark's name"))),
    "seats": lambda w: lang.SeatsAre((w.word("light's seat"), w.word("dark's seat"))),
    "aids": lambda w: lang.AidsAre(w.choice("full", "wrong-only", "none")),
    "turn": lambda w: lang.TurnIs(w.side()),
    "roll": lambda w: lang.RollIs(w.dice()),
    "score": _score_is,
    "play": lambda w: lang.PlayIs(w.quoted("a play")),
    "recorded": _recorded,
    "verdict": lambda w: lang.VerdictIs(w.choice(*VERDICTS)),
    "message": _message,
    "refused": lambda w: lang.Refused(),
    "board": lambda w: lang.BoardIs(w.contents()),
    "sensed": lambda w: lang.SensedIs(w.contents()),
    "lights": _lights,
    "clock": lambda w: lang.ClockIs(w.side(), w.time_ms()),
}


def _restore(words: Words) -> Command:
    """`restore light`, `restore light 2` (plays back), `restore light "XGID=..."`."""
    side = words.side()
    if not words.more:
        return lang.Restore(words.line, side)
    if words.next_is_quoted():
        return lang.Restore(words.line, side, board=words.quoted("a position's ID"))
    return lang.Restore(words.line, side, back=words.number(1, 99, "how many plays back"))


_PARSERS: dict[str, Callable[[Words], Command]] = {
    "lobby": lambda w: between.NoMatch(w.line),
    "choose": between.choose,
    "rematch": between.rematch,
    "carry": between.carry,
    "give": between.give,
    "brightness": between.brightness,
    "variant": _variant,
    "match": _match,
    "score": _score,
    "cube": _cube,
    "crawford": lambda w: lang.Crawford(w.line),
    "seats": _seats,
    "seed": lambda w: lang.Seed(w.line, w.number(0, 2**53, "a seed")),
    "noise": lambda w: lang.Noise(w.line, w.choice(*NOISE_LEVELS)),
    "aids": lambda w: lang.Aids(w.line, w.choice("full", "wrong-only", "none")),
    "orientation": _orientation,
    "layout": lambda w: lang.LayoutName(w.line, w.word("a layout's name or file")),
    "cells": lambda w: lang.Cells(w.line, w.number(1, 5, "cells a point")),
    "timer": _timer,
    "clock": lambda w: lang.Clock(w.line, w.time_ms(), w.time_ms()),
    "set": _set,
    "board": _board,
    "turn": lambda w: lang.Turn(w.line, w.side()),
    "roll": lambda w: lang.Roll(w.line, w.dice()),
    "dice": lambda w: lang.Dice(w.line, w.choice("fair", "typed", "deduced")),
    "type": _type,
    "entropy": lambda w: lang.Entropy(w.line, w.side(), w.quoted("a phrase")),
    "name": lambda w: lang.Name(w.line, w.number(1, 6, "a double")),
    "lift": _lift,
    "put": _put,
    "slide": lambda w: lang.Slide(w.line, w.side(), w.place(*PATH), w.place(*PATH)),
    "both": _both,
    "knock": _knock,
    "nudge": _nudge,
    "lay": _lay,
    "add": lambda w: lang.Add(w.line, w.side(), w.place(*ON_BOARD)),
    "take": lambda w: lang.Take(w.line, w.side(), w.place(*ON_BOARD)),
    "sweep": lambda w: lang.Sweep(w.line),
    "setup": lambda w: lang.SetUp(w.line),
    "cover": _cover,
    "phone": _phone,
    "clear": lambda w: lang.Clear(w.line),
    "press": _press,
    "tap": lambda w: lang.Tap(w.line, w.side(), w.place(*COUNTED)),
    "key": lambda w: lang.Key(w.line, w.word("a key's name, such as Tab")),
    "answer": lambda w: lang.AnswerPoint(w.line, w.side(), w.place(*ON_BOARD, Spot.OFF)),
    "restore": _restore,
    "wait": lambda w: lang.Wait(w.line, w.time_ms()),
    "fault": _fault,
    "unplug": lambda w: lang.Unplug(w.line),
    "plug": lambda w: lang.Plug(w.line),
    "power": lambda w: lang.Power(w.line, w.choice("on", "off") == "on"),
    "reset": _reset,
    "garble": lambda w: lang.Garble(w.line, w.number(1, 1_000_000, "how many bytes")),
    "lose": _lose,
    "banner": lambda w: lang.Banner(w.line, w.number(0, 10_000, "ms")),
    "expect": _expect,
    "never": _never,
}
