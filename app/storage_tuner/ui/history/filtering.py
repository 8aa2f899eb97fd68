"""Filters of the list of runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QWidget

from storage_tuner.core.message import tr, trn
from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.jobs.results.kept_runs import Listing
from storage_tuner.store.database.run_store import RunFilter
from storage_tuner.ui.history import text as words
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, label_for
from storage_tuner.ui.widgets.layouts import column_in
from storage_tuner.ui.widgets.search_field import SearchField
from storage_tuner.ui.widgets.wheel_guard import ComboBox

_PAUSE_MS = 150
"""Pause before filtering, so that a word can be finished."""


class HistoryFilter(QWidget):
    """``changed``: other runs are wanted. A choice of the disk is there only where several are
    listed; ``import_file`` is the button that leads to an import."""

    changed = Signal()

    def __init__(self, *, of_all: bool) -> None:
        super().__init__()
        self._device_key = ""
        self.search = SearchField(tr("Date, disk, scheduler, note, tag …"))
        self.device = ComboBox()
        self.kind = ComboBox()
        self.kind.addItem(tr("All kinds"), None)
        for kind in SessionKind:
            self.kind.addItem(words.kind(kind), kind)
        self.time = ComboBox()
        for text, days in (
            (tr("Any time"), None),
            (tr("Today"), 0),
            (tr("Last 7 days"), 6),
            (tr("Last 30 days"), 29),
            (tr("Last 12 months"), 364),
        ):
            self.time.addItem(text, days)
        self.tag = ComboBox()
        self.more = QPushButton(tr("Filter"))
        self.more.setCheckable(True)
        self.more.setToolTip(tr("Filter by kind, time or tag"))
        self._choices = QWidget()
        self.trash = QPushButton(tr("Trash"))
        self.trash.setCheckable(True)
        self.trash.setToolTip(tr("Show results in the trash"))
        self.import_file = QPushButton(tr("I&mport…"))
        self.import_file.setToolTip(tr("Import results from other computers and programs"))
        self._counts = Text(tone=Tone.SUBTLE, wrap=False)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE_MS)
        self._soon.timeout.connect(self.changed)
        self._build(of_all=of_all)
        self._boxes = (self.device, self.kind, self.time, self.tag)
        for box in self._boxes:
            box.currentIndexChanged.connect(self.changed)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(8)
        self.device.setMinimumContentsLength(14)
        self.search.textChanged.connect(self._soon.start)
        self.trash.toggled.connect(self.changed)

    def _build(self, *, of_all: bool) -> None:
        """The choices on demand: words find most."""
        upper, lower = QHBoxLayout(), QHBoxLayout(self._choices)
        lower.setContentsMargins(0, 0, 0, 0)
        rows: list[tuple[QHBoxLayout, str, QWidget, int]] = [
            (upper, tr("F&ind"), self.search, 1),
            (lower, tr("&Kind"), self.kind, 1),
            (lower, tr("Tim&e"), self.time, 1),
            (lower, tr("Ta&g"), self.tag, 1),
        ]
        if of_all:
            rows.insert(1, (lower, tr("&Disk"), self.device, 2))
        for row, text, field, stretch in rows:
            row.addWidget(label_for(field, text))
            row.addWidget(field, stretch)
        for widget in (self._counts, self.more, self.trash, self.import_file):
            upper.addWidget(widget)
        for row in (upper, lower):
            row.setSpacing(SPACE)
        column_in(self, upper, self._choices, spacing=SPACE)
        self._choices.hide()
        self.more.toggled.connect(self._show_choices)

    @property
    def in_trash(self) -> bool:
        return self.trash.isChecked()

    @property
    def is_narrowed(self) -> bool:
        """Whether any filter is active."""
        wanted = self.wanted()
        narrowed = wanted.text or wanted.tag or wanted.since or self.wanted_kind() is not None
        return bool(narrowed) or bool(self.device.currentData())

    def of_device(self, key: str) -> None:
        """List nothing but this disk's."""
        self._device_key = key

    def _show_choices(self, shown: bool) -> None:
        """Reset hidden filters."""
        self._choices.setVisible(shown)
        if not shown and any(box.currentIndex() > 0 for box in self._boxes):
            self._choose_everything()
            self.changed.emit()

    def _choose_everything(self) -> None:
        """Reset without emitting ``changed``; the caller does."""
        with QSignalBlocker(self):
            for box in self._boxes:
                box.setCurrentIndex(0)

    def wanted(self) -> RunFilter:
        days = self.time.currentData()
        since = "" if days is None else (date.today() - timedelta(days=days)).isoformat()
        return RunFilter(
            text=self.search.text(),
            device_key=self._device_key or self.device.currentData() or "",
            tag=self.tag.currentData() or "",
            since=since,
            trashed=self.in_trash,
        )

    def wanted_kind(self) -> SessionKind | None:
        kind = self.kind.currentData()
        return None if kind is None else SessionKind(kind)

    def clear(self) -> None:
        """List everything."""
        self.search.clear()
        self._choose_everything()
        self._soon.stop()
        self.changed.emit()

    def show_listing(self, listing: Listing) -> None:
        """Offer the disks and tags there are, and say how many runs are listed."""
        disks = [(str(name), key) for key, name in listing.devices]
        _offer(self.device, tr("All disks"), disks)
        _offer(self.tag, tr("Any tag"), [(tag, tag) for tag in listing.tags])
        shown, total = len(listing.runs), listing.total
        self._counts.setText(
            trn(total, "{count} result", "{count} results")
            if shown == total
            else tr("{shown} of {count}", shown=shown, count=total)
        )


def _offer(box: QComboBox, everything: str, entries: Sequence[tuple[str, str]]) -> None:
    """Keep the choice, even if no run matches it any more."""
    chosen = box.currentData() or ""
    if chosen and chosen not in [key for _, key in entries]:
        entries = [*entries, (box.currentText(), chosen)]
    wanted = [(everything, ""), *entries]
    if wanted == [(box.itemText(place), box.itemData(place)) for place in range(box.count())]:
        return
    box.blockSignals(True)
    box.clear()
    for text, key in wanted:
        box.addItem(text, key)
    box.setCurrentIndex(max(box.findData(chosen), 0))
    box.blockSignals(False)
