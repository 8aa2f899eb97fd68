"""Dialog to save a result: formats, options, location and a preview."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QTextBrowser, QWidget

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.results.report_files import ReportRequest, preview, write_reports
from storage_tuner.ui.assistant.result.saved_file import SavedFile
from storage_tuner.ui.jobs import Jobs, Newest
from storage_tuner.ui.reports.choices import ReportChoices
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import (
    SPACE,
    Banner,
    Text,
    Tone,
    foot,
    heading,
    open_with_size,
    primary_button,
)
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, column_of, row_in, row_of


class SaveReport(QDialog):
    """Saves one result; it stays open after saving and shows the outcome. ``jobs`` continue if it's
    closed earlier."""

    def __init__(
        self,
        parent: QWidget | None,
        record: SessionRecord,
        judgement: Judgement,
        jobs: Jobs,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Save report"))
        self._record, self._judgement, self._jobs = record, judgement, jobs
        self._previews = Newest(jobs)
        self._awaited: ReportRequest | None = None
        self._saving = False
        self.choices = ReportChoices(record)
        self.preview = QTextBrowser()
        self.preview.setAccessibleName(tr("Preview"))
        self.preview.setOpenLinks(False)
        self.message = Banner()
        self.opening = SavedFile(self.message)
        self.open_after = QCheckBox(tr("Open &afterwards"))
        self.save = primary_button(tr("&Save"))
        self.close_button = QPushButton(tr("Close"))
        self._build()
        self._connect()
        self._follow()

    def _build(self) -> None:
        form = Scrolled()
        form.fill((self.choices,))
        content = form.widget()
        assert content is not None
        form.setMinimumWidth(
            content.minimumSizeHint().width() + form.verticalScrollBar().sizeHint().width()
        )
        shown = column_of(
            heading(tr("Preview")),
            Text(
                tr("Text and figures; the PDF and the web page add charts."),
                tone=Tone.SUBTLE,
            ),
            Placed(self.preview, 1),
            self.message,
            self.opening,
            margins=(0, 2 * SPACE, 2 * SPACE, 2 * SPACE),
            spacing=SPACE,
        )
        body = row_of(Placed(form, 4), Placed(shown, 5), spacing=SPACE)
        row = QWidget()
        self.close_button.setAutoDefault(False)
        row_in(row, self.close_button, Stretch(), self.open_after, self.save)
        column_in(self, Placed(body, 1), foot(row), spacing=0)
        open_with_size(self, 170, 100)

    def _connect(self) -> None:
        self.choices.changed.connect(self._follow)
        self.save.clicked.connect(self._save)
        self.close_button.clicked.connect(self.reject)

    def _follow(self) -> None:
        """Update the preview, which depends on the language and on what is left out."""
        problem = self.choices.problem
        self.save.setEnabled(not problem and not self._saving)
        self.save.setToolTip(problem)
        self.save.setAccessibleDescription(problem)
        request = self.choices.request()
        wanted = ReportRequest((), language=request.language, share=request.share)
        if wanted != self._awaited:
            self._awaited = wanted
            said = partial(preview, self._record, self._judgement, wanted)
            self._previews.start(said, self.preview.setMarkdown, self.show_error)

    def _save(self) -> None:
        self._saving = True
        self.save.setEnabled(False)
        self.opening.hide()
        self.message.show_message(Tone.PLAIN, tr("Saving …"))
        write = partial(write_reports, self._record, self._judgement, self.choices.request())
        self._jobs.start(write, self.show_saved, self._show_not_saved)

    def show_saved(self, paths: tuple[Path, ...]) -> None:
        self._end_saving()
        first = paths[0]
        names = ", ".join(path.name for path in paths)
        self.message.show_message(
            Tone.GOOD,
            tr("Saved: {names}", names=names),
            tr("In {folder}", folder=first.parent),
        )
        self.opening.show_file(first)
        if self.open_after.isChecked():
            self.opening.open()

    def _show_not_saved(self, error: StorageTunerError) -> None:
        self._end_saving()
        self.show_error(error)

    def show_error(self, error: StorageTunerError) -> None:
        self.message.show_error(error)

    def _end_saving(self) -> None:
        self._saving = False
        self.choices.refresh()
