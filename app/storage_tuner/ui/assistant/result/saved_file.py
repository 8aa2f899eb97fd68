"""Actions for a saved file: open it, or the folder it's in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.elements import SPACE, Banner, Tone
from storage_tuner.ui.widgets.layouts import Stretch, row_in


class SavedFile(QWidget):
    """Visible only after saving. ``message`` shows the error if no program opens the file."""

    def __init__(self, message: Banner) -> None:
        super().__init__()
        self._message = message
        self._path = Path()
        self.open_file = QPushButton(tr("&Open file"))
        self.open_folder = QPushButton(tr("Open &folder"))
        for button in (self.open_file, self.open_folder):
            button.setAutoDefault(False)
        row_in(self, self.open_file, self.open_folder, Stretch(), spacing=SPACE)
        self.open_file.clicked.connect(self.open)
        self.open_folder.clicked.connect(lambda: self._open(self._path.parent))
        self.hide()

    def show_file(self, path: Path) -> None:
        self._path = path
        self.open_file.setAccessibleDescription(str(path))
        self.open_folder.setAccessibleDescription(str(path.parent))
        self.show()

    def open(self) -> None:
        self._open(self._path)

    def show_unopened(self, path: Path) -> None:
        self._message.show_message(
            Tone.CAUTION,
            tr("No program can open {path}", path=path),
            tr("The file is saved; install a program that opens it."),
        )

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.show_unopened(path)
