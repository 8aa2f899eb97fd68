"""One window per user and display: who comes second has the first one brought to the front.

The first listens at a socket in the user's runtime folder, which nobody else can enter. A lock
beside it tells whether its owner is still there, so that a socket that was left by a crash is
nobody's.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_PATIENCE_S = 2.0
_GUI_PATIENCE_S = 0.2
_LONGEST = 2**20
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""With what a desktop lets a window come to the front."""


class Instance(QObject):
    """``called`` carries the activation token of a second start ("" without one) and the files to
    import."""

    called = Signal(str, object)

    def __init__(self, address: Path, lock: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._address = address
        self._lock = lock
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        address.unlink(missing_ok=True)
        self._server.bind(str(address))
        self._server.listen()
        self._notifier = QSocketNotifier(self._server.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._answer)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        self._address.unlink(missing_ok=True)
        self._server.close()
        os.close(self._lock)

    def _answer(self) -> None:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            caller, _ = self._server.accept()
            with caller:
                # it's of the same user, and sends before it waits
                caller.settimeout(_GUI_PATIENCE_S)
                with caller.makefile("rb") as reported:
                    words = json.loads(reported.readline(_LONGEST))
                if isinstance(words, list) and words:
                    caller.sendall(b"shown")
                    token, *files = words
                    self.called.emit(str(token), tuple(map(str, files)))


def address_of(environment: Mapping[str, str]) -> Path | None:
    """The socket of this user's window on this display; None where there is no place for it."""
    folder = Path(environment.get("XDG_RUNTIME_DIR") or "/nonexistent")
    if not folder.is_dir() or folder.stat().st_uid != os.geteuid():
        return None
    displays = [environment.get(name, "") for name in ("WAYLAND_DISPLAY", "DISPLAY")]
    number = hashlib.sha256("\0".join(displays).encode()).hexdigest()[:16]
    return folder / f"storage-tuner-{number}.socket"


def call(address: Path, environment: Mapping[str, str], files: Sequence[str] = ()) -> bool:
    """Activate the window that listens there and pass ``files``; False when none does."""
    token = next((found for name in _TOKENS if (found := environment.get(name))), "")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_PATIENCE_S)
        try:
            connection.connect(str(address))
            connection.sendall(json.dumps([token, *files]).encode() + b"\n")
            return connection.recv(16) == b"shown"
        except OSError:
            return False


def listen(address: Path) -> Instance | None:
    """Be the one to be called from now on; None when another one is, or the folder is no use."""
    try:
        lock = os.open(address.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return Instance(address, lock)
    except OSError:
        os.close(lock)
        return None
