"""Runs the real firmware in a simulated chip: `chip` the object, `device` a table's device."""
