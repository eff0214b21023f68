"""A screen as a process of its own, on a driver that nobody sees: what it draws it prints.

Arguments: the bus's URL, and how many seconds each drawing takes on top. Prints "up" when it
attaches, then a JSON line for each snapshot that is on the glass.
"""

from __future__ import annotations

import json
import sys
import threading
import time

from controller.bus.opening import open_viewer
from controller.commands.screen import Attached
from controller.config import BusConfig
from controller.view.snapshot import Snapshot
from display.app import Screen
from display.stage import ScreenSettings


def main(url: str, slow_s: float) -> None:
    """Until killed."""
    began = time.monotonic()
    never = threading.Event()

    def drawn(snapshot: Snapshot) -> None:
        told = {"number": snapshot.number, "phase": snapshot.phase, "roll": snapshot.roll}
        print(json.dumps({**told, "after_s": time.monotonic() - began}), flush=True)
        never.wait(slow_s)

    attached = Attached(open_viewer(BusConfig(url)))
    attached.screen = Screen(ScreenSettings(size=(800, 480)), attached.ask, on_drawn=drawn)
    print("up", flush=True)
    began = time.monotonic()
    attached.start()
    attached.screen.run(attached.look)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
