"""One module a command: the only room that wires rooms together."""
