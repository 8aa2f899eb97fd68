"""Renders every state of the window and every page of the assistant to PNG.

    python -m tests.screens OUT [--only PATTERN] [--schemes light,dark,light-de]

PATTERN is a name with wildcards, such as ``main-*`` (the names are in ``tests/ui/pictures``).

Light and dark at 100 %, light at 200 %, dark with letters of 150 %, light in German; when asked for
also at 300 %, mirrored as for languages that are written from right to left, and with more
contrast. Each in a child, because Qt reads scale and language at its start. What is shown is
invented: devices, counters and measurements come from ``tests.ui.samples``, so that the pictures
are the same on every computer; the widgets are the real ones.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from setup import translations
from tests.packages import PACKAGES

SCALES = {"light": 1, "dark": 1, "light-200": 2, "dark-large": 1, "light-de": 1}
MORE = {"light-300": 3, "light-mirrored": 1, "light-contrast": 1, "dark-contrast": 1}
"""Rendered when they are asked for."""

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


def render(folder: Path, name: str, scale: int, pattern: str = "*") -> int:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(screen(scale))
        file.flush()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((PACKAGES, str(PROJECT))),
            "QT_QPA_PLATFORM": f"offscreen:configfile={file.name}",
            "QT_SCALE_FACTOR": str(scale),
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "de" if name.endswith("-de") else "en",
        }
        argv = [sys.executable, "-m", "tests.ui.render_screens", str(folder), name, pattern]
        return subprocess.run(argv, env=environment, check=False).returncode


def main(folder: Path, schemes: list[str], pattern: str) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    translations.release(translations.sources())
    return max(render(folder, name, {**SCALES, **MORE}[name], pattern) for name in schemes)


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog="python -m tests.screens")
    arguments.add_argument("folder", metavar="OUT", type=Path)
    arguments.add_argument("--only", metavar="PATTERN", default="*")
    arguments.add_argument("--schemes", type=schemes, default=list(SCALES))
    return arguments


def schemes(text: str) -> list[str]:
    names = text.split(",")
    if unknown := set(names) - {*SCALES, *MORE}:
        raise argparse.ArgumentTypeError(f"there is no {', '.join(sorted(unknown))}")
    return names


if __name__ == "__main__":
    asked = parser().parse_args()
    sys.exit(main(asked.folder, asked.schemes, asked.only))
