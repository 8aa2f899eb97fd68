"""Pages shown instead of a device: nothing found, still searching, the practice disk."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.elements import (
    SPACE,
    SymbolLabel,
    Text,
    Tone,
    heading,
    primary_button,
)
from storage_tuner.ui.widgets.layouts import Placed, Stretch, row_of


class EmptyState(QWidget):
    """An icon, a sentence, why, and what to do; in the middle of the space there is."""

    def __init__(
        self, symbol: str, title: str, text: str, action: str = "", other_action: str = ""
    ) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.button = primary_button(action)
        self.other_button = QPushButton(other_action)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * SPACE, 4 * SPACE, 4 * SPACE, 4 * SPACE)
        column.setSpacing(SPACE)
        column.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(SymbolLabel(symbol, 48, Tone.SUBTLE), 0, centre)
        column.addSpacing(SPACE)
        column.addLayout(_centred_texts(title, text))
        column.addSpacing(SPACE)
        column.addLayout(self._buttons(action, other_action))
        column.addStretch(3)

    def _buttons(self, action: str, other_action: str) -> QHBoxLayout:
        row = row_of(Stretch(), self.button, self.other_button, Stretch(), spacing=SPACE)
        self.button.setVisible(bool(action))
        self.other_button.setVisible(bool(other_action))
        return row


def _centred_texts(title: str, text: str) -> QHBoxLayout:
    """As wide as there is room, up to what can be read well."""
    block = QWidget()
    block.setMaximumWidth(520)
    column = QVBoxLayout(block)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE)
    for label in (heading(title, points=6), Text(text, tone=Tone.SUBTLE)):
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(label)
    return row_of(Stretch(), Placed(block, 100), Stretch())


def no_devices() -> EmptyState:
    return EmptyState(
        "disk-hdd",
        tr("No disks found"),
        tr(
            "Containers and virtual machines may hide disks. You can still try "
            "everything on a practice disk."
        ),
        tr("&Search again"),
        tr("&Try a practice disk…"),
    )


def practice_disk() -> EmptyState:
    return EmptyState(
        icons.PRACTICE,
        tr("Practice disk"),
        tr(
            "A 1 GB file that behaves like a disk. It is created for the measurement and "
            "deleted afterwards, so both reads and writes can be measured safely."
        ),
        tr("&Tune…"),
    )


def loading() -> EmptyState:
    return EmptyState(
        "refresh",
        tr("Looking for disks …"),
        tr("This takes a moment."),
    )


def nothing_chosen() -> EmptyState:
    return EmptyState(
        "disk-hdd",
        tr("No device chosen"),
        tr("Choose a disk in the list to see its details and activity."),
    )
