"""The assistant: from a disk to kept settings and a report, one step after the other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QDialog, QFrame, QPushButton, QWidget

from storage_tuner.core.errors import NotRestored
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan
from storage_tuner.jobs.results.report_files import ReportRequest, not_written, write_reports
from storage_tuner.jobs.tuning_job import AdjustPlan, MakeSession
from storage_tuner.ui.assistant.measure.desktop_notice import DesktopNotice
from storage_tuner.ui.assistant.navigation import Navigation, Pages
from storage_tuner.ui.assistant.plan.advanced import PlanAids
from storage_tuner.ui.assistant.plan.last_choices import LastChoices
from storage_tuner.ui.assistant.preparing import Preparation
from storage_tuner.ui.assistant.result.keeping import Keeping
from storage_tuner.ui.assistant.running import Running
from storage_tuner.ui.assistant.steps.apply_step import ApplyStep
from storage_tuner.ui.assistant.steps.device_step import DeviceStep
from storage_tuner.ui.assistant.steps.measure_step import MeasureStep
from storage_tuner.ui.assistant.steps.plan_step import PlanStep
from storage_tuner.ui.assistant.steps.purpose_step import PurposeStep
from storage_tuner.ui.assistant.steps.report_step import ReportStep
from storage_tuner.ui.assistant.steps.result_step import ResultStep
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.reports.dialog import SaveReport
from storage_tuner.ui.widgets.elements import (
    SPACE,
    Text,
    Tone,
    open_with_size,
    primary_button,
    set_property,
)
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, row_in, row_of
from storage_tuner.ui.window.inventory import Inventory


def as_planned(plan: Plan) -> Plan:
    """Return ``plan`` unchanged."""
    return plan


class Assistant(QDialog):
    """The dialog with its buttons; ``preparation`` makes a plan, ``running`` measures it, and
    ``keeping`` applies the result.

    ``settings_kept`` carries the kernel name of the device whose settings were kept.
    ``make_session`` creates the session; ``adjust`` may change a plan before it's carried out.
    ``surveys`` are the jobs that check conditions beforehand. ``settings`` store the last
    choices.
    """

    settings_kept = Signal(str)

    def __init__(
        self,
        parent: QWidget | None,
        inventory: Inventory,
        monitor: LiveMonitor,
        library: ChartLibrary,
        make_session: MakeSession,
        *,
        device: str = "",
        adjust: AdjustPlan = as_planned,
        surveys: Jobs | None = None,
        settings: QSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Tune a disk"))
        self._writing = Jobs("report", self, not_written)
        self.surveys = surveys or Jobs("survey", self)
        self.pages = Pages(
            DeviceStep(),
            PurposeStep(),
            PlanStep(),
            MeasureStep(monitor, library),
            ResultStep(),
            ApplyStep(),
            ReportStep(),
        )
        self.navigation = Navigation(self.pages, self)
        self.preparation = Preparation(
            self.navigation,
            inventory,
            make_session,
            self.surveys,
            adjust,
            LastChoices(settings),
            self,
        )
        self.aids = PlanAids(self.navigation, inventory, self.surveys, self.preparation, self)
        self.running = Running(self.navigation, monitor, make_session, adjust, self)
        self.keeping = Keeping(self.navigation, self.running, inventory, self)
        self.attention = DesktopNotice(self.navigation, self.running, self)
        self.ending = Text(tone=Tone.SUBTLE, wrap=False)
        self.cancel = QPushButton()
        self.back = QPushButton(tr("&Back"))
        self.next = primary_button("")
        self._build()
        self._connect()
        self.preparation.show_devices(inventory.devices)
        self.pages.device.choose(device)
        known = bool(device) and self.pages.device.current_key() == device
        self.navigation.go(Step.PURPOSE if known else Step.DEVICE)

    @property
    def step(self) -> Step:
        return self.navigation.step

    def reject(self) -> None:
        """Close; ask first during a measurement."""
        if self.running.measuring and not self.navigation.closing:
            self.running.ask_to_stop()
        else:
            self.end()

    def end(self) -> None:
        """Close without asking: stop, restore what isn't kept, and only then vanish."""
        if self.navigation.closing:
            return
        self.navigation.closing = True
        self.keeping.close()
        self.aids.close()
        self.preparation.stop_checking()
        self.running.close()
        self._show_buttons()
        self._vanish_when_all_is_done()

    def repeat(self, plan: Plan) -> None:
        """Choose an earlier plan; its disk is already chosen, or is chosen first."""
        self.aids.repeat(plan)
        if self.step is Step.PURPOSE:
            self.navigation.go(Step.PLAN)

    def measure(self) -> None:
        """Measure the chosen plan."""
        self.running.measure(self.preparation.request())

    def _vanish_when_all_is_done(self) -> None:
        """The window stays responsive: restoring settings can take half a minute."""
        if not self.navigation.closing:
            return
        if not self.running.is_over or self.aids.live is not None:
            self.ending.setText(tr("Restoring settings …"))
        elif self._writing.is_busy:
            self.ending.setText(tr("Saving the report …"))
        elif self.surveys.is_busy:
            pass  # stopping a check takes only a moment
        elif self.running.not_restored is not None:
            self._stay_open_to_show(self.running.not_restored)
        else:
            super().reject()

    def _stay_open_to_show(self, left: NotRestored) -> None:
        """Show that a setting is still changed; closing again closes the window."""
        self.running.not_restored = None
        self.navigation.closing = False
        self.ending.clear()
        self.navigation.go(Step.MEASURE)
        self.pages.measure.show_not_restored(left)
        self._show_buttons()

    def _build(self) -> None:
        body = row_of(self.navigation.steps, Placed(self.navigation.stack, 1), spacing=0)
        foot = QFrame()
        foot.setProperty("role", "foot")
        parts = (self.cancel, self.ending, Stretch(), self.back, self.next)
        row_in(foot, *parts, margins=(2 * SPACE, 12, 2 * SPACE, 12), spacing=SPACE)
        column_in(self, Placed(body, 1), foot, spacing=0)
        for button in (self.cancel, self.back):
            button.setAutoDefault(False)
        open_with_size(self, 170, 114)

    def _connect(self) -> None:
        self.cancel.clicked.connect(self.reject)
        self.back.clicked.connect(self._go_back)
        self.next.clicked.connect(self._go_on)
        self.navigation.arrived.connect(self._arrive)
        self.navigation.changed.connect(self._show_buttons)
        self.pages.device.chosen.connect(self._show_buttons)
        self.pages.device.list.itemDoubleClicked.connect(lambda _: self._go_on())
        self.pages.result.again_asked.connect(self.measure)
        self.pages.report.save_asked.connect(self.save)
        self.pages.report.several.clicked.connect(self._ask_what_to_save)
        self.preparation.resume_asked.connect(self.running.resume)
        self.running.ended.connect(self._vanish_when_all_is_done)
        self.pages.apply.working_changed.connect(self._show_buttons)
        self.aids.live_ended.connect(self._vanish_when_all_is_done)
        self.aids.live_stayed.connect(self.ending.clear)
        self.keeping.settings_kept.connect(self.settings_kept)
        self.surveys.idle.connect(self._vanish_when_all_is_done)
        self._writing.idle.connect(self._vanish_when_all_is_done)

    def _arrive(self, step: Step) -> None:
        """Earlier listeners may already have moved on to another step."""
        if self.step is step:
            self._show_buttons()
            self._focus(step)

    def _focus(self, step: Step) -> None:
        """Focus the step's first control."""
        wanted: dict[Step, QWidget] = {
            Step.DEVICE: self.pages.device.list,
            Step.PURPOSE: self.pages.purpose.buttons[self.pages.purpose.use()],
            Step.MEASURE: self.cancel,
        }
        wanted.get(step, self.next).setFocus()

    def _go_back(self) -> None:
        self.navigation.go(Step(self.step - 1))

    def _go_on(self) -> None:
        if not self.next.isEnabled():
            return
        if self.step in (Step.PLAN, Step.MEASURE):
            self.measure()
        elif self.step is Step.REPORT:
            self.end()
        else:
            self.navigation.go(Step(self.step + 1))

    def _show_buttons(self) -> None:
        step = self.step
        over = step >= Step.RESULT
        closing, measuring = self.navigation.closing, self.running.measuring
        if measuring and not closing:
            self.cancel.setText(tr("&Stop…"))
        else:
            self.cancel.setText(tr("Close") if over else tr("Cancel"))
        self.cancel.setVisible(step is not Step.REPORT)
        self.cancel.setEnabled(not closing and not self.running.stopping)
        self.back.setVisible(not over or step > Step.RESULT)
        # any other action would end the trial or keeping under way
        applying = step is Step.APPLY and self.pages.apply.is_working
        busy = measuring or closing or applying
        self.back.setEnabled(step > Step.DEVICE and not busy)
        self._show_next(step, busy=busy)

    def _show_next(self, step: Step, *, busy: bool) -> None:
        led_by_keys = self.next.hasFocus()
        self.next.setText(self._next_text(step))
        offering = step is Step.APPLY and self.pages.apply.offers_change
        set_property(self.next, "role", "" if offering else "primary")
        self.next.setEnabled(self._may_go_on(step) and not busy)
        self.next.setDefault(self.next.isEnabled())
        if step is Step.PLAN and self.pages.plan.conditions.blocked and led_by_keys:
            self.pages.plan.conditions.button.setFocus()

    def _may_go_on(self, step: Step) -> bool:
        """Whether this step's choices suffice for the next one."""
        if step is Step.DEVICE:
            return bool(self.pages.device.current_key())
        plan = self.pages.plan
        reason = ""
        if step is Step.PLAN:
            reason = plan.problem or plan.conditions.reason
        self.next.setToolTip(reason)
        self.next.setAccessibleDescription(reason)
        return not reason

    def _next_text(self, step: Step) -> str:
        if step is Step.PLAN:
            return tr("Start &measuring")
        if step is Step.MEASURE and not self.running.measuring:
            return tr("Try &again")
        return tr("&Done") if step is Step.REPORT else tr("&Next")

    def save(self, path: Path, suffix: str) -> None:
        if self.running.record is not None:
            page, request = self.pages.report, ReportRequest(((suffix.removeprefix("."), path),))
            page.show_saving()
            write = partial(write_reports, self.running.record, self.running.judgement, request)
            self._writing.start(write, lambda paths: page.show_saved(*paths), page.show_error)

    def _ask_what_to_save(self) -> None:
        if self.running.record is not None:
            dialog = SaveReport(self, self.running.record, self.running.judgement, self._writing)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()
