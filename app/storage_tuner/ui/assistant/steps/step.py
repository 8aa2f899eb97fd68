"""The steps of the assistant, and the base of every page."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.cards import Scrolling
from storage_tuner.ui.widgets.elements import (
    SPACE,
    SymbolLabel,
    Text,
    Tone,
    heading,
    in_bold,
    set_property,
)
from storage_tuner.ui.widgets.layouts import column_in


class Step(IntEnum):
    DEVICE = 0
    PURPOSE = 1
    PLAN = 2
    MEASURE = 3
    RESULT = 4
    APPLY = 5
    REPORT = 6


def step_name(step: Step) -> str:
    return {
        Step.DEVICE: tr("Device"),
        Step.PURPOSE: tr("Purpose"),
        Step.PLAN: tr("Plan"),
        Step.MEASURE: tr("Measure"),
        Step.RESULT: tr("Result"),
        Step.APPLY: tr("Apply"),
        Step.REPORT: tr("Report"),
    }[step]


class StepList(QFrame):
    """All steps; completed ones have a tick, the current one is bold and marked at its edge."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "side")
        grid = QGridLayout(self)
        grid.setContentsMargins(20, 22, 20, 12)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(14)
        self._marks: list[SymbolLabel] = []
        self._numbers: list[QLabel] = []
        self._names: list[Text] = []
        self._current = Step.DEVICE
        for step in Step:
            number = Text(str(step + 1), tone=Tone.SUBTLE, wrap=False)
            mark = SymbolLabel("check", 14, Tone.GOOD)
            name = Text(step_name(step), tone=Tone.SUBTLE, wrap=False)
            grid.addWidget(number, step, 0, Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(mark, step, 0, Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(name, step, 1)
            self._numbers.append(number)
            self._marks.append(mark)
            self._names.append(name)
        grid.setColumnMinimumWidth(0, 16)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(Step), 1)
        self._fix_width()
        self.show_step(Step.DEVICE)

    def show_step(self, current: Step) -> None:
        self._current = current
        for step in Step:
            done, now = step < current, step == current
            self._marks[step].setVisible(done)
            self._numbers[step].setVisible(not done)
            for label in (self._names[step], self._numbers[step]):
                set_property(label, "tone", Tone.CURRENT if now else Tone.SUBTLE)
            self._names[step].setAccessibleName(self._spoken(step))
        self.setAccessibleName(self._spoken(current))
        self.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_names"):
            self._fix_width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        super().paintEvent(event)
        row = self._names[self._current].geometry()
        painter = QPainter(self)
        painter.fillRect(0, row.top() - 4, 3, row.height() + 8, self.palette().highlight())

    def _spoken(self, step: Step) -> str:
        text = tr(
            "Step {number} of {total}: {name}",
            number=step + 1,
            total=len(Step),
            name=step_name(step),
        )
        if step < self._current:
            return tr("{step}, done", step=text)
        return tr("{step}, current", step=text) if step == self._current else text

    def _fix_width(self) -> None:
        """Room for the longest name in bold, so that nothing moves from step to step."""
        metrics = QFontMetrics(in_bold(self.font()))
        widest = max(metrics.horizontalAdvance(step_name(step)) for step in Step)
        self.setFixedWidth(widest + 16 + 10 + 2 * 20 + 4)


class Page(Scrolling):
    """A title and below it a column of content that scrolls when there is too little room."""

    def __init__(self) -> None:
        content = QWidget()
        self.title = heading(points=5)
        self.column = column_in(
            content, self.title, margins=(3 * SPACE, 20, 3 * SPACE, 2 * SPACE), spacing=12
        )
        super().__init__(content)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
