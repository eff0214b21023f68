"""Translations of every message (later issue)."""
