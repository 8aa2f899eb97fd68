"""What a desktop asks of the window, over a real message bus."""

from __future__ import annotations

import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest
from dbus_fast import MessageType, Variant
from pytestqt.qtbot import QtBot

from storage_tuner.desktop.notifications import ICON
from storage_tuner.ui.window.desktop_bus import DesktopBus, accent_of, local_files
from tests.ui.conftest import PATIENCE_MS
from tests.unit.desktop.stand_in_desktop import PORTAL, StandIn, message_bus

RESOURCES = Path(__file__).parents[2] / "resources"
WINDOW = (ICON, "/org/storagetuner/StorageTuner", "org.freedesktop.Application")
TOKEN = {"activation-token": Variant("s", "a token")}


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        message_bus(Path(folder)) as address,
    ):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        made = StandIn(address, (PORTAL,))
        made.accent = (0.2, 0.4, 0.8)
        yield made
        made.close()


@pytest.fixture
def listening(desktop: StandIn, qtbot: QtBot) -> Iterator[DesktopBus]:
    made = DesktopBus()
    with qtbot.waitSignal(made.accent_changed, timeout=PATIENCE_MS) as told:
        made.start()
    assert told.args == ["#3366cc"]
    yield made
    made.stop()


def test_it_is_activated(desktop: StandIn, listening: DesktopBus, qtbot: QtBot) -> None:
    with qtbot.waitSignal(listening.called, timeout=PATIENCE_MS) as called:
        reply = desktop.call(*WINDOW, "Activate", "a{sv}", TOKEN)
    assert reply.message_type is MessageType.METHOD_RETURN
    assert called.args == ["a token", ()]


def test_files_are_opened(desktop: StandIn, listening: DesktopBus, qtbot: QtBot) -> None:
    uris = ["file:///srv/one%20result.json", "https://example.org/result.json"]
    with qtbot.waitSignal(listening.called, timeout=PATIENCE_MS) as called:
        desktop.call(*WINDOW, "Open", "asa{sv}", uris, {})
    assert called.args == ["", ("/srv/one result.json",)]


@pytest.mark.parametrize(("action", "place"), [("tune", "assistant"), ("practice", "practice")])
def test_its_actions_open_the_assistant(
    desktop: StandIn, listening: DesktopBus, qtbot: QtBot, action: str, place: str
) -> None:
    with qtbot.waitSignal(listening.place_asked, timeout=PATIENCE_MS) as asked:
        desktop.call(*WINDOW, "ActivateAction", "sava{sv}", action, [], TOKEN)
    assert asked.args == [place]


def test_every_action_of_the_desktop_file_is_known() -> None:
    file = ConfigParser(interpolation=None, strict=False)
    file.optionxform = str  # type: ignore[assignment, method-assign]
    file.read(RESOURCES / f"{ICON}.desktop")
    entry = file["Desktop Entry"]
    assert entry["DBusActivatable"] == "true"
    assert entry["Actions"] == "tune;practice;"
    service = ConfigParser()
    service.read(RESOURCES / f"{ICON}.session.service")
    assert service["D-BUS Service"]["Name"] == ICON
    assert Path(service["D-BUS Service"]["Exec"]).name == entry["TryExec"]


def test_the_accent_is_followed(desktop: StandIn, listening: DesktopBus, qtbot: QtBot) -> None:
    with qtbot.waitSignal(listening.accent_changed, timeout=PATIENCE_MS) as told:
        desktop.change_accent(1.0, 0.5, 0.0)
    assert told.args == ["#ff8000"]
    with qtbot.waitSignal(listening.accent_changed, timeout=PATIENCE_MS) as told:
        desktop.change_accent(-1.0, -1.0, -1.0)  # as the portal says that there is none
    assert told.args == [""]


def test_other_calls_are_refused(desktop: StandIn, listening: DesktopBus) -> None:
    for member, *told in (("Quit", ""), ("Activate", "s", "x"), ("Open", "as", [])):
        reply = desktop.call(*WINDOW, member, *told)
        assert reply.message_type is MessageType.ERROR


def test_a_second_window_leaves_the_name_to_the_first(
    desktop: StandIn, listening: DesktopBus, qtbot: QtBot
) -> None:
    second = DesktopBus()
    with qtbot.waitSignal(second.accent_changed, timeout=PATIENCE_MS):
        second.start()
    try:
        with qtbot.waitSignal(listening.called, timeout=PATIENCE_MS):
            desktop.call(*WINDOW, "Activate", "a{sv}", {})
    finally:
        second.stop()


def test_without_a_bus_nothing_happens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    for address in ("", f"unix:path={tmp_path / 'nobody'}"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        made = DesktopBus()
        made.start()
        made.stop()


def test_whoever_never_answers_keeps_nobody(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, socket.socket(socket.AF_UNIX) as mute:
        mute.bind(f"{folder}/bus")
        mute.listen()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={folder}/bus")
        made = DesktopBus()
        made.start()
        caller, _ = mute.accept()
        with caller:
            made.stop()
        made.stop()


def test_a_bus_that_went_away_keeps_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'nobody'}")
    made = DesktopBus()
    made.start()
    for thread in threading.enumerate():
        if thread.name == "desktop bus":
            thread.join()
    made.stop()


@pytest.mark.parametrize("nonsense", [None, "blue", (1, 2), (2.0, 0.0, 0.0), (float("nan"),) * 3])
def test_nonsense_is_no_colour(nonsense: object) -> None:
    assert accent_of(nonsense) == ""


def test_only_files_of_this_computer_are_taken() -> None:
    uris = ["file:///a%23b", "smb://host/c", "nonsense", "file://host/d", "file://[x/e"]
    assert local_files(uris) == ("/a#b",)
    (path,) = local_files(["file://localhost/%FF.json"])
    assert os.fsencode(path) == b"/\xff.json"
