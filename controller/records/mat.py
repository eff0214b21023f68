"""Writing `.mat`, the Jellyfish match text that gnubg and XG read (records 5.1.5).

What the format cannot say (resignations declined, seats, how a game ended) is left to the JSON
form; `mat_view` is exactly what it can say, and what a reader must get back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from controller.errors import RecordError, RulesError
from controller.match.cube import CENTRED, Cube
from controller.match.score import Ending, Score, is_crawford
from controller.match.stakes import USUAL, Stakes
from controller.records.model import (
    CubeAct,
    Entry,
    GameRecord,
    MatchRecord,
    PositionSet,
    RecordedResult,
    Resignation,
    RowCounter,
    Turn,
    board_alone,
)
from controller.records.names import mat_name, tag_text
from controller.records.replay import Moment, canonical, replay
from controller.records.tags import automatic_doubles_tag, stakes_tags
from controller.records.unseen import reconstructed_tag
from controller.records.variation import is_known_elsewhere, variation_of
from controller.rules.notation import parse_play
from controller.rules.plays import legal_plays
from controller.rules.position import START, Position, Side
from controller.rules.variants import find_variant

CUBE_WORDS = {
    "double": " Doubles => {}",
    "beaver": " Beavers => {}",
    "raccoon": " Beavers => {}",  # gnubg's word for each turn after the first
    "take": " Takes",
    "drop": " Drops",
}
LEFT_WIDTH = 27
WINS_LEFT, WINS_RIGHT = 6, 34  # blanks before "Wins"
SET_UP_ROLL = "12: "  # smaller die first: no play but a set-up (others mark theirs so, too)


def format_mat(record: MatchRecord) -> str:
    """The whole file. UTF-8 without BOM and "\\n" are the caller's part."""
    view = mat_view(record)
    lines = [*_header(view), "", f" {view.length} point match", ""]
    for game in view.games:
        lines += [*_game(game, view), ""]
    return "\n".join(lines)


def mat_view(record: MatchRecord) -> MatchRecord:
    """The part of a record that survives `.mat`: writing and reading gives this back, equal.

    Raises RecordError for a game with a reserve (acey-deucey): no number means "not entered".
    """
    variant = find_variant(record.variant)
    if variant.reserve:
        raise RecordError(f".mat has no number for the reserve of {variant.title}")
    bots = [seat.split(" ")[0] == "bot" for seat in record.seats]
    light, dark = record.players
    games: list[GameRecord] = []
    crawford_played = False
    for number, game in enumerate(record.games, 1):
        score = Score(record.length, game.score)
        crawford = is_crawford(score, crawford_played=crawford_played)
        crawford_played = crawford_played or crawford
        crawford = crawford and record.stakes.crawford
        told = canonical(replace(game, number=number, crawford=crawford))
        games.append(_game_view(told, start_told_by(record.variant)))
    return MatchRecord(
        players=(
            mat_name(light, bot=bots[0], fallback="Light"),
            mat_name(dark, bot=bots[1], fallback="Dark"),
        ),
        length=record.length,
        games=tuple(games),
        winner=record.winner,
        variant=record.variant,
        event=tag_text(record.event),
        round=tag_text(record.round),
        place=tag_text(record.place),
        date=record.date,
        dice=tag_text(record.dice),
        product=tag_text(record.product),
        stakes=_stakes_view(record),
        identity=match_id(record),
    )


def _stakes_view(record: MatchRecord) -> Stakes:
    """Of what was agreed, what header tags say: a match has no Jacoby, money no Crawford."""
    is_money = not record.length
    agreed = record.stakes
    return Stakes(
        cube=agreed.cube,
        crawford=agreed.crawford or is_money,
        jacoby=agreed.jacoby and is_money,
        beavers=min(agreed.beavers, 1) if is_money else 0,
        cube_limit=USUAL.cube_limit if is_money or not agreed.cube else agreed.cube_limit,
        automatic_doubles=0,
    )


def match_id(record: MatchRecord) -> str:
    """The stable `Match ID`: without one XG takes a re-imported file for another match."""
    if record.identity.isdecimal():
        return record.identity
    text = "|".join((*record.players, str(record.length), record.identity))
    return str(int.from_bytes(hashlib.sha256(text.encode(errors="replace")).digest()[:4], "big"))


def start_told_by(variant_id: str) -> Position:
    """What lies on the board when a game of this variant begins and the file says no more.

    Other programs know the set-ups of few variants; any other is written as a position.
    """
    return find_variant(variant_id).start_position if is_known_elsewhere(variant_id) else START


def _game_view(game: GameRecord, usual_start: Position) -> GameRecord:
    entries: list[Turn | CubeAct] = []
    start, checkers = game.start, game.variant.checkers
    for entry in game.entries:
        if isinstance(entry, PositionSet):
            at = next((i for i in reversed(range(len(entries))) if _is_turn(entries[i])), None)
            if at is None:
                start = entry.position
            else:
                turn = entries[at]
                assert isinstance(turn, Turn)
                entries[at] = replace(turn, play=None, after=board_alone(entry.position, checkers))
        elif isinstance(entry, Turn) and entry.after is not None:
            entries.append(replace(entry, play=None, after=board_alone(entry.after, checkers)))
        elif not isinstance(entry, Resignation):
            entries.append(entry)
    result = _result_view(entries, game.result)
    seen = replace(game, start=board_alone(start, checkers), entries=tuple(entries), result=result)
    has_set_up = seen.start != usual_start
    return replace(seen, entries=_numbered(_with_last_roll(seen), has_set_up=has_set_up))


def _is_turn(entry: Entry) -> bool:
    return isinstance(entry, Turn)


def _numbered(entries: tuple[Entry, ...], *, has_set_up: bool) -> tuple[Entry, ...]:
    """Rows counted and dice larger first, as the file has them."""
    rows = RowCounter()
    if has_set_up:
        rows.place(_set_up_side(entries))
    seen: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Turn):
            dice = (max(entry.dice), min(entry.dice))
            seen.append(replace(entry, move=rows.place(entry.side), dice=dice))
        elif isinstance(entry, CubeAct):
            seen.append(replace(entry, move=rows.place(entry.side)))
    return tuple(seen)


def _with_last_roll(game: GameRecord) -> tuple[Entry, ...]:
    """Entries with a last roll told as all readers take it.

    A roll without a play at the end of a game means "rolled, then resigned". One that means
    something else is left out: the other side resigned, or exactly one play is legal (gnubg
    makes it, and may have another winner then).
    """
    last = game.entries[-1] if game.entries else None
    if not isinstance(last, Turn) or last.play or last.after is not None:
        return game.entries
    if game.result is None or game.result.winner is last.side:
        return game.entries if last.play == "" else game.entries[:-1]
    *_, moment = replay(game)
    if len(legal_plays(moment.before.board(last.side), last.dice).plays) == 1:  # as gnubg counts
        return game.entries[:-1]
    return (*game.entries[:-1], replace(last, play=None))


def _set_up_side(entries: tuple[Entry, ...]) -> Side:
    """In whose cell a set-up that is not the usual one stands: his who does not begin."""
    first = entries[0] if entries else None
    return first.side.other if isinstance(first, Turn | CubeAct) else Side.LIGHT


def _result_view(
    entries: list[Turn | CubeAct], result: RecordedResult | None
) -> RecordedResult | None:
    if result is None:
        return None
    dropped = bool(entries) and isinstance(entries[-1], CubeAct) and entries[-1].act == "drop"
    return RecordedResult(result.winner, result.points, Ending.DROP if dropped else None)


def _header(view: MatchRecord) -> Iterator[str]:
    tags = [
        ("Site", view.place),
        ("Match ID", view.identity),
        ("Player 1", view.players[0]),
        ("Player 2", view.players[1]),
        ("EventDate", (view.date or "").replace("-", ".")),
        ("Variation", variation_of(view.variant)),
        *stakes_tags(view),
        ("Event", view.event),
        ("Round", view.round),
        ("Transcriber", view.product),
        ("Dice", view.dice),
        automatic_doubles_tag(view),
        reconstructed_tag(view),
    ]
    return (f'; [{name} "{value}"]' for name, value in tags if value)


def _game(game: GameRecord, view: MatchRecord) -> Iterator[str]:
    left, right = view.players
    yield f" Game {game.number}"
    yield f" {f'{left} : {game.score[0]}':<31}{right} : {game.score[1]}"
    rows = _rows(game, view)
    result = game.result
    wins = _wins(result, view, is_last=game is view.games[-1]) if result else ""
    if result and result.winner is Side.DARK and rows and rows[-1] == (CUBE_WORDS["drop"], ""):
        rows[-1] = (rows[-1][0], " " + wins)
        wins = ""
    for number, (left_cell, right_cell) in enumerate(rows, 1):
        yield f"{number:3}) {left_cell:<{LEFT_WIDTH}} {right_cell}"
    if result and wins:
        yield " " * (WINS_LEFT if result.winner is Side.LIGHT else WINS_RIGHT) + wins


def _rows(game: GameRecord, view: MatchRecord) -> list[tuple[str, str]]:
    """Left and right cell of every row."""
    moments = list(replay(game))
    cells = [_cell(moment, moments[at + 1 :], game, view) for at, moment in enumerate(moments)]
    if game.start != start_told_by(view.variant):
        side = _set_up_side(game.entries)
        dump = _dump(game.start, side, CENTRED, moments, game, view)
        cells.insert(0, (side, SET_UP_ROLL + dump))
    rows: list[tuple[str, str]] = []
    counter = RowCounter()
    for side, cell in cells:
        if counter.place(side) > len(rows):
            rows.append(("", ""))
        rows[-1] = (cell, "") if side is Side.LIGHT else (rows[-1][0], cell)
    return rows


def _wins(result: RecordedResult, view: MatchRecord, *, is_last: bool) -> str:
    plural = "" if result.points == 1 else "s"
    match_won = " and the match" if is_last and view.winner is result.winner else ""
    return f"Wins {result.points} point{plural}{match_won}"


def _cell(
    moment: Moment, later: list[Moment], game: GameRecord, view: MatchRecord
) -> tuple[Side, str]:
    entry = moment.entry
    if isinstance(entry, CubeAct):
        return entry.side, CUBE_WORDS[entry.act].format(entry.value)
    if not isinstance(entry, Turn):
        raise TypeError(f"{entry} has no place in a .mat view")
    dice = f"{max(entry.dice)}{min(entry.dice)}: "
    if entry.after is not None:
        dump = _dump(entry.after, entry.side, moment.cube, later, game, view)
        return entry.side, dice + dump
    if entry.play is None:
        return entry.side, dice
    return entry.side, dice + mat_play(entry.play)


def mat_play(text: str) -> str:
    """`bar/22 6/off*` as `25/22 6/0*`, a blank after each but the fourth; others as they are."""
    try:
        steps = parse_play(text)
    except RulesError:
        return text
    words = [f"{s.source}/{s.to}{'*' if s.hit else ''}" for s in steps]
    return " ".join(words) + (" " if 0 < len(words) < 4 else "")


def _dump(
    after: Position,
    side: Side,
    cube: Cube,
    later: list[Moment],
    game: GameRecord,
    view: MatchRecord,
) -> str:
    """gnubg's only way to say what lies on the board, an illegal play by `side` (records 5.1.6)."""
    following = side.other
    turns = [moment.entry for moment in later if isinstance(moment.entry, Turn)]
    dice = turns[0].dice if turns else (0, 0)
    own = 0 if cube.owner is None else 1 if cube.owner is following else -1
    fields = [
        *(view.length, 0, 0, 0, side.index),
        *(view.players[following.index], view.players[side.index]),
        int(game.crawford),
        *(game.score[following.index], game.score[side.index]),
        *(cube.value, own, *after.board(following), *dice),
    ]
    return "Illegal play (" + "".join(f"{value};" for value in fields) + ")"
