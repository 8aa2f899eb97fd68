"""What the assistant asks before it measures: every answer it can be given, and every refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QWidget

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import HelperGone, InvalidInput
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Target, TargetKind, Use
from storage_tuner.jobs.planning.candidates import PathTarget
from storage_tuner.jobs.planning.device_advice import PublishedExpectation
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.present.live import FigureRow, Value
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.live_dialog import LiveDialog
from storage_tuner.ui.assistant.plan.comparison_choice import ComparedKind
from storage_tuner.ui.assistant.plan.measurement_choice import MeasuredKind
from storage_tuner.ui.assistant.plan.overwriting import OverwriteDialog
from storage_tuner.ui.assistant.plan.workload_dialog import WorkloadDialog
from storage_tuner.ui.assistant.steps.step import Step
from tests.ui import sample_machine, samples
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(sample_machine.EVERYTHING, (sample_machine.CONTROLLER,))
    assistant = studio.assistant()
    yield from devices(assistant)
    yield from purposes(assistant)
    yield from comparisons(assistant)
    yield from live(assistant)


def devices(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    page = assistant.pages.device
    page.choose("md0")
    yield "assistant-before-devices", assistant
    page.list.scrollToBottom()
    yield "assistant-before-devices-refused", assistant
    page.search.setText("raid md")
    yield "assistant-before-devices-searched", assistant
    page.search.clear()
    page.show_place(
        PathTarget(Target(TargetKind.FILE, "nvme0n1", "/home/you/Videos"), is_folder=True)
    )
    yield "assistant-before-devices-folder", assistant
    page.show_error(InvalidInput("It is on a file system in memory.", "Choose a folder on a disk."))
    yield "assistant-before-devices-no-disk", assistant
    page.message.hide()


def purposes(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    page = assistant.pages.purpose
    assistant.pages.device.choose("md0")
    assistant.navigation.go(Step.PURPOSE)
    yield "assistant-before-purpose", assistant
    page.choose(Use.DATABASE, (Aim.LATENCY, Aim.WORST_CASE))
    page.aims.list.setFocus()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    yield "assistant-before-purpose-aims", assistant


def measurements(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    page = assistant.pages.plan
    choice = page.measurement
    for kind in (MeasuredKind.SUSTAINED, MeasuredKind.MAP, MeasuredKind.START):
        choice.buttons[kind].setChecked(True)
        page.verticalScrollBar().setValue(page.verticalScrollBar().maximum() // 3)
        yield f"assistant-before-{kind}", assistant
    choice.start.program.setText("xterm -e 'true | cat")
    assistant.preparation.show_chosen()
    yield "assistant-before-start-refused", assistant
    choice.buttons[MeasuredKind.WORKLOADS].setChecked(True)


def overwriting(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    """An empty disk is offered to be overwritten, and allowed by its name."""
    page = assistant.pages.plan
    device = sample_machine.BY_NAME["sdh"]
    page.overwriting.offer(device, str(device.title))
    page.verticalScrollBar().setValue(0)
    yield "assistant-before-overwriting-offered", assistant
    dialog = OverwriteDialog(None, device, str(device.title))
    yield "assistant-before-overwriting", dialog
    dialog.typed.setText(str(device.title))
    yield "assistant-before-overwriting-typed", dialog
    page.overwriting.allow()
    yield "assistant-before-overwriting-allowed", assistant
    page.overwriting.hide()


def comparisons(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    page = assistant.pages.plan
    assistant.pages.device.choose("sdc")
    assistant.pages.device.choose("sdh")
    assistant.navigation.go(Step.PLAN)
    assistant.preparation.show_conditions(samples.CONDITIONS[-1:])
    page.comparison.schedulers["kyber"].setChecked(False)
    page.article.setChecked(True)
    yield "assistant-before-article", assistant
    page.article.setChecked(False)
    yield from measurements(assistant)
    choice = page.comparison
    choice.buttons[ComparedKind.SETTINGS].setChecked(True)
    for name in ("queue_depth", "read_ahead_kb"):
        choice.series.ticks[name].setChecked(True)
    assistant.preparation.show_chosen()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum() // 2)
    yield "assistant-before-settings", assistant
    choice.series.values["queue_depth"].setText("1, many")
    assistant.preparation.show_chosen()
    yield "assistant-before-settings-refused", assistant
    choice.buttons[ComparedKind.PAIR].setChecked(True)
    assistant.preparation.show_chosen()
    yield "assistant-before-pair", assistant
    choice.buttons[ComparedKind.SCHEDULERS].setChecked(True)
    page.workloads.show_known(known_workloads(Path("/nonexistent")))
    page.advanced.set_open(True)
    page.workloads.set_open(True)
    page.workloads.search.setText("database")
    page.workloads.counts.setText("1, 16")
    assistant.preparation.show_chosen()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    yield "assistant-before-workloads", assistant
    page.workloads.set_open(False)
    page.advanced.set_open(False)
    yield from overwriting(assistant)
    page.advanced.set_open(True)
    page.published.show_wishes(WISHES)
    page.ensureWidgetVisible(page.published)
    yield "assistant-before-published", assistant
    page.files.show_error(
        InvalidInput(
            (
                "plan.json can't be used as a plan: at use: expected one of desktop, "
                "database, …, found 'gaming'."
            ),
            sentence("Choose a plan saved by Storage Tuner."),
        )
    )
    page.workloads.set_open(False)
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    yield "assistant-before-plan-refused", assistant


def live(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    dialog = LiveDialog(assistant, "sda", ("none", "mq-deadline", "bfq"), _nobody)
    yield "assistant-before-live", dialog
    record, judgement = samples.result(TargetKind.DEVICE, {"bfq": 0.1})
    dialog.show_figures(FIGURES)
    dialog.now.setText("block 5, bfq now · 12 minutes left")
    dialog.bar.setValue(300)
    yield "assistant-before-live-watching", dialog
    dialog.show_judged(record, judgement)
    yield "assistant-before-live-judged", dialog
    dialog.show_error(HelperGone())
    yield "assistant-before-live-failed", dialog
    editor = WorkloadDialog(assistant)
    yield "assistant-before-own-workload", editor
    editor.label.setText("rand-read")
    editor.mode.setCurrentIndex(5)
    editor.show_error(
        InvalidInput("There is already a workload rand-read.", sentence("Choose another name."))
    )
    yield "assistant-before-own-workload-refused", editor


def _nobody() -> HelperConnection:
    raise AssertionError("pictures ask nobody")


WISHES = (
    PublishedExpectation(
        "scheduler",
        "bfq",
        "For many reads one after the other on RAID 5, cfq was the fastest.",
        "Example author",
        1,
    ),
    PublishedExpectation(
        "nr_requests",
        "at least 128",
        "A longer queue lets the controller sort better.",
        "Example vendor",
        0,
    ),
)
FIGURES = tuple(
    FigureRow(
        name,
        (
            Value(f"{ms} ms", f"({ms - 0.1:.2g} to {ms + 0.1:.2g})"),
            Value(f"{ms * 2:.2g} ms"),
            Value("12.4"),
            Value("310"),
            Value("1.8"),
            Value("41 %"),
        ),
    )
    for name, ms in (("none", 0.8), ("mq-deadline", 0.6), ("bfq", 1.2))
)
