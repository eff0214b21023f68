"""What is legal: positions, plays, their text. Pure values; no game state."""
