"""The table without a microcontroller: which wire goes to which pin of the Pi. Opens nothing.

    gpio://                                             the pins below
    gpio://?selects=5,6,13,19&buttons=17,27,22,23,24,25&factory=lgpio

Pins are GPIO (BCM) numbers. SPI0 and its two chip selects are fixed in the Pi's hardware.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.layout import BUTTONS
from firmware_bridge.pins import MULTIPLEXERS

SPI_PINS = {"SCLK": 11, "MOSI": 10, "MISO": 9, "CE0": 8, "CE1": 7}
ADC_DEVICE = 0  # CE0
LIGHTS_DEVICE = 1  # CE1, which opens the gate before the strip
SELECT_LINES = 4
FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
}
"""How gpiozero reaches the pins: module and class. No mock among them: a table that is not there
must not look like one. lgpio works on every Pi up to 5 and comes with the extra `pi`."""

_FREE = frozenset(range(4, 28)) - frozenset(SPI_PINS.values())
"""GPIO 0 and 1 belong to a HAT's EEPROM; 2 and 3 have pull-ups that cannot be switched off."""
_BUTTON_NAMES = tuple(
    f"button {side}: {what}" for side in ("light", "dark") for what in ("done", "double", "undo")
)


@dataclass(frozen=True, slots=True)
class GpioPins:
    """selects: lines S0-S3 of all multiplexers; buttons: in the wire's order of buttons."""

    selects: tuple[int, ...] = (5, 6, 13, 19)
    buttons: tuple[int, ...] = (17, 27, 22, 23, 24, 25)
    factory: str = "lgpio"


def parse_gpio_url(url: str) -> GpioPins:
    """The wiring that a URL names. Raises PortUnavailable, naming the word that is wrong."""
    parts = urlsplit(url)
    if parts.scheme != "gpio" or parts.netloc or parts.path not in ("", "/"):
        raise PortUnavailable(f"{url}: the table on this machine's own pins is gpio://")
    words = parse_qsl(parts.query, keep_blank_values=True)
    said = dict(words)
    if len(said) < len(words) or not said.keys() <= {"selects", "buttons", "factory"}:
        raise PortUnavailable(f"{url}: known are selects, buttons and factory, each once")
    pins = GpioPins(
        selects=_numbers(url, said, "selects", GpioPins().selects),
        buttons=_numbers(url, said, "buttons", GpioPins().buttons),
        factory=said.get("factory", GpioPins().factory),
    )
    used = pins.selects + pins.buttons
    if len(pins.selects) != SELECT_LINES or len(pins.buttons) != BUTTONS:
        raise PortUnavailable(f"{url}: {SELECT_LINES} selects and {BUTTONS} buttons are needed")
    if len(set(used)) < len(used) or not set(used) <= _FREE:
        raise PortUnavailable(f"{url}: each pin once, of GPIO 4 to 27, not 7 to 11 (SPI)")
    if pins.factory not in FACTORIES:
        raise PortUnavailable(f"{url}: factory is one of {', '.join(FACTORIES)}")
    return pins


def _numbers(
    url: str, said: dict[str, str], word: str, default: tuple[int, ...]
) -> tuple[int, ...]:
    text = said.get(word)
    if text is None:
        return default
    numbers = text.split(",")
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise PortUnavailable(f"{url}: {word}={text} is no list of pins, 5,6,13,19 is one")
    return tuple(int(number) for number in numbers)


def wiring_table(pins: GpioPins | None = None) -> str:
    """Markdown: every wire between the Pi and the rest, for deploy/HARDWARE.md."""
    pins = pins or GpioPins()
    rows = [
        *(
            (f"select S{line}", f"GPIO {pin}", f"S{line} of all multiplexers")
            for line, pin in enumerate(pins.selects)
        ),
        *(
            (name, f"GPIO {pin}", "to ground; the pull-up is inside")
            for name, pin in zip(_BUTTON_NAMES, pins.buttons, strict=True)
        ),
        ("SPI clock", f"GPIO {SPI_PINS['SCLK']}", "CLK of the MCP3008; 1A of the 74AHCT125"),
        ("SPI data out", f"GPIO {SPI_PINS['MOSI']}", "DIN of the MCP3008; 2A of the 74AHCT125"),
        ("SPI data in", f"GPIO {SPI_PINS['MISO']}", "DOUT of the MCP3008"),
        ("chip select 0", f"GPIO {SPI_PINS['CE0']}", "CS of the MCP3008"),
        ("chip select 1", f"GPIO {SPI_PINS['CE1']}", "1OE and 2OE of the 74AHCT125"),
        *(
            (f"multiplexer {number}", "-", f"its output to CH{number} of the MCP3008")
            for number in range(MULTIPLEXERS)
        ),
        ("lights' clock", "-", "1Y of the 74AHCT125 to CI of the first light; 10 kohm to ground"),
        ("lights' data", "-", "2Y of the 74AHCT125 to DI of the first light; 10 kohm to ground"),
    ]
    lines = ["| signal | pin of the Pi | goes to |", "|---|---|---|"]
    lines += [f"| {signal} | {pin} | {to} |" for signal, pin, to in rows]
    return "\n".join(lines) + "\n"
