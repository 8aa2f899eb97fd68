"""The child side of the protocol with the application: lines of JSON on standard input and output.

End of file on the input means that the result is no longer wanted.
"""

from __future__ import annotations

import json
import os
import select
import signal
from collections.abc import Mapping
from contextlib import suppress

from storage_tuner.process import OWN_FOLDERS

_INPUT, _OUTPUT = 0, 1


class Parent:
    """The application, for a child program with one thread. Termination signals are ignored: the
    application gets them, too, and its end is noticed by the end of file. Children handle them as
    usual."""

    def __init__(self) -> None:
        self._received = bytearray()
        self._gone = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # with a handler, since a child inherits it when a signal is ignored
            signal.signal(number, lambda *_: None)

    def fileno(self) -> int:
        """The descriptor that becomes readable when there is input."""
        return _INPUT

    def is_gone(self) -> bool:
        """Return whether the application no longer waits for this program. Doesn't block."""
        while not self._gone and select.select([self], [], [], 0)[0]:
            self._hear()
        return self._gone

    def next_document(self) -> Mapping[str, object] | None:
        """The next document from the application; None at the end of file."""
        while b"\n" not in self._received and not self._gone:
            self._hear()
        line, found, rest = bytes(self._received).partition(b"\n")
        if not found:
            return None
        self._received[:] = rest
        document = json.loads(line)
        assert isinstance(document, dict)
        return document

    def send(self, document: Mapping[str, object]) -> None:
        """Send ``document``, if the application still exists."""
        waiting = json.dumps(document).encode() + b"\n"
        with suppress(BrokenPipeError):
            while waiting:
                waiting = waiting[os.write(_OUTPUT, waiting) :]

    def _hear(self) -> None:
        piece = os.read(_INPUT, 1 << 16)
        self._received += piece
        self._gone = not piece


def users_environment() -> dict[str, str]:
    """The environment without the first folders of PYTHONPATH, by which this program finds its own
    packages."""
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)[len(OWN_FOLDERS) :]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**environment, "PYTHONPATH": os.pathsep.join(paths)} if paths else environment
