"""Snapshots, facts and intents between processes: in-process, Redis Streams (next issue)."""
