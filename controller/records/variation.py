"""Which game a foreign file is of: its word for it, our variant.

Files say `Variation "NackGammon"` or `"HyperGammon (3)"` (records 5.1.3); ours may also say a
variant's id. The rule sheets' own games are backgammon to every other program.
"""

from __future__ import annotations

from collections.abc import Collection

from controller.errors import RecordError, RulesError
from controller.rules.variants import Variant, find_variant

_FOREIGN = {
    "": "standard",
    "backgammon": "standard",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "hypergammon (3)": "hypergammon",
    "longgammon": "long-gammon",
}
_WRITTEN = {
    "standard": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon": "HyperGammon (3)",
}
_RULES = {"standard": "", "nackgammon": "Nackgammon", "hypergammon": "Hypergammon3"}


def variant_of(variation: str) -> Variant:
    """The variant that a file's word means. Raises RecordError for one that we do not play."""
    word = " ".join(variation.lower().split())
    try:
        return find_variant(_FOREIGN.get(word, word))
    except RulesError as error:
        raise RecordError(f"a match of {variation!r}, which is not read: {error}") from error


def variation_of(variant_id: str) -> str:
    """The word for a variant in a `.mat` header: that of other programs where they have one."""
    return _WRITTEN.get(variant_id, variant_id)


def rules_token(variant_id: str) -> str | None:
    """What an SGF's RU says of a variant: "" for the usual game, None where it has no word."""
    return _RULES.get(variant_id)


def variant_of_rules(tokens: Collection[str]) -> Variant:
    """The variant that the words of an SGF's RU mean."""
    named = [id for id, token in _RULES.items() if token and token.lower() in tokens]
    return find_variant(named[0] if named else "standard")


def is_known_elsewhere(variant_id: str) -> bool:
    """Whether other programs have a word for this variant and know its set-up."""
    return variant_id in _WRITTEN
