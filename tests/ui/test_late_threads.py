"""What a thread finds out after the window has ended is told to nobody: that would crash."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QSettings, SignalInstance

from storage_tuner.core.errors import HelperGone
from storage_tuner.services import qt_helper_desk
from storage_tuner.services.helper import HelperConnection
from storage_tuner.services.qt_settings import SettingChanger
from storage_tuner.services.setting_changes import Change, ChangeTarget
from storage_tuner.ui import jobs
from storage_tuner.ui.health_asking import HealthAsking
from storage_tuner.ui.jobs import HelperJobs
from storage_tuner.ui.kept_settings import KeptSettings
from storage_tuner.ui.known import Drive


class Waiting:
    """Somebody thinks about a password, and then dismisses the question."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answered = threading.Event()

    def __call__(self) -> HelperConnection:
        self.asked.set()
        self.answered.wait()
        raise HelperGone


Begun = tuple[SignalInstance, Callable[[], None]]


def putting_back(waiting: Waiting) -> Begun:
    made = HelperJobs("kept")
    kept = KeptSettings(waiting, made, QSettings("/dev/null", QSettings.Format.IniFormat))
    kept.put_back(["sda"])
    return kept.changed, made.finish


def setting(waiting: Waiting) -> Begun:
    changer = SettingChanger(waiting)
    changer.apply("sda", (Change(ChangeTarget("sda", 1), {"scheduler": "bfq"}),))
    return changer.failed, changer.finish


def reading(waiting: Waiting) -> Begun:
    made = HelperJobs("health")
    asking = HealthAsking(waiting, made)
    asking.ask(Drive("sda", "sda"))
    return asking.changed, made.finish


@pytest.mark.parametrize("begin", [putting_back, reading, setting])
def test_who_answers_after_the_end_is_not_heard(
    begin: Callable[[Waiting], Begun], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (jobs, qt_helper_desk):
        monkeypatch.setattr(module, "_PATIENCE_S", 0)
    before, waiting, heard = set(threading.enumerate()), Waiting(), []
    told, finish = begin(waiting)
    told.connect(lambda *words: heard.append(words))
    waiting.asked.wait()
    finish()
    waiting.answered.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()
    QCoreApplication.sendPostedEvents()
    assert heard == []
