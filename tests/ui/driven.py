"""The real application, led to a phase of its assistant; there it stays until it's ended.

``python -m tests.ui.driven DEVICE PHASE REPORT`` says ``there`` then, and in another line what the
page tells of an error. ``REPORT`` is the file that the phase of saving writes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from storage_tuner.client.connecting import connect
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.session_journal import interrupted_folder
from storage_tuner.ui import application
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.ui.phases import Condition, Phase, leading, plan_for

POLL_MS = 20
DISK_BYTES = {Phase.FILLING: 4 << 30}
"""Large enough that it's still being filled when it's looked at."""
SMALL_BYTES = 64 << 20


class Driver(QObject):
    """Looks whether what is waited for has come about, and then goes on."""

    def __init__(self, window: MainWindow, services: Services, words: tuple[str, str, str]) -> None:
        super().__init__(window)
        self._window = window
        device, phase, report = words
        self._steps = _all_of(window, services, device, Phase(phase), Path(report))
        self._condition: Condition = lambda: True
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(POLL_MS)

    def _look(self) -> None:
        if not self._condition():
            return
        self._timer.stop()  # an error in a step is printed by Qt, and the next one can't follow
        condition = next(self._steps, None)
        if condition is None:
            print("there", flush=True)
            print(self._said(), flush=True)
        else:
            self._condition = condition
            self._timer.start(POLL_MS)

    def _said(self) -> str:
        assistant = self._window.assistant
        assert assistant is not None
        return assistant.pages.measure.message.summary


def _all_of(
    window: MainWindow, services: Services, device: str, phase: Phase, report: Path
) -> Iterator[Condition]:
    found = services.inventory
    yield lambda: device == PRACTICE or device in {each.name for each in found.devices}
    yield lambda: services.library.is_ready
    window.open_assistant(device)
    assert window.assistant is not None
    yield from leading(window.assistant, phase, report)


def _make_services(made: Services, phase: Phase) -> Services:
    """With a small practice disk and short plans."""

    def make_session(listener: TuningListener) -> TuningSession:
        size = DISK_BYTES.get(phase, SMALL_BYTES)
        return TuningSession(connect, listener, sample_bytes=size, journals=interrupted_folder())

    def make_assistant(parent: QWidget, device: str) -> Assistant:
        return Assistant(
            parent,
            made.inventory,
            made.monitor,
            made.library,
            make_session,
            device=device,
            adjust=plan_for(phase),
        )

    return replace(made, make_assistant=make_assistant)


def main(device: str, phase: str, report: str) -> int:
    make, start = application.make_services, application.start

    def led(services: Services, window: MainWindow) -> None:
        start(services, window)
        Driver(window, services, (device, phase, report))

    application.make_services = lambda *words: _make_services(make(*words), Phase(phase))
    application.start = led
    return application.run(["storage-tuner"])


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.exit(main(*sys.argv[1:]))
