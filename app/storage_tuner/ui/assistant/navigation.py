"""The assistant's pages, the list of steps beside them, and moving between them."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from storage_tuner.ui.assistant.steps.apply_step import ApplyStep
from storage_tuner.ui.assistant.steps.device_step import DeviceStep
from storage_tuner.ui.assistant.steps.measure_step import MeasureStep
from storage_tuner.ui.assistant.steps.plan_step import PlanStep
from storage_tuner.ui.assistant.steps.purpose_step import PurposeStep
from storage_tuner.ui.assistant.steps.report_step import ReportStep
from storage_tuner.ui.assistant.steps.result_step import ResultStep
from storage_tuner.ui.assistant.steps.step import Page, Step, StepList


@dataclass
class Pages:
    """The page of each step."""

    device: DeviceStep
    purpose: PurposeStep
    plan: PlanStep
    measure: MeasureStep
    result: ResultStep
    apply: ApplyStep
    report: ReportStep
    order: tuple[Page, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.order = (
            self.device,
            self.purpose,
            self.plan,
            self.measure,
            self.result,
            self.apply,
            self.report,
        )


class Navigation(QObject):
    """``arrived`` carries the step that is now shown; ``changed`` is emitted when the buttons need
    an update. ``closing`` is set once the assistant is being closed."""

    arrived = Signal(object)
    changed = Signal()

    def __init__(self, pages: Pages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pages = pages
        self.stack = QStackedWidget()
        for page in pages.order:
            self.stack.addWidget(page)
        self.steps = StepList()
        self.closing = False

    @property
    def step(self) -> Step:
        return Step(self.stack.currentIndex())

    def go(self, step: Step) -> None:
        self.stack.setCurrentIndex(step)
        self.pages.order[step].verticalScrollBar().setValue(0)
        self.steps.show_step(step)
        self.arrived.emit(step)
