"""The pane with everything about the chosen setting."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PendingChange
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.rows import SettingRow
from storage_tuner.ui.settings.setting_remarks import facts
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone, heading
from storage_tuner.ui.widgets.facts import Facts, SelectableText


class SettingDetail(Card):
    """``default_asked`` asks for the kernel's default, ``taken_back`` to forget what was chosen."""

    default_asked = Signal()
    taken_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("The chosen setting"))
        self.title = heading()
        self.kernel_name = SelectableText(tone=Tone.SUBTLE)
        self.meaning = SelectableText()
        self.change = Text(bold=True)
        self.default = QPushButton()
        self.back = QPushButton(tr("Take ba&ck"))
        self.facts = Facts()
        self.default.clicked.connect(self.default_asked)
        self.back.clicked.connect(self.taken_back)
        self._content = QFrame()
        self._build()

    def show_row(self, row: SettingRow | None, pending: PendingChange | None, device: str) -> None:
        """``device`` is a kernel name, or ``vm``."""
        self._content.setVisible(row is not None)
        if row is None:
            return
        self.title.setText(row.name)
        self.kernel_name.setText(row.tunable.name)
        self.meaning.setText(str(row.tunable.meaning))
        self.change.setVisible(pending is not None)
        self.back.setVisible(pending is not None)
        if pending is not None:
            self.change.setText(tr("Will be {value}", value=names.value(pending.new, row.tunable)))
        self._offer_default(row, pending)
        self.facts.show_rows(facts(row, device))

    def _offer_default(self, row: SettingRow, pending: PendingChange | None) -> None:
        now = pending.new if pending is not None else row.value
        offered = row.default is not None and not row.locked and now != row.default
        self.default.setVisible(offered and not row.tunable.refusal(row.default or ""))
        self.default.setText(tr("Use d&efault: {value}", value=row.default_text))

    def _build(self) -> None:
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, SPACE, 0)
        column.setSpacing(SPACE)
        for widget in (self.title, self.kernel_name, self.meaning, self.change):
            column.addWidget(widget)
        column.addWidget(self.default, 0, Qt.AlignmentFlag.AlignLeading)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeading)
        column.addWidget(self.facts)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setProperty("role", "in-card")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._content)
        scroll.viewport().setAutoFillBackground(False)
        self._content.setAutoFillBackground(False)
        self.body.addWidget(scroll)
