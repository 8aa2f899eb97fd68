"""Choosing what of a result is saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import NoSpace
from storage_tuner.report.layout import Layout
from storage_tuner.report.text.markdown_and_plain import markdown
from storage_tuner.ui.reports.dialog import SaveReport
from tests.ui import sample_results
from tests.ui.pictures.studio import Studio
from tests.ui.still import Never


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    record, judgement = sample_results.judged("adaptive")
    dialog = SaveReport(None, record, judgement, Never())
    dialog.choices.folder.setText("/home/you/Documents")
    dialog.preview.setMarkdown(markdown(record, judgement, Layout()))
    dialog.resize(1080, 700)
    yield "save-report", dialog
    dialog.show_saved((Path("/home/you/Documents/storage-tuner-sda-2026-03-03.pdf"),))
    yield "save-report-saved", dialog
    dialog.opening.hide()
    dialog.show_error(NoSpace("to write /media/stick/report.pdf"))
    yield "save-report-failed", dialog
    dialog.close()
