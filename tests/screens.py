"""Renders every state of the window and every page of the assistant to PNG.

    python -m tests.screens OUT

Light and dark at 100 %, light at 200 % (in a child, because Qt reads the scale at its start). What
is shown is invented: devices, counters and measurements come from ``tests.ui.samples``, so that the
pictures are the same on every computer; the widgets are the real ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCALES = {"light": "1", "dark": "1", "light-200": "2"}


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    codes = []
    for name, scale in SCALES.items():
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": scale,
        }
        argv = [sys.executable, "-m", "tests.ui.render_screens", str(folder), name]
        codes.append(subprocess.run(argv, env=environment, check=False).returncode)
    return max(codes)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.screens OUT")
    sys.exit(main(Path(sys.argv[1])))
