"""Names and forms of what lies in Redis.

gammonboard:NAME:snapshots   stream, the last few, field "snapshot" (JSON)
gammonboard:NAME:token       of the service's session; expires soon after the service is gone
gammonboard:NAME:time        the core's time in ms, and Redis' own when that was written; anew
                             every second, expires as the token does
gammonboard:NAME:intents     stream, the last few, field "envelope" (JSON)
gammonboard:NAME:numbers     counts the envelopes of all screens
gammonboard:NAME:facts       the name of the stream of facts, whose IDs are <fact number>-1,
                             fields "match", "fact" (JSON) and "hash" (hex, the journal's)
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.journal.chain import Row

START = "0-0"
Fields = dict[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one table."""

    name: str

    @property
    def snapshots(self) -> str:
        return self._key("snapshots")

    @property
    def token(self) -> str:
        return self._key("token")

    @property
    def time(self) -> str:
        return self._key("time")

    @property
    def intents(self) -> str:
        return self._key("intents")

    @property
    def facts(self) -> str:
        return self._key("facts")

    def facts_of(self, journal: str) -> str:
        """The stream of one journal's facts."""
        return f"{self.facts}:{journal}"

    def _key(self, what: str) -> str:
        return f"gammonboard:{self.name}:{what}"


def fact_id(number: int) -> str:
    """The stream ID of a fact: the same at every try, so none is ever there twice."""
    return f"{number}-1"


def fact_fields(row: Row) -> dict[str, str | int | bytes]:
    return {"match": row.match, "fact": row.text, "hash": row.hash.hex()}


def row_from(entry_id: bytes, fields: Fields) -> Row | None:
    """The fact of an entry, None for an entry that is none of ours."""
    try:
        match, digest = int(fields[b"match"]), bytes.fromhex(fields[b"hash"].decode())
        return Row(stream_id(entry_id)[0], match, fields[b"fact"], digest)
    except (KeyError, ValueError):
        return None


def stream_id(entry_id: bytes | str) -> tuple[int, int]:
    """An ID as numbers that compare as Redis does."""
    text = entry_id.decode() if isinstance(entry_id, bytes) else entry_id
    first, _, second = text.partition("-")
    return int(first), int(second)
