"""The one look at the wall clock: the date that a match header may carry."""

from __future__ import annotations

import datetime
from pathlib import Path

SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""systemd touches this when the clock was set from the network; a Pi has no clock battery."""


def synchronised_date() -> str | None:
    """Today as ISO date, None where nothing says that the system's clock is right."""
    return datetime.date.today().isoformat() if SYNCHRONISED.exists() else None
