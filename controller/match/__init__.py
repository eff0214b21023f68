"""Cube, points, Crawford, results: what a game and a match are worth. Pure values."""
