"""The report finds the IDs that test names carry, and nothing else."""

from __future__ import annotations

import pytest
from report import SERIES, ids_in, proofs


@pytest.mark.parametrize(
    ("test", "ids"),
    [
        ("tests/rules/test_a.py::test_br_12_larger_die", {"BR-12"}),
        ("tests/rules/test_a.py::test_BU01_a_tap_and_BU03_a_ring", {"BU-01", "BU-03"}),
        ("tests/rules/test_a.py::test_corner_case[T05]", {"T-05"}),
        ("tests/rules/test_a.py::test_corner_case[T05-quiet]", {"T-05"}),
        ("tests/rules/test_ad_05a_either_order.py::test_ad_05a_either_order", {"AD-05"}),
        ("tests/rules/test_fil_07.py::test_nothing", set()),
        ("tests/rules/test_a.py::test_at_05_and_next_13", set()),
        ("tests/rules/test_a.py::test_rul_100", set()),
    ],
)
def test_ids_are_found_in_names_and_parameters(test: str, ids: set[str]) -> None:
    assert ids_in(test) == ids


def test_parameters_without_an_id_are_told_once() -> None:
    tests = ["f.py::test_no_03_a[1]", "f.py::test_no_03_a[2]", "f.py::test_b[NO-03]"]
    assert proofs(tests) == {"NO-03": ["f.py::test_no_03_a", "f.py::test_b[NO-03]"]}


def test_each_id_stands_in_one_series() -> None:
    ids = [each for series in SERIES for each in series.ids]
    assert len(ids) == len(set(ids)) == 257
