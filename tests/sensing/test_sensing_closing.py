"""What the way may do with a question of the settled reading: bear out, decide, never overrule."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from plain_table import PlainTable

from controller.rules.plays import Step, legal_ways
from controller.rules.position import START, Position, Side
from controller.sensing.candidates import book_of_ways
from controller.sensing.change import Reference
from controller.sensing.decoder import BORNE_OUT, closed, is_open
from controller.sensing.evidence import Evidence, weigh
from controller.sensing.means import read_means
from controller.sensing.settings import Calibration, CellLayout, SensingSettings
from controller.sensing.verdict import Verdict, VerdictKind, Way

SETTINGS = SensingSettings()
SURE = SETTINGS.margin + BORNE_OUT


def way(to: int) -> Way:
    slots = tuple(n - (slot == 7) + (slot == to) for slot, n in enumerate(START.slots))
    return Way((Step(8, to + 1),), Position(slots), True)


ONE, OTHER, THIRD = way(4), way(3), way(2)


def asked(margin: float) -> Verdict:
    return Verdict(VerdictKind.UNSURE, ONE, choices=(ONE, OTHER), margin=margin, shortfall=0.0)


def heard(said: Way, margin: float = SURE) -> Verdict:
    return Verdict(VerdictKind.COMPLETE, said, margin=margin, shortfall=0.0)


WRONG = Verdict(VerdictKind.WRONG, shortfall=SETTINGS.closeness + 1.0)


def test_the_way_bears_out_what_the_settled_reading_says_best() -> None:
    assert closed(asked(3.0), heard(ONE), SETTINGS) == heard(ONE)


def test_the_way_never_overrules_what_the_settled_reading_says() -> None:
    question = asked(3.0)

    assert closed(question, heard(OTHER), SETTINGS) is question


def test_where_two_boards_give_one_picture_the_way_decides() -> None:
    assert closed(asked(0.2), heard(OTHER), SETTINGS) == heard(OTHER)


def test_the_way_brings_up_no_board_that_was_not_asked_about() -> None:
    question = asked(0.2)

    assert closed(question, heard(THIRD), SETTINGS) is question


def test_what_only_the_way_makes_sure_needs_more_than_a_settled_reading() -> None:
    question, less = asked(3.0), heard(ONE, SURE - 0.1)

    assert closed(question, less, SETTINGS) is question
    assert closed(WRONG, less, SETTINGS) is WRONG


def test_a_board_that_looked_wrong_may_be_right_when_its_way_is_known() -> None:
    doubt = replace(asked(3.0), shortfall=1.0)

    assert closed(WRONG, heard(ONE), SETTINGS) == heard(ONE)
    assert closed(WRONG, doubt, SETTINGS) == doubt  # then people are asked


def test_a_board_that_the_way_makes_wrong_stays_a_question() -> None:
    question = asked(3.0)

    assert closed(question, WRONG, SETTINGS) is question


def evidence(layout: str, *, compared: bool = True) -> Evidence:
    layout_ = CellLayout.from_name(layout)
    table = PlainTable(START)
    table.presence = not layout_.signed
    means = read_means(table.readings(), Calibration(), layout_, ())
    book = book_of_ways(START, Side.LIGHT, legal_ways(START.board(Side.LIGHT), (3, 1)))
    reference = Reference(means, np.ones(26, dtype=np.bool_)) if compared else None
    return weigh(means, reference, START, book.wanted)


def test_only_questions_that_the_way_can_decide_are_open() -> None:
    signed = evidence("reference")
    hopeless = replace(WRONG, shortfall=SETTINGS.closeness + SETTINGS.tells + 0.1)

    assert is_open(asked(3.0), signed, SETTINGS)
    assert is_open(WRONG, signed, SETTINGS)
    assert not is_open(heard(ONE), signed, SETTINGS)
    assert not is_open(hopeless, signed, SETTINGS)
    assert not is_open(asked(3.0), evidence("presence"), SETTINGS)
    assert not is_open(asked(3.0), evidence("reference", compared=False), SETTINGS)
