"""Asks drives for their health, and remembers what they told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.health import HealthQueue
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.health import Health
from storage_tuner.ui.device.health_states import Answer, HealthStates
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.window.computer_state import HealthSource


class HealthAsking(QObject):
    """``told``: a drive told its health; ``changed``: one is asked, or can't be."""

    told = Signal()
    changed = Signal()

    def __init__(
        self, connect: Callable[[], HelperConnection], jobs: Jobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._queue = HealthQueue(connect)
        self._jobs = jobs
        self._states = HealthStates()

    def ask(self, drive: HealthSource | None) -> None:
        """Nothing happens where there is none, or it's asked already."""
        if drive is None or self._states.is_asked(drive.name):
            return
        self._states.ask(drive.name, drive.number)
        if self._queue.add(drive.disk, drive.port):
            known, failed = self._jobs.relay(self._note), self._jobs.relay(self._note_failed)
            self._jobs.start(partial(self._queue.work_off, known, failed))
        self.changed.emit()

    def answer(self, drive: HealthSource | None) -> Answer | None:
        """What it told last, or why it couldn't be asked."""
        return self._states.state(drive.name, drive.number) if drive is not None else None

    def is_asked(self, drive: HealthSource | None) -> bool:
        """Whether an answer is awaited."""
        return drive is not None and self._states.is_asked(drive.name)

    def told_by(self, devices: tuple[Device, ...]) -> dict[str, Health]:
        """The health of those that told it, by name."""
        return self._states.read(devices)

    def _note(self, health: Health) -> None:
        self._states.answered(health)
        self.told.emit()

    def _note_failed(self, error: StorageTunerError) -> None:
        self._states.failed(error)
        self.changed.emit()
