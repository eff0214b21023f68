"""What the gates measure in a source text. Each function returns complaints, one a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("firmware_bridge", "controller", "display", "hw_sim")
FUNCTION_LINES = 70
FILE_LINES = 600
CLASS_ATTRIBUTES = 25
WALL_CLOCKS = {
    ("time", "time"), ("time", "time_ns"), ("time", "localtime"), ("time", "gmtime"),
    ("time", "strftime"), ("time", "ctime"), ("datetime", "now"), ("datetime", "utcnow"),
    ("datetime", "today"), ("date", "today"),
}  # fmt: skip

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(*folders: str) -> list[Path]:
    """All Python files below these folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def long_functions(tree: ast.Module, limit: int = FUNCTION_LINES) -> list[str]:
    return [
        f"{name} has {lines} lines, at most {limit}"
        for name, node in _functions(tree)
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > limit
    ]


def long_file(text: str, limit: int = FILE_LINES) -> list[str]:
    lines = len(text.splitlines())
    return [f"{lines} lines, at most {limit}"] if lines > limit else []


def wide_classes(tree: ast.Module, limit: int = CLASS_ATTRIBUTES) -> dict[str, str]:
    """Complaint by class name."""
    wide = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and len(names := _attributes(node)) > limit:
            wide[node.name] = f"{node.name} has {len(names)} attributes, at most {limit}"
    return wide


def globals_declared(tree: ast.Module) -> list[str]:
    return [
        f"line {node.lineno}: global {', '.join(node.names)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
    ]


def bare_excepts(tree: ast.Module) -> list[str]:
    return [
        f"line {node.lineno}: bare except"
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]


def broad_excepts(tree: ast.Module) -> dict[str, str]:
    """Complaint by the function that stands around it; handlers that end in a raise are none."""
    broad = {}
    for name, function in _functions(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.ExceptHandler) and _is_broad(node) and not _raises_again(node):
                broad[name] = f"{name}, line {node.lineno}: broad except"
    return broad


def imports_in_functions(tree: ast.Module) -> list[str]:
    return [
        f"{name} imports in its body, line {node.lineno}"
        for name, function in _functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def sleeps(tree: ast.Module) -> list[str]:
    """Calls of anything named sleep."""
    return [f"line {call.lineno}: sleep" for call in _calls(tree) if _called(call)[1] == "sleep"]


def wall_clocks(tree: ast.Module) -> list[str]:
    """Calls and mentions of what reads the wall clock."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            base = node.value
            owner = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
            if (owner, node.attr) in WALL_CLOCKS:
                found.append(f"line {node.lineno}: {owner}.{node.attr}")
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            wall = [alias.name for alias in node.names if ("time", alias.name) in WALL_CLOCKS]
            found += [f"line {node.lineno}: time.{name}" for name in wall]
    return found


def patches(tree: ast.Module) -> list[str]:
    """Imports of unittest.mock: where a test wants to patch, a seam is missing."""
    found = []
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        names += [f"{module}.{alias.name}" for alias in getattr(node, "names", []) if module]
        found += [f"line {node.lineno}: {n}" for n in names if n.startswith("unittest.mock")]  # type: ignore[attr-defined]
    return found


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Every function with its dotted name, methods and inner ones too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield prefix + node.name, node
        if isinstance(node, Function | ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        else:
            yield from _functions(node, prefix)


def _attributes(node: ast.ClassDef) -> set[str]:
    """Names assigned in the class body or to `self` in its methods."""
    names = set()
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    for inner in ast.walk(node):
        if (
            isinstance(inner, ast.Attribute)
            and isinstance(inner.ctx, ast.Store)
            and isinstance(inner.value, ast.Name)
            and inner.value.id == "self"
        ):
            names.add(inner.attr)
    return names - {"__slots__"}


def _is_broad(handler: ast.ExceptHandler) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(getattr(each, "id", "") in ("Exception", "BaseException") for each in types)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _called(call: ast.Call) -> tuple[str, str]:
    function = call.func
    if isinstance(function, ast.Attribute):
        return getattr(function.value, "id", ""), function.attr
    return "", getattr(function, "id", "")
