"""What the desktop entry's actions start: the window with its assistant open."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.test_real_window import PATIENCE_S, display, environment, until, windows

__all__ = ["display"]


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.parametrize("place", ["assistant", "practice"])
def test_the_assistant_is_open_at_once(
    state: Path,
    tmp_path: Path,
    display: str,
    place: str,
) -> None:
    argv = [sys.executable, "-m", "storage_tuner", "--open", place]
    surroundings = environment(tmp_path, display)
    with subprocess.Popen(argv, env=surroundings, stderr=subprocess.PIPE, text=True) as application:
        try:
            until(lambda: bool(windows(display, "Tune a disk")), "the assistant")
            application.send_signal(signal.SIGTERM)
            _, said = application.communicate(timeout=PATIENCE_S)
        finally:
            application.kill()
    assert (application.returncode, said) == (0, "")
