"""Saving a result as PDF, CSV or JSON, in a thread."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.writers import WRITERS, Writer

_log = logging.getLogger(__name__)


class ReportWriter(QObject):
    """``saved`` carries the path, ``failed`` the ``StorageTunerError``; ``idle`` is emitted when
    nothing is being written any more."""

    saved = Signal(object)
    failed = Signal(object)
    idle = Signal()
    _ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._under_way = 0
        self._ended.connect(self._note_end, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self._under_way > 0

    def save(self, record: SessionRecord, judgement: Judgement, path: Path, suffix: str) -> None:
        """Write ``path`` in the format of ``suffix`` (as ".pdf"); returns at once."""
        writer = WRITERS[suffix.removeprefix(".")]
        self._under_way += 1
        threading.Thread(
            target=self._save, args=(record, judgement, path, writer), name="report"
        ).start()

    def _note_end(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self.idle.emit()

    def _save(
        self, record: SessionRecord, judgement: Judgement, path: Path, writer: Writer
    ) -> None:
        try:
            writer.write(record, judgement, path)
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            _log.exception("unexpected error")
            self.failed.emit(_unexpected(error))
        else:
            self.saved.emit(path)
        finally:
            self._ended.emit()


def _unexpected(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        f"The report could not be written: {error or type(error).__name__}.",
        "The log has the details. The result is kept; you can save it again.",
    )
