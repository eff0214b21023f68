"""Everything that the product's mind may raise, as a tree; a leaf for each decision of a caller.

ControllerError
  ConfigError          bad, missing or unknown key   -> refuse to start: file, key, value, range
  RulesError           (ValueError)
    InvalidNotation    text is no play               -> show it, change nothing
    IllegalPlay        not among the legal plays     -> show it, change nothing
  IllegalInput         input not in the phase table  -> a bug: names input and phase
  JournalError
    JournalDamaged     says how far it is whole      -> continue from the last good fact
    JournalUnwritable  disk full, read-only, locked  -> NOT RECORDING, play on
  PlayerFailed         (in seats) a bot is mute     -> ask another player
  RecordError          a match file cannot be read   -> says file, line and why
  UsageError           bad words on a command line   -> one line, exit 2

A wrong board is no error: it is a verdict with a fix.
"""

from __future__ import annotations


class ControllerError(Exception):
    """Base of all our errors."""


class ConfigError(ControllerError):
    """A configuration cannot be used; the text names file, key, value and range."""


class RulesError(ControllerError, ValueError):
    """A play, board or roll that the rules refuse."""


class InvalidNotation(RulesError):
    """The text is not a play."""


class IllegalPlay(RulesError):
    """A play that is none of the legal ones."""


class IllegalInput(ControllerError):
    """An input that the phase table does not list for this phase."""


class JournalError(ControllerError):
    """The journal cannot do what was asked."""


class JournalDamaged(JournalError):
    """A journal is whole only up to some fact; the text says which."""


class JournalUnwritable(JournalError):
    """Nothing can be written: disk full, read-only, or another service holds the journal."""


class RecordError(ControllerError):
    """A match file cannot be read; the text names the file, the line and the reason."""


class UsageError(ControllerError):
    """Bad words on a command line: one line on stderr, exit 2."""
