"""A table to drag checkers on, in a window.

`layout` says where things lie on the screen, `scene` where the checkers are, `drag`, `buttons` and
`menu` make acts of what mouse and keyboard do, `picture` paints, `app` owns the window.
"""

from __future__ import annotations

import os

# Read by pygame and SDL when they start, so set before either is imported: the greeting would land
# on stdout among the port's lines, and acceleration pushes a plain window through software OpenGL.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "gammonboard-table")  # else the interpreter's name
