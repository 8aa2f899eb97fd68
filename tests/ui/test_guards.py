"""What is to fail every test of the window does so: tests that break the rules, run by pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
CONFTEST = """
from tests.ui.guards import *
def pytest_collection_modifyitems(items):
    for item in items:
        watch_qt(item)
"""
BEGINNING = """
import threading
import pytest
from PySide6.QtCore import QObject, Qt, Signal, qWarning
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

class Worker(QObject):
    told = Signal(str)

    def work(self, task):
        thread = threading.Thread(target=task)
        thread.start()
        thread.join()

class Own(QLabel):
    def show_text(self, text):
        self.setText(text)
"""
SOUND = """
def test_a_signal_carries_it_over(qtbot):
    label, worker = QLabel(), Worker()
    qtbot.addWidget(label)
    worker.told.connect(label.setText)
    worker.work(lambda: worker.told.emit("a"))
    qtbot.waitUntil(lambda: label.text() == "a")
"""
BROKEN = {
    "a method of Qt": """
def test_it(qtbot):
    label, worker = QLabel(), Worker()
    worker.work(lambda: label.setText("a"))
""",
    "a method of ours": """
def test_it(qtbot):
    label, worker = Own(), Worker()
    worker.work(lambda: label.show_text("a"))
""",
    "only looked at": """
def test_it(qtbot):
    label, worker = QLabel(), Worker()
    worker.work(lambda: label.isVisible())
""",
    "a slot that isn't carried over": """
def test_it(qtbot):
    label, worker = QLabel(), Worker()
    worker.told.connect(label.setText, Qt.ConnectionType.DirectConnection)
    worker.told.connect(lambda text: label.setText(text), Qt.ConnectionType.DirectConnection)
    worker.work(lambda: worker.told.emit("a"))
""",
    "a warning": """
def test_it(qtbot):
    qWarning("This plugin does not support propagateSizeHints() nor this")
""",
    "a warning while it's set up": """
@pytest.fixture
def noisy(qtbot):
    qWarning("careful")
def test_it(noisy):
    pass
""",
    "a warning afterwards": """
@pytest.fixture
def noisy(qtbot):
    yield
    qWarning("careful")
def test_it(noisy):
    pass
""",
}

TOUCHED = "The window was touched by another thread"
SAID = {
    **dict.fromkeys(BROKEN, TOUCHED),
    "a warning": "Qt messages with level WARNING",
    "a warning while it's set up": "Qt messages with level WARNING",
    "a warning afterwards": "Qt warned while the test was taken down",
}


def run(folder: Path, test: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_it.py").write_text(BEGINNING + test)
    (folder / "pytest.ini").write_text("[pytest]\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        env={**os.environ, "PYTHONPATH": str(PROJECT), "QT_QPA_PLATFORM": "offscreen"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_sound_tests_pass(tmp_path: Path) -> None:
    done = run(tmp_path, SOUND)
    assert done.returncode == 0, done.stdout


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", BROKEN)
def test_broken_ones_fail(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, BROKEN[name])
    assert done.returncode == 1, done.stdout
    assert SAID[name] in done.stdout
