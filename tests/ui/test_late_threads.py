"""What a thread finds out after the window has ended is told to nobody: that would crash."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Qt

from storage_tuner.client.helper import HelperConnection
from storage_tuner.client.setting_changes import Change, ChangeTarget
from storage_tuner.core.errors import HelperGone
from storage_tuner.services import qt_health, qt_helper_desk
from storage_tuner.services.qt_changes import KeptChanges
from storage_tuner.services.qt_health import HealthReader
from storage_tuner.services.qt_settings import SettingChanger


class Waiting:
    """Somebody thinks about a password, and then dismisses the question."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answered = threading.Event()

    def __call__(self) -> HelperConnection:
        self.asked.set()
        self.answered.wait()
        raise HelperGone


def putting_back(waiting: Waiting) -> tuple[KeptChanges, Callable[[], None]]:
    changes = KeptChanges(waiting)
    changes.put_back("sda")
    return changes, changes.finish


def setting(waiting: Waiting) -> tuple[SettingChanger, Callable[[], None]]:
    changer = SettingChanger(waiting)
    changer.apply("sda", (Change(ChangeTarget("sda", 1), {"scheduler": "bfq"}),))
    return changer, changer.finish


def reading(waiting: Waiting) -> tuple[HealthReader, Callable[[], None]]:
    reader = HealthReader(waiting)
    reader.read("sda")
    return reader, reader.finish


@pytest.mark.parametrize("begin", [putting_back, reading, setting])
def test_who_answers_after_the_end_is_not_heard(
    begin: Callable[[Waiting], tuple[QObject, Callable[[], None]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (qt_health, qt_helper_desk):
        monkeypatch.setattr(module, "_PATIENCE_S", 0)
    before, waiting, heard = set(threading.enumerate()), Waiting(), []
    asking, finish = begin(waiting)
    asking.failed.connect(  # type: ignore[attr-defined]
        lambda *words: heard.append(words), Qt.ConnectionType.DirectConnection
    )
    waiting.asked.wait()
    finish()
    waiting.answered.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert heard == []
