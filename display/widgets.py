"""Parts that scenes share (next issue)."""
