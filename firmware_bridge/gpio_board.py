"""The table without a microcontroller: one MCP3008, the same multiplexers, buttons on GPIO.

Comes with a later issue. It will hold the device's side of the wire behind a port (`gpio://`), so
that nothing above the port can tell it from a board; gpiozero is imported here and nowhere else.
"""
