"""`python -m firmware_bridge.schematic` writes both schematics anew; a test compares them."""

from __future__ import annotations

from firmware_bridge.schematic.files import schematics

if __name__ == "__main__":
    for path, text in schematics().items():
        path.write_text(text, encoding="utf-8")
        print(path)
