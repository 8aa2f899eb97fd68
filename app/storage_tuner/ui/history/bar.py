"""What can be done with the chosen results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.elements import SPACE, primary_button


class HistoryBar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.open = primary_button(self.tr("O&pen"))
        self.compare = QPushButton(self.tr("&Compare two"))
        self.compare.setToolTip(self.tr("Choose two results in the list, with Ctrl held."))
        self.save = QPushButton(self.tr("Save &report…"))
        self.remove = QPushButton(self.tr("Re&move…"))
        self.folder = QPushButton(self.tr("Open fold&er"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        for button in (self.open, self.compare, self.save, self.remove):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.folder)
        self.show_chosen(())

    def show_chosen(self, sessions: Sequence[StoredSession]) -> None:
        measured = [session for session in sessions if session.record.measurements]
        self.open.setEnabled(len(sessions) == 1)
        self.save.setEnabled(len(sessions) == 1)
        self.compare.setEnabled(len(sessions) == 2 and len(measured) == 2)
        self.remove.setEnabled(bool(sessions))

    def show_folder(self, folder: Path) -> None:
        """In the desktop's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
