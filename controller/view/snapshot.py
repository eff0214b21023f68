"""What a person may see: the only picture of the table that screens, walls and hands get."""

from __future__ import annotations

import msgspec

from controller.view.lobby import Lobby

Message = tuple[str, dict[str, str | int]]
"""(msgid, arguments): msgid is the English template; translated only where it is shown."""


class Light(msgspec.Struct, frozen=True):
    """One light that burns. place: slot 0-25, tray of light 26, of dark 27.

    Screens know two places more: the reserve of light is 29, of dark 30; they have no light.

    kind: from, target, wrong, missing, extra, question or bar.
    of: of a target by which of the dice, "larger" (or a double's), "smaller" or "both" (or several
    steps of a double); of what is missing whose checker, "light" or "dark"; else "".
    later: not the next hand movement to make, but one after it.
    """

    place: int
    kind: str
    of: str = ""
    later: bool = False


class Cube(msgspec.Struct, frozen=True):
    """owner "light", "dark" or None (centred); offered_by: whose offer stands, or None.

    can_beaver: the side that answers may turn it back at once.
    """

    value: int = 1
    owner: str | None = None
    offered_by: str | None = None
    can_beaver: bool = False


class Fix(msgspec.Struct, frozen=True):
    """One hand movement that mends the board, by slots: source None: from beside the table; to
    None: off it."""

    side: str
    source: int | None
    to: int | None


class Reach(msgspec.Struct, frozen=True):
    """Where a checker on a slot (or in reserve) could go: places, and for each the dice that lead
    there."""

    slot: int
    places: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]


class MissedTurn(msgspec.Struct, frozen=True):
    """A turn that nobody saw. rolls: all that explain it; play: its text, "" for a dance."""

    side: str
    rolls: tuple[tuple[int, int], ...]
    play: str


class Question(msgspec.Struct, frozen=True):
    """What the table asks. ask: "which", "resume", "stands", "missed", "roll" or "contradiction";
    side: whose answer counts (None: either's).

    choices: the plays in question, canonical text; places: the two lit places that tell them apart;
    turns: what seems to have been played unseen, in order (the snapshot shows the board after it).
    rolls: that explain the play of a "roll" or "contradiction" (`TypeDice` answers a "roll");
    pointed: the roll that a yes confirms.
    """

    ask: str
    side: str | None = None
    choices: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    turns: tuple[MissedTurn, ...] = ()
    rolls: tuple[tuple[int, int], ...] = ()
    pointed: tuple[int, int] | None = None


class Standing(msgspec.Struct, frozen=True):
    """A wrong board that stands once both sides accept it. play: its text, "" for none.

    accepted: the side that did, or None; checkers: how many (light, dark) lie there.
    """

    play: str
    accepted: str | None
    checkers: tuple[int, int]


class LineMinute(msgspec.Struct, frozen=True):
    """What came over the table's line in each of the last 62 seconds, the oldest first; fewer while
    it has not been watched for so long. heard: messages; damaged: frames thrown away.

    until_ms: the core's time in the last of these seconds. Nothing has come since.
    """

    heard: tuple[int, ...] = ()
    damaged: tuple[int, ...] = ()
    until_ms: int = 0


class LineQuality(msgspec.Struct, frozen=True):
    """How good the table's line was when it was lost. Counts are since the service began.

    messages_per_s: heard in the last ten seconds; resent: said again by either end; damaged:
    frames thrown away; silent_ms: since the table was last heard, None if never; minute: also what
    came in since.
    """

    messages_per_s: int
    resent: int
    damaged: int
    silent_ms: int | None
    minute: LineMinute = LineMinute()


class Clock(msgspec.Struct, frozen=True):
    """Whose time runs, and how much is left.

    kind: "turn" (so much for each turn) or "reserve" (a delay each turn, then the reserve).
    reserve_ms, delay_ms: left to each side, and of the running turn's delay, at `since_ms`; of a
    turn timer all is delay. whole_ms: of a delay. turn: whose turn it is; since_ms: the core's time
    from which that side's time has run, None while it stands. fallen: who has run out of time.
    increment_ms: what a completed turn adds to the reserve.
    """

    kind: str
    reserve_ms: tuple[int, int]
    delay_ms: int
    whole_ms: int
    turn: str | None = None
    since_ms: int | None = None
    fallen: str | None = None
    increment_ms: int = 0

    def left(self, side: str, now_ms: int) -> tuple[int, int]:
        """(reserve, delay) in ms that a side has left at the core's time; of a turn that is not
        its own the whole delay."""
        reserve_ms = self.reserve_ms[side == "dark"]
        if side != self.turn:
            return reserve_ms, self.whole_ms
        gone_ms = 0 if self.since_ms is None else max(0, now_ms - self.since_ms)
        over_ms = max(0, gone_ms - self.delay_ms)
        return max(0, reserve_ms - over_ms), max(0, self.delay_ms - gone_ms)


class Paused(msgspec.Struct, frozen=True):
    """The match stands still. by: who asked; since_ms: the core's time."""

    by: str
    since_ms: int


class Fairness(msgspec.Struct, frozen=True):
    """What the dice of this game and of the last one rest on. Hashes and seeds in hex.

    mode: "table" (its seed alone) or "players" (they add their own). players: what they committed
    to, (light, dark), None until then; asked: whose entropy the table still waits for; sources:
    whose it is, "person", "table" (drawn for a bot), "none" (left out) or "" (not known yet).
    is_lost: rolls of this game hang on a seed that was lost.
    last_gid ... last_rolls: of the game that ended last: revealed seed and entropies, how many
    rolls follow from them; last_difference: the first that does not, in words.
    """

    gid: str
    mode: str = "table"
    commitment: str | None = None
    players: tuple[str | None, str | None] = (None, None)
    asked: tuple[str, ...] = ()
    sources: tuple[str, str] = ("", "")
    is_lost: bool = False
    last_gid: str = ""
    last_commitment: str | None = None
    last_seed: str | None = None
    last_entropy: tuple[str, str] = ("", "")
    last_rolls: int = 0
    last_difference: Message | None = None


class Kept(msgspec.Struct, frozen=True):
    """The finished match's record. path: where its .mat lies; text: the .mat itself; why: it could
    not be written."""

    path: str = ""
    text: str = ""
    why: str = ""


class Snapshot(msgspec.Struct, frozen=True):
    """The whole state a screen needs, never turned, JSON-safe.

    slots: 26 signed counts of the position believed (agreed plus steps under way), light positive.
    roll: dice of the turn, larger first, None before rolling.
    lifted: slots whose checker is in a hand. messages: (to light, to dark) words, newest state.
    noticed: (light, dark) whether its words stand before the state's for a while, as a refusal's.
    target_dice: for each of `targets` the dice that lead there, in order. used: dice played so far.
    sensed: what seems to lie there, in the form of `slots`, where that is not what it should be.
    moves: (from, to) places of a play shown to the hands and not made yet, or to be taken back.
    restoring: the match is paused until `slots` lie there, the "agreed" position or one that is
    "set" to go on from.
    bonus: the roll to come or being played is one more of the same turn. naming: the double
    pointed at while one is to be named (0: none yet); playable: for each double 1-6 how many of
    its four steps can be made, while aids are full.
    at_ms: the core's time when this was made (for a viewer that came later: when it came), from
    which `Clock` and `Paused` count. plays: how many of this match the journal holds. lobby: in
    "start" and "match_over".
    """

    number: int  # counts up; an older one than seen is stale
    match: int
    turn_number: int
    phase: str
    interruption: str | None
    turn: str | None  # "light", "dark", None where nobody is on roll
    slots: tuple[int, ...]
    off: tuple[int, int]
    reserve: tuple[int, int]
    roll: tuple[int, int] | None
    opening: tuple[int, int] | None
    steps: tuple[tuple[int, int], ...]  # made so far this turn, mover's points
    targets: tuple[int, ...]  # slots a lifted checker can reach, 26/27 for the trays
    lifted: tuple[int, ...]
    verdict: str | None
    cube: Cube
    can_double: bool
    score: tuple[int, int]
    match_length: int
    game: int
    crawford: bool
    names: tuple[str, str]
    seats: tuple[str, str]
    lights: tuple[Light, ...]
    messages: tuple[Message | None, Message | None]
    fault_line: Message | None  # cells in doubt; play goes on without them
    refused: int  # counts refusals; `messages` says why
    last_play: str
    last_side: str | None
    pips: tuple[int, int]
    dice_source: str
    commitment: str | None
    winner: str | None
    game_points: int
    recording: bool
    target_dice: tuple[tuple[int, ...], ...] = ()
    reach: tuple[Reach, ...] = ()  # while nothing is lifted and aids are full
    used: tuple[int, ...] = ()
    sensed: tuple[int, ...] = ()
    fixes: tuple[Fix, ...] = ()
    strays: tuple[int, ...] = ()  # slots near which something magnetic lies that is no checker
    moves: tuple[tuple[int, int], ...] = ()
    restoring: str = ""
    resign: tuple[str, int] | None = None  # who offers to lose, and 1 single, 2 gammon, 3
    question: Question | None = None
    standing: Standing | None = None  # while a wrong board may be let stand
    largest_win: int = 3  # 1: this game can only be lost single, 2: as a gammon, 3: backgammon
    aids: str = "full"
    variant: str = "standard"
    bonus: bool = False
    naming: int = 0
    playable: tuple[int, ...] = ()
    how: str = ""  # why the game's points: "single", "gammon, cube 2" and so on
    line: LineQuality | None = None  # while the table cannot be seen
    fault_ms: int | None = None  # the core's time since when it cannot, if it ever could
    deduced: tuple[tuple[int, int], ...] = ()  # rolls that explain the whole play lying there
    chosen: str | None = None  # while a play is shown to be made: its text, "" for a dance
    at_ms: int = 0
    clock: Clock | None = None
    paused: Paused | None = None
    fairness: Fairness | None = None
    plays: int = 0
    noticed: tuple[bool, bool] = (False, False)
    kept: Kept | None = None  # in "match_over", once it is written
    lobby: Lobby | None = None
    locked: bool = False  # tournament: aids are none and stay so
    brightness_pct: int = 60
