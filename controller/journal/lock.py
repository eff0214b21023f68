"""One journal, one writer: a lock that the system drops when its holder dies."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from controller.errors import JournalUnwritable


class WriterLock:
    """Held from construction to `close()`. Raises JournalUnwritable where another holds it."""

    def __init__(self, journal: Path) -> None:
        self._fd = os.open(journal.with_name(journal.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            holder = str(os.getpid()).encode()
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, holder, 0)
        except BlockingIOError:
            holder = os.pread(self._fd, 20, 0)
            self.close()
            raise JournalUnwritable(
                f"journal {journal} is in use by another gammonboard "
                f"(process {holder.decode(errors='replace') or 'unknown'}): stop that one first"
            ) from None
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Let go. Idempotent."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)
