"""On CI nothing may be skipped: a test that did not run has proven nothing. And no property fails
because the machine was busy: time is measured by benches."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import TypeVar

import hypothesis
import pytest

hypothesis.settings.register_profile("gammonboard", deadline=None)
hypothesis.settings.load_profile("gammonboard")

AnyReport = TypeVar("AnyReport", pytest.TestReport, pytest.CollectReport)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _without_skips((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _without_skips((yield))


def _without_skips(report: AnyReport) -> AnyReport:
    """The report, failed where it says that something was skipped on CI (not: xfailed)."""
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"on CI nothing may be skipped: {reason}"
    return report
