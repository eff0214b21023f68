"""A screen in a process of its own that shows the start of a match: `start_process.py FOLDER`.

Prints "page NAME" when another page is open, and each intent as JSON.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "display"))

from controller.view.intents import Intent
from display.app import Screen
from display.preferences import Preferences
from display.samples.pages import start  # samples of the screen's own tests
from display.stage import ScreenSettings


def main(folder: Path) -> None:
    """Until the first intent."""
    asked: list[Intent] = []
    told: list[str] = []
    settings = ScreenSettings(size=(800, 480))
    screen = Screen(settings, asked.append, preferences=Preferences(folder / "screen.json"))

    def look() -> bool:
        if told[-1:] != [screen.page]:
            told.append(screen.page)
            print(f"page {screen.page}", flush=True)
        return bool(asked)

    screen.show(start())
    screen.run(look)
    print(msgspec.json.encode(asked[0]).decode(), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
