"""Which device a simulated table has, by the name that `--device` takes."""

from __future__ import annotations

from controller.errors import UsageError
from hw_sim.avr.device import ChipDevice
from hw_sim.native import NativeDevice, native_library
from hw_sim.table import DeviceMaker
from hw_sim.toolchain import ToolchainMissing

DEVICES = ("python", "native", "chip", "gpio")
"""In software; the firmware's portable modules; the whole firmware in a simulated chip; none, but
the pins of a simulated Pi."""


def device_maker(name: str) -> DeviceMaker | None:
    """Makes the device of this name; None: the one in software. Raises UsageError."""
    if name not in DEVICES:
        raise UsageError(f"--device {name!r} is not one of {', '.join(DEVICES)}")
    if name == "python":
        return None
    if name == "gpio":
        from hw_sim.gpio_device import GpioDevice  # noqa: PLC0415  # loads gpiozero

        return GpioDevice
    try:
        native_library()  # builds, or says what is missing, before anything begins
    except ToolchainMissing as missing:
        raise UsageError(f"--device {name}: {missing}") from missing
    return ChipDevice if name == "chip" else NativeDevice
