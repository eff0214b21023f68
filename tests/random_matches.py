"""Legal matches drawn at random, told as the journal tells them.

Written for oracles: doubles, takes, drops, gammons, dances, resignations before and after
the roll, declined ones, illegal plays on request. Nothing here is clever; all rules come from the
product, and gnubg is asked afterwards whether they hold.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from controller.dice.fair import COLUMNS, FairDice, player_commitment, seed_from_int, succeeding
from controller.match.cube import CENTRED, Cube, refusal_to_double
from controller.match.score import (
    GameResult,
    Score,
    is_crawford,
    result_of_bearoff,
    result_of_drop,
    result_of_resignation,
    winner_by_bearoff,
)
from controller.match.stakes import Stakes
from controller.rules.notation import format_play
from controller.rules.plays import Play, Step, apply_steps, legal_plays, single_steps
from controller.rules.position import Board, Position, Roll, Side
from controller.rules.variants import Opening, Variant, find_variant
from controller.table import facts as f

DOUBLES, TAKES, RESIGNS, ACCEPTS = 0.06, 0.6, 0.004, 0.5


def random_match(
    seed: int,
    length: int,
    light: str = "Anna",
    dark: str = "Bob",
    match: int = 1,
    illegal: float = 0.0,
    variant: str = "standard",
    entropy: tuple[bytes, bytes] | None = None,
    lost_at: int | None = None,
) -> list[f.Fact]:
    """All facts of one finished match (money: three games, without an end of the match).

    illegal: the chance of a turn to be played against the rules and let stand. variant: any
    without a reserve. entropy: what light and dark add to the dice of every game; lost_at: before
    this roll of each game its seed is lost.
    """
    row = find_variant(variant)
    drawn = _Drawn(random.Random(seed), seed, length, light, dark, match, illegal, row)
    drawn.entropy, drawn.lost_at = entropy, lost_at
    return drawn.play()


def with_seeds(facts: list[f.Fact]) -> list[f.Fact]:
    """The same match with each game's seed shown when it is over."""
    told: list[f.Fact] = []
    gid, seed = "", 0
    for at, fact in enumerate(facts):
        told.append(fact)
        if isinstance(fact, f.MatchStarted):
            seed = fact.seed or 0
        elif isinstance(fact, f.GameStarted):
            gid = fact.gid
        elif isinstance(fact, f.SeedLost):
            gid = fact.next_gid
        ends = isinstance(fact, f.MatchEnded | f.GameEnded)
        if ends and not isinstance(next(iter(facts[at + 1 :]), None), f.MatchEnded):
            told.append(f.SeedRevealed(gid, seed_from_int(seed, gid).hex()))
    return told


@dataclass
class _Drawn:
    rng: random.Random
    seed: int
    length: int
    light: str
    dark: str
    match: int
    illegal: float
    variant: Variant
    facts: list[f.Fact] = field(default_factory=list)
    rolls: int = 0
    entropy: tuple[bytes, bytes] | None = None
    lost_at: int | None = None

    def play(self) -> list[f.Fact]:
        self.facts.append(
            f.MatchStarted(
                match=self.match,
                variant=self.variant.id,
                length=self.length,
                light=self.light,
                dark=self.dark,
                seats=("hands", "hands"),
                dice="seeded",
                date=f"2026-11-{self.seed % 28 + 1:02}" if self.seed % 2 else None,
                seed=self.seed,
                product="gammonboard test",
                entropy=self.entropy is not None,
            )
        )
        score = Score(self.length)
        crawford_played = False
        number = 0
        while score.winner is None and not (score.is_money and number == 3):
            number += 1
            crawford = is_crawford(score, crawford_played=crawford_played)
            crawford_played = crawford_played or crawford
            result = self.game(number, score, crawford)
            score = score.with_win(result.winner, result.points)
            self.facts.append(
                f.GameEnded(
                    result.winner.value, result.how.value, result.size, result.points, score.points
                )
            )
        if score.winner is not None:
            self.facts.append(f.MatchEnded(score.winner.value, score.points))
        return self.facts

    def game(self, number: int, score: Score, crawford: bool) -> GameResult:
        gid = f"M{self.match}/G{number}"
        dice = self.dice_of(gid)
        position, cube = self.variant.start_position, CENTRED
        opens = self.variant.opening is Opening.LIGHT_STARTS
        start = f.GameStarted(
            number, gid, score.points, crawford, dice.commitment, position.slots,
            starter="light" if opens else None,
        )  # fmt: skip
        self.facts.append(start)
        self.add_entropy(gid)
        side, roll = self.opening(dice)
        keen = self.rng.choice((Side.LIGHT, Side.DARK))
        self.rolls = 0
        while True:
            if roll is None:
                offered = self.cube_act(side, cube, score, crawford)
                if isinstance(offered, GameResult):
                    return offered
                cube = offered
                if self.rolls == self.lost_at and dice.gid == gid:
                    dice = self.lose(gid)
                roll = dice.roll(self.rolls)
                if resigned := self.resignation(side, cube, after_roll=False):
                    return resigned
                self.facts.append(f.Rolled("R", self.rolls, roll, side.value))
                self.rolls += 1
            if resigned := self.resignation(side, cube, after_roll=True):
                return resigned
            position = self.turn(side, roll, position, keen=side is keen)
            if winner_by_bearoff(position) is side:
                largest = self.variant.largest_win
                return result_of_bearoff(position, side, cube.value, largest=largest)
            side, roll = side.other, None

    def dice_of(self, gid: str) -> FairDice:
        return FairDice(gid, seed_from_int(self.seed, gid), *(self.entropy or (b"", b"")))

    def add_entropy(self, gid: str) -> None:
        if self.entropy is None:
            return
        for side, given, source in zip(Side, self.entropy, ("person", "table"), strict=True):
            digest = player_commitment(gid, COLUMNS[side.value], given)
            self.facts.append(f.EntropyCommitted(gid, side.value, digest, source))
        self.facts.append(f.EntropyRevealed(gid, (self.entropy[0].hex(), self.entropy[1].hex())))

    def lose(self, gid: str) -> FairDice:
        dice = self.dice_of(succeeding(gid))
        self.facts.append(f.SeedLost(gid, dice.gid, dice.commitment))
        self.add_entropy(dice.gid)
        self.rolls = 0
        return dice

    def opening(self, dice: FairDice) -> tuple[Side, Roll | None]:
        if self.variant.opening is Opening.LIGHT_STARTS:
            return Side.LIGHT, None
        throw = next(n for n in range(100) if dice.opening(n)[0] != dice.opening(n)[1])
        for n in range(throw + 1):
            self.facts.append(f.Rolled("O", n, dice.opening(n)))
        roll = dice.opening(throw)
        side = Side.LIGHT if roll[0] > roll[1] else Side.DARK
        return side, roll if self.variant.opening is Opening.DIE_EACH else None

    def cube_act(self, side: Side, cube: Cube, score: Score, crawford: bool) -> Cube | GameResult:
        stakes = Stakes(cube=self.variant.cube)
        refusal = refusal_to_double(cube, side, score, stakes, crawford=crawford)
        if refusal or self.rng.random() > DOUBLES or cube.value >= 64:
            return cube
        self.facts.append(f.Doubled(side.value, cube.offered_value))
        if self.rng.random() > TAKES:
            self.facts.append(f.Dropped(side.other.value))
            return result_of_drop(side, cube.value)
        self.facts.append(f.Taken(side.other.value, cube.offered_value))
        return cube.take(side.other)

    def resignation(self, side: Side, cube: Cube, *, after_roll: bool) -> GameResult | None:
        if self.rng.random() > RESIGNS * (1 if after_roll else 2):
            return None
        size = min(self.rng.choice((1, 1, 2, 3)), self.variant.largest_win)
        accepted = self.rng.random() < ACCEPTS
        self.facts.append(f.ResignOffered(side.value, size))
        self.facts.append(f.ResignAnswered(side.other.value, accepted))
        return result_of_resignation(side, size, cube.value) if accepted else None

    def turn(self, side: Side, roll: Roll, position: Position, *, keen: bool) -> Position:
        plays = legal_plays(position.board(side), roll, self.variant).plays
        wrong = self.wrong_step(position.board(side), plays)
        if wrong is not None:
            return self.stand(side, roll, position, wrong)
        if not plays:
            play = Play((), position.board(side))
        elif keen:
            play = max(plays, key=_keenness)
        else:
            play = self.rng.choice(plays)
        after = apply_steps(position, side, play.steps)
        text = format_play(play.steps)
        self.facts.append(f.Played(side.value, roll, text, after.slots, after.off))
        return after

    def wrong_step(self, board: Board, plays: tuple[Play, ...]) -> Step | None:
        """Now and then a single step to an open point that is none of the legal plays."""
        if not self.illegal or self.rng.random() > self.illegal:
            return None
        finals = {play.board for play in plays}
        steps = [
            (step, after)
            for die in range(1, 7)
            for step, after in single_steps(board, die)
            if step.to and after not in finals
        ]
        return self.rng.choice(steps)[0] if steps else None

    def stand(self, side: Side, roll: Roll, position: Position, step: Step) -> Position:
        after = apply_steps(position, side, (step,))
        text = format_play((step,))
        self.facts.append(f.Played(side.value, roll, text, after.slots, after.off, illegal=True))
        return after


def _keenness(play: Play) -> tuple[int, int]:
    """Hits and points made count more than blots: enough to win gammons from random play."""
    board = play.board
    made = sum(3 for n in board[1:19] if n > 1)
    blots = sum(2 for n in board[1:25] if n == 1)
    return made - blots - 6 * board[0] - sum(n for n in board if n > 0), board[25]
