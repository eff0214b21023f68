"""The web page that shows many tables (later issue)."""
