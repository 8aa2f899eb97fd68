"""The result of a quick test, compared with the previous one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.quick_test.request import (
    EARLIER,
    Figure,
    Profile,
    QuickResult,
    QuickTestRequest,
)
from storage_tuner.present.wording import printable
from storage_tuner.ui.benchmark import text as words
from storage_tuner.ui.benchmark.tiles import FigureGrid
from storage_tuner.ui.dates import moment
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone, heading
from storage_tuner.ui.widgets.layouts import Placed, row_of


class QuickFigures(Card):
    """``copied`` is emitted after copying to the clipboard, with a confirmation."""

    copied = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.result: QuickResult | None = None
        self._device: Device | None = None
        self._profile = Profile.DEFAULT
        self._title = heading()
        self._conditions = Text(tone=Tone.SUBTLE)
        self.grid = FigureGrid()
        self._notes = Text(tone=Tone.SUBTLE)
        self._legend = Text(
            tr(
                "The bars are logarithmic, from 0.1 MB/s to 10 GB/s, with a gap at each power of "
                "ten. A horizontal line is the 95 % interval, a vertical one the last result."
            ),
            tone=Tone.SUBTLE,
        )
        self.copy_text = QPushButton(tr("Copy as te&xt"))
        self.copy_image = QPushButton(tr("Copy as &image"))
        self.copy_text.clicked.connect(self._copy_text)
        self.copy_image.clicked.connect(self._copy_image)
        self._build()

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def notes(self) -> str:
        return self._notes.text()

    def show_empty(self, request: QuickTestRequest) -> None:
        """Show the tests before anything was measured."""
        self._forget(request)
        self._title.setText(tr("Not measured yet"))
        self._conditions.setText(
            tr("Start the quick test to see how fast this disk is with its current settings.")
        )

    def show_measuring(self, request: QuickTestRequest) -> None:
        self._forget(request)
        self._title.setText(tr("So far"))
        self._conditions.setText("")

    def show_so_far(self, figures: Sequence[Figure]) -> None:
        self.grid.show_figures(figures)

    def show_result(self, result: QuickResult, device: Device | None) -> None:
        self.result = result
        self._device = device
        record = result.record
        self._title.setText(
            tr("{moment}, {place}", moment=moment(record.created_at), place=words.place(record))
        )
        parts = (words.runs(record.plan.repeats), words.settings(record))
        self._conditions.setText(" · ".join(part for part in parts if part))
        writing = any(each.writes for each in record.plan.operations)
        self.grid.show_tests(self._rows(record), writing=writing)
        figures = result.figures
        compared = {
            each.operation: words.against_earlier(result.verdict(each.operation))
            for each in figures
        }
        self.grid.show_figures(figures, compared, _earlier_rates(result, figures))
        self._show_notes(result)
        self._enable(True)

    def _rows(self, record: SessionRecord) -> tuple[str, ...]:
        """The tests to show; a single one is shown among those of the chosen profile."""
        tests = tuple(dict.fromkeys(words.test_of(each) for each in record.plan.operations))
        return self._profile.tests if set(tests) < set(self._profile.tests) else tests

    def _build(self) -> None:
        head = row_of(Placed(self._title, 1), self.copy_text, self.copy_image, spacing=SPACE)
        self.body.addLayout(head)
        self.body.addWidget(self._conditions)
        self.body.addSpacing(SPACE)
        self.body.addWidget(self.grid)
        self.body.addSpacing(SPACE)
        self.body.addWidget(self._notes)
        self.body.addWidget(self._legend)

    def _forget(self, request: QuickTestRequest) -> None:
        self.result = None
        self._profile = request.profile
        self.grid.show_tests(
            request.profile.tests, writing=any("write" in n for n in request.names)
        )
        self._notes.hide()
        self._enable(False)

    def _enable(self, enabled: bool) -> None:
        self.copy_text.setEnabled(enabled)
        self.copy_image.setEnabled(enabled)

    def _show_notes(self, result: QuickResult) -> None:
        lines = [str(printable(caveat)) for caveat in result.record.caveats]
        if result.earlier is not None:
            lines += self._since(result, result.earlier)
        self._notes.setText("\n".join(f"•  {line}" for line in lines))
        self._notes.setVisible(bool(lines))

    def _since(self, result: QuickResult, earlier: SessionRecord) -> list[str]:
        lines = [tr("Last time: {moment}.", moment=moment(earlier.created_at))]
        if result.changed:
            changes = ", ".join(f"{name}: {then} → {now}" for name, then, now in result.changed)
            lines.append(tr("Settings changed since then: {changes}.", changes=printable(changes)))
        else:
            lines.append(tr("The settings were the same."))
        if result.comparison is not None:
            lines += map(str, result.comparison.judgement.notes)
        return lines

    def _copy_text(self) -> None:
        if self.result is not None:
            QGuiApplication.clipboard().setText(words.as_text(self.result, self._device))
            self.copied.emit(tr("Copied as text."))

    def _copy_image(self) -> None:
        """Copy the card without its buttons."""
        buttons = (self.copy_text, self.copy_image)
        for button in buttons:
            button.hide()
        picture = self.grab()
        for button in buttons:
            button.show()
        QGuiApplication.clipboard().setPixmap(picture)
        self.copied.emit(tr("Copied as image."))


def _earlier_rates(result: QuickResult, figures: Sequence[Figure]) -> dict[Operation, float]:
    rates = {}
    for figure in figures:
        verdict = result.verdict(figure.operation)
        for summary in verdict.summaries if verdict is not None else ():
            if summary.variant == EARLIER:
                rates[figure.operation] = summary.mean
    return rates
