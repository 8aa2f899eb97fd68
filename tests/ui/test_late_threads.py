"""What a thread finds out after the window has ended is told to nobody: that would crash."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QSettings, Signal, SignalInstance

from storage_tuner.client.helper import HelperConnection
from storage_tuner.client.setting_changes import Change, ChangeTarget
from storage_tuner.core.errors import HelperGone
from storage_tuner.jobs.settings.apply import apply_changes
from storage_tuner.ui import jobs
from storage_tuner.ui.device.health_requests import HealthAsking
from storage_tuner.ui.jobs import HelperJobs
from storage_tuner.ui.window.computer_state import HealthSource
from storage_tuner.ui.window.kept_settings import KeptSettings


class Waiting:
    """Somebody thinks about a password, and then dismisses the question."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answered = threading.Event()

    def __call__(self) -> HelperConnection:
        self.asked.set()
        self.answered.wait()
        raise HelperGone


class Told(QObject):
    heard = Signal(object)


Begun = tuple[QObject, SignalInstance, Callable[[], None]]
"""Who is told, of what, and what ends it."""


def putting_back(waiting: Waiting) -> Begun:
    made = HelperJobs("kept")
    kept = KeptSettings(waiting, made, QSettings("/dev/null", QSettings.Format.IniFormat))
    kept.put_back(["sda"])
    return kept, kept.changed, made.finish


def setting(waiting: Waiting) -> Begun:
    made = HelperJobs("settings")
    changes = (Change(ChangeTarget("sda", 1), {"scheduler": "bfq"}),)
    told = Told()
    made.start(partial(apply_changes, waiting, changes), failed=told.heard.emit)
    return told, told.heard, made.finish


def reading(waiting: Waiting) -> Begun:
    made = HelperJobs("health")
    asking = HealthAsking(waiting, made)
    asking.ask(HealthSource("sda", "sda"))
    return asking, asking.changed, made.finish


@pytest.mark.parametrize("begin", [putting_back, reading, setting])
def test_who_answers_after_the_end_is_not_heard(
    begin: Callable[[Waiting], Begun], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_PATIENCE_S", 0)
    before, waiting, heard = set(threading.enumerate()), Waiting(), []
    _listener, told, finish = begin(waiting)
    told.connect(lambda *words: heard.append(words))
    waiting.asked.wait()
    finish()
    waiting.answered.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()
    QCoreApplication.sendPostedEvents()
    assert heard == []
