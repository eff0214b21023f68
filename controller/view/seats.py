"""How a bot is told from a person wherever a seat or a name is shown."""

from __future__ import annotations

BOT = "bot"


def is_bot(seat: str) -> bool:
    """A seat as facts and snapshots name it: "person", "hands", or "bot ..."."""
    return seat.startswith(BOT)


def marked(name: str, seat: str) -> str:
    """A name as words speak of it."""
    return f"{name} (bot)" if is_bot(seat) else name
