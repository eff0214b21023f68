"""SGF as a format: game trees, nodes, properties, escapes (red-bean.com/sgf, FF[4]).

Only the main line of each tree is kept: variations are analysis. Knows nothing of backgammon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from controller.errors import RecordError

Node = dict[str, list[str]]
"""Property identifier to its values, unescaped, in the order of the file."""

_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\\\]])*)\])", re.DOTALL
)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAKS = re.compile(r"\r\n|\n\r|[\r\n\t\v\f]")


@dataclass
class Tree:
    """The main line of one game tree. line: where it begins; variations: how many were left out."""

    line: int
    nodes: list[Node] = field(default_factory=list)
    variations: int = 0


def is_sgf(text: str) -> bool:
    """Whether a text begins like a collection of game trees."""
    return re.match(r"\s*\(\s*;", text.removeprefix("\ufeff")) is not None


def parse_trees(text: str) -> Iterator[Tree]:
    """The game trees of a text, each as soon as it is whole.

    Raises RecordError with the line where the text stops being SGF, after what was whole of the
    last tree.
    """
    tree: Tree | None = None
    children: list[int] = []  # how many variations began at each open bracket so far
    skipped: int | None = None  # how deep the variation lies that is being passed over
    name = ""
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if not found:
            if tree and len(tree.nodes) > 1:  # its root, at least, is whole
                yield tree
            raise RecordError(f"line {_line(text, at)}: {_excerpt(text, at)!r} is no SGF")
        at = found.end()
        if found["sign"] == "(":
            tree = tree or Tree(_line(text, at))
            if children:
                children[-1] += 1
                if skipped is None and children[-1] > 1:
                    skipped = len(children)
                    tree.variations += 1
            children.append(0)
        elif tree is None:
            raise RecordError(f"line {_line(text, at)}: {_excerpt(found[0], 0)!r} is in no game")
        elif found["sign"] == ")":
            children.pop()
            if skipped == len(children):
                skipped = None
            if not children:
                yield tree
                tree = None
        elif skipped is None:
            name = _take(tree, found, name, _line(text, at))
    if tree is not None:
        if len(tree.nodes) > 1:
            yield tree
        raise RecordError(f"line {_line(text, end)}: the file ends in the middle of a game")


def _take(tree: Tree, found: re.Match[str], name: str, line: int) -> str:
    """One token of the main line; returns the property that further values belong to."""
    if found["sign"]:
        tree.nodes.append({})
        return ""
    if found["name"]:
        if not tree.nodes:
            raise RecordError(f"line {line}: {found['name']!r} stands in no node")
        return "".join(char for char in found["name"] if char.isupper())  # FF[3] allowed small ones
    if not name:
        raise RecordError(f"line {line}: a value that belongs to no property")
    tree.nodes[-1].setdefault(name, []).append(unescape(found["value"]))
    return name


def format_trees(trees: Iterable[Iterable[Node]]) -> str:
    """A collection: each tree one line of nodes, a node a line."""
    return "".join("(" + "\n".join(map(format_node, nodes)) + ")\n" for nodes in trees)


def format_node(node: Node) -> str:
    """`;W[31hefe]`."""
    return ";" + "".join(
        name + "".join(f"[{value}]" for value in values) for name, values in node.items()
    )


def escape(text: str) -> str:
    """SimpleText as a value: one line; closing brackets and backslashes escaped."""
    return re.sub(r"([\]\\])", r"\\\1", " ".join(text.split()))


def unescape(value: str) -> str:
    """SimpleText of a value: escapes undone, line breaks as blanks."""
    return _BREAKS.sub(" ", _ESCAPED.sub(lambda found: _kept(found[1]), value))


def _kept(char: str) -> str:
    """What an escaped sign means: itself; an escaped line break is none."""
    return "" if char[0] in "\r\n" else char


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _excerpt(text: str, at: int) -> str:
    return " ".join(text[at : at + 30].split())
