"""The pictures of all screens can be made from a bare checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
ONE_OF_FOUR = """
import sys
from pathlib import Path
from tests.screens import render
sys.exit(render(Path(sys.argv[1]), "light", 1))
"""


def test_pictures_need_no_import_path_from_outside(tmp_path: Path) -> None:
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [sys.executable, "-c", ONE_OF_FOUR, str(tmp_path)],
        cwd=PROJECT,
        env=bare,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pictures = {path.name for path in tmp_path.glob("*.png")}
    assert {
        "main-disk-light.png",
        "machine-array-degraded-light.png",
        "machine-3ware-unit-light.png",
        "machine-health-sde-light.png",
        "assistant-5-result-broken-off-light.png",
    } <= pictures
