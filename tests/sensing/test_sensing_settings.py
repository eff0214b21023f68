"""Layouts and calibrations as plain data."""

from __future__ import annotations

import json

import pytest

from controller.sensing.means import read_means
from controller.sensing.settings import (
    REFERENCE,
    Calibration,
    CellLayout,
    format_calibration,
    parse_calibration,
)


def test_the_reference_layout_is_known_by_name() -> None:
    assert CellLayout.from_name("reference") is REFERENCE


def test_an_unknown_layout_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="reference"):
        CellLayout.from_name("chess")


def test_no_calibration_is_the_identity() -> None:
    assert parse_calibration(None) == Calibration()


def test_a_calibration_survives_plain_data() -> None:
    calibration = Calibration(
        tuple(float(c % 7) for c in range(128)), tuple(1.0 + c / 1000 for c in range(128))
    )

    assert parse_calibration(json.loads(json.dumps(format_calibration(calibration)))) == calibration


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"offsets": [0.0] * 128},
        {"offsets": [0.0] * 127, "gains": [1.0] * 128},
        {"offsets": ["a"] * 128, "gains": [1.0] * 128},
        {"offsets": [0.0] * 128, "gains": [0.0] * 128},
        {"offsets": [500.0] * 128, "gains": [1.0] * 128},
    ],
)
def test_a_bad_calibration_is_refused_in_words(data: object) -> None:
    with pytest.raises(ValueError, match=r"calibration|offsets|gains"):
        parse_calibration(data)


def test_offset_and_gain_are_taken_off_the_raw_value() -> None:
    calibration = Calibration((10.0,) * 128, (0.5,) * 128)

    means = read_means([42] + [10] * 127, calibration, REFERENCE, ())

    assert means.values[0] == pytest.approx(64.0)
    assert means.values[100] == pytest.approx(0.0)


def test_ignored_cells_weigh_nothing() -> None:
    means = read_means([64] * 128, Calibration(), REFERENCE, {5})

    assert means.weight[5] == 0.0
    assert means.weight.sum() == 127.0
