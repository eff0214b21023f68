"""Fair dice by commit and reveal, `bgtable-dice-v1` (fair_dice.md 7.2).

The table commits to a secret seed before the first die and reveals it after the last; anybody
can then roll the game again. In the minimal mode, "table seed only", the players' entropy is
A = B = ""; else each side commits to its own, and both are revealed before the first die. Pure:
seeds and entropy come from outside.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from dataclasses import dataclass, field

from controller.rules.position import Roll

LABEL = b"bgtable-dice-v1"
SEED_BYTES = 32
LONGEST_ENTROPY = 400  # bytes; a phrase of a hundred characters of any script
COLUMNS = {"light": "L", "dark": "R"}
OPENING, NORMAL = "O", "R"
FAIR_BELOW = 252  # 42 x 6: larger bytes would favour low dice


def length_prefixed(data: bytes) -> bytes:
    """LP(x): two bytes of big-endian length, then x."""
    return len(data).to_bytes(2, "big") + data


def commitment(gid: str, seed: bytes) -> str:
    """C in hex: shown and written down before anything else of the game."""
    return _digest(b"|commit|", gid, _checked(seed))


def player_commitment(gid: str, column: str, entropy: bytes) -> str:
    """HL or HR in hex; column "L" (left, light) or "R"."""
    return _digest(b"|player|", gid, column.encode("ascii") + entropy)


def derive_key(gid: str, seed: bytes, entropy_a: bytes = b"", entropy_b: bytes = b"") -> bytes:
    """K, from which every die follows."""
    message = LABEL + b"|key|" + length_prefixed(gid.encode("ascii"))
    message += length_prefixed(entropy_a) + length_prefixed(entropy_b)
    return hmac.digest(_checked(seed), message, "sha256")


def entropy_of(text: str) -> bytes:
    """A or B from what a player typed or tapped: the text itself, so that he knows it again.

    Its two ends and how an accent is composed do not count. Raises ValueError for one too long.
    """
    data = unicodedata.normalize("NFC", text.strip()).encode("utf-8", "replace")
    if len(data) > LONGEST_ENTROPY:
        raise ValueError(f"longer than {LONGEST_ENTROPY} bytes")
    return data


def succeeding(gid: str) -> str:
    """The id under which a game goes on whose seed was lost: M1/G1, M1/G1.2, M1/G1.3."""
    head, _, count = gid.partition(".")
    return f"{head}.{int(count or 1) + 1}"


def seed_from_int(number: int, gid: str) -> bytes:
    """The seed of game `gid` for `--seed N`: repeatable, and therefore not fair."""
    text = f"{number}".encode("ascii")
    return hashlib.sha256(
        LABEL + b"|seeded|" + length_prefixed(gid.encode("ascii")) + text
    ).digest()


@dataclass(frozen=True)
class FairDice:
    """All dice of one game. Each kind counts its own n from 0, without gaps (7.2 step 6)."""

    gid: str
    seed: bytes = field(repr=False)  # secret until revealed: kept out of logs
    entropy_a: bytes = field(default=b"", repr=False)
    entropy_b: bytes = field(default=b"", repr=False)

    @property
    def commitment(self) -> str:
        return commitment(self.gid, self.seed)

    def opening(self, n: int) -> Roll:
        """Opening throw n: light's die, dark's die; a tie uses up its n."""
        return self.throw(OPENING, n)

    def roll(self, n: int) -> Roll:
        """Roll n of the game after the opening, in the order drawn."""
        return self.throw(NORMAL, n)

    def throw(self, kind: str, n: int) -> Roll:
        """Throw n of kind "O" (opening) or "R"."""
        key = derive_key(self.gid, self.seed, self.entropy_a, self.entropy_b)
        prefix = LABEL + b"|roll|" + kind.encode("ascii") + n.to_bytes(4, "big")
        dice: list[int] = []
        block = 0
        while len(dice) < 2:
            stream = hmac.digest(key, prefix + block.to_bytes(4, "big"), "sha256")
            dice += [1 + byte % 6 for byte in stream if byte < FAIR_BELOW]
            block += 1
        return dice[0], dice[1]


def _digest(purpose: bytes, gid: str, secret: bytes) -> str:
    message = LABEL + purpose + length_prefixed(gid.encode("ascii")) + secret
    return hashlib.sha256(message).hexdigest()


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
