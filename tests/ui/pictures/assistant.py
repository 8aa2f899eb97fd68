"""Every page of the assistant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import (
    Cancelled,
    DeviceGone,
    Dismissed,
    HelperGone,
    NoSpace,
    ToolMissing,
)
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import TargetKind, Use
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.tree.device_tree import PRACTICE
from tests.ui import samples
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    pages = assistant.pages
    yield "assistant-1-device", assistant
    pages.device.choose("nvme0n1")
    assistant.navigation.go(Step.PURPOSE)
    pages.purpose.buttons[Use.DATABASE].setChecked(True)
    yield "assistant-2-purpose", assistant
    assistant.navigation.go(Step.PLAN)
    yield "assistant-3-plan", assistant
    yield from looked(assistant)
    pages.device.choose(PRACTICE)
    assistant.navigation.go(Step.PLAN)
    yield "assistant-3-plan-practice", assistant
    yield from measuring(studio, assistant)
    yield from results(assistant)


def looked(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    """What a look around may have found, and what experts choose."""
    page = assistant.pages.plan
    for name, found in (
        ("good", samples.CONDITIONS[-1:]),
        ("warnings", samples.CONDITIONS[1:]),
        ("blocked", samples.CONDITIONS),
    ):
        assistant.preparation.show_conditions(found)
        yield f"assistant-3-plan-{name}", assistant
    assistant.preparation.show_no_conditions(ToolMissing("fio"))
    record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1}, completed=False)
    assistant.preparation.show_interrupted(StoredSession(Path("result.json"), record))
    yield "assistant-3-plan-interrupted", assistant
    assistant.preparation.forget_interrupted()
    assistant.preparation.show_conditions(samples.CONDITIONS[-1:])
    page.workloads.show_known(known_workloads(Path("/nonexistent")))
    page.advanced.set_open(True)
    page.workloads.set_open(True)
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    yield "assistant-3-plan-expert", assistant
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    yield "assistant-3-plan-expert-below", assistant
    page.workloads.set_open(False)
    page.advanced.set_open(False)


def measuring(studio: Studio, assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    page = assistant.pages.measure
    assistant.running.measuring = True
    page.begin()
    assistant.navigation.go(Step.MEASURE)
    page.show_progress(
        Progress(Phase.FILLING, 0.4, sentence("Filling the practice disk with random data…"))
    )
    yield "assistant-4-preparing", assistant
    plan = samples.plan(TargetKind.PRACTICE)
    runs = samples.measurements(plan, {"bfq": 0.06, "kyber": -0.02})
    page.show_plan("loop7", plan)
    for run in runs[:70]:
        page.add(run)
    from storage_tuner.bench.run_order import schedule

    specification = schedule(plan)[70]
    page.show_progress(
        Progress(Phase.MEASURING, 70 / len(runs), "", 71, len(runs), 860, specification)
    )
    yield "assistant-4-measure", assistant
    page.show_progress(
        Progress(
            Phase.MEASURING,
            0.2,
            "",
            3,
            16,
            620,
            specification,
            block=7,
            leader="mq-deadline",
            lead_percent=8.2,
            notice=samples.VISIBLE,
        )
    )
    yield "assistant-4-measure-adaptive", assistant
    page.show_plan("loop7", replace(plan, workloads=samples.many_workloads()))
    yield "assistant-4-measure-many", assistant
    assistant.running.measuring = False
    for name, error in (
        ("stopped", Cancelled()),
        ("dismissed", Dismissed()),
        ("gone", DeviceGone("sdb")),
        ("helper-gone", HelperGone()),
        ("no-space", NoSpace(sentence("for the practice disk"))),
    ):
        page.begin()
        page.show_error(error)
        assistant.navigation.changed.emit()
        yield f"assistant-4-{name}", assistant


def results(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    better = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    equal = samples.result(TargetKind.PRACTICE, {})
    stopped = samples.result(TargetKind.PRACTICE, {"bfq": 0.1}, completed=False)
    for name, (record, judgement) in (("same", equal), ("stopped", stopped), ("better", better)):
        assistant.running.show_measured(record, judgement)
        yield f"assistant-5-result-{name}", assistant
        if name != "stopped":
            assistant.navigation.go(Step.APPLY)
            yield f"assistant-6-apply-{name}", assistant
    yield from confirming(assistant)
    assistant.running.show_broken_off(*stopped, HelperGone())
    yield "assistant-5-result-broken-off", assistant
    assistant.running.show_measured(*samples.result(TargetKind.DEVICE, {"bfq": 0.11}))
    assistant.navigation.go(Step.APPLY)
    assistant.pages.apply.show_tried()
    yield "assistant-6-apply-trying", assistant
    assistant.pages.apply.show_kept()
    yield "assistant-6-apply-kept", assistant
    assistant.pages.apply.show_kept_for_good(
        ("No udev daemon is running here, so the rule takes effect only where one is.",)
    )
    yield "assistant-6-apply-kept-for-good", assistant
    assistant.pages.apply.show_not_keepable(samples.NOT_RECOGNISED)
    assistant.pages.apply.message.hide()
    yield "assistant-6-apply-not-keepable", assistant
    assistant.pages.apply.show_not_kept_for_good(Dismissed())
    yield "assistant-6-apply-not-kept", assistant
    assistant.pages.apply.show_error(HelperGone())
    yield "assistant-6-apply-failed", assistant
    assistant.navigation.go(Step.REPORT)
    yield "assistant-7-report", assistant
    assistant.pages.report.show_saved(Path("/home/you/Documents/storage-tuner-sda-2026-03-03.pdf"))
    yield "assistant-7-report-saved", assistant
    assistant.pages.report.show_error(NoSpace("to write /media/stick/report.pdf"))
    yield "assistant-7-report-failed", assistant


def confirming(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    record, judgement = samples.raced_result()
    assistant.running.show_measured(record, judgement)
    page = assistant.pages.result
    yield "assistant-5-result-raced", assistant
    for name, completed in (("confirmed", True), ("confirming-stopped", False)):
        page.show_confirmed(samples.confirmed(record, judgement), completed=completed)
        yield f"assistant-5-result-{name}", assistant
    page.confirming.show_error(HelperGone())
    yield "assistant-5-result-not-confirmed", assistant
    interrupted = replace(record, completed=False)
    assistant.running.show_measured(interrupted, judgement)
    yield "assistant-5-result-interrupted", assistant
