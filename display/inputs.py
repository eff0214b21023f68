"""Touch, mouse and keys to intents (next issue)."""
