"""The window and its loop: holds only the latest snapshot (next issue)."""
