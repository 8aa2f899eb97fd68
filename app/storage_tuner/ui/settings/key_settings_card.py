"""The most important settings at a glance, with remarks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout

from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.present.blocks import Fact
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.groups import device_groups
from storage_tuner.ui.settings.other_setters import differs
from storage_tuner.ui.settings.rows import SettingRow
from storage_tuner.ui.widgets.cards import FactCard
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, clear
from storage_tuner.ui.widgets.facts import SelectableText, spoken
from storage_tuner.ui.widgets.links import LinkPiece, LinkText

_ALWAYS = ("scheduler", "nr_requests", "read_ahead_kb")
"""Also where there is nothing to be said of them."""


class GlanceCard(FactCard):
    """``setting_asked`` carries the tunable whose link was followed."""

    setting_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("Current settings"))
        self.rows: tuple[SettingRow, ...] = ()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self.body.insertLayout(1, self._grid)

    def show_device(
        self, device: Device, devices: tuple[Device, ...], more: Sequence[Fact]
    ) -> None:
        """``more`` are further facts."""
        rows = tuple(
            row
            for group in device_groups(device, devices)
            for row in group.rows
            if not group.is_absent and _matters(row)
        )
        if rows != self.rows:
            self.rows = rows
            self._build()
        # an array's scheduler is that of its disks
        known = {row.name for row in rows}
        self.show_facts([fact for fact in more if str(fact.name) not in known])
        self.setVisible(bool(rows or more))

    def text(self) -> str:
        lines = [
            f"  {names.named(row.tunable.name)}: {'; '.join((row.value_text, *remarks(row)))}"
            for row in self.rows
        ]
        facts = [f"  {spoken(fact)}" for fact in self.facts.facts]
        return "\n".join([self.title, *lines, *facts]) if lines or facts else ""

    def _build(self) -> None:
        clear(self._grid)
        line = 0
        top = Qt.AlignmentFlag.AlignTop
        for row in self.rows:
            name = LinkText()
            name.setWordWrap(False)
            name.show_sentence(LinkPiece(row.name, row.tunable.name))
            name.followed.connect(self.setting_asked)
            value = SelectableText(row.value_text)
            value.setAccessibleName(f"{names.named(row.tunable.name)}: {row.value_text}")
            self._grid.addWidget(name, line, 0, top)
            self._grid.addWidget(value, line, 1, top)
            if kernel_name := names.kernel_name(row.tunable.name):
                subtle = Text(kernel_name, tone=Tone.SUBTLE, wrap=False)
                self._grid.addWidget(subtle, line + 1, 0, top)
            if said := remarks(row):
                self._grid.addWidget(Text("; ".join(said), tone=_tone(row)), line + 1, 1, top)
            line += 2


def remarks(row: SettingRow) -> tuple[str, ...]:
    """Other tools that set it, differences between members, and the default if different."""
    found = list(row.notes) if row.members is None or differs(row.members) else []
    if row.default is not None and row.value not in (None, row.default):
        found.append(tr("default: {value}", value=row.default_text))
    return tuple(found)


def _tone(row: SettingRow) -> Tone:
    """Caution for differing members, subtle for other remarks."""
    unlike = [each for each in (row.siblings, row.members) if each is not None and differs(each)]
    return Tone.CAUTION if unlike else Tone.SUBTLE


def _matters(row: SettingRow) -> bool:
    return row.tunable.name in _ALWAYS or bool(remarks(row))
