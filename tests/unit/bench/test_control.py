"""Stopping and pausing a measurement."""

from __future__ import annotations

import subprocess
import sys

from tests.packages import PACKAGES

PATIENCE_S = 60

INTERRUPTED_EVERYWHERE = """
import signal, sys
from storage_tuner.bench.control import Control
from storage_tuner.core.errors import Cancelled


def stopped_at_step(last):
    control, step = Control(), 0

    def stop(*_):
        control.pause()
        control.resume()
        control.cancel()

    def trace(*_):
        nonlocal step
        step += 1
        if step == last:
            signal.raise_signal(signal.SIGTERM)
        return trace

    signal.signal(signal.SIGTERM, stop)
    sys.settrace(trace)
    try:
        control.wait(0.05)
        return False
    except Cancelled:
        return True
    finally:
        sys.settrace(None)


step = 1
while stopped_at_step(step):
    step += 1
print(step)
"""
"""In the terminal we measure in the main thread, so a signal's handler stops its own thread."""


def test_a_signal_may_stop_a_wait_at_any_step() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_EVERYWHERE],
        env={"PYTHONPATH": PACKAGES},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert int(done.stdout) > 1
