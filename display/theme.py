"""Colours and sizes as data; knows no game (next issue)."""
