"""Writing SGF, game GM[6], as gnubg does: the safest form of its own for other programs.

Unlike `.mat` it can say that a match has no Crawford game, what lies on the board after an illegal
play, and a roll that was not played (records 5.2). White is light; points are letters of one board
that is never turned. `sgf_view` is exactly what it can say, and what a reader must get back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from controller.errors import RecordError
from controller.match.cube import Cube
from controller.match.score import Ending
from controller.match.stakes import Stakes
from controller.records.endings import uncapped
from controller.records.mat import start_told_by
from controller.records.model import (
    OFFERS,
    CubeAct,
    Entry,
    GameRecord,
    MatchRecord,
    PositionSet,
    Resignation,
    RowCounter,
    Turn,
    board_alone,
)
from controller.records.names import BOT_SUFFIX, cut_bytes
from controller.records.replay import Moment, replay
from controller.records.sgf_tree import Node, escape, format_trees
from controller.records.unseen import format_comment
from controller.records.variation import rules_token
from controller.rules.notation import parse_play
from controller.rules.position import BAR, LIGHT_BAR_SLOT, OFF, Position, Side
from controller.rules.variants import STANDARD, find_variant

COLOUR = {Side.LIGHT: "W", Side.DARK: "B"}
BAR_LETTER, OFF_LETTER = "y", "z"
ALL_POINTS = "a:y"
MAX_NAME_BYTES = 31


def format_sgf(record: MatchRecord) -> str:
    """The whole file. UTF-8 without BOM is the caller's part."""
    view = sgf_view(record)
    if not view.games:
        raise RecordError("a match without a game cannot be told in SGF")
    return format_trees(_tree(game, view) for game in view.games)


def sgf_view(record: MatchRecord) -> MatchRecord:
    """The part of a record that survives SGF: writing and reading gives this back, equal.

    Raises RecordError for a game with a reserve (acey-deucey): no letter means "not entered".
    """
    variant = find_variant(record.variant)
    if variant.reserve:
        raise RecordError(f"SGF has no letter for the reserve of {variant.title}")
    is_money = not record.length
    bots = [seat.split(" ")[0] == "bot" for seat in record.seats]
    light, dark = (sgf_name(name, bot=bot) for name, bot in zip(record.players, bots, strict=True))
    return MatchRecord(
        players=(light, dark),
        length=record.length,
        games=_numbered([_game_view(game, record.length) for game in record.games]),
        winner=record.winner,
        variant=record.variant if rules_token(record.variant) is not None else "standard",
        event=_line(record.event),
        round=_line(record.round),
        place=_line(record.place),
        date=record.date,
        product=_line(record.product),
        stakes=Stakes(
            cube=record.stakes.cube,
            crawford=record.stakes.crawford or is_money,
            jacoby=record.stakes.jacoby and is_money,
        ),
    )


def sgf_name(name: str, *, bot: bool) -> str:
    """A player's name: one line, as long as gnubg keeps it (it would cut within a letter)."""
    suffix = BOT_SUFFIX if bot else ""
    text = _line(name).removesuffix(suffix)
    return cut_bytes(text, MAX_NAME_BYTES - len(suffix)).strip() + suffix


def letter_of(side: Side, point: int) -> str:
    """The letter of a side's point (1-24, bar 25, off 0)."""
    if point == BAR:
        return BAR_LETTER
    if point == OFF:
        return OFF_LETTER
    return chr(ord("a") + point - 1) if side is Side.LIGHT else chr(ord("x") - point + 1)


def _line(text: str) -> str:
    return " ".join(text.split())


def _numbered(games: list[GameRecord]) -> tuple[GameRecord, ...]:
    """Games whose numbers rise: readers take anything else for another match."""
    numbers = [game.number for game in games]
    if all(a < b for a, b in pairwise([0, *numbers])):
        return tuple(games)
    return tuple(replace(game, number=at) for at, game in enumerate(games, 1))


def _game_view(game: GameRecord, length: int) -> GameRecord:
    rows = RowCounter()
    entries: list[Entry] = []
    checkers = game.variant.checkers
    start, cube = board_alone(game.start, checkers), game.cube
    for moment in replay(game):
        entry = moment.entry
        if isinstance(entry, Turn):
            turn = _turn_view(entry, moment, checkers)
            entries.append(replace(turn, move=rows.place(entry.side)))
        elif isinstance(entry, CubeAct):
            entries.append(replace(entry, move=rows.place(entry.side)))
        elif isinstance(entry, PositionSet) and not entries and entry.owner is None:
            start, cube = board_alone(entry.position, checkers), entry.cube  # a set-up error
        elif isinstance(entry, PositionSet):
            entries.append(replace(entry, position=board_alone(entry.position, checkers)))
    variant = game.variant if rules_token(game.variant.id) is not None else STANDARD
    seen = replace(game, start=start, cube=cube, entries=tuple(entries), variant=variant)
    result = uncapped(game.result, seen, length) if game.result else None
    return replace(seen, result=result)


def _turn_view(entry: Turn, moment: Moment, checkers: int) -> Turn:
    dice = (max(entry.dice), min(entry.dice))
    if entry.after is not None or (moment.error and not moment.unplayable):
        return Turn(0, entry.side, dice, None, board_alone(moment.after, checkers))
    if moment.unplayable:
        return Turn(0, entry.side, dice, None)
    return Turn(0, entry.side, dice, moment.play, rolls=entry.rolls)


def _tree(game: GameRecord, view: MatchRecord) -> Iterator[Node]:
    yield _root(game, view)
    if game.cube > 1:
        yield {"CP": ["c"]}
        yield {"CV": [str(game.cube)]}
    if game.start != start_told_by(view.variant):
        first = next((e for e in game.entries if isinstance(e, Turn | CubeAct)), None)
        yield _board(game.start, first.side if first else Side.LIGHT)
    for at, entry in enumerate(game.entries):
        following = game.entries[at + 1] if at + 1 < len(game.entries) else None
        yield from _nodes(entry, following)


def _root(game: GameRecord, view: MatchRecord) -> Node:
    is_first = game is view.games[0]
    root = {
        "FF": "4",
        "GM": "6",
        "CA": "UTF-8",
        "AP": "gammonboard",
        "MI": "",
        "PW": escape(view.players[0]),
        "PB": escape(view.players[1]),
        "DT": view.date if is_first else "",
        "EV": escape(view.event) if is_first else "",
        "RO": escape(view.round) if is_first else "",
        "PC": escape(view.place) if is_first else "",
        "AN": escape(view.product) if is_first else "",
        "RU": ":".join(_rules(game, view)),
        "RE": _result(game),
    }
    node = {name: [value] for name, value in root.items() if value}
    light, dark = game.score
    node["MI"] = [f"length:{view.length}", f"game:{game.number - 1}", f"ws:{light}", f"bs:{dark}"]
    return {name: node[name] for name in root if name in node}


def _rules(game: GameRecord, view: MatchRecord) -> Iterator[str]:
    if not view.stakes.cube:
        yield "NoCube"
    if view.length and view.stakes.crawford:
        yield "Crawford"
        if game.crawford:
            yield "CrawfordGame"
    if view.stakes.jacoby:
        yield "Jacoby"
    if token := rules_token(view.variant):
        yield token


def _result(game: GameRecord) -> str:
    if game.result is None:
        return ""
    resigned = "R" if game.result.how is Ending.RESIGN else ""
    return f"{COLOUR[game.result.winner]}+{game.result.points}{resigned}"


def _nodes(entry: Entry, following: Entry | None) -> Iterator[Node]:
    match entry:
        case Turn(side=side, dice=dice):
            thrown = f"{dice[0]}{dice[1]}"
            if entry.play is None:
                yield {"PL": [COLOUR[side]], "DI": [thrown]}
                if entry.after is not None:
                    yield _board(entry.after, side)
            else:
                move = {COLOUR[side]: [thrown + _letters(entry.play, side)]}
                if entry.rolls:
                    move["C"] = [format_comment(entry.rolls)]
                yield move
        case CubeAct(side=side, act=act):
            yield {COLOUR[side]: ["double" if act in OFFERS else act]}
            is_answered = isinstance(following, CubeAct) and following.act in (*OFFERS, "drop")
            if act in ("beaver", "raccoon") and following is not None and not is_answered:
                yield {COLOUR[side.other]: ["take"]}
        case PositionSet(position=position, turn=turn, cube=cube, owner=owner):
            yield {"CP": ["c" if owner is None else COLOUR[owner].lower()]}
            yield {"CV": [str(Cube(cube, owner).value)]}
            yield _board(position, turn or Side.LIGHT)
        case Resignation():
            raise TypeError("a resignation has no place in an SGF view")


def _letters(play: str, side: Side) -> str:
    steps = parse_play(play)
    return "".join(letter_of(side, step.source) + letter_of(side, step.to) for step in steps)


def _board(position: Position, on_roll: Side) -> Node:
    """The whole board: all points emptied, then each checker, one letter each."""
    node: Node = {"PL": [COLOUR[on_roll]], "AE": [ALL_POINTS]}
    for side in Side:
        letters = [
            BAR_LETTER if slot >= LIGHT_BAR_SLOT else chr(ord("a") + slot)
            for slot, count in enumerate(position.slots)
            for _ in range(max(0, count * side.sign))
        ]
        if letters:
            node["A" + COLOUR[side]] = letters
    return node
