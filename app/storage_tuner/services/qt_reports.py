"""Saving a result as PDF, CSV or JSON, in a thread."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.writers import WRITERS, Writer


class ReportWriter(QObject):
    """``saved`` carries the path, ``failed`` the ``StorageTunerError``."""

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[threading.Thread] = []

    def save(self, record: SessionRecord, judgement: Judgement, path: Path, suffix: str) -> None:
        """Write ``path`` in the format of ``suffix`` (as ".pdf"); returns at once."""
        writer = WRITERS[suffix.removeprefix(".")]
        thread = threading.Thread(
            target=self._save, args=(record, judgement, path, writer), name="report"
        )
        self._threads.append(thread)
        thread.start()

    def finish(self) -> None:
        for thread in self._threads:
            thread.join()

    def _save(
        self, record: SessionRecord, judgement: Judgement, path: Path, writer: Writer
    ) -> None:
        try:
            writer.write(record, judgement, path)
        except StorageTunerError as error:
            self.failed.emit(error)
        else:
            self.saved.emit(path)
