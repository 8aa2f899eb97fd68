"""The worker's line to the supervisor: each question goes over it together with a socket of its
own, on which the answer comes.

One is kept for the whole process, for those who are far below whoever was given it.
"""

from __future__ import annotations

import socket


class SupervisorLine:
    """``control`` is a socket of whole messages; a full one refuses, and is never waited for."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._control.setblocking(False)

    def ask(self, message: bytes) -> socket.socket:
        """Our end of the line on which it's answered; closing it gives up waiting. Raises
        ``OSError``."""
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
    """From now on it's the one of this process."""
    _used[:] = [line]


def used() -> SupervisorLine | None:
    """None for the supervisor itself, and at the start of the computer."""
    return _used[0] if _used else None
