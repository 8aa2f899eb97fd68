"""Dialog to define a workload of one stream of requests, as in a fio job."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.bench.catalogue import MOST_REQUESTS_PER_SECOND
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.workload import Mode
from storage_tuner.jobs.planning.user_workloads import WorkloadDraft
from storage_tuner.present import numbers
from storage_tuner.ui.widgets.elements import SPACE, Banner, Text, Tone, heading
from storage_tuner.ui.widgets.wheel_guard import ComboBox, SpinBox
from storage_tuner_protocol.workload import (
    MAXIMUM_BLOCK_BYTES,
    MAXIMUM_QUEUE_DEPTH,
    MAXIMUM_THREADS,
)

_SMALLEST_BLOCK = 512


def mode_words(mode: Mode) -> str:
    return {
        Mode.READ: tr("Sequential read"),
        Mode.WRITE: tr("Sequential write"),
        Mode.RANDOM_READ: tr("Random read"),
        Mode.RANDOM_WRITE: tr("Random write"),
        Mode.MIXED: tr("Sequential read and write"),
        Mode.RANDOM_MIXED: tr("Random read and write"),
    }[mode]


class WorkloadDialog(QDialog):
    """``save_asked`` carries a ``WorkloadDraft``. Stays open until the file is written."""

    save_asked = Signal(object)

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New workload"))
        self.label = QLineEdit()
        self.mode = ComboBox()
        self.block = ComboBox()
        self.queue = _spin(1, MAXIMUM_QUEUE_DEPTH, 1)
        self.threads = _spin(0, MAXIMUM_THREADS, 0, tr("as in the plan"))
        self.mix = _spin(1, 99, 30)
        self.rate = _spin(0, MOST_REQUESTS_PER_SECOND, 0, tr("no limit"))
        self.fsync = _spin(0, 1_000_000, 0, tr("never"))
        self.synchronous = QCheckBox(tr("S&ynchronous writes (O_DSYNC)"))
        self.buffered = QCheckBox(tr("Buffered by the &page cache (folders only)"))
        self.message = Banner()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save = self.buttons.addButton(tr("&Save"), QDialogButtonBox.ButtonRole.ApplyRole)
        self._build()

    def draft(self) -> WorkloadDraft:
        return WorkloadDraft(
            self.label.text(),
            self.chosen_mode(),
            int(self.block.currentData()),
            self.queue.value(),
            self.threads.value(),
            self.mix.value(),
            self.rate.value(),
            self.fsync.value(),
            self.synchronous.isChecked(),
            self.buffered.isChecked(),
        )

    def chosen_mode(self) -> Mode:
        return Mode(str(self.mode.currentData()))

    def show_error(self, error: StorageTunerError) -> None:
        self.message.show_error(error)

    def _build(self) -> None:
        for mode in Mode:
            self.mode.addItem(mode_words(mode), mode.value)
        self.mode.setCurrentIndex(self.mode.findData(Mode.RANDOM_READ.value))
        size = _SMALLEST_BLOCK
        while size <= MAXIMUM_BLOCK_BYTES:
            self.block.addItem(numbers.binary_bytes(size), size)
            size *= 2
        self.block.setCurrentIndex(self.block.findData(4096))
        self.mix.setSuffix(f"{numbers.SPACE}%")
        form = QFormLayout()
        form.setHorizontalSpacing(2 * SPACE)
        form.setVerticalSpacing(SPACE)
        for text, widget in (
            (tr("&Name"), self.label),
            (tr("&Operation"), self.mode),
            (tr("&Block size"), self.block),
            (tr("&Queue depth per thread"), self.queue),
            (tr("T&hreads"), self.threads),
            (tr("Share of w&rites"), self.mix),
            (tr("IOPS li&mit"), self.rate),
            (tr("Writes between &fsync calls"), self.fsync),
        ):
            form.addRow(text, widget)
        form.addRow(self.synchronous)
        form.addRow(self.buffered)
        where = tr("It is saved as a file and then listed with the other workloads.")
        column = QVBoxLayout(self)
        column.setSpacing(2 * SPACE)
        column.addWidget(heading(tr("New workload"), points=4))
        column.addLayout(form)
        column.addWidget(Text(where, tone=Tone.SUBTLE))
        column.addWidget(self.message)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.mode.currentIndexChanged.connect(self._show_possible)
        self.buffered.toggled.connect(self._show_possible)
        self.label.textChanged.connect(self._show_possible)
        self.save.clicked.connect(lambda: self.save_asked.emit(self.draft()))
        self.buttons.rejected.connect(self.reject)
        self.save.setDefault(True)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 76)
        self._show_possible()

    def _show_possible(self) -> None:
        mode = self.chosen_mode()
        self.mix.setEnabled(mode.mixed)
        self.fsync.setEnabled(mode.writes)
        self.synchronous.setEnabled(mode.writes)
        self.queue.setEnabled(not self.buffered.isChecked())
        self.save.setEnabled(bool(self.label.text().strip()))
        missing = "" if self.save.isEnabled() else tr("Enter a name first.")
        self.save.setToolTip(missing)
        self.save.setAccessibleDescription(missing)


def _spin(least: int, most: int, value: int, special: str = "") -> QSpinBox:
    """``special`` is shown for the minimum value."""
    box = SpinBox()
    box.setRange(least, most)
    box.setValue(value)
    box.setSpecialValueText(special)
    return box
