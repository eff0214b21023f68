"""The facts on disk: append, recover, replay. One writer, append-only, hash-chained."""
