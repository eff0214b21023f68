"""Delay, reserve and turn timer as pure functions of time: a later issue puts them here."""
