"""What can be done with a file that was saved: open it, or the folder it lies in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from storage_tuner.ui.elements import SPACE


class SavedFile(QWidget):
    """There only when something was saved. ``unopened`` carries the path that nothing opens."""

    unopened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._path = Path()
        self.open_file = QPushButton(self.tr("&Open it"))
        self.open_folder = QPushButton(self.tr("Open the &folder"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        for button in (self.open_file, self.open_folder):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        self.open_file.clicked.connect(lambda: self._open(self._path))
        self.open_folder.clicked.connect(lambda: self._open(self._path.parent))
        self.hide()

    def show_file(self, path: Path) -> None:
        self._path = path
        self.open_file.setAccessibleDescription(str(path))
        self.open_folder.setAccessibleDescription(str(path.parent))
        self.show()

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.unopened.emit(path)
