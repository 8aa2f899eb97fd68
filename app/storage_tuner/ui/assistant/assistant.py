"""The assistant: from a disk to kept settings and a report, one step after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QMetaObject, QObject, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QMessageBox,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.owners import undoing
from storage_tuner.core.plan import Plan, Target, TargetKind, Thoroughness
from storage_tuner.core.verdict import Judgement
from storage_tuner.services.connecting import asks_for_password
from storage_tuner.services.preview import preview_plan, tunable_devices
from storage_tuner.services.qt_inventory import Inventory
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.services.qt_reports import ReportWriter
from storage_tuner.services.qt_tuning import AdjustPlan, MakeSession, Tuner
from storage_tuner.services.setting_changes import PersistentText
from storage_tuner.services.tuning import KeptForGood
from storage_tuner.ui.assistant.apply_step import ApplyStep
from storage_tuner.ui.assistant.device_step import DeviceStep
from storage_tuner.ui.assistant.keep_dialog import KeepDialog
from storage_tuner.ui.assistant.measure_step import MeasureStep
from storage_tuner.ui.assistant.plan_step import PlanStep
from storage_tuner.ui.assistant.purpose_step import PurposeStep
from storage_tuner.ui.assistant.report_step import ReportStep
from storage_tuner.ui.assistant.result_step import ResultStep
from storage_tuner.ui.assistant.steps import Page, Step, StepList
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.device_tree import PRACTICE
from storage_tuner.ui.elements import (
    SPACE,
    Text,
    Tone,
    open_with_size,
    primary_button,
    set_property,
)


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


def as_planned(plan: Plan) -> Plan:
    """Change nothing."""
    return plan


class Assistant(QDialog):
    """``settings_kept`` carries the kernel name of the device whose settings were kept.

    ``make_session`` gives the session to work with; ``adjust`` may change a plan before it's
    carried out.
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
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Tune a disk"))
        self._inventory = inventory
        self._make_session = make_session
        self._adjust = adjust
        self._monitor = monitor
        self._writer = ReportWriter(self)
        self._tuner: Tuner | None = None
        self._tuners: list[Tuner] = []
        self._told: list[QMetaObject.Connection] = []
        self._measuring = False
        self._closing = False
        self._question: QMessageBox | None = None
        self.keep_dialog: KeepDialog | None = None
        self._record: SessionRecord | None = None
        self._judgement = Judgement((), None)
        self.steps = StepList()
        self.pages = Pages(
            DeviceStep(),
            PurposeStep(),
            PlanStep(),
            MeasureStep(monitor, library),
            ResultStep(),
            ApplyStep(),
            ReportStep(),
        )
        self.ending = Text(tone=Tone.SUBTLE, wrap=False)
        self.cancel = QPushButton()
        self.back = QPushButton(self.tr("&Back"))
        self.next = primary_button("")
        self._build()
        self._connect()
        self._show_devices(inventory.devices)
        self.pages.device.choose(device)
        known = bool(device) and self.pages.device.current_key() == device
        self._go(Step.PURPOSE if known else Step.DEVICE)

    @property
    def step(self) -> Step:
        return Step(self._stack.currentIndex())

    def reject(self) -> None:
        """Close; while something is measured, ask first."""
        if self._measuring and not self._closing:
            self._ask_to_stop()
        else:
            self.end()

    def end(self) -> None:
        """Close without asking: stop, put back what isn't kept, and only then vanish."""
        if self._closing:
            return
        self._closing = True
        if self.keep_dialog is not None:
            self.keep_dialog.reject()
        if self._tuner is not None:
            self.pages.measure.show_stopping()
            self._tuner.close()
        self._show_buttons()
        self._vanish_when_all_is_done()

    def _vanish_when_all_is_done(self) -> None:
        """The window answers meanwhile: putting settings back can take half a minute."""
        if not self._closing:
            return
        if self._tuners:
            self.ending.setText(self.tr("Putting the settings back …"))
        elif self._writer.is_busy:
            self.ending.setText(self.tr("Saving the report …"))
        else:
            super().reject()

    def _note_closed(self, tuner: Tuner) -> None:
        """Let go of one whose thread is at its end; the thread mustn't outlive its object."""
        tuner.finish()
        self._tuners.remove(tuner)
        self._vanish_when_all_is_done()

    def _build(self) -> None:
        self._stack = QStackedWidget()
        for page in self.pages.order:
            self._stack.addWidget(page)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.steps)
        body.addWidget(self._stack, 1)
        foot = QFrame()
        foot.setProperty("role", "foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(2 * SPACE, 12, 2 * SPACE, 12)
        row.setSpacing(SPACE)
        row.addWidget(self.cancel)
        row.addWidget(self.ending)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(body, 1)
        column.addWidget(foot)
        for button in (self.cancel, self.back):
            button.setAutoDefault(False)
        open_with_size(self, 170, 114)

    def _connect(self) -> None:
        pages = self.pages
        self._inventory.changed.connect(self._show_devices)
        self.cancel.clicked.connect(self.reject)
        self.back.clicked.connect(self._go_back)
        self.next.clicked.connect(self._go_on)
        pages.device.chosen.connect(self._show_buttons)
        pages.device.list.itemDoubleClicked.connect(lambda _: self._go_on())
        pages.plan.effort_chosen.connect(self._show_plan)
        pages.measure.pause_asked.connect(self._pause)
        pages.result.again_asked.connect(self._measure)
        pages.apply.try_asked.connect(self._try)
        pages.apply.keep_asked.connect(self._keep)
        pages.apply.for_good_asked.connect(self._ask_for_texts)
        pages.apply.leave_asked.connect(self._leave)
        pages.report.save_asked.connect(self._save)
        self._writer.saved.connect(pages.report.show_saved)
        self._writer.failed.connect(pages.report.show_error)
        self._writer.idle.connect(self._vanish_when_all_is_done)

    def _show_devices(self, devices: Sequence[Device]) -> None:
        if self.step is Step.DEVICE:
            self.pages.device.show_devices(devices)
            self._show_buttons()

    def _go(self, step: Step) -> None:
        self._stack.setCurrentIndex(step)
        self.steps.show_step(step)
        if step is Step.DEVICE:
            self.pages.device.show_devices(self._inventory.devices)
        if step is Step.PLAN:
            self._show_plan()
        self._show_buttons()
        self._focus(step)

    def _focus(self, step: Step) -> None:
        """Put the focus where the step's first answer is given."""
        wanted: dict[Step, QWidget] = {
            Step.DEVICE: self.pages.device.list,
            Step.PURPOSE: self.pages.purpose.buttons[self.pages.purpose.use()],
            Step.MEASURE: self.cancel,
        }
        wanted.get(step, self.next).setFocus()

    def _go_back(self) -> None:
        self._go(Step(self.step - 1))

    def _go_on(self) -> None:
        if not self.next.isEnabled():
            return
        if self.step in (Step.PLAN, Step.MEASURE):
            self._measure()
        elif self.step is Step.REPORT:
            self.end()
        else:
            self._go(Step(self.step + 1))

    def _show_buttons(self) -> None:
        step = self.step
        over = step >= Step.RESULT
        if self._measuring and not self._closing:
            self.cancel.setText(self.tr("&Stop…"))
        else:
            self.cancel.setText(self.tr("Close") if over else self.tr("Cancel"))
        self.cancel.setVisible(step is not Step.REPORT)
        self.cancel.setEnabled(not self._closing)
        self.back.setVisible(not over or step > Step.RESULT)
        self.back.setEnabled(step > Step.DEVICE and not self._measuring and not self._closing)
        self.next.setText(self._next_text(step))
        offering = step is Step.APPLY and self.pages.apply.offers_change
        set_property(self.next, "role", "" if offering else "primary")
        chosen = step is not Step.DEVICE or bool(self.pages.device.current_key())
        self.next.setEnabled(chosen and not self._measuring and not self._closing)
        self.next.setDefault(self.next.isEnabled())

    def _next_text(self, step: Step) -> str:
        if step is Step.PLAN:
            return self.tr("Start &measuring")
        if step is Step.MEASURE and not self._measuring:
            return self.tr("Try &again")
        return self.tr("&Done") if step is Step.REPORT else self.tr("&Next")

    def _target(self) -> Target:
        key = self.pages.device.current_key()
        if key == PRACTICE:
            return Target(TargetKind.PRACTICE, None)
        return Target(TargetKind.DEVICE, key)

    def _show_plan(self) -> None:
        target = self._target()
        devices = self._inventory.devices
        known = {device.name: device for device in devices}
        if target.device is not None and target.device not in known:
            self._go(Step.DEVICE)
            return
        use = self.pages.purpose.use()
        plans = {
            choice: self._adjust(preview_plan(target, devices, use, choice))
            for choice in Thoroughness
        }
        self.pages.plan.show_plan(known.get(target.device or ""), plans)

    def _measure(self) -> None:
        self._drop_tuner()
        before = self._tuners[-1] if self._tuners else None
        self._tuner = Tuner(self._make_session, self._adjust, before)
        self._tuners.append(self._tuner)
        self._tuner.closed.connect(self._note_closed)
        self._listen(self._tuner)
        self._measuring = True
        self.pages.measure.begin()
        self.pages.result.message.hide()
        self._tuner.measure(
            self._target(), self.pages.purpose.use(), self.pages.plan.thoroughness()
        )
        self._go(Step.MEASURE)

    def _pause(self, paused: bool) -> None:
        if self._tuner is not None and self._measuring:
            self._tuner.pause(paused)

    def _listen(self, tuner: Tuner) -> None:
        pages = self.pages
        self._told = [
            tuner.progressed.connect(pages.measure.show_progress),
            tuner.measured.connect(pages.measure.add),
            tuner.opened.connect(self._opened),
            tuner.measured_all.connect(self._measured),
            tuner.broken_off.connect(self._broken_off),
            tuner.not_saved.connect(pages.result.say_not_saved),
            tuner.tried.connect(pages.apply.show_tried),
            tuner.left.connect(pages.apply.show_left),
            tuner.kept.connect(self._kept),
            tuner.may_keep_for_good.connect(pages.apply.show_keepable),
            tuner.not_keepable.connect(pages.apply.show_not_keepable),
            tuner.texts_shown.connect(self._ask_to_keep),
            tuner.kept_for_good.connect(self._kept_for_good),
            tuner.not_kept_for_good.connect(pages.apply.show_not_kept_for_good),
            tuner.failed.connect(self._failed),
        ]

    def _drop_tuner(self) -> None:
        """Let go of a tuning that is over; it ends by itself, and puts back what is changed."""
        if self._tuner is not None:
            for connection in self._told:
                QObject.disconnect(connection)
            self._tuner.close()
            self._tuner = None

    def _opened(self, device: Device | None, plan: Plan) -> None:
        if device is not None:
            self._monitor.watch_also(device.name)
            self.pages.measure.show_plan(device.name, plan)

    def _measured(self, record: SessionRecord, judgement: Judgement) -> None:
        self._measuring = False
        self._dismiss_question()
        if not record.measurements:
            self._failed(Cancelled())
            return
        self._record, self._judgement = record, judgement
        self.pages.result.show_result(record, judgement)
        self.pages.apply.show_recommendation(record, judgement.recommendation)
        self.pages.report.show_record(record)
        if not self._closing:
            self._ask_for_good(record)
            self._go(Step.RESULT)

    def _broken_off(
        self, record: SessionRecord, judgement: Judgement, error: StorageTunerError
    ) -> None:
        self._measured(record, judgement)
        self.pages.result.say_broken_off(error)

    def _failed(self, error: StorageTunerError) -> None:
        self._dismiss_question()
        if self.step is Step.APPLY:
            self.pages.apply.show_error(error)
        elif self._measuring or self.step is Step.MEASURE:
            self._measuring = False
            self.pages.measure.show_error(error)
            if not self._closing:
                self._drop_tuner()
        self._show_buttons()

    def _ask_to_stop(self) -> None:
        if self._question is not None:
            return
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Stop measuring?"))
        box.setText(self.tr("Stop measuring?"))
        box.setInformativeText(
            self.tr("The settings from before come back. What was measured so far is shown.")
        )
        stop = box.addButton(self.tr("&Stop"), QMessageBox.ButtonRole.DestructiveRole)
        go_on = box.addButton(self.tr("&Go on measuring"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(go_on)
        box.setEscapeButton(go_on)
        stop.clicked.connect(self._stop)
        box.finished.connect(self._forget_question)
        self._question = box
        box.open()

    def _forget_question(self) -> None:
        if self._question is not None:
            self._question.deleteLater()
            self._question = None

    def _dismiss_question(self) -> None:
        if self._question is not None:
            self._question.close()

    def _stop(self) -> None:
        if self._tuner is not None and self._measuring:
            self.pages.measure.show_stopping()
            self.cancel.setEnabled(False)
            self._tuner.cancel()

    def _settings(self) -> tuple[tuple[str, str], ...]:
        advice = self._judgement.recommendation
        return advice.settings if advice is not None else ()

    def _try(self) -> None:
        if self._tuner is not None:
            self.pages.apply.show_working()
            self._tuner.try_settings(self._settings())

    def _keep(self) -> None:
        if self._tuner is not None:
            self.pages.apply.show_working()
            self._tuner.keep(self._settings())

    def _ask_for_good(self, record: SessionRecord) -> None:
        """Whether what is recommended could be kept for good; a practice disk is removed."""
        advice = self._judgement.recommendation
        practice = record.plan.target.kind is TargetKind.PRACTICE
        if self._tuner is not None and advice is not None and advice.change and not practice:
            self._tuner.ask_for_good(advice.settings)

    def _ask_for_texts(self) -> None:
        if self._tuner is not None:
            self.pages.apply.show_working()
            self._tuner.show_texts(self._settings())

    def _ask_to_keep(self, texts: Sequence[PersistentText]) -> None:
        self.pages.apply.show_offer()
        if self.step is not Step.APPLY or self._closing or self.keep_dialog is not None:
            return
        self.keep_dialog = KeepDialog(
            self, texts, self._who_undoes(texts), asks_for_password=asks_for_password()
        )
        self.keep_dialog.accepted.connect(self._keep_for_good)
        self.keep_dialog.finished.connect(self._forget_keep_dialog)
        self.keep_dialog.open()

    def _who_undoes(self, texts: Sequence[PersistentText]) -> list[str]:
        known = {device.name: device for device in self._inventory.devices}
        wanted = dict(self._settings())
        tuned = [known[text.device] for text in texts if text.device in known]
        return [
            warning
            for device in tuned
            for warning in undoing(device.name, device.owners, wanted, persist=True)
        ]

    def _forget_keep_dialog(self) -> None:
        if self.keep_dialog is not None:
            self.keep_dialog.deleteLater()
            self.keep_dialog = None

    def _keep_for_good(self) -> None:
        if self._tuner is not None:
            self.pages.apply.show_keeping_for_good()
            self._tuner.keep_for_good(self._settings())

    def _leave(self) -> None:
        if self._tuner is not None:
            self.pages.apply.show_working()
            self._tuner.leave()

    def _kept(self, record: SessionRecord) -> None:
        self.pages.apply.show_kept()
        self._tell_kept(record)

    def _kept_for_good(self, kept: KeptForGood) -> None:
        self.pages.apply.show_kept_for_good(kept.notes)
        if kept.record is not None:
            self._tell_kept(kept.record)

    def _tell_kept(self, record: SessionRecord) -> None:
        self._record = record
        if record.device is not None:
            known = {device.name: device for device in self._inventory.devices}
            for device in tunable_devices(record.device, known):
                self.settings_kept.emit(device.name)

    def _save(self, path: Path, suffix: str) -> None:
        if self._record is not None:
            self.pages.report.show_saving()
            self._writer.save(self._record, self._judgement, path, suffix)
