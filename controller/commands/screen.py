"""`gammonboard screen`: the screen in a process of its own, attached by the bus."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from controller.bus.bus import Viewer
from controller.bus.opening import open_viewer
from controller.commands.data import PREFERENCES
from controller.config import BusConfig, Config
from controller.errors import UsageError
from controller.rules.position import Side
from controller.view.intents import Intent
from controller.view.snapshot import Message, Snapshot
from display.app import Screen
from display.driver import missing_display
from display.preferences import Preferences
from display.stage import ScreenSettings


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """config: of the same table as the service's. folder: where the screen keeps its settings. url:
    overrides the config's bus. size: of the window; None: as it was last."""

    config: Config
    folder: Path
    url: str | None = None
    size: tuple[int, int] | None = None
    fullscreen: bool = False


def preferences_in(folder: Path, given: frozenset[str] = frozenset()) -> Preferences:
    """What people changed at a screen of this data folder. given: settings named by options."""
    return Preferences(folder / PREFERENCES, given)


def run(options: ScreenOptions) -> int:
    """Show the table until the window is closed. Raises UsageError without a display or a bus."""
    missing = missing_display()
    if missing is not None:
        raise UsageError(
            f"there is no display ({missing}); start the screen in a desktop or kiosk session"
        )
    asked = options.config.bus
    bus = BusConfig(options.url or asked.url, asked.password_file, asked.name)
    viewer = open_viewer(bus)
    turned = options.config.screen
    settings = ScreenSettings(
        size=options.size or ScreenSettings().size,
        bottom=Side(turned.orientation_bottom),
        home=turned.orientation_home,
        large_print=turned.large_print,
        left_handed=turned.left_handed,
        fullscreen=options.fullscreen,
    )
    attached = Attached(viewer)
    is_sized = options.fullscreen or options.size is not None
    kept = preferences_in(options.folder, frozenset({"size"} if is_sized else ()))
    screen = attached.screen = Screen(settings, attached.ask, preferences=kept)
    if kept.remark is not None:
        msgid, arguments = kept.remark
        print(msgid.format_map(arguments), file=sys.stderr)
    try:
        attached.start()
        screen.run(attached.look)
    finally:
        viewer.close()
    return 0


class Attached:
    """A screen behind a bus: while that is away the screen says so over the last picture."""

    def __init__(self, viewer: Viewer) -> None:
        self.screen: Screen | None = None
        self._viewer = viewer
        self._newest: Snapshot | None = None
        self._told: str | None = None

    def start(self) -> None:
        """Begin to show what the table tells."""
        self._viewer.start(self.show)

    def ask(self, intent: Intent) -> None:
        """What is pressed while the bus is away is lost, and the screen says that it is away."""
        self._viewer.ask(intent)

    def show(self, snapshot: Snapshot) -> None:
        self._newest, self._told = snapshot, None
        if self.screen is not None:
            self.screen.show(snapshot)

    def look(self) -> bool:
        """Asked by the screen's loop whether to stop: never, but trouble is told meanwhile."""
        trouble = self._viewer.trouble
        if trouble != self._told and self._newest is not None and self.screen is not None:
            self._told = trouble
            self.screen.show(self._newest if trouble is None else troubled(self._newest, trouble))
        return False


def troubled(snapshot: Snapshot, trouble: str) -> Snapshot:
    """The last picture under a fault of the bus."""
    words: Message = ("The service is not heard: {detail}.", {"detail": trouble})
    return msgspec.structs.replace(
        snapshot, interruption="fault", messages=(words, words), lights=(), number=snapshot.number
    )
