"""Reading SGF, game GM[6]: ours and gnubg's (records 5.2).

One game tree is one game; trees that go on with the same players and length are one match. What
is odd is kept as a warning, what could not be read as `unread`: a fault costs its own game's rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from controller.errors import RecordError, RulesError
from controller.match.cube import Cube
from controller.match.score import SIZE_NAMES, Ending, Score
from controller.match.stakes import Stakes
from controller.records.endings import settle_results
from controller.records.mat_rows import with_off
from controller.records.model import (
    NEXT_OFFER,
    OFFERS,
    CubeAct,
    Entry,
    GameRecord,
    MatchRecord,
    PositionSet,
    RecordedResult,
    RowCounter,
    Turn,
)
from controller.records.replay import canonical, cube_after, cube_at_end, replay
from controller.records.sgf_tree import Node, Tree, parse_trees
from controller.records.unseen import rolls_of_comment
from controller.records.variation import variant_of_rules
from controller.rules.notation import format_play
from controller.rules.plays import Step
from controller.rules.position import (
    BAR,
    DARK_BAR_SLOT,
    LIGHT_BAR_SLOT,
    OFF,
    POINTS,
    Position,
    Roll,
    Side,
)
from controller.rules.variants import Variant

BACKGAMMON = "6"
_GAMES = {"1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "5": "nine men's morris",
          "7": "Chinese chess", "8": "shogi"}  # fmt: skip
_SIDES = {"W": Side.LIGHT, "B": Side.DARK}
_RESULT = re.compile(r"(?P<side>[WB])\+(?P<points>\d{1,9})?(?P<resigned>R(?:esign)?)?", re.I)
_MOVE = re.compile(r"(?P<dice>[1-6]{2})(?P<letters>(?:[a-z]{2}){0,4})")
_INFO = re.compile(r"(?P<name>\w+)\s*:\s*(?P<value>\d{1,9})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LETTERS = "abcdefghijklmnopqrstuvwxy"


def parse_sgf(text: str, file: str = "record") -> list[MatchRecord]:
    """The matches of an SGF text, at least one. Raises RecordError naming file and reason."""
    matches: list[_Match] = []
    unread: list[str] = []
    try:
        for tree in parse_trees(text.removeprefix("\ufeff")):
            _add_game(matches, tree, unread)
    except RecordError as error:
        unread.append(str(error))
    if not matches:
        why = unread[0] if unread else "there is no game in it"
        raise RecordError(f"{file}: not a backgammon match file: {why}")
    records = [match.record() for match in matches]
    last = records[-1]
    return [*records[:-1], replace(last, unread=(*last.unread, *unread))]


def _add_game(matches: list[_Match], tree: Tree, unread: list[str]) -> None:
    root = tree.nodes[0] if tree.nodes else {}
    game = _first(root, "GM") or "1"  # SGF's own default
    if game != BACKGAMMON:
        unread.append(
            f"line {tree.line}: an SGF of {_GAMES.get(game, 'another game')} (GM[{game}])"
        )
        return
    card = _Card.of(root)
    if not matches or not matches[-1].goes_on_with(card):
        matches.append(_Match(card))
    match = matches[-1]
    if tree.variations:
        match.warnings.append(f"line {tree.line}: {tree.variations} variations were passed over")
    try:
        match.add(card, tree)
    except (RecordError, RulesError) as error:
        match.unread.append(f"line {tree.line}: {error}; this game is left out")


@dataclass(frozen=True)
class _Card:
    """What a root node says of its match and of its game."""

    players: tuple[str, str]
    length: int
    number: int
    score: tuple[int, int]
    rules: frozenset[str]
    root: Node = field(compare=False)

    @classmethod
    def of(cls, root: Node) -> _Card:
        found = [_INFO.fullmatch(value.strip()) for value in root.get("MI", ())]
        info = {match["name"].lower(): int(match["value"]) for match in found if match}
        words = re.split(r"[:,\s]+", ":".join(root.get("RU", ())).lower())
        return cls(
            players=(_first(root, "PW"), _first(root, "PB")),
            length=info.get("length", 0),
            number=info.get("game", 0) + 1,  # gnubg counts from 0
            score=(info.get("ws", 0), info.get("bs", 0)),
            rules=frozenset(words) - {""},
            root=root,
        )


class _Match:
    """A match being read."""

    def __init__(self, card: _Card) -> None:
        self._card = card
        self._games: list[GameRecord] = []
        self._crawford = not card.length or "crawford" in card.rules
        self.warnings: list[str] = []
        self.unread: list[str] = []

    def goes_on_with(self, card: _Card) -> bool:
        """Whether a tree is a further game of this match."""
        first, last = self._card, self._games[-1] if self._games else None
        return (card.players, card.length) == (first.players, first.length) and (
            last is None or card.number > last.number
        )

    def add(self, card: _Card, tree: Tree) -> None:
        """Read one game. Raises RecordError or RulesError where its head makes no sense."""
        Score(card.length, card.score)
        variant = variant_of_rules(card.rules)
        game = _GameReader(variant)
        for node in tree.nodes:
            try:
                game.read(node)
            except (RecordError, ValueError) as error:
                self.unread.append(f"game {card.number}: {error}; the rest of the game is left out")
                break
        game.close()
        read = GameRecord(
            number=card.number,
            score=card.score,
            crawford="crawfordgame" in card.rules,
            start=game.start,
            entries=tuple(game.entries),
            cube=game.start_cube,
            variant=variant,
        )
        read = canonical(read)
        self._games.append(replace(read, result=_result(card.root, read)))
        self.warnings += [f"game {card.number}: {text}" for text in game.warnings]

    def record(self) -> MatchRecord:
        card, root = self._card, self._card.root
        games, mended = settle_results(self._games, card.length)
        date = _DATE.match(_first(root, "DT"))
        record = MatchRecord(
            players=card.players,
            length=card.length,
            games=tuple(games),
            variant=variant_of_rules(card.rules).id,
            event=_first(root, "EV"),
            round=_first(root, "RO"),
            place=_first(root, "PC"),
            date=date[0] if date else None,
            product=_first(root, "AN"),
            stakes=Stakes(
                cube="nocube" not in card.rules,
                crawford=self._crawford,
                jacoby=not card.length and "jacoby" in card.rules,
            ),
            warnings=(*self.warnings, *mended),
            unread=tuple(self.unread),
        )
        result = games[-1].result if games else None
        is_won = result and record.score[result.winner.index] >= card.length > 0
        return replace(record, winner=result.winner if result and is_won else None)


class _GameReader:
    """One game tree, node by node."""

    def __init__(self, variant: Variant) -> None:
        self.start = variant.start_position
        self.start_cube = 1
        self.entries: list[Entry] = []
        self.warnings: list[str] = []
        self._variant = variant
        self._rows = RowCounter()
        self._cube = Cube()  # as set by nodes, not by doubles
        self._cube_was_set = False
        self._rolled: tuple[Side, Roll] | None = None

    def read(self, node: Node) -> None:
        """Raises RecordError or ValueError for what cannot be."""
        if "CV" in node or "CP" in node:
            self._set_cube(node)
        if any(name in node for name in ("AE", "AW", "AB")):
            self._set_board(node)
        if "DI" in node and (dice := _first(node, "DI").strip()):
            self._leave_roll()
            self._rolled = (_side(node), _dice(dice))
        for colour, side in _SIDES.items():
            for value in node.get(colour, ()):
                self._act(side, "".join(value.split()).lower(), _first(node, "C"))

    def close(self) -> None:
        """The tree has ended; a roll that was not played stands at its end."""
        self._leave_roll()

    def _act(self, side: Side, value: str, comment: str) -> None:
        if not value:
            return  # some programs leave an empty move
        if value in ("double", "take", "drop"):
            self._leave_roll()
            self._turn_cube(side, value)
            return
        found = _MOVE.fullmatch(value)
        if not found:
            raise RecordError(f"{value!r} is no move")
        if self._rolled != (side, _dice(found["dice"])):
            self._leave_roll()
        self._rolled = None
        text = _play_text(found["letters"], side)
        move = self._rows.place(side)
        rolls = rolls_of_comment(comment)
        self.entries.append(Turn(move, side, _dice(found["dice"]), text, rolls=rolls))

    def _turn_cube(self, side: Side, act: str) -> None:
        last = self.entries[-1] if self.entries else None
        offer = last if isinstance(last, CubeAct) and last.act in OFFERS else None
        if act == "double":
            standing = offer.value if offer else self._cube_now().value
            act = NEXT_OFFER[offer.act if offer else ""]
            self.entries.append(CubeAct(self._rows.place(side), side, act, 2 * standing))
        elif offer is None:
            self.warnings.append("a double is answered that was not offered")
        elif act == "drop" or offer.act == "double":  # that a beaver is taken goes without saying
            self.entries.append(CubeAct(self._rows.place(side), side, act, offer.value))

    def _leave_roll(self) -> None:
        """A roll that nothing follows was not played."""
        if self._rolled is not None:
            side, dice = self._rolled
            self.entries.append(Turn(self._rows.place(side), side, dice, None))
            self._rolled = None

    def _set_cube(self, node: Node) -> None:
        owner = self._cube.owner
        if place := _first(node, "CP").strip().lower():
            owner = _SIDES.get(place.upper())
        value = _first(node, "CV").strip()
        self._cube = Cube(int(value) if value else self._cube.value, owner)
        self._cube_was_set = True
        if not self.entries and owner is None:
            self.start_cube, self._cube_was_set = self._cube.value, False

    def _set_board(self, node: Node) -> None:
        position = self._board(node)
        if self._rolled is not None:
            side, dice = self._rolled
            self._rolled = None
            self.entries.append(Turn(self._rows.place(side), side, dice, None, position))
        elif not self.entries and not self._cube_was_set:
            self.start = position
        else:
            cube = self._cube if self._cube_was_set else self._cube_now()
            self.entries.append(PositionSet(position, _side(node), cube.value, cube.owner))
        self._cube_was_set = False

    def _board(self, node: Node) -> Position:
        """The board after AE (emptied), AW and AB (added)."""
        moments = list(replay(self._record()))
        slots = list(moments[-1].after.slots if moments else self.start.slots)
        for letter in _points(node.get("AE", ())):
            for slot in _slots(letter):
                slots[slot] = 0
        for colour, side in _SIDES.items():
            for letter in _points(node.get("A" + colour, ())):
                slot = _slots(letter)[0 if side is Side.LIGHT else -1]
                slots[slot] += side.sign
        return with_off(Position(tuple(slots)), self._variant.checkers)

    def _record(self) -> GameRecord:
        return GameRecord(
            number=1,
            score=(0, 0),
            start=self.start,
            entries=tuple(self.entries),
            cube=self.start_cube,
            variant=self._variant,
        )

    def _cube_now(self) -> Cube:
        """The cube as it stands now."""
        moments = list(replay(self._record()))
        return cube_after(moments[-1].entry, moments[-1].cube) if moments else Cube(self.start_cube)


def _result(root: Node, game: GameRecord) -> RecordedResult | None:
    found = _RESULT.fullmatch(_first(root, "RE").strip())
    if not found:
        return None
    cube = cube_at_end(game)
    points = int(found["points"] or cube)
    last = game.entries[-1] if game.entries else None
    how = Ending.RESIGN if found["resigned"] else Ending.BEAROFF
    if isinstance(last, CubeAct) and last.act == "drop":
        how = Ending.DROP
    size = points / cube
    return RecordedResult(
        _SIDES[found["side"].upper()], points, how, int(size) if size in SIZE_NAMES else None
    )


def _first(node: Node, name: str) -> str:
    return (node.get(name) or [""])[0]


def _side(node: Node) -> Side:
    side = _SIDES.get(_first(node, "PL").strip().upper()[:1])
    if side is None:
        raise RecordError("nobody is named as the player on roll (PL)")
    return side


def _dice(text: str) -> Roll:
    if not re.fullmatch(r"[1-6]{2}", text):
        raise RecordError(f"{text!r} are no dice")
    low, high = sorted(map(int, text))
    return (high, low)


def _play_text(letters: str, side: Side) -> str:
    places = [_place(letter, side) for letter in letters]
    pairs = zip(places[::2], places[1::2], strict=True)
    return format_play(tuple(Step(source, to) for source, to in pairs))


def _place(letter: str, side: Side) -> int:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    at = _LETTERS.index(letter)
    return at + 1 if side is Side.LIGHT else POINTS - at


def _points(values: Sequence[str]) -> list[str]:
    """Letters of a list of points, in which `a:y` stands for all between."""
    letters = []
    for value in values:
        first, colon, last = value.strip().partition(":")
        between = _LETTERS[_LETTERS.find(first) : _LETTERS.find(last) + 1] if colon else first
        if not between or any(len(x) != 1 or x not in _LETTERS for x in (first, last or first)):
            raise RecordError(f"{value!r} is no point")
        letters += list(between)
    return letters


def _slots(letter: str) -> tuple[int, ...]:
    """The slots of a letter: one of a point, both halves of the bar."""
    if letter == "y":
        return (LIGHT_BAR_SLOT, DARK_BAR_SLOT)
    return (_LETTERS.index(letter),)
