"""How soon the first window is there: beside the toolkit's floor, and gnome-disks."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.first_window import Desktop, desktop
from tests.packages import PACKAGES

PROJECT = Path(__file__).parents[2]
ROUNDS = 7
MOST_TIMES_THE_FLOOR = 3.5
"""One and a half is wanted. What is between are 240 modules of ours that are imported before the
window, most of them for what it shows; half of it was left out already."""

OURS = (sys.executable, "-m", "storage_tuner")
THEIRS = ("gnome-disks",)
FLOOR = (
    sys.executable,
    "-c",
    "from PySide6.QtWidgets import QApplication, QLabel, QMainWindow\n"
    "made = QApplication([])\n"
    "window = QMainWindow()\n"
    "window.setCentralWidget(QLabel('Disks'))\n"
    "window.show()\n"
    "made.exec()",
)
"""A window of Python and Qt with one label."""

Times = dict[str, list[float]]

pytestmark = pytest.mark.machine


@contextmanager
def a_desktop() -> Iterator[Desktop]:
    """A short path: the name of a socket has 107 letters at most. Python's compiled files are kept
    as they are where a program is installed."""
    with tempfile.TemporaryDirectory(prefix="st-") as name:
        folder = Path(name)
        (folder / "compiled").mkdir()
        more = {
            variable: str(folder)
            for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR")
        }
        more |= {
            "PYTHONPATH": PACKAGES,
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }
        with desktop(folder, more) as made:
            yield made


@pytest.fixture(scope="module")
def times() -> Iterator[Times]:
    """Started by turns on a warm machine; the least times are compared, which other work disturbs
    least."""
    assert shutil.which(THEIRS[0]), "the Debian package gnome-disk-utility is missing"
    programs = {"ours": OURS, "floor": FLOOR, "gnome-disks": THEIRS}
    found: Times = {name: [] for name in programs}
    with a_desktop() as screen:
        for argv in programs.values():
            screen.time_to_window(argv)  # warms the machine
        for _ in range(ROUNDS):
            for name, argv in programs.items():
                found[name].append(screen.time_to_window(argv))
    print("first window:", "; ".join(f"{name} {_told(each)}" for name, each in found.items()))
    yield found


def test_the_first_window_comes_soon(times: Times) -> None:
    ours, floor, theirs = (min(times[name]) for name in ("ours", "floor", "gnome-disks"))
    print(f"first window: {ours / floor:.2f} times the floor, {ours / theirs:.2f} gnome-disks")
    assert ours <= MOST_TIMES_THE_FLOOR * floor


def _told(seconds: list[float]) -> str:
    ordered = sorted(1000 * each for each in seconds)
    return f"{ordered[0]:.0f} ms (median {ordered[len(ordered) // 2]:.0f} ms)"
