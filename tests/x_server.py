"""An X server of our own, for programs in real windows."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def x_server() -> Iterator[str]:
    """The name of its display. It never resets: after each last client that would refuse the next
    one meanwhile."""
    reader, writer = os.pipe()
    argv = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(
        [*argv, "-noreset"], pass_fds=[writer], stderr=subprocess.DEVNULL
    ) as server:
        os.close(writer)
        try:
            with os.fdopen(reader) as told:
                number = told.readline().strip()
            assert number, "Xvfb didn't start"
            yield f":{number}"
        finally:
            server.terminate()
