"""The real application in a real window, under Xvfb, used from outside as a person would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.packages import PACKAGES
from tests.x_server import x_server

PATIENCE_S = 60


def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"never came about: {what}")
        time.sleep(0.05)


@pytest.fixture
def display() -> Iterator[str]:
    with x_server() as name:
        yield name


def environment(state: Path, display: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    return {
        **kept,
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        "XDG_RUNTIME_DIR": str(state),
        "PYTHONPATH": PACKAGES,
    }


def windows(display: str, name: str) -> list[str]:
    """The visible windows with this title."""
    argv = ["xdotool", "search", "--onlyvisible", "--name", name]
    found = subprocess.run(
        argv, env={**os.environ, "DISPLAY": display}, capture_output=True, text=True, check=False
    )
    return found.stdout.split()


def press(display: str, key: str) -> None:
    argv = ["xdotool", "key", "--clearmodifiers", key]
    subprocess.run(argv, env={**os.environ, "DISPLAY": display}, check=True)


def colours_of(display: str, window: str, picture: Path) -> int:
    argv = ["import", "-window", window, str(picture)]
    subprocess.run(argv, env={**os.environ, "DISPLAY": display}, check=True)
    count = subprocess.run(
        ["identify", "-format", "%k", str(picture)], capture_output=True, text=True, check=True
    )
    return int(count.stdout)


@pytest.mark.root
def test_the_application_opens_a_window_and_ends_on_request(
    state: Path, display: str, tmp_path: Path
) -> None:
    application = subprocess.Popen(
        [sys.executable, "-m", "storage_tuner"],
        env=environment(state, display),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: bool(windows(display, "^Storage Tuner$")), "the main window")
        window = windows(display, "^Storage Tuner$")[0]
        picture = tmp_path / "window.png"
        until(lambda: colours_of(display, window, picture) > 50, "a painted window")
        focus = ["xdotool", "windowfocus", "--sync", window]
        subprocess.run(focus, env={**os.environ, "DISPLAY": display}, check=True)
        again = subprocess.run(
            [sys.executable, "-m", "storage_tuner"],
            env=environment(state, display),
            timeout=PATIENCE_S,
            check=False,
        )
        assert again.returncode == 0
        assert windows(display, "^Storage Tuner$") == [window]
        press(display, "alt+l")  # look around, after the welcome

        def assistant_is_there() -> bool:
            press(display, "ctrl+t")  # nothing happens before a device is chosen
            return bool(windows(display, "Tune a disk"))

        until(assistant_is_there, "the assistant")
        application.send_signal(signal.SIGTERM)
        _, said = application.communicate(timeout=PATIENCE_S)
    finally:
        application.kill()
        application.wait(timeout=PATIENCE_S)
    assert application.returncode == 0, said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.root
def test_a_stale_wayland_socket_falls_back_to_x(state: Path, display: str) -> None:
    stale = {"XDG_RUNTIME_DIR": str(state), "WAYLAND_DISPLAY": "wayland-7"}
    usual = environment(state, display)
    del usual["QT_QPA_PLATFORM"]
    application = subprocess.Popen(
        [sys.executable, "-m", "storage_tuner"],
        env={**usual, **stale},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: bool(windows(display, "^Storage Tuner$")), "the main window")
        application.send_signal(signal.SIGTERM)
        _, said = application.communicate(timeout=PATIENCE_S)
    finally:
        application.kill()
        application.wait(timeout=PATIENCE_S)
    assert application.returncode == 0, said
