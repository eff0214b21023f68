"""Geometry of the picture, without pygame: rectangles from size and orientation (next issue)."""
