"""Renders every state of the window and every page of the assistant to PNG.

    python -m tests.screens OUT

Light and dark at 100 %, light at 200 %, dark with letters of 150 %; each in a child, because Qt
reads the scale at its start. What is shown is invented: devices, counters and measurements come
from ``tests.ui.samples``, so that the pictures are the same on every computer; the widgets are the
real ones.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SCALES = {"light": 1, "dark": 1, "light-200": 2, "dark-large": 1}
PROJECT = Path(__file__).parent.parent


def screen(scale: int) -> str:
    """A screen of 1920 × 1080 device-independent pixels, for Qt's offscreen platform."""
    monitor = {
        "name": "picture",
        "x": 0,
        "y": 0,
        "width": 1920 * scale,
        "height": 1080 * scale,
        "logicalDpi": 96,
        "logicalBaseDpi": 96,
        "dpr": 1,
    }
    return json.dumps({"screens": [monitor]})


def render(folder: Path, name: str, scale: int) -> int:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(screen(scale))
        file.flush()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(PROJECT / "app"), str(PROJECT))),
            "QT_QPA_PLATFORM": f"offscreen:configfile={file.name}",
            "QT_SCALE_FACTOR": str(scale),
        }
        argv = [sys.executable, "-m", "tests.ui.render_screens", str(folder), name]
        return subprocess.run(argv, env=environment, check=False).returncode


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    return max(render(folder, name, scale) for name, scale in SCALES.items())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.screens OUT")
    sys.exit(main(Path(sys.argv[1])))
