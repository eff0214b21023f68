"""`gammonboard decode`: JSON lines with cell readings in, what the table would say as JSON out.

One line is one settled board; the question is what a Done would mean. A bad line is answered with
{"error": ...} and the run goes on. So anybody's simulator can test the decoder.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TextIO

from controller.commands.plays import Pair, parse_board, parse_counts, parse_roll
from controller.errors import RulesError
from controller.rules.notation import format_play
from controller.rules.plays import legal_ways
from controller.rules.position import Position, Side, point_of
from controller.rules.variants import find_variant
from controller.sensing.candidates import book_of_position, book_of_ways
from controller.sensing.decoder import decode
from controller.sensing.evidence import read_reference
from controller.sensing.geometry import STOP
from controller.sensing.means import Means, read_means
from controller.sensing.settings import (
    REFERENCE,
    Calibration,
    CellLayout,
    SensingSettings,
    parse_calibration,
)
from controller.sensing.verdict import Fix, Stray, Verdict, VerdictKind
from controller.sensing.wiring import slot_name

_OTHER_BAR = 0  # as in a board: the other side's bar half, where no own checker belongs


def run(stdin: TextIO, stdout: TextIO, layout: CellLayout = REFERENCE) -> int:
    """Answer every non-blank line of `stdin` with one line; returns the exit code, always 0.

    layout: of the lines that name none.
    """
    for line in stdin:
        if line.strip():
            stdout.write(answer_line(line, layout) + "\n")
    return 0


def answer_line(line: str, layout: CellLayout = REFERENCE) -> str:
    """The answer to one line, without its end."""
    try:
        question = _parse(line)
        verdict, mover = _judge(question, layout)
    except ValueError as error:
        return json.dumps({"error": str(error)}, ensure_ascii=False)
    return json.dumps(_answer(verdict, mover), ensure_ascii=False)


def _parse(line: str) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not JSON: {error}") from error
    if not isinstance(question, dict):
        raise RulesError("not a JSON object")
    return question


def _judge(question: Mapping[str, Any], layout: CellLayout) -> tuple[Verdict, Side]:
    if "layout" in question:
        layout = CellLayout.from_name(_text(question, "layout", ""))
    variant = find_variant(_text(question, "variant", "standard"))
    mover = _side(question.get("mover"))
    board = parse_board(question.get("board"), variant)
    off, reserve = parse_counts(question, board, variant)
    agreed = Position.from_board(board, mover, _by_side(off, mover), _by_side(reserve, mover))
    calibration = parse_calibration(question.get("calibration"), layout)
    if calibration.wires is None and layout.wires is not None:
        calibration = replace(calibration, wires=layout.wires)
    settings = SensingSettings()
    now = _means(question, "readings", calibration, layout)
    if now is None:
        raise RulesError("readings are missing")
    before = _means(question, "before", calibration, layout)
    reference = None if before is None else read_reference(before, agreed)
    thrown = any(question.get(key) is not None for key in ("dice", "named_double"))
    roll = parse_roll(question, variant) if thrown else None
    ways = legal_ways(board, roll, variant, reserve[0]) if roll else None
    book = book_of_ways(agreed, mover, ways) if ways else book_of_position(agreed)
    return decode(book, now, reference, settings, layout, at_done=True), mover


def _by_side(counts: Pair, mover: Side) -> Pair:
    """Counts of (mover, other) as counts of (light, dark)."""
    return counts if mover is Side.LIGHT else (counts[1], counts[0])


def _means(
    question: Mapping[str, Any], key: str, calibration: Calibration, layout: CellLayout
) -> Means | None:
    values = question.get(key)
    if values is None:
        return None
    if not isinstance(values, list) or len(values) != layout.cells:
        raise RulesError(f"{key} is not a list of {layout.cells} readings")
    for value in values:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and not (whole and -STOP <= value <= STOP):
            raise RulesError(f"{key}: {json.dumps(value)} is not -{STOP} to {STOP} or null")
    by_cell = layout.only_present(calibration.by_cell(values))
    return read_means(by_cell, calibration, layout, calibration.dead)


def _text(question: Mapping[str, Any], key: str, default: str) -> str:
    value = question.get(key, default)
    if not isinstance(value, str):
        raise RulesError(f"{key} is not a text")
    return value


def _side(value: Any) -> Side:
    if value not in [side.value for side in Side]:
        raise RulesError(f"mover: {json.dumps(value)} is not light or dark")
    return Side(value)


def _answer(verdict: Verdict, mover: Side) -> dict[str, Any]:
    way = None if verdict.kind in (VerdictKind.WRONG, VerdictKind.BLIND) else verdict.way
    margin = verdict.margin
    question = None
    if verdict.kind is VerdictKind.UNSURE:
        notations = [format_play(choice.steps) for choice in verdict.choices]
        question = {"ask": "which", "notations": notations}
    return {
        "verdict": verdict.kind.value,
        "notation": None if way is None else format_play(way.steps),
        "board": None if way is None else list(way.position.board(mover)),
        "question": question,
        "fix": [_fix(fix) for fix in verdict.fix] or None,
        "strays": [_stray(stray) for stray in verdict.strays] or None,
        "cells": list(verdict.cells),
        "margin": None if margin is None or math.isinf(margin) else round(margin, 3),
    }


def _stray(stray: Stray) -> dict[str, Any]:
    """By light's points."""
    near = [slot_name(slot) for slot in stray.slots]
    return {"near": near, "units": round(stray.units, 1), "margin": round(stray.margin)}


def _fix(fix: Fix) -> dict[str, Any]:
    """By the points of the side that the checker belongs to."""
    return {
        "side": fix.side.value,
        "from": _point(fix.side, fix.source),
        "to": _point(fix.side, fix.to),
    }


def _point(side: Side, slot: int | None) -> int | None:
    if slot is None:
        return None
    try:
        return point_of(side, slot)
    except ValueError:
        return _OTHER_BAR
