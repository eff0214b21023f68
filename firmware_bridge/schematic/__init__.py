"""The schematics of the table, drawn from the pin tables: `python -m firmware_bridge.schematic`."""
