"""Where a window can open: real sockets, and the real application where there is none."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.core.errors import NoDisplay
from storage_tuner.ui.display import require_display
from tests.packages import PACKAGES


@pytest.fixture
def compositor(tmp_path: Path) -> Iterator[Path]:
    """A socket as a Wayland compositor listens at."""
    path = tmp_path / "wayland-7"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        yield path


@pytest.fixture
def far_display() -> Iterator[str]:
    """An X display of this computer by TCP, as ssh makes them."""
    for number in range(70, 170):
        with socket.socket() as server:
            try:
                server.bind(("127.0.0.1", 6000 + number))
            except OSError:
                continue  # somebody else's
            server.listen()
            yield f"localhost:{number}.0"
            return
    pytest.fail("no free port")


@pytest.fixture
def closed_display() -> Iterator[str]:
    """A port that is taken and where nobody listens, as an X display by TCP."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        yield f"localhost:{server.getsockname()[1] - 6000}.0"


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DISPLAY": "", "HOME": "/"},
        {"DISPLAY": ":54321"},
        {"DISPLAY": "elsewhere"},
        {"DISPLAY": "elsewhere:screen"},
        {"DISPLAY": "localhost:99999"},
        {"WAYLAND_DISPLAY": "wayland-7"},
        {"WAYLAND_DISPLAY": "/nowhere/wayland-7"},
        {"QT_QPA_PLATFORM": "xcb"},
        {"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":54321"},
    ],
)
def test_a_display_that_nobody_serves_is_none(environment: dict[str, str]) -> None:
    with pytest.raises(NoDisplay):
        require_display(environment)


@pytest.mark.parametrize("platform", ["offscreen", "vnc:size=800x600"])
def test_a_platform_without_a_display_will_do(platform: str) -> None:
    require_display({"QT_QPA_PLATFORM": platform})


def test_a_compositor_will_do(compositor: Path) -> None:
    folder = str(compositor.parent)
    require_display({"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": compositor.name})
    require_display({"WAYLAND_DISPLAY": str(compositor)})
    with pytest.raises(NoDisplay):
        require_display({"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "wayland-8"})


def test_a_compositor_that_ended_is_none(compositor: Path) -> None:
    left = compositor.with_name("wayland-6")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(left))
    assert left.is_socket()
    with pytest.raises(NoDisplay):
        require_display({"WAYLAND_DISPLAY": str(left)})


def test_a_display_by_tcp_will_do_while_somebody_listens(
    far_display: str, closed_display: str
) -> None:
    require_display({"DISPLAY": far_display})
    require_display({"DISPLAY": far_display, "WAYLAND_DISPLAY": "/nowhere/wayland-7"})
    with pytest.raises(NoDisplay):
        require_display({"DISPLAY": closed_display})


def test_looking_for_a_display_does_not_connect() -> None:
    """An X server without other clients starts anew when one leaves, and our window with it."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{os.getpid()}")  # nobody else's
        server.listen()
        server.setblocking(False)
        require_display({"DISPLAY": f":{os.getpid()}.0"})
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["nothing", "wayland", "tcp"])
def test_the_application_says_in_one_sentence_that_there_is_no_display(
    name: str, tmp_path: Path, closed_display: str
) -> None:
    named = {
        "nothing": {},
        "wayland": {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"},
        "tcp": {"DISPLAY": closed_display},
    }[name]
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    done = subprocess.run(
        [sys.executable, "-m", "storage_tuner"],
        env={**bare, **named, "PYTHONPATH": PACKAGES},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 7
    assert done.stderr.startswith("storage-tuner: There is no display")
    assert len(done.stderr.splitlines()) == 1
