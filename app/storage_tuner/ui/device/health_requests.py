"""Reads the health of drives and caches it; another drive of the same name starts over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.health import HealthQueue
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.health import Health
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.window.computer_state import HealthSource

Answer = Health | StorageTunerError


class HealthAsking(QObject):
    """``reported``: a drive's health was read; ``changed``: a reading started or failed. The cache
    is keyed by the drive's number, which changes when another drive gets the name."""

    reported = Signal()
    changed = Signal()

    def __init__(
        self, connect: Callable[[], HelperConnection], jobs: Jobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._queue = HealthQueue(connect)
        self._jobs = jobs
        self._asked: dict[str, int | None] = {}
        self._answers: dict[str, tuple[int | None, Answer]] = {}

    def ask(self, drive: HealthSource | None) -> None:
        """Nothing happens where there is none, or it's asked already."""
        if drive is None or drive.name in self._asked:
            return
        self._asked[drive.name] = drive.number
        if self._queue.add(drive.disk, drive.port):
            known, failed = self._jobs.relay(self.note), self._jobs.relay(self.note_failed)
            self._jobs.start(partial(self._queue.work_off, known, failed))
        self.changed.emit()

    def answer(self, drive: HealthSource | None) -> Answer | None:
        """Last health of this drive, or why it couldn't be read."""
        return self._answer(drive.name, drive.number) if drive is not None else None

    def is_asked(self, drive: HealthSource | None) -> bool:
        """Whether a reading is under way."""
        return drive is not None and drive.name in self._asked

    def health_of_devices(self, devices: tuple[Device, ...]) -> dict[str, Health]:
        """Known health by name."""
        found = ((device.name, self._answer(device.name, device.diskseq)) for device in devices)
        return {name: answer for name, answer in found if isinstance(answer, Health)}

    def _answer(self, name: str, number: int | None) -> Answer | None:
        asked_number, answer = self._answers.get(name, (None, None))
        return answer if asked_number == number else None

    def note(self, health: Health) -> None:
        """Note an answer, for the drive that it names."""
        self._keep(health.device, health)
        self.reported.emit()

    def note_failed(self, error: StorageTunerError) -> None:
        """The drive that waited longest couldn't be asked."""
        if self._asked:
            self._keep(next(iter(self._asked)), error)
        self.changed.emit()

    def _keep(self, name: str, answer: Answer) -> None:
        self._answers[name] = (self._asked.pop(name, None), answer)
