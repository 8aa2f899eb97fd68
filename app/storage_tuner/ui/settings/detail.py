"""Details of the chosen setting."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PendingChange
from storage_tuner.present.blocks import Fact
from storage_tuner.present.setting import setting_facts
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.other_setters import spread
from storage_tuner.ui.settings.rows import SettingRow, no_default
from storage_tuner.ui.widgets.cards import Scrolling
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone, heading
from storage_tuner.ui.widgets.facts import Facts, SelectableText
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in


class SettingDetail(Card):
    """``default`` chooses the kernel's default, ``back`` discards the change."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Selected setting"))
        self.title = heading()
        self.kernel_name = SelectableText(tone=Tone.SUBTLE)
        self.meaning = SelectableText()
        self.change = Text(bold=True)
        self.default = QPushButton()
        self.back = QPushButton(tr("Dis&card change"))
        self.facts = Facts()
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
            self.change.setText(
                tr("New value: {value}", value=names.value(pending.new, row.tunable))
            )
        self._offer_default(row, pending)
        self.facts.show_rows(facts(row, device))

    def _offer_default(self, row: SettingRow, pending: PendingChange | None) -> None:
        now = pending.new if pending is not None else row.value
        offered = row.default is not None and not row.locked and now != row.default
        self.default.setVisible(offered and not row.tunable.refusal(row.default or ""))
        self.default.setText(tr("Use d&efault: {value}", value=row.default_text))

    def _build(self) -> None:
        said = (self.title, self.kernel_name, self.meaning, self.change)
        leading = Qt.AlignmentFlag.AlignLeading
        buttons = (Placed(self.default, at=leading), Placed(self.back, at=leading))
        rest = (self.facts, Stretch())
        column_in(self._content, *said, *buttons, *rest, margins=(0, 0, SPACE, 0), spacing=SPACE)
        scroll = Scrolling(self._content)
        scroll.setProperty("role", "in-card")
        scroll.viewport().setAutoFillBackground(False)
        self._content.setAutoFillBackground(False)
        self.body.addWidget(scroll)


def facts(row: SettingRow, device: str) -> list[Fact]:
    """All about one tunable, for the pane below the list."""
    tunable = row.tunable
    named = [
        Fact(tr("Value"), row.value_text or None, row.reason),
        Fact(
            tr("Default"),
            row.default_text or None,
            "" if row.default is not None else no_default(),
        ),
        Fact(tr("Range"), row.range),
    ]
    if row.siblings is not None:
        named.append(Fact(tr("Array members"), spread(row.siblings)))
    if row.members is not None:
        below = tr("Paths") if row.members.of_paths else tr("Member disks")
        named.append(Fact(below, spread(row.members)))
    locked = row.locked if row.value is not None else ""
    return [*named, *setting_facts(tunable, device, row.owners, locked)]
