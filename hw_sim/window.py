"""A table to drag checkers on, in a window (next issue)."""
