"""Saving the report."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, Signal
from PySide6.QtWidgets import QPushButton

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.ui.assistant.result.saved_file import SavedFile
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.file_dialogs import DOCUMENTS, ask_where_to_save, folder_for
from storage_tuner.ui.reports.choices import suggested_name
from storage_tuner.ui.widgets.elements import Banner, Card, Text, Tone, heading, primary_button
from storage_tuner.ui.widgets.layouts import Placed, column_of, row_of


class ReportStep(Page):
    """``save_asked`` carries path and suffix (".pdf", ".html", ".csv" or ".json"); ``several`` is
    the button for formats, paper size, language and privacy."""

    save_asked = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.title.setText(tr("Save a report"))
        self.message = Banner()
        self._name = "storage-tuner"
        self._folder = ""
        self.column.addWidget(
            Text(tr("Save the result to read, print, share or evaluate it again."))
        )
        self.column.addWidget(self.message)
        self.opening = SavedFile(self.message)
        self.column.addWidget(self.opening)
        self.buttons = {
            ".pdf": primary_button(tr("Save &report…")),
            ".html": QPushButton(tr("Save &web page…")),
            ".csv": QPushButton(tr("Save &table…")),
            ".json": QPushButton(tr("Sa&ve data…")),
        }
        self._add_choice(
            ".pdf",
            tr("Report (PDF)"),
            tr("To read or print: the verdict, charts and method"),
        )
        self._add_choice(
            ".html",
            tr("Web page (HTML)"),
            tr("The same report as one file for a browser"),
        )
        self._add_choice(
            ".csv",
            tr("Table (CSV)"),
            tr("For a spreadsheet: one row per slice"),
        )
        self._add_choice(
            ".json",
            tr("Data (JSON)"),
            tr("For Storage Tuner and other programs: all data to evaluate it again"),
        )
        self.several = QPushButton(tr("Save or s&hare…"))
        self._add_row(
            self.several,
            tr("Several formats, or to share"),
            tr(
                "Choose formats, paper size and language, leave out identifying details, and see "
                "a preview"
            ),
        )
        self.column.addStretch(1)

    def show_record(self, record: SessionRecord) -> None:
        """Suggest a name from the target and the date."""
        self._name = suggested_name(record)
        self.message.hide()
        self.opening.hide()

    def suggested_path(self, suffix: str) -> str:
        return QDir(folder_for(DOCUMENTS, self._folder)).filePath(f"{self._name}{suffix}")

    def show_saving(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(False)
        self.opening.hide()
        self.message.show_message(Tone.PLAIN, tr("Saving …"))

    def show_saved(self, path: Path) -> None:
        self._enable()
        self._folder = str(path.parent)
        self.message.show_message(Tone.GOOD, tr("Saved: {path}", path=path))
        self.opening.show_file(path)

    def show_error(self, error: StorageTunerError) -> None:
        self._enable()
        self.opening.hide()
        self.message.show_error(error)

    def _enable(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(True)

    def _add_choice(self, suffix: str, name: str, detail: str) -> None:
        button = self.buttons[suffix]
        button.clicked.connect(lambda: self._ask(suffix, name))
        self._add_row(button, name, detail)

    def _add_row(self, button: QPushButton, name: str, detail: str) -> None:
        button.setAccessibleDescription(detail)
        texts = column_of(heading(name, points=0), Text(detail, tone=Tone.SUBTLE), spacing=2)
        row = row_of(Placed(texts, 1), button)
        card = Card()
        card.body.addLayout(row)
        self.column.addWidget(card)

    def _ask(self, suffix: str, name: str) -> None:
        title, kind = tr("Save report"), f"{name} (*{suffix})"
        path = Path(self.suggested_path(suffix))
        ask_where_to_save(
            self, title, kind, path, lambda chosen: self.save_asked.emit(chosen, suffix)
        )
