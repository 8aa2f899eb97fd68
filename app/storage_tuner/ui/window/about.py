"""The About dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from storage_tuner import __version__
from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, heading
from storage_tuner.ui.widgets.icons import application_icon
from storage_tuner.ui.widgets.layouts import Placed, column_of, row_of


class AboutDialog(QDialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Storage Tuner"))
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(64, 64))
        version = tr("Version {version}", version=__version__)
        texts = column_of(
            heading("Storage Tuner", points=6), Text(version, tone=Tone.SUBTLE), spacing=SPACE
        )
        for text in (
            tr("Benchmarks I/O settings on your Linux disks and safely applies the best."),
            tr(
                "Free software under the GNU General Public License, version 3 or later, "
                "without any warranty. Nothing is sent over the network."
            ),
        ):
            label = Text(text)
            label.setMinimumWidth(380)
            texts.addWidget(label)
        row = row_of(
            Placed(picture, at=Qt.AlignmentFlag.AlignTop), Placed(texts, 1), spacing=2 * SPACE
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE, 3 * SPACE, 3 * SPACE, 2 * SPACE)
        column.setSpacing(2 * SPACE)
        column.addLayout(row)
        column.addWidget(buttons)
