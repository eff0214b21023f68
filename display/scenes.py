"""One scene for each state of the core (next issue)."""
