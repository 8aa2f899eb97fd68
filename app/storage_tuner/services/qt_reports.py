"""Saving a result in all formats, and what it will say, in threads."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.sentence import sentence
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.unexpected import words_of
from storage_tuner.report.language import language
from storage_tuner.report.layout import Layout, Paper
from storage_tuner.services.qt_threads import Threads

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReportWish:
    """``files`` are kinds of the writers with their paths, ``language`` a code; ``share``: without
    what tells whose the result is."""

    files: tuple[tuple[str, Path], ...]
    paper: Paper = Paper.A4
    language: str = "en"
    share: bool = False


class ReportWriter(QObject):
    """``saved`` carries the path, ``failed`` the ``StorageTunerError``; ``idle`` is emitted when
    nothing is being written any more. ``all_saved`` carries the paths of a wish, ``previewed`` the
    wish and its text in Markdown."""

    saved = Signal(object)
    all_saved = Signal(object)
    previewed = Signal(object, str)
    failed = Signal(object)
    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads = Threads("report", self)
        self._threads.idle.connect(self.idle)

    @property
    def is_busy(self) -> bool:
        return self._threads.is_busy

    def save(self, record: SessionRecord, judgement: Judgement, path: Path, suffix: str) -> None:
        """Write ``path`` in the format of ``suffix`` (as ".pdf"); returns at once."""
        wish = ReportWish(((suffix.removeprefix("."), path),))
        self._begin(lambda: self._save(record, judgement, wish))

    def save_all(self, record: SessionRecord, judgement: Judgement, wish: ReportWish) -> None:
        """Write what is wished for; returns at once."""
        self._begin(lambda: self._save_all(record, judgement, wish))

    def preview(self, record: SessionRecord, judgement: Judgement, wish: ReportWish) -> None:
        """Find out what the files will say; returns at once."""
        self._begin(lambda: self._preview(record, judgement, wish))

    def _begin(self, work: Callable[[], None]) -> None:
        self._threads.start(lambda: self._carry_out(work))

    def finish(self) -> None:
        """Wait for what is being written."""
        self._threads.finish()

    def _carry_out(self, work: Callable[[], None]) -> None:
        try:
            work()
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            _log.exception("unexpected error")
            self.failed.emit(_unexpected(error))

    def _save(self, record: SessionRecord, judgement: Judgement, wish: ReportWish) -> None:
        for path in _written(record, judgement, wish):
            self.saved.emit(path)

    def _save_all(self, record: SessionRecord, judgement: Judgement, wish: ReportWish) -> None:
        self.all_saved.emit(_written(record, judgement, wish))

    def _preview(self, record: SessionRecord, judgement: Judgement, wish: ReportWish) -> None:
        from storage_tuner.report.text.markdown_and_plain import markdown

        record, judgement = _told(record, judgement, wish)
        self.previewed.emit(wish, markdown(record, judgement, _layout(wish)))


def _written(record: SessionRecord, judgement: Judgement, wish: ReportWish) -> tuple[Path, ...]:
    # the window needn't wait at its start for what only a report needs
    from storage_tuner.report.writers import WRITERS

    record, judgement = _told(record, judgement, wish)
    for kind, path in wish.files:
        WRITERS[kind].write(record, judgement, path, _layout(wish))
    return tuple(path for _, path in wish.files)


def _told(
    record: SessionRecord, judgement: Judgement, wish: ReportWish
) -> tuple[SessionRecord, Judgement]:
    from storage_tuner.jobs.sharing import to_share

    return to_share(record) if wish.share else (record, judgement)


def _layout(wish: ReportWish) -> Layout:
    return Layout(wish.paper, language(wish.language))


def _unexpected(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        sentence("The report could not be written: {error}.", error=words_of(error)),
        sentence("The log has the details. The result is kept; you can save it again."),
    )
