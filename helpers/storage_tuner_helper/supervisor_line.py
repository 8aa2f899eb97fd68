"""The worker's line to the supervisor. Each request is sent together with a socket of its own, on
which the reply arrives.

One line is kept for the whole process, for code deep below the function that received it.
"""

from __future__ import annotations

import socket


class SupervisorLine:
    """Sends requests to the supervisor. ``control`` is a socket of whole messages; a full one
    refuses a message instead of blocking."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._control.setblocking(False)

    def ask(self, message: bytes) -> socket.socket:
        """Send a request and return our end of the socket for the reply; closing it cancels the
        request. Raises ``OSError``."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(self._control, [message], [theirs.fileno()])
        except OSError:
            ours.close()
            raise
        return ours


_used: list[SupervisorLine] = []


def use(line: SupervisorLine) -> None:
    """Set the line of this process."""
    _used[:] = [line]


def used() -> SupervisorLine | None:
    """Return the line of this process; None in the supervisor itself and at boot."""
    return _used[0] if _used else None
