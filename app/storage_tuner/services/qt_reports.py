"""Saving a result as PDF, CSV or JSON, in a thread."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.sentence import sentence
from storage_tuner.core.verdict import Judgement
from storage_tuner.services.unexpected import words_of

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
        self._threads: list[threading.Thread] = []
        self._ended.connect(self._note_end, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self._under_way > 0

    def save(self, record: SessionRecord, judgement: Judgement, path: Path, suffix: str) -> None:
        """Write ``path`` in the format of ``suffix`` (as ".pdf"); returns at once."""
        self._under_way += 1
        kind = suffix.removeprefix(".")
        thread = threading.Thread(
            target=self._save, args=(record, judgement, path, kind), name="report"
        )
        self._threads.append(thread)
        thread.start()

    def finish(self) -> None:
        """Wait for what is being written."""
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _note_end(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self.finish()  # each is about to return from telling its end
            self.idle.emit()

    def _save(self, record: SessionRecord, judgement: Judgement, path: Path, kind: str) -> None:
        # the window needn't wait at its start for what only a report needs
        from storage_tuner.report.writers import WRITERS

        try:
            WRITERS[kind].write(record, judgement, path)
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
        sentence("The report could not be written: {error}.", error=words_of(error)),
        sentence("The log has the details. The result is kept; you can save it again."),
    )
