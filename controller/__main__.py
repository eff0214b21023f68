"""Builds the command line, nothing else."""

from __future__ import annotations

import sys

from controller.commands.app import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
