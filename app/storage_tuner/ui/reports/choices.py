"""Choices for saving a result: formats, content, folder."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.plan import TargetKind
from storage_tuner.jobs.results.report_files import ReportRequest
from storage_tuner.report.layout import Paper, usual_paper
from storage_tuner.store.languages import NAMES, known_languages
from storage_tuner.ui.file_dialogs import DOCUMENTS, ask_for_folder, folder_for
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone
from storage_tuner.ui.widgets.layouts import Placed, row_of
from storage_tuner.ui.widgets.wheel_guard import ComboBox


class ReportChoices(QWidget):
    """``changed`` is emitted when a choice changes. The PDF is chosen initially."""

    changed = Signal()

    def __init__(self, record: SessionRecord) -> None:
        super().__init__()
        self.kinds = {
            "pdf": QCheckBox(tr("&Report (PDF)")),
            "html": QCheckBox(tr("&Web page (HTML)")),
            "md": QCheckBox(tr("Forum text (&Markdown)")),
            "txt": QCheckBox(tr("&Plain text")),
            "csv": QCheckBox(tr("&Table of slices (CSV)")),
            "seconds": QCheckBox(tr("Table of se&conds (CSV)")),
            "json": QCheckBox(tr("&Data (JSON)")),
        }
        self.kinds["pdf"].setChecked(True)
        self.kinds["seconds"].setEnabled(len(record.time_course) > 0)
        self.share = QCheckBox(tr("&Leave out identifying details"))
        self.paper, self.language = ComboBox(), ComboBox()
        self.folder = QLineEdit(folder_for(DOCUMENTS))
        self.browse = QPushButton(tr("C&hoose…"))
        self.browse.setAutoDefault(False)
        self.name = QLineEdit(suggested_name(record))
        self.replaced = Text(tone=Tone.SUBTLE)
        self._fill()
        self._build()
        self._connect()
        self.refresh()

    def request(self) -> ReportRequest:
        return ReportRequest(
            files=tuple(
                (kind, self._path(kind)) for kind, box in self.kinds.items() if box.isChecked()
            ),
            paper=Paper(self.paper.currentData()),
            language=str(self.language.currentData()),
            share=self.share.isChecked(),
        )

    @property
    def problem(self) -> str:
        """Why the choices can't be saved; empty if they can."""
        if not self.request().files:
            return tr("Tick at least one format.")
        name = self.name.text().strip()
        if not name or "/" in name or name in (".", ".."):
            return tr("Enter a file name without a slash.")
        if not Path(self.folder.text()).is_dir():
            return tr("Choose a folder that exists.")
        return ""

    def _path(self, kind: str) -> Path:
        suffix = "-seconds.csv" if kind == "seconds" else f".{kind}"
        return Path(self.folder.text()) / f"{self.name.text().strip()}{suffix}"

    def _fill(self) -> None:
        self.paper.addItem(tr("A4"), Paper.A4)
        self.paper.addItem(tr("Letter"), Paper.LETTER)
        self.paper.setCurrentIndex(self.paper.findData(usual_paper(QLocale().name())))
        for code in known_languages():
            self.language.addItem(NAMES[code], code)
        window = QLocale().name().partition("_")[0]
        self.language.setCurrentIndex(max(0, self.language.findData(window)))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        kinds = Card(tr("Formats"))
        for box in self.kinds.values():
            kinds.body.addWidget(box)
        looks = Card(tr("Options"))
        form = QFormLayout()
        for label, widget in (
            (tr("Pap&er:"), self.paper),
            (tr("Lan&guage:"), self.language),
        ):
            form.addRow(label, widget)
        looks.body.addLayout(form)
        looks.body.addWidget(self.share)
        hint = tr(
            "Removes serial numbers, computer and user names, folders and mount points. The "
            "verdict stays the same."
        )
        self.share.setAccessibleDescription(hint)
        looks.body.addWidget(Text(hint, tone=Tone.SUBTLE))
        place = Card(tr("Location"))
        folder = row_of(Placed(self.folder, 1), self.browse)
        where = QFormLayout()
        where.addRow(tr("&In folder:"), folder)
        where.addRow(tr("&Name:"), self.name)
        of_folder = where.labelForField(folder)
        assert isinstance(of_folder, QLabel)
        of_folder.setBuddy(self.folder)
        place.body.addLayout(where)
        place.body.addWidget(self.replaced)
        for card in (kinds, looks, place):
            column.addWidget(card)
        column.addStretch(1)

    def _connect(self) -> None:
        for box in (*self.kinds.values(), self.share):
            box.toggled.connect(self.refresh)
        for combo in (self.paper, self.language):
            combo.currentIndexChanged.connect(self.refresh)
        for line in (self.folder, self.name):
            line.textChanged.connect(self.refresh)
        self.browse.clicked.connect(self._ask_folder)

    def refresh(self) -> None:
        """Check again which files exist already."""
        there = [path.name for _, path in self.request().files if path.exists()]
        self.replaced.setText(
            tr("These files will be replaced: {names}", names=", ".join(there)) if there else ""
        )
        self.replaced.setVisible(bool(there))
        self.changed.emit()

    def _ask_folder(self) -> None:
        title, now = tr("Choose a folder"), self.folder.text()
        ask_for_folder(self, title, now, lambda path: self.folder.setText(str(path)))


def suggested_name(record: SessionRecord) -> str:
    """A file name from the target and the date."""
    target = record.plan.target
    what = "practice-disk" if target.kind is TargetKind.PRACTICE else target.device or "file"
    return re.sub(r"[^A-Za-z0-9-]+", "-", f"storage-tuner-{what}-{record.created_at[:10]}")
