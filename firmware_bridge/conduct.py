"""How a device conducts itself: the numbers of PROTOCOL.md sections 5 and 6, for every device.

The simulated device reads them here; `firmware_header` writes them into the firmware's C header.
"""

from __future__ import annotations

SCAN_MS = 10
HEARTBEAT_MS = 1000
NO_HOST_MS = 3000
WINDOW = 8  # numbered messages under way
QUEUE_REPORTS = 24  # beyond: a report waits in the reporting rule
QUEUE_LIMIT = 32  # the rest is for buttons
FIRST_RESEND_MS = 50
LAST_RESEND_MS = 800
RESEND_SPACING_MS = 10  # a burst of doubled acks asks for one repetition

MEAN_SCANS = 8
JUMP = 16  # a quarter of a checker
DRIFT = 4  # a sixteenth of a checker, well above the spread of a mean at noise 1 (0.35)
SPREADS = 6  # a mean strays that far from the value once in 10^9 scans
SPREAD_BLOCK_SCANS = 64  # the spread is known to about a sixth
BUSY_REPORTS = 20
BUSY_WINDOW_MS = 1000
BUSY_INTERVAL_MS = 200  # at most five a second
STILL_MS = 1000

NO_HOST_CODE = 8  # of both trays, in the device's own grey palette
GREY_STEP = 17  # palette 0: code c is 17 * c of each colour
