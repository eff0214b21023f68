#!/usr/bin/env python3
"""Rolls the dice of a gammonboard match again, by Python alone: python3 verify_dice.py FILE.json

Construction bgtable-dice-v1. LP(x) is x behind its length in two bytes, S the table's secret, A
and B what light and dark gave (nothing, where the match has the table's seed only).
  C  = SHA256(T "|commit|" LP(gid) S)          recorded when the game starts
  HL = SHA256(T "|player|" LP(gid) "L" A)      next, as HR with "R" and B; then A and B
  K  = HMAC(S, T "|key|" LP(gid) LP(A) LP(B))
  roll n of kind "O" (opening: light's die, dark's) or "R" = the first two bytes below 252 of
       HMAC(K, T "|roll|" kind n i) for i = 0, 1, ..., as 1 + byte % 6; n and i in four bytes
S is shown after the last die. Exit 0: VERIFIED, 1: the first difference, 2: no such record.
"""

import hashlib
import hmac
import json
import sys

T, SIDES = b"bgtable-dice-v1", ("light", "dark")
ROLLS_ANEW = ("acey-deucey", "tavla", "portes")  # who won the opening roll throws both dice anew


def demand(holds, words):
    if not holds:
        raise AssertionError(words)


def lp(data):
    return len(data).to_bytes(2, "big") + data


def sha(purpose, gid, secret):
    return hashlib.sha256(T + purpose + lp(gid.encode()) + secret).hexdigest()


def throw(gid, seed, given, kind, n):
    key = hmac.digest(seed, T + b"|key|" + lp(gid.encode()) + b"".join(map(lp, given)), "sha256")
    dice, text, i = [], T + b"|roll|" + kind.encode() + n.to_bytes(4, "big"), 0
    while len(dice) < 2:
        stream = hmac.digest(key, text + i.to_bytes(4, "big"), "sha256")
        dice, i = dice + [1 + byte % 6 for byte in stream if byte < 252], i + 1
    return dice[:2]


class Game:
    """Takes one game's facts in their order and stops at the first that does not fit."""

    def __init__(self, card, facts):
        self.card, self.turn, self.roll, self.then = card, facts[0].get("starter"), None, ""
        self.rolls, self.lost, self.over = 0, 0, False
        self.seeds = {each["gid"]: each["seed"] for each in facts if each["fact"] == "SeedRevealed"}
        self.begin(facts[0]["gid"], facts[0]["commitment"])
        for fact in facts[1:]:
            self.step(fact, fact["fact"], fact.get("side"))
        demand(not self.lost, f"the seed of {self.lost} rolls was lost")

    def begin(self, gid, commitment):
        self.gid, self.shown, self.seed = gid, False, None
        self.n, self.hashes, self.given = {"O": 0, "R": 0}, {}, None
        demand(commitment is not None, "its dice were not committed to")
        if gid in self.seeds:
            self.seed = bytes.fromhex(self.seeds[gid])
            number, same = self.card.get("seed"), self.seed.hex() == self.seeds[gid]
            known = number is None or sha(b"|seeded|", gid, b"%d" % number) == self.seeds[gid]
            demand(known, f"its seed is not that of a match seeded with {number}")
            same = same and sha(b"|commit|", gid, self.seed) == commitment
            demand(same, "the seed shown is not the one that was committed to")

    def step(self, fact, kind, side):
        is_ours = fact.get("gid", self.gid) == self.gid and side in (None, *SIDES)
        demand(is_ours, f"{kind} names another game or side")
        if kind == "SeedLost":
            self.lost, self.shown = self.lost + sum(self.n.values()), True
            if fact.get("next_gid"):
                self.begin(fact["next_gid"], fact.get("commitment"))
        elif kind == "EntropyCommitted":
            late = side in self.hashes or not self.card.get("entropy")
            demand(not late, "the players' chance is not due here")
            self.hashes[side] = fact["commitment"]
        elif kind == "EntropyRevealed":
            self.given = a, b = [bytes.fromhex(text) for text in fact["entropy"]]
            hashes = [sha(b"|player|", self.gid, b"L" + a), sha(b"|player|", self.gid, b"R" + b)]
            same = [*hashes, a.hex(), b.hex()] == [*map(self.hashes.get, SIDES), *fact["entropy"]]
            demand(same, "the players' chance is not the one that was committed to")
        elif kind == "Rolled":
            self.rolled(fact["kind"], fact["n"], fact["dice"], side)
        elif kind == "Played":
            fits = side == self.turn and sorted(fact["dice"]) == self.roll
            demand(fits or fact.get("rolls"), f"{side} played {fact['dice']} after {self.roll}")
            self.roll, self.then = None, fact.get("then", "")  # rolls: a turn that nobody saw
            self.turn = side if self.then else SIDES[side == "light"]
        elif kind == "NamedDouble":
            demand(self.then == "name" and side == self.turn, "a double was named that was not due")
            self.roll, self.then = [fact["value"]] * 2, ""
        elif kind == "BoardSet":
            self.turn, self.roll, self.then = fact.get("turn"), None, ""
        elif kind == "SeedRevealed":
            demand(not self.shown, "its seed is shown twice")
            self.shown = True
        demand(kind not in ("RollCorrected", "OpeningWon"), "dice that people threw")
        self.over = self.over or kind in ("GameEnded", "MatchAbandoned")

    def rolled(self, kind, n, dice, side):
        name, needs = f"roll {kind}{n}", self.card.get("entropy")
        demand(kind in self.n and n == self.n[kind], f"{name} is not the next of its kind")
        demand(self.given or not needs, f"{name} comes before the players' chance")
        due = not self.shown and self.roll is None and self.then != "name" and side == self.turn
        demand(due and (side is None) == (kind == "O"), f"{name} is not due here")
        self.n[kind] += 1
        if self.seed is not None:
            ours = throw(self.gid, self.seed, self.given or (b"", b""), kind, n)
            demand(dice == ours, f"{name} is recorded as {dice}, by the seed it is {ours}")
            self.rolls += 1
        if kind == "O" and dice[0] != dice[1]:
            self.turn = SIDES[dice[0] < dice[1]]
        if kind == "R" or (self.turn and self.card["variant"] not in ROLLS_ANEW):
            self.roll = sorted(dice)


def verify(facts):
    """How many rolls follow of each game. Raises KeyError and the like for what is no record."""
    card, games = facts[0], {}
    starts = [at for at, fact in enumerate(facts) if fact["fact"] == "GameStarted"]
    for at in starts:
        end = min((each for each in starts if each > at), default=len(facts))
        try:
            game = Game(card, facts[at:end])
            is_open = end == len(facts) and not game.over
            demand(game.shown or is_open, "its seed was never shown")
            demand(game.gid not in games, "its dice are those of another game")
        except AssertionError as difference:
            raise AssertionError(f"game {facts[at]['game']}: {difference}") from None
        games[game.gid] = game.rolls if game.shown else None
    return [rolls for rolls in games.values() if rolls is not None]


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            record = json.load(file)
        card, games = record["facts"][0], verify(record["facts"])
        is_ours = card["dice"] == ("fair" if card.get("seed") is None else "seeded")
        if record["gammonboard"] != 1 or not is_ours or not games:
            raise ValueError("no game is over whose dice the table threw")
        print(f"VERIFIED {sum(games)} rolls of {len(games)} game{'s' * (len(games) > 1)}")
    except AssertionError as difference:
        sys.exit(print(difference) or 1)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"no match whose dice can be verified: {error!r}", file=sys.stderr)
        sys.exit(2)
