"""Advice for the window, gathered in a thread."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.sentence import sentence

if TYPE_CHECKING:
    from storage_tuner.advice.published.device_advice import UserFacts
    from storage_tuner.jobs.device_advice import Advised

from storage_tuner.jobs.unexpected import unexpected

_log = logging.getLogger(__name__)
_AS_BEFORE = sentence("The log has the details. What is measured doesn't need the advice.")


@dataclass(frozen=True)
class AdviceQuestion:
    """``record`` is the last session in which settings of ``device`` were compared."""

    device: Device
    devices: tuple[Device, ...]
    controllers: tuple[Controller, ...]
    told: UserFacts
    record: SessionRecord | None = None


class Adviser(QObject):
    """Only the newest question is answered: ``advised`` carries an ``Advised``, ``failed`` the
    ``StorageTunerError``."""

    advised = Signal(object)
    failed = Signal(object)
    _answered = Signal(int, object, object)

    def __init__(self, root: Path = Path("/"), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self._asked = 0
        self._worker: ThreadPoolExecutor | None = None
        self._answered.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def ask(self, question: AdviceQuestion) -> None:
        """Find the answer; returns at once."""
        self._asked += 1
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "advice")
        self._worker.submit(self._find, self._asked, question)

    def finish(self) -> None:
        self._asked += 1
        if self._worker is not None:
            self._worker.shutdown(cancel_futures=True)
            self._worker = None

    def _find(self, number: int, question: AdviceQuestion) -> None:
        # the window comes sooner without all that advises
        from storage_tuner.jobs.device_advice import advised

        if number != self._asked:
            return
        try:
            found = advised(
                question.device,
                question.devices,
                question.controllers,
                question.told,
                question.record,
                self._root,
            )
        except StorageTunerError as error:
            self._answered.emit(number, None, error)
        except Exception as error:
            _log.exception("unexpected error")
            self._answered.emit(number, None, unexpected(error, _AS_BEFORE))
        else:
            self._answered.emit(number, found, None)

    def _answer(self, number: int, found: Advised | None, error: StorageTunerError | None) -> None:
        if number != self._asked:
            return
        if error is not None:
            self.failed.emit(error)
        else:
            self.advised.emit(found)
