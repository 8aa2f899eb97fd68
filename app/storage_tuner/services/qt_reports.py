"""Saving a result as PDF, CSV or JSON, in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.pdf import write_pdf
from storage_tuner.store.results import write_results
from storage_tuner.store.table import write_csv

Writer = Callable[[SessionRecord, Judgement, Path], None]


def _write_table(record: SessionRecord, _judgement: Judgement, path: Path) -> None:
    write_csv(record, path)


WRITERS: dict[str, Writer] = {".pdf": write_pdf, ".csv": _write_table, ".json": write_results}
"""What writes a file with this suffix."""


class ReportWriter(QObject):
    """``saved`` carries the path, ``failed`` the ``StorageTunerError``."""

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[threading.Thread] = []

    def save(self, record: SessionRecord, judgement: Judgement, path: Path, suffix: str) -> None:
        """Write ``path`` in the format of ``suffix``, one of ``WRITERS``; returns at once."""
        thread = threading.Thread(
            target=self._save, args=(record, judgement, path, WRITERS[suffix]), name="report"
        )
        self._threads.append(thread)
        thread.start()

    def finish(self) -> None:
        for thread in self._threads:
            thread.join()

    def _save(self, record: SessionRecord, judgement: Judgement, path: Path, write: Writer) -> None:
        try:
            write(record, judgement, path)
        except StorageTunerError as error:
            self.failed.emit(error)
        else:
            self.saved.emit(path)
