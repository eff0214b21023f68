"""Geometry of the picture, without pygame: rectangles from a size and an orientation (next issue)."""
