"""Runs the real firmware in a simulated chip (later issue)."""
