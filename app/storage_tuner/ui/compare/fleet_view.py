"""The disks of many computers, each compared with the others of its model."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from storage_tuner.core.fleet import Fleet, Grouping
from storage_tuner.core.language import spoken
from storage_tuner.core.message import tr
from storage_tuner.present.fleet import fleet_blocks
from storage_tuner.report.layout import Layout, usual_paper
from storage_tuner.ui.blocks.rendering import Blocks
from storage_tuner.ui.file_dialogs import DOCUMENTS, ask_for_folder, folder_for
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import SPACE, Banner, Tone
from storage_tuner.ui.widgets.layouts import Stretch, row_in


class FleetView(Scrolled):
    """``message`` shows where the report was saved, or why not."""

    def __init__(self, jobs: Jobs, message: Banner) -> None:
        super().__init__()
        self._jobs = jobs
        self._message = message
        self.shown: Fleet | None = None
        self.blocks = Blocks()
        self.save = QPushButton(tr("Save re&port…"))
        head = QWidget()
        row_in(head, Stretch(), self.save, spacing=SPACE)
        self.fill((head, self.blocks))
        self.save.clicked.connect(self.ask_where)

    def show_fleet(self, fleet: Fleet) -> None:
        self.shown = fleet
        self.save.setEnabled(bool(fleet.disks))
        self.blocks.show_blocks(fleet_blocks(fleet))

    def ask_where(self) -> QFileDialog:
        """Ask for the folder of the report."""
        return ask_for_folder(self, tr("Save report"), folder_for(DOCUMENTS), self.write)

    def write(self, folder: Path) -> None:
        """Write report.pdf, report.html and fleet.csv, in the window's language."""
        # the window starts faster without modules that only a report needs
        from storage_tuner.report.fleet import write_fleet

        if self.shown is None:
            return
        layout = Layout(usual_paper(QLocale().name()), spoken())
        self._message.show_message(Tone.PLAIN, tr("Saving …"))
        write = partial(write_fleet, self.shown, Grouping.MODEL, folder, layout)
        self._jobs.start(write, self._show_saved, self._message.show_error)

    def _show_saved(self, paths: tuple[Path, ...]) -> None:
        names = ", ".join(path.name for path in paths)
        self._message.show_message(
            Tone.GOOD,
            tr("Saved: {names}", names=names),
            tr("In {folder}", folder=paths[0].parent),
        )
