"""The progress on the program's icon, on a real message bus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.desktop.launcher import LauncherProgress
from tests.unit.desktop.stand_in_desktop import StandIn, message_bus

INTERFACE = "com.canonical.Unity.LauncherEntry"
DESKTOP_FILE = "org.storagetuner.StorageTuner.desktop"


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with message_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        made = StandIn(address, ())
        made.hear(INTERFACE)
        yield made
        made.close()


def ended(progress: LauncherProgress) -> None:
    thread = progress.hide()
    assert thread is not None
    thread.join(10)
    assert not thread.is_alive()


def told(desktop: StandIn) -> list[tuple[str, float, bool]]:
    """What came until now: the desktop's answer comes after everything before it."""
    desktop.is_connected("org.example.Nobody")
    return [
        (str(uri), properties["progress"].value, properties["progress-visible"].value)
        for uri, properties in (each.body for each in desktop.heard if each.interface == INTERFACE)
    ]


def test_the_progress_is_told_step_by_step_and_goes_at_the_end(desktop: StandIn) -> None:
    progress = LauncherProgress()
    for fraction in (0.101, 0.102, 0.25, 0.9):
        progress.show(fraction)
    ended(progress)
    uri = f"application://{DESKTOP_FILE}"
    assert told(desktop) == [
        (uri, 0.1, True), (uri, 0.25, True), (uri, 0.9, True), (uri, 0.0, False)
    ]  # fmt: skip


def test_the_icon_is_that_of_the_installed_program() -> None:
    assert (Path(__file__).parents[3] / "resources" / DESKTOP_FILE).is_file()


def test_the_next_measurement_begins_anew(desktop: StandIn) -> None:
    progress = LauncherProgress()
    for _ in range(2):
        progress.show(0.5)
        ended(progress)
    assert [each[1:] for each in told(desktop)] == [(0.5, True), (0.0, False)] * 2


def test_where_no_desktop_is_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    progress = LauncherProgress()
    progress.show(0.5)
    assert progress.hide() is None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    progress.show(0.5)
    ended(progress)
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
