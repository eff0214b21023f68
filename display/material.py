"""Procedural wood and leather; knows no game (next issue)."""
