"""The players' part in fair dice: each side adds chance of its own before the first die.

The order is that of fair_dice.md 7.2: the table has committed to its seed; each side's chance comes
in and its hash becomes a fact; then both are revealed; then dice may be thrown. Nobody waits for
ever: a side rolls without by its Done, and for a bot the service draws.
"""

from __future__ import annotations

from controller.dice.fair import entropy_of
from controller.rules.position import Side
from controller.table import facts as f
from controller.table import inputs
from controller.table.desk import Desk, Notice
from controller.table.effects import KeepEntropy, WantEntropy, WantReveal, WantRoll
from controller.table.phases import Phase
from controller.view.snapshot import Fairness, Message

REVEAL = "reveal"
GIVEN = "Your part of the dice is in."
_BEFORE_A_ROLL = (Phase.SETUP, Phase.OPENING, Phase.TO_ROLL)
LOST_MS = 15_000  # long enough to be read by whoever looks away from the board


def asked(desk: Desk) -> tuple[Side, ...]:
    """Whose chance is still to come in this game, bots' included."""
    fair, state = desk.state.fair, desk.state
    if fair.is_ready or state.game.commitment is None or state.phase not in _BEFORE_A_ROLL:
        return ()
    return tuple(side for side in Side if fair.digests[side.index] is None)


def asked_people(desk: Desk) -> tuple[Side, ...]:
    """Of them those who can give it themselves, and have not just done so."""
    giving = desk.moment.giving
    return tuple(side for side in asked(desk) if not _is_drawn(desk, side) and side not in giving)


def prompt(desk: Desk) -> None:
    """Ask the service for what needs nobody: a bot's chance, and revealing what both gave."""
    if desk.state.card is None or desk.state.fair.is_ready:
        return
    waiting = asked(desk)
    for side in waiting:
        if _is_drawn(desk, side) and side not in desk.moment.giving:
            _keep(desk, side, "", "table")
    digests = desk.state.fair.digests
    if None not in digests and REVEAL not in desk.moment.giving:
        desk.moment.giving = (*desk.moment.giving, REVEAL)
        desk.out.append(WantEntropy(desk.state.game.gid, desk.reveals))


def give(desk: Desk, side: Side, text: str) -> None:
    """A player's phrase, or the times of his taps."""
    fair = desk.state.fair
    if not fair.is_wished:
        desk.refuse(side, ("The dice of this match need nothing from you.", {}))
    elif side not in asked_people(desk):
        desk.refuse(side, (GIVEN, {}))
    else:
        try:
            given = entropy_of(text)
        except ValueError:
            desk.refuse(side, ("That is too long: a phrase of a hundred letters is enough.", {}))
            return
        if given:
            _keep(desk, side, text, "person")
        else:
            desk.refuse(side, ("Tap or type something first; Done rolls without it.", {}))


def press(desk: Desk, side: Side, control: str) -> bool:
    """A Done where dice would be thrown, before both sides' chance is in: whether it was that."""
    is_due = desk.state.phase in _BEFORE_A_ROLL and desk.state.phase is not Phase.SETUP
    if control != "done" or not is_due or desk.state.fair.is_ready:
        return False
    waiting = asked_people(desk)
    if side in waiting:
        _keep(desk, side, "", "none")
    elif waiting:
        name = (desk.card.light, desk.card.dark)[waiting[0].index]
        desk.refuse(side, ("{name} may still add to the dice, or press Done.", {"name": name}))
    else:
        desk.refuse(side, ("The dice are on their way.", {}))
    return True


def kept(desk: Desk, told: inputs.EntropyKept) -> None:
    """A side's chance is safe: its hash is a fact."""
    side = Side(told.side)
    if told.gid == desk.state.game.gid and side in asked(desk):
        desk.record(f.EntropyCommitted(told.gid, told.side, told.commitment, told.source))


def shown(desk: Desk, told: inputs.EntropyShown) -> None:
    """Both sides' chance is known to everybody: dice may be thrown."""
    if told.gid == desk.state.game.gid and not desk.state.fair.is_ready:
        desk.record(f.EntropyRevealed(told.gid, told.entropy))


def lost(desk: Desk, told: inputs.SeedGone) -> None:
    """The seed is gone in mid-game: everybody is told, and the next dice follow from another one,
    committed to before they are thrown."""
    if told.gid != desk.state.game.gid:
        return
    desk.moment.awaiting = None
    desk.moment.giving = ()
    desk.record(f.SeedLost(told.gid, told.next_gid, told.commitment))
    fingerprint = told.commitment[:8].upper()
    message: Message = (
        "The secret seed of this game's dice was lost: the rolls so far can never be checked. New "
        "dice are committed to from here, {fingerprint}.",
        {"fingerprint": f"{fingerprint[:4]} {fingerprint[4:]}"},
    )
    for side in Side:
        desk.notices[side] = Notice(message, desk.now_ms + LOST_MS)


def wanted_roll(desk: Desk, kind: str) -> WantRoll:
    """The next roll of a kind, from what was committed to and what both sides gave."""
    game, given = desk.state.game, desk.state.fair.entropy
    return WantRoll(
        game.gid, kind, game.rolled[kind], desk.reveals, game.commitment, given or ("", "")
    )


def wanted_reveal(desk: Desk) -> WantReveal:
    """The seed of the game that is over."""
    game = desk.state.game
    return WantReveal(game.gid, desk.reveals, game.commitment)


def fairness(desk: Desk) -> Fairness | None:
    """What a person may see of it; None where people throw."""
    state, fair = desk.state, desk.state.fair
    if state.card is None or not desk.throws:
        return None
    ended = fair.ended
    now = Fairness(
        gid=state.game.gid,
        mode="players" if fair.is_wished else "table",
        commitment=state.game.commitment,
        players=fair.digests,
        asked=tuple(side.value for side in asked_people(desk)),
        sources=fair.sources,
        is_lost=fair.is_lost,
    )
    if ended is None:
        return now
    return Fairness(
        now.gid, now.mode, now.commitment, now.players, now.asked, now.sources, now.is_lost,
        last_gid=ended.gid,
        last_commitment=ended.commitment,
        last_seed=ended.seed or None,
        last_entropy=ended.entropy,
        last_rolls=ended.rolls,
        last_difference=ended.difference,
    )  # fmt: skip


def _is_drawn(desk: Desk, side: Side) -> bool:
    """Nobody sits there who could give anything: a bot, or simulated hands."""
    return desk.is_bot(side) or desk.card.seats[side.index] == "hands"


def _keep(desk: Desk, side: Side, text: str, source: str) -> None:
    desk.moment.giving = (*desk.moment.giving, side)
    desk.out.append(KeepEntropy(desk.state.game.gid, side.value, text, source, desk.reveals))
