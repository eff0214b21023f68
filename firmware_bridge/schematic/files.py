"""Which schematic lies in which file of a checkout."""

from __future__ import annotations

import tomllib
from pathlib import Path

from firmware_bridge.schematic.mega import mega_schematic
from firmware_bridge.schematic.pi import pi_schematic

CHECKOUT = Path(__file__).parents[2]


def schematics() -> dict[Path, str]:
    """The text of each file under deploy/; the version is that of pyproject.toml."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    version = project["project"]["version"]
    return {
        CHECKOUT / "deploy/schematic-mega.svg": mega_schematic(version),
        CHECKOUT / "deploy/schematic-pi.svg": pi_schematic(version),
    }
