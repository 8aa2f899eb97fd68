"""The page of the very first start: what the program is, and how to begin."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import (
    SPACE,
    SymbolLabel,
    Text,
    Tone,
    heading,
    primary_button,
)
from storage_tuner.ui.widgets.layouts import Stretch, row_of

_WIDEST = 560


class Welcome(Scrolled):
    """``practise`` and ``look`` are the two ways on."""

    def __init__(self) -> None:
        super().__init__()
        title = tr("Welcome to Storage Tuner")
        self.setAccessibleName(title)
        self.practise = primary_button(tr("&Try a practice disk…"))
        self.refresh = QPushButton(tr("&Look around"))
        block = QWidget()
        block.setMaximumWidth(_WIDEST)
        column = QVBoxLayout(block)
        column.setContentsMargins(0, 4 * SPACE, 0, 4 * SPACE)
        column.setSpacing(3 * SPACE)
        column.addStretch(2)
        column.addWidget(SymbolLabel("tune", 56), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._head(title))
        column.addLayout(self._promises())
        column.addLayout(self._buttons())
        column.addStretch(3)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(block, 100)
        centred.addStretch(1)
        around = QWidget()
        around.setLayout(centred)
        self.setWidget(around)

    def _head(self, title: str) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(SPACE)
        text = tr("Benchmarks I/O settings on your Linux disks and safely applies the best.")
        for label in (heading(title, points=8), Text(text, tone=Tone.SUBTLE)):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        return column

    def _promises(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * SPACE)
        grid.setVerticalSpacing(2 * SPACE)
        grid.setColumnStretch(1, 1)
        for row, (symbol, title, text) in enumerate(
            (
                (
                    "success",
                    tr("Your files stay untouched"),
                    tr(
                        "Storage Tuner writes only to its own test files, or to an empty "
                        "disk that you choose."
                    ),
                ),
                (
                    "restore",
                    tr("Previous settings are restored"),
                    tr(
                        "Even after a crash or a power failure. You decide which "
                        "settings to keep, and can undo that at any time."
                    ),
                ),
                (
                    "report",
                    tr("Honest results"),
                    tr(
                        "Every recommendation was measured on your disk, with the "
                        "numbers to prove it. If nothing is faster, the current settings "
                        "are kept."
                    ),
                ),
            )
        ):
            grid.addWidget(SymbolLabel(symbol, 24), row, 0, Qt.AlignmentFlag.AlignTop)
            words = QVBoxLayout()
            words.setSpacing(2)
            words.addWidget(heading(title, points=0))
            words.addWidget(Text(text))
            grid.addLayout(words, row, 1)
        return grid

    def _buttons(self) -> QHBoxLayout:
        return row_of(Stretch(), self.practise, self.refresh, Stretch(), spacing=SPACE)
