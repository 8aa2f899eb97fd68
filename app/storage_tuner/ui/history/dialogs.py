"""A kept result to look at again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.jobs.quick_test.request import QuickResult
from storage_tuner.jobs.results.kept_runs import Opened
from storage_tuner.ui.benchmark.result import QuickFigures
from storage_tuner.ui.history import text as words
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import lay_out_reading, open_with_size


class SessionDialog(QDialog):
    """One kept session, for reading; ``save_asked`` for its report."""

    save_asked = Signal()

    def __init__(self, parent: QWidget | None, opened: Opened) -> None:
        super().__init__(parent)
        record = opened.record
        self.opened = opened
        self.setWindowTitle(
            tr("{target}, {moment}", target=words.target(record), moment=words.when(record))
        )
        self.page = _quick(record) if opened.gist.figures else _compared(opened)
        buttons = lay_out_reading(self, self.page)
        self.save = buttons.addButton(tr("&Save report…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.save.clicked.connect(self.save_asked)
        open_with_size(self, 130, 100)


def _quick(record: SessionRecord) -> QWidget:
    # what judges comes when it's needed: the window would be later
    from storage_tuner.jobs.quick_test.run import figures_of

    figures = QuickFigures()
    figures.show_result(QuickResult(record, figures_of(record.measurements)), record.device)
    page = Scrolled()
    page.fill((figures,))
    return page


def _compared(opened: Opened) -> QWidget:
    """The assistant's result page, without actions that need an open assistant."""
    from storage_tuner.ui.assistant.steps.result_step import ResultStep  # much, and seldom needed

    page = ResultStep()
    page.show_result(opened.record, opened.gist.judgement)
    return page
