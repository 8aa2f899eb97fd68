"""The real window over the real services, with a helper within the test's process; over the real
one where a test asks for ``real_helper``. A state folder of its own for either."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.client.connecting import connect
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.measuring import monitored_load
from storage_tuner.ui import application
from storage_tuner.ui.application import dress, make_services, start, stop
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.plan import advanced
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from storage_tuner.ui.window.window_memory import WindowMemory
from tests.fake_helper import FakeHelper
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices, scratch_folder
from tests.ui.guards import (
    garbage_is_collected_between_tests,
    pytest_runtest_teardown,
    watch_qt,
    widgets_belong_to_one_thread,
    windows_go_with_their_test,
)
from tests.ui.plans import brisk, endless, short, unpaced
from tests.ui.samples import DEVICES

__all__ = [
    "endless",
    "garbage_is_collected_between_tests",
    "loop_devices",
    "pytest_runtest_teardown",
    "short",
    "unpaced",
    "widgets_belong_to_one_thread",
    "windows_go_with_their_test",
]

os.environ["QT_QPA_PLATFORM"] = "offscreen"
HERE = Path(__file__).parent
SMALL_DISK_BYTES = 64 << 20
RUN_SPEED = 20.0
"""How many times as soon a made-up run is over."""

PATIENCE_MS = 60_000
"""How long a state may take to come about on a busy machine; nothing is asserted about it."""

Connect = Callable[[], HelperConnection]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            watch_qt(item)


@pytest.fixture(scope="session", autouse=True)
def settings_of_qt(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where Qt's file dialogs keep their own. Qt asks the environment once for a process: it would
    make the folder of the first test anew in a later one."""
    native, user = QSettings.Format.NativeFormat, QSettings.Scope.UserScope
    QSettings.setPath(native, user, str(tmp_path_factory.mktemp("settings-of-qt")))


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where helper, results and settings of this test are kept."""
    with scratch_folder() as folder:
        for name, variable in (
            ("state", "STATE_DIRECTORY"),
            ("runtime", "RUNTIME_DIRECTORY"),
            ("data", "XDG_DATA_HOME"),
            ("config", "XDG_CONFIG_HOME"),
        ):
            (folder / name).mkdir(mode=0o700)
            monkeypatch.setenv(variable, str(folder / name))
        yield folder


@pytest.fixture
def real_helper() -> None:
    """For tests of what only processes do: those that are killed or that kill, real fio, polkit,
    pulled-out disks, overwriting, and what is kept for good."""


@pytest.fixture
def connecting(
    request: pytest.FixtureRequest, state: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Connect]:
    """How the window's jobs get to a helper; patched in before its services are made."""
    if "real_helper" in request.fixturenames:
        yield connect
        return
    fake = FakeHelper(state / "state" / "practice", run_speed=RUN_SPEED)
    for module in (application, advanced):
        monkeypatch.setattr(module, "connect", fake.connect)
    monkeypatch.setattr(monitored_load, "IDLE_S", 0.05)  # what's made up isn't disturbed
    yield fake.connect
    fake.close()


@pytest.fixture
def services(qapp: QApplication, connecting: Connect, state: Path) -> Iterator[Services]:
    settings = QSettings(str(state / "settings.ini"), QSettings.Format.IniFormat)
    WindowMemory(settings).note_welcomed()
    made = make_services(settings, dress(qapp, settings))
    yield made
    stop(made)
    qapp.processEvents()  # what the threads told last may be remembered, too
    settings.sync()  # later it would make the folder anew
    shiboken6.delete(made.theme)  # else it answers the desktop in all later tests, too


@pytest.fixture
def window(services: Services, qtbot: QtBot) -> Iterator[MainWindow]:
    """The main window, shown, with the devices of this computer."""
    made = MainWindow(services)
    start(services, made)
    # not waitSignal: it disconnects while a second change may be on its way from the thread, and
    # PySide then calls a slot that is gone (it does so unless the slot belongs to a QObject)
    qtbot.waitUntil(lambda: bool(made.tree.present_keys()), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: services.library.is_ready, timeout=PATIENCE_MS)
    yield made
    made.end()
    qtbot.waitUntil(lambda: made.assistant is None, timeout=PATIENCE_MS)
    made.deleteLater()


@dataclass(frozen=True)
class AssistantMaker:
    """Makes assistants over real sessions with a small practice disk."""

    services: Services
    qtbot: QtBot
    connecting: Connect = connect

    def __call__(
        self,
        device: str = "",
        *,
        adjust: Callable[[Plan], Plan] | None = None,
        connecting: Connect | None = None,
        settings: QSettings | None = None,
    ) -> Assistant:
        def make_session(listener: TuningListener) -> TuningSession:
            return TuningSession(
                connecting or self.connecting, listener, sample_bytes=SMALL_DISK_BYTES
            )

        services = self.services
        usual = short if self.connecting is connect else brisk
        made = Assistant(
            None,
            services.inventory,
            services.monitor,
            services.library,
            make_session,
            device=device,
            adjust=adjust or usual,
            settings=settings,
        )
        with self.qtbot.waitActive(made, timeout=PATIENCE_MS):
            made.open()
            made.activateWindow()
        return made


@pytest.fixture
def make_assistant(
    services: Services, connecting: Connect, qtbot: QtBot
) -> Iterator[Callable[..., Assistant]]:
    """Gives assistants that are open; they are ended with the test."""
    made: list[Assistant] = []
    maker = AssistantMaker(services, qtbot, connecting)

    def make(*words: object, **more: object) -> Assistant:
        made.append(maker(*words, **more))  # type: ignore[arg-type]
        return made[-1]

    services.library.start()
    services.monitor.start()
    services.inventory.start()
    qtbot.waitUntil(lambda: bool(services.inventory.devices), timeout=PATIENCE_MS)
    # a half-done import holds Python's lock of it, and the next test's library would wait for ever
    qtbot.waitUntil(lambda: services.library.is_ready, timeout=PATIENCE_MS)
    yield make
    for assistant in made:
        assistant.end()
    qtbot.waitUntil(lambda: not any(each.isVisible() for each in made), timeout=PATIENCE_MS)
    for assistant in made:
        assistant.deleteLater()


@pytest.fixture
def loop(loop_devices: LoopDeviceFactory, services: Services, qtbot: QtBot) -> LoopDevice:
    """A loop device that the inventory has found."""
    made = loop_devices()
    qtbot.waitUntil(
        lambda: made.name in {device.name for device in services.inventory.devices},
        timeout=PATIENCE_MS,
    )
    return made


@pytest.fixture
def mounted(loop_devices: LoopDeviceFactory, tmp_path: Path) -> Iterator[tuple[LoopDevice, Path]]:
    """A loop device of our own with a file system that is mounted."""
    device = loop_devices(512 << 20)
    folder = tmp_path / "mounted"
    folder.mkdir()
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    subprocess.run(["mount", device.path, str(folder)], check=True)
    yield device, folder
    subprocess.run(["umount", str(folder)], check=True)


def activate(widget: QWidget, qtbot: QtBot) -> None:
    """Have the keys go to ``widget``, a window. Not ``waitActive``: that takes a dialog for active
    while its window still is, which then gets the dialog's shortcuts."""
    widget.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is widget, timeout=PATIENCE_MS)


def cell(table: QTableWidget, row: int, column: int) -> QTableWidgetItem:
    item = table.item(row, column)
    assert item is not None
    return item


def visible(widget: QWidget) -> list[QWidget]:
    return [child for child in widget.findChildren(QWidget) if child.isVisible()]


@pytest.fixture
def sample_devices() -> tuple[object, ...]:
    return DEVICES
