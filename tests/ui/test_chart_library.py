"""The library that draws charts is loaded without risk for the window and without making it
wait."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.packages import PACKAGES

STARTED = """
import sys, threading
from importlib.abc import MetaPathFinder

class Watching(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if threading.current_thread() is not threading.main_thread():
            imported.append(name)

imported = []
sys.meta_path.insert(0, Watching())
from storage_tuner.ui import application

def start(services, window):
    services.library.ready.connect(window.end)
    real_start(services, window)

real_start, application.start = application.start, start
code = application.run(["storage-tuner"])
print("pyqtgraph" in sys.modules, *imported)
sys.exit(code)
"""
"""Prints what it imported in other threads than the window's."""


def test_no_thread_loads_anything_of_qt(tmp_path: Path) -> None:
    """PySide makes classes as they are asked for; if two threads ask at the same time, the process
    dies, about once in 60 starts on a busy machine."""
    homes = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
    started = subprocess.run(
        [sys.executable, "-c", STARTED],
        env={
            **os.environ,
            **dict.fromkeys(homes, str(tmp_path)),
            "PYTHONPATH": str(PACKAGES),
            "PYTHONFAULTHANDLER": "yes",
            "QT_QPA_PLATFORM": "offscreen",
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert started.returncode == 0, started.stderr
    loaded, *imported = started.stdout.split()
    assert loaded == "True"
    assert "numpy" in imported
    assert not [each for each in imported if each.split(".")[0] in ("PySide6", "pyqtgraph")]
