"""Importing any module opens nothing; hardware libraries live in one adapter each."""

from __future__ import annotations

import subprocess
import sys

import source_gates as gates

ADAPTERS = {
    "serial": ["firmware_bridge.serial_port"],
    "gpiozero": ["firmware_bridge.gpio_board", "hw_sim.gpio_pi", "hw_sim.gpio_device"],
    "pygame": ["display", "hw_sim.window"],
}
WIRING = ["firmware_bridge.transport", "controller.commands", "controller.__main__"]
"""What opens ports or wires parts together may reach the serial adapter, never the others."""
WITHOUT_PYGAME = ["display", "display.layout", "display.theme", "display.locale", "display.wall"]

WITH_A_SCREEN = ["controller.commands.windowed", "controller.commands.screen",
                 "controller.commands.bench.screen",
                 "controller.commands.scenario.pictures"]  # fmt: skip
"""Wired only when a screen is asked for."""

IMPORT_ALL = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(name + " is blocked")

sys.meta_path.insert(0, Blocked())
for name in MODULES:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(name, "needs", error)
"""

LOOK_AROUND = """
import importlib, os, sys, threading

def open_files():
    return sorted(os.listdir("/dev/fd"))

before = open_files()
for name in MODULES:
    importlib.import_module(name)
print(threading.active_count(), open_files() == before)
pygame = sys.modules.get("pygame")
print(bool(pygame and (pygame.get_init() or pygame.display.get_init())))
"""


def modules() -> list[str]:
    """Every module of the product by its dotted name, packages by their own."""
    names = []
    for path in gates.sources(*gates.PACKAGES):
        parts = path.relative_to(gates.ROOT).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def is_adapter(name: str) -> bool:
    if name in WITHOUT_PYGAME:
        return False
    return is_below(name, [place for listed in ADAPTERS.values() for place in listed])


def is_below(name: str, places: list[str]) -> bool:
    return any(name == place or name.startswith(place + ".") for place in places)


def run(script: str, **values: object) -> str:
    head = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    done = subprocess.run(
        [sys.executable, "-c", head + script],
        cwd=gates.ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_but_adapters_and_wiring_can_be_imported_without_any_hardware_library() -> None:
    names = [name for name in modules() if not is_adapter(name) and not is_below(name, WIRING)]
    assert run(IMPORT_ALL, BLOCKED=sorted(ADAPTERS), MODULES=names) == ""


def test_the_wiring_can_be_imported_without_the_optional_libraries() -> None:
    wiring = [name for name in modules() if is_below(name, WIRING)]
    names = [name for name in wiring if name not in WITH_A_SCREEN]
    assert run(IMPORT_ALL, BLOCKED=["gpiozero", "pygame"], MODULES=names) == ""


def test_importing_everything_opens_no_file_starts_no_thread_and_no_pygame() -> None:
    assert run(LOOK_AROUND, MODULES=modules()).split() == ["1", "True", "False"]


def test_the_gate_finds_a_module_that_needs_hardware() -> None:
    """Proven on our own serial adapter, which is left out above."""
    found = run(IMPORT_ALL, BLOCKED=["serial"], MODULES=["firmware_bridge.serial_port"])
    assert found == "firmware_bridge.serial_port needs serial is blocked\n"
