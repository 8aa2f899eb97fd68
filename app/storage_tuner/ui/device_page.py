"""The chosen device: what it is, how it's set, by what it's used, what it does now."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Operation
from storage_tuner.report import numbers
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui import wording
from storage_tuner.ui.card_row import CardRow
from storage_tuner.ui.elements import (
    SPACE,
    Card,
    Facts,
    Message,
    Text,
    Tone,
    heading,
    primary_button,
)
from storage_tuner.ui.live_panel import LivePanel

translate = QCoreApplication.translate


class DevicePage(QScrollArea):
    """``tune_asked`` and ``restore_asked`` are for the device that is shown."""

    tune_asked = Signal()
    restore_asked = Signal()

    def __init__(self, live: LivePanel) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.live = live
        self._title = heading(points=6)
        self._place = Text(tone=Tone.SUBTLE)
        self.tune = primary_button(self.tr("&Tune…"))
        self.tune.clicked.connect(self.tune_asked)
        self.changed = Message()
        self.changed.acted.connect(self.restore_asked)
        self.notice = Message()
        self._is_gone = False
        self._settings, settings_card = self._fact_card(self.tr("Settings now"))
        self._about, about_card = self._fact_card(self.tr("About this disk"))
        self._uses = Text()
        self._use_card = Card(self.tr("In use"))
        self._use_card.body.addWidget(self._uses)
        self._use_card.body.addStretch(1)
        self._last, self._last_card = self._fact_card(self.tr("Last measurement"))
        cards = (settings_card, about_card, self._use_card, self._last_card)
        self._cards = CardRow(cards, least_width=36)
        self._cards.set_present(self._last_card, False)
        self._build()

    def show_device(self, device: Device) -> None:
        if self._is_gone:
            self._is_gone = False
            self.notice.hide()
        self._title.setText(wording.name(device))
        self._place.setText(wording.place(device))
        self.tune.setEnabled(bool(device.size_bytes))
        self.tune.setAccessibleName(self.tr("Tune {device}…").format(device=wording.name(device)))
        self._settings.show_rows(self._settings_rows(device))
        self._about.show_rows(self._about_rows(device))
        self._uses.setText(self._use_text(device))

    def show_gone(self, name: str) -> None:
        """Leave what was shown, and say that it's no longer true."""
        self._is_gone = True
        self.tune.setEnabled(False)
        self.notice.say(
            Tone.CAUTION,
            self.tr("{name} is no longer connected.").format(name=name),
            self.tr("Connect it again, or choose another device in the list."),
        )

    def show_last(self, session: StoredSession | None) -> None:
        rows = _last_rows(session) if session is not None else []
        self._last.show_rows(rows)
        self._cards.set_present(self._last_card, bool(rows))

    def show_changed(self, names: list[str]) -> None:
        """Say that the settings of ``names`` are ours and can be put back; if there are any."""
        if not names:
            self.changed.hide()
            return
        self.changed.say(
            Tone.GOOD,
            self.tr("Settings of {names} were changed by Storage Tuner").format(
                names=wording.joined(names)
            ),
            action=self.tr("Put old settings &back"),
        )

    def _fact_card(self, title: str) -> tuple[Facts, Card]:
        facts = Facts()
        card = Card(title)
        card.body.addWidget(facts)
        card.body.addStretch(1)
        return facts, card

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 2 * SPACE)
        column.setSpacing(12)
        titles = QVBoxLayout()
        titles.setSpacing(2)
        titles.addWidget(self._title)
        titles.addWidget(self._place)
        head = QHBoxLayout()
        head.addLayout(titles, 1)
        head.addWidget(self.tune, 0, Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(head)
        for widget in (self.notice, self.changed, self._cards):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addWidget(self.live, 1)
        self.setWidget(content)

    def _settings_rows(self, device: Device) -> list[tuple[str, str]]:
        rows: list[tuple[str, str]] = []
        if device.scheduler is not None:
            others = [
                name for name in device.scheduler.available if name != device.scheduler.active
            ]
            rows.append((self.tr("Scheduler"), device.scheduler.active))
            if others:
                rows.append((self.tr("Also available"), ", ".join(others)))
        else:
            rows.append((self.tr("Scheduler"), self.tr("set on the disks beneath")))
        settings = device.settings
        if "read_ahead_kb" in settings:
            rows.append(
                (self.tr("Read-ahead"), numbers.binary_bytes(int(settings["read_ahead_kb"]) * 1024))
            )
        if "nr_requests" in settings:
            rows.append((self.tr("Requests in queue"), settings["nr_requests"]))
        if device.queue_depth is not None:
            rows.append((self.tr("Queue depth"), _queue_depth(device)))
        return rows

    def _about_rows(self, device: Device) -> list[tuple[str, str]]:
        sectors = f"{device.logical_block_bytes}\u00a0B"
        if device.physical_block_bytes != device.logical_block_bytes:
            sectors = self.tr("{logical}\u00a0B ({physical}\u00a0B inside)").format(
                logical=device.logical_block_bytes, physical=device.physical_block_bytes
            )
        rows = (
            (self.tr("Kind"), wording.kind(device)),
            (self.tr("Size"), wording.size(device.size_bytes)),
            (self.tr("Serial number"), device.serial),
            (self.tr("Firmware"), device.firmware),
            (self.tr("File"), device.backing_file),
            (self.tr("Sectors"), sectors if device.logical_block_bytes else None),
        )
        return [(name, value) for name, value in rows if value]

    def _use_text(self, device: Device) -> str:
        if not device.in_use:
            return self.tr("Not in use: nothing is mounted from it and no array stands on it.")
        return "\n".join(wording.uses(device))


def _queue_depth(device: Device) -> str:
    depth = device.queue_depth
    assert depth is not None
    text = str(depth.value) if depth.maximum is None else f"{depth.value} / {depth.maximum}"
    return text if depth.ncq is None else f"{text} (NCQ)"


def _last_rows(session: StoredSession) -> list[tuple[str, str]]:
    """The best mean of each kind of reading, and when that was."""
    record = session.record
    rows = []
    for operation in (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ):
        values = [
            value
            for run in record.measurements
            if run.operation is operation and (value := run.value(Metric.RATE)) is not None
        ]
        if values:
            text = numbers.metric_value(Metric.RATE, operation, max(values))
            rows.append(
                (
                    operation.label,
                    wording.translate("DevicePage", "up to {value}").format(value=text),
                )
            )
    moment = QDateTime.fromString(record.created_at, Qt.DateFormat.ISODate).toLocalTime()
    if moment.isValid():
        rows.append(
            (
                wording.translate("DevicePage", "When"),
                QLocale().toString(moment, QLocale.FormatType.ShortFormat),
            )
        )
    return rows
