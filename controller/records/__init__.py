"""Exports of a match: .mat and JSON, their readers, and the check of a record's plays."""
