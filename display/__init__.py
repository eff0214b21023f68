"""The screen: snapshot in, picture out, intents back.

`layout` says where things lie, `scenes` what a snapshot shows there (items, as plain data),
`painter` draws items, `inputs` makes wishes of touches and keys, `app` owns the window.
"""

from __future__ import annotations

import os

# Read by pygame and SDL when they start, so set before either is imported. The greeting would land
# on stdout among JSON lines; the acceleration pushes a plain window through software OpenGL, which
# makes a frame thirty times slower.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
