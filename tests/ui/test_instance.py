"""Who starts the window a second time gets the first one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.ui.window import single_instance
from storage_tuner.ui.window.single_instance import Instance, address_of, call, listen
from tests.packages import PACKAGES
from tests.ui.conftest import PATIENCE_MS

HERE = {"DISPLAY": ":7"}


@pytest.fixture
def runtime() -> Iterator[str]:
    """A folder whose name is short: that of a socket may have 107 characters."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield folder


@pytest.fixture
def address(runtime: str) -> Path:
    found = address_of({**HERE, "XDG_RUNTIME_DIR": runtime})
    assert found is not None
    return found


@pytest.fixture
def first(address: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Instance]:
    """One that waits as long as it takes for what a program on a busy machine has to say."""
    monkeypatch.setattr(single_instance, "_GUI_PATIENCE_S", PATIENCE_MS / 1000)
    made = listen(address)
    assert made is not None
    yield made
    made.close()


def calling(address: Path, token: str) -> str:
    """A Python program that calls the window; a process of its own, as a second start is."""
    return (
        "from pathlib import Path; from storage_tuner.ui.window.single_instance import call; "
        f"raise SystemExit(not call(Path({str(address)!r}), {{'XDG_ACTIVATION_TOKEN': {token!r}}}, "
        "['/srv/one result.json']))"
    )


def second_start(address: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", calling(address, "a token")],
        env={**os.environ, "PYTHONPATH": PACKAGES},
    )


def test_the_second_one_calls_the_first(first: Instance, address: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(first.called, timeout=PATIENCE_MS) as called:
        second = second_start(address)
    assert called.args == ["a token", ("/srv/one result.json",)]
    assert second.wait(timeout=PATIENCE_MS / 1000) == 0


def test_nonsense_calls_nobody(first: Instance, address: Path, qtbot: QtBot) -> None:
    told: list[tuple[str, object]] = []
    first.called.connect(lambda *words: told.append(words))
    for nonsense in (b"\n", b"{}\n", b"[]\n", b"1\n", b"\xff\n", b"[" * 50_000):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(address))
            caller.sendall(nonsense)
    second = second_start(address)
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    assert second.wait(timeout=PATIENCE_MS / 1000) == 0
    assert [token for token, _ in told] == ["a token"]


def test_only_one_listens(first: Instance, address: Path) -> None:
    assert listen(address) is None


def test_nobody_answers_where_nobody_is(address: Path) -> None:
    assert not call(address, HERE)


def test_what_a_crash_left_is_nobodys(address: Path, qapp: QApplication) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(address))
    assert not call(address, HERE)
    made = listen(address)
    assert made is not None
    made.close()
    assert not address.exists()


def test_another_display_has_a_window_of_its_own(address: Path, runtime: str) -> None:
    here = {"XDG_RUNTIME_DIR": runtime}
    assert address_of({**here, "DISPLAY": ":8"}) != address
    assert address_of({**here, **HERE, "WAYLAND_DISPLAY": "wayland-1"}) != address
    assert address_of({**here, **HERE}) == address


def test_without_a_folder_of_the_session_every_window_is_the_first(tmp_path: Path) -> None:
    assert address_of(HERE) is None
    assert address_of({**HERE, "XDG_RUNTIME_DIR": str(tmp_path / "none")}) is None
