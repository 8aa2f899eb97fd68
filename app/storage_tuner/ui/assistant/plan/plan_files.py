"""Buttons to load and save plan files, and to open a live comparison."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.ui.file_dialogs import DOCUMENTS, ask_for_file, ask_where_to_save, folder_for
from storage_tuner.ui.widgets.elements import SPACE, Banner, Tone
from storage_tuner.ui.widgets.layouts import column_in
from storage_tuner.ui.widgets.wrapping_row import Halves

_SUFFIX = "json"


class PlanFiles(QWidget):
    """``live`` is the button for a live workload comparison. ``load_asked`` and ``save_asked``
    carry a ``Path``; ``reported`` is emitted when a message is shown."""

    load_asked = Signal(object)
    save_asked = Signal(object)
    reported = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.load = QPushButton(tr("Load &plan…"))
        self.save = QPushButton(tr("Save th&is plan…"))
        self.message = Banner()
        self.live = QPushButton(tr("Live compa&rison…"))
        self.live.setToolTip(tr("Compare schedulers while your programs use the disk"))
        self.load.clicked.connect(self._ask_to_load)
        self.save.clicked.connect(self._ask_to_save)
        for button in (self.load, self.save, self.live):
            button.setAutoDefault(False)
        column_in(self, Halves((self.load, self.save), (self.live,)), self.message, spacing=SPACE)

    def show_loaded(self, path: Path) -> None:
        summary = tr("Loaded: {path}", path=path)
        self.message.show_message(Tone.GOOD, summary, tr("Its choices are selected above."))
        self.reported.emit()

    def show_repeated(self) -> None:
        summary = tr("Loaded: the plan of the earlier result")
        self.message.show_message(Tone.GOOD, summary, tr("Its choices are selected above."))
        self.reported.emit()

    def show_saved(self, path: Path) -> None:
        self.message.show_message(Tone.GOOD, tr("Saved: {path}", path=path))
        self.reported.emit()

    def show_error(self, error: StorageTunerError) -> None:
        self.message.show_error(error)
        self.reported.emit()

    def _ask_to_load(self) -> None:
        title, folder = tr("Load plan"), folder_for(DOCUMENTS)
        ask_for_file(self, title, folder, self.load_asked.emit, self._kind())

    def _ask_to_save(self) -> None:
        title, suggested = tr("Save plan"), f"storage-tuner-plan.{_SUFFIX}"
        path = Path(folder_for(DOCUMENTS), suggested)
        ask_where_to_save(self, title, self._kind(), path, self.save_asked.emit)

    def _kind(self) -> str:
        return tr("Plans (*.{suffix})", suffix=_SUFFIX)
