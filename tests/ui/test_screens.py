"""The pictures of all screens can be made from a bare checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.render_screens import areas, may_match

PROJECT = Path(__file__).parents[2]
ONE_OF_FOUR = """
import sys
from pathlib import Path
from tests.screens import render
sys.exit(render(Path(sys.argv[1]), "light", 1, "main-*"))
"""


@pytest.mark.slow
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
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pictures = {path.name for path in tmp_path.glob("*.png")}
    assert {"main-disk-light.png", "main-welcome-light.png", "main-gone-light.png"} <= pictures
    assert {name.startswith("main-") for name in pictures} == {True}, "the pattern holds"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*", True),
        ("main-*", True),
        ("m*", True),
        ("machine-*", False),
        ("*gone", True),
        ("about", False),
    ],
)
def test_a_pattern_leaves_out_areas_without_a_match(pattern: str, expected: bool) -> None:
    assert may_match(pattern, "main") is expected


def test_every_area_is_found() -> None:
    assert {"about", "assistant", "keep", "machine", "main"} <= {name for name, _ in areas("*")}
