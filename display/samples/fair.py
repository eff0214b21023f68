"""The scenes of fair dice, each as a snapshot with a hand."""

from __future__ import annotations

from typing import Any

from controller.rules.position import START, Side
from controller.view.snapshot import Cube, Fairness, Message, Snapshot
from display.draft import Draft, Drum, after
from display.samples.states import snapshot
from display.stage import Hand

FIXED = "7f3a91c2d4e8b6050a1b2c3d4e5f60718293a4b5c6d7e8f9a0b1c2d3e4f50617"
SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
TABLE = Fairness("M1/G4", commitment=FIXED)
ENDED: dict[str, Any] = {
    "last_gid": "M1/G3", "last_commitment": FIXED[::-1], "last_seed": SEED, "last_rolls": 57,
}  # fmt: skip
PLAYERS: dict[str, Any] = {
    "mode": "players", "commitment": FIXED, "players": (SEED, FIXED),
    "sources": ("person", "table"),
}  # fmt: skip
GIVEN = ("kék kavics, zöld béka".encode().hex(), SEED[::-1])
ASKED = Fairness("M1/G1", mode="players", commitment=FIXED, asked=("light", "dark"))
DIFFERS: Message = (
    "game {game}: roll {roll} is recorded as {recorded}, the seed gives {thrown}",
    {"game": 3, "roll": "R17", "recorded": "6-6", "thrown": "2-1"},
)
LOST: Message = ("game {game}: the seed of {lost} rolls was lost", {"game": 3, "lost": 12})


def asking(**changes: Any) -> Snapshot:
    """The board is set up, the first die waits."""
    told: Message = (
        "Make the dice yours too: tap the screen or type a phrase. Done: roll without.",
        {},
    )
    return snapshot(
        phase="opening", turn=None, slots=START.slots, off=(0, 0), cube=Cube(), game=1,
        score=(0, 0), can_double=False, messages=(told, told), fairness=ASKED, **changes,
    )  # fmt: skip


def tapped(times: int) -> Hand:
    draft = Draft()
    for nth in range(times):
        draft = after(draft, Drum(Side.LIGHT, 187 * nth, (400, 200)), None)
    return Hand(draft=draft)


def verifying(fairness: Fairness | None, **changes: Any) -> tuple[Snapshot, Hand]:
    return snapshot(fairness=fairness, **changes), Hand(page="verify")


def giving() -> dict[str, tuple[Snapshot, Hand]]:
    """The players' part, a card beside the board."""
    return {"giving": (asking(), Hand()), "giving_tapped": (asking(), tapped(5))}


def verify_pages() -> dict[str, tuple[Snapshot, Hand]]:
    """The page of the dice, each kind of it by its name."""
    return {
        "verify_first_game": verifying(Fairness("M1/G1", commitment=FIXED)),
        "verify": verifying(Fairness("M1/G4", commitment=FIXED, **ENDED)),
        "verify_players": verifying(
            Fairness("M1/G4", **PLAYERS, **ENDED, last_entropy=GIVEN),
        ),
        "verify_code": (
            snapshot(fairness=Fairness("M1/G4", **PLAYERS, **ENDED, last_entropy=GIVEN)),
            Hand(page="verify:code"),
        ),
        "verify_differs": verifying(
            Fairness("M1/G4", commitment=FIXED, **ENDED, last_difference=DIFFERS),
            dice_source="seeded",
        ),
        "verify_lost": verifying(
            Fairness(
                "M1/G4.2", commitment=FIXED, is_lost=True,
                **{**ENDED, "last_seed": None}, last_difference=LOST,
            )
        ),
        "verify_typed": verifying(None, dice_source="typed", commitment=None),
    }  # fmt: skip
