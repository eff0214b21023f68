"""Everything the bridge may raise, as a tree; a leaf for each decision of a caller.

BridgeError
  PortUnavailable       cannot open, or lost               -> reconnect with backoff
  ProtocolViolation     the device broke the wire's rules  -> resynchronise, count, report
  LocalMisuse           we broke the wire's rules          -> a bug: fail loudly
  IncompatibleFirmware  identify says another version      -> stop, say how to update
"""

from __future__ import annotations


class BridgeError(Exception):
    """Base of all bridge errors."""


class PortUnavailable(BridgeError):
    """A port cannot be opened or has gone; the text names the port and what to do."""


class ProtocolViolation(BridgeError):
    """Bytes that no correct device sends; never reaches above the link, which counts them."""


class LocalMisuse(BridgeError):
    """A message that our own code must not send (index out of range, too long)."""


class IncompatibleFirmware(BridgeError):
    """The device speaks another protocol; the text says which is there and which is needed."""
