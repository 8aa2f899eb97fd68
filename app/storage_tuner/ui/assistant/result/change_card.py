"""A card of proposed settings: a checkbox, the devices, current and new values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.offered_changes import Offer
from storage_tuner.present.wording import printable
from storage_tuner.ui.settings.names import setting_name, setting_value
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone, clear, unbroken
from storage_tuner.ui.widgets.facts import SelectableText
from storage_tuner.ui.widgets.wheel_guard import ComboBox


class OfferRow:
    """The widgets of one row; ``box`` is initially ticked if the setting was measured."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        name = setting_name(offer.setting)
        self.box = QCheckBox(name)
        self.box.setChecked(offer.measured)
        self.devices = SelectableText(", ".join(map(printable, offer.devices)))
        self.now = SelectableText(now_text(offer))
        self.then: QWidget
        self.values: QComboBox | None = None
        if len(offer.choices) > 1:
            self.values = ComboBox()
            self.values.addItems([setting_value(offer.setting, value) for value in offer.choices])
            self.values.setAccessibleName(tr("New value of {setting}", setting=name))
            self.then = self.values
        else:
            self.then = Text(unbroken(setting_value(offer.setting, offer.value)), bold=True)

    @property
    def value(self) -> str:
        if self.values is None:
            return self.offer.value
        return self.offer.choices[self.values.currentIndex()]


class ChangeCard(Card):
    """``changed`` is emitted when a tick or a value changes."""

    changed = Signal()

    def __init__(self, title: str, note: str = "") -> None:
        super().__init__(title)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(3 * SPACE)
        self._grid.setVerticalSpacing(SPACE)
        self._grid.setColumnMinimumWidth(0, 22 * self.fontMetrics().averageCharWidth())
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self._grid.setColumnStretch(3, 1)
        self._note = Text(note, tone=Tone.SUBTLE)
        if not note:
            self._note.hide()
        self.body.addWidget(self._note)
        self.body.addLayout(self._grid)
        self.rows: tuple[OfferRow, ...] = ()

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Show these offers; hide the card if there are none."""
        clear(self._grid)
        self.rows = tuple(OfferRow(offer) for offer in offers)
        headings = (tr("Setting"), tr("Device"), tr("Now"), tr("New"))
        for column, text in enumerate(headings):
            self._grid.addWidget(Text(text, tone=Tone.SUBTLE, wrap=False), 0, column)
        for number, row in enumerate(self.rows, start=1):
            for column, widget in enumerate((row.box, row.devices, row.now, row.then)):
                self._grid.addWidget(widget, number, column, Qt.AlignmentFlag.AlignVCenter)
            row.box.toggled.connect(self._note_change)
            if row.values is not None:
                row.values.currentIndexChanged.connect(self._note_change)
            self._name(row)
        self.setVisible(bool(self.rows))

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The settings that are ticked, with their values."""
        return tuple((row.offer.setting, row.value) for row in self.rows if row.box.isChecked())

    def set_choosable(self, choosable: bool) -> None:
        for row in self.rows:
            row.box.setEnabled(choosable)
            if row.values is not None:
                row.values.setEnabled(choosable)

    def _note_change(self) -> None:
        for row in self.rows:
            self._name(row)
        self.changed.emit()

    def _name(self, row: OfferRow) -> None:
        """Give the checkbox the whole row as its accessible name."""
        spoken = tr(
            "{setting} of {devices}: now {now}, new {value}",
            setting=row.box.text(),
            devices=", ".join(map(printable, row.offer.devices)) or tr("the device"),
            now=now_text(row.offer),
            value=setting_value(row.offer.setting, row.value),
        )
        row.box.setAccessibleName(spoken)


def now_text(offer: Offer) -> str:
    """The current value, or each device's value where they differ."""
    values = dict.fromkeys(value for _, value in offer.now)
    if not values:
        return "?"
    if len(values) == 1:
        return setting_value(offer.setting, next(iter(values)))
    return ", ".join(
        f"{printable(device)}: {setting_value(offer.setting, value)}" for device, value in offer.now
    )
