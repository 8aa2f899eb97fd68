"""What else than workloads the window measures: the start of a program, and a map of latencies."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.bench.searches.load_map import READ_LEVELS
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind
from storage_tuner.jobs.planning.plan_files import read_plan, write_plan
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.resuming import gone_on_from
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.plan.measurement_choice import MeasuredKind
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.services import Services
from tests.loop_device import LoopDevice
from tests.ui.conftest import PATIENCE_MS

MakeAssistant = Callable[..., Assistant]


@pytest.fixture
def folder_on(
    make_assistant: MakeAssistant,
    mounted: tuple[LoopDevice, Path],
    services: Services,
    qtbot: QtBot,
) -> tuple[LoopDevice, Path]:
    """A mounted loop device that the inventory has found: without it, its plan is left."""
    del make_assistant  # it starts the inventory
    device, _ = mounted
    qtbot.waitUntil(lambda: services.inventory.device(device.name) is not None, timeout=PATIENCE_MS)
    return mounted


def open_plan(
    make_assistant: MakeAssistant, device: str, adjust: Callable[[Plan], Plan] = lambda plan: plan
) -> Assistant:
    assistant = make_assistant(device, adjust=adjust)
    assistant.navigation.go(Step.PLAN)
    assistant.pages.plan.advanced.set_open(True)
    return assistant


def choose(qtbot: QtBot, assistant: Assistant, kind: MeasuredKind) -> None:
    button = assistant.pages.plan.measurement.buttons[kind]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert assistant.pages.plan.measurement.kind() is kind


def write(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.clear()
    qtbot.keyClicks(field, text)


def one_start(plan: Plan) -> Plan:
    """Only the start on the idle disk, twice with each of two schedulers."""
    brief = replace(plan, workloads=plan.workloads[:1], variants=plan.variants[:2], repeats=2)
    return replace(brief, budget_s=600.0)


@pytest.mark.root
def test_the_start_of_a_program_is_measured_in_a_folder(
    make_assistant: MakeAssistant, folder_on: tuple[LoopDevice, Path], qtbot: QtBot
) -> None:
    """Chosen on a practice disk first, which says what is missing."""
    device, folder = folder_on
    before = device.settings()
    assistant = open_plan(make_assistant, PRACTICE, one_start)
    page = assistant.pages.plan
    choose(qtbot, assistant, MeasuredKind.START)
    panel = page.measurement.start
    assert panel.note.isVisible()
    assert panel.note.text() == "Enter the program to start, such as xterm /bin/true."
    assert not assistant.next.isEnabled()
    assert not page.workloads.isEnabled()
    write(qtbot, panel.program, "touch 'a file")
    assert panel.note.text() == "The program can't be parsed: a closing quotation mark is missing."
    write(qtbot, panel.program, "touch started")
    assert "needs a folder on a file system as its target" in panel.note.text()
    panel.place_asked.emit(Path("/proc/self"))
    qtbot.waitUntil(lambda: "needs a folder" not in panel.note.text(), timeout=PATIENCE_MS)
    refusal = panel.note.text()
    with qtbot.waitSignal(page.measurement.changed, timeout=PATIENCE_MS):
        panel.limit.stepDown()
    assert panel.note.text() == refusal
    panel.limit.stepUp()
    panel.place_asked.emit(folder)
    qtbot.waitUntil(lambda: not panel.note.isVisible(), timeout=PATIENCE_MS)
    assert panel.place.text() == str(folder)
    assert page.measurement.kind() is MeasuredKind.START
    write(qtbot, panel.clean_up, "rm started | true")
    assert "Commands run without a shell" in panel.note.text()
    write(qtbot, panel.clean_up, "rm started")
    request = assistant.preparation.request()
    assert request.target.path == str(folder)
    assert request.workloads == start_workloads(
        ("touch", "started"), clean_up=("rm", "started"), timeout_s=3600.0
    )
    qtbot.waitUntil(assistant.next.isEnabled, timeout=PATIENCE_MS)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None and record.completed
    assert {run.operation.name for run in record.measurements} == {"start-touch-0"}
    assert not (folder / "started").exists()
    assert device.settings() == before


def brief_map(plan: Plan) -> Plan:
    return replace(plan, variants=plan.variants[:2], budget_s=1.0)


@pytest.mark.slow
@pytest.mark.root
def test_a_map_is_measured_and_shown(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = open_plan(make_assistant, loop.name, brief_map)
    page = assistant.pages.plan
    page.article.setChecked(True)
    choose(qtbot, assistant, MeasuredKind.MAP)
    assert not page.article.isChecked()
    assert not page.article.isEnabled()
    assert page.comparison.isEnabled()
    request = assistant.preparation.request()
    assert (request.protocol, request.workloads, request.threads) == (Protocol.MAP, (), ())
    qtbot.waitUntil(assistant.next.isEnabled, timeout=PATIENCE_MS)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "reads at" in assistant.pages.measure.now.text(), timeout=PATIENCE_MS)
    assert not assistant.pages.measure.standings.isVisible()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record, judgement = assistant.running.record, assistant.running.judgement
    assert record is not None and record.completed
    assert judgement.load_map is not None
    assert {cell.variant for cell in judgement.load_map.cells} == {
        variant.name for variant in record.plan.variants
    }
    assert loop.settings() == before


@pytest.mark.slow
@pytest.mark.root
def test_a_map_that_was_stopped_is_resumed(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = open_plan(
        make_assistant, loop.name, lambda plan: replace(brief_map(plan), budget_s=900.0)
    )
    choose(qtbot, assistant, MeasuredKind.MAP)
    qtbot.waitUntil(assistant.next.isEnabled, timeout=PATIENCE_MS)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    slices = assistant.pages.measure.standings
    least = len(READ_LEVELS) * 2 + 1
    qtbot.waitUntil(lambda: slices.disturbances.slices >= least, timeout=PATIENCE_MS)
    assistant.running.stop()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    stopped = assistant.running.record
    assert stopped is not None and not stopped.completed
    qtbot.mouseClick(assistant.pages.result.headline.button, Qt.MouseButton.LeftButton)
    earlier = gone_on_from(stopped).measurements
    assert earlier
    known = len({run.index for run in earlier})
    qtbot.waitUntil(lambda: slices.disturbances.slices > known, timeout=PATIENCE_MS)
    assistant.running.stop()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    assert record.measurements[: len(earlier)] == earlier
    assert len(record.measurements) > len(earlier)
    assert record.plan.workloads == stopped.plan.workloads


@pytest.mark.root
def test_plan_files_of_a_start_and_a_map_are_chosen(
    make_assistant: MakeAssistant, folder_on: tuple[LoopDevice, Path], tmp_path: Path, qtbot: QtBot
) -> None:
    _, folder = folder_on
    assistant = open_plan(make_assistant, PRACTICE)
    page = assistant.pages.plan
    nowhere = Target(TargetKind.PRACTICE, None)
    started = TuningRequest(
        nowhere, workloads=start_workloads(("sh", "-c", "exit '0'"), prepare=("true",))
    )
    page.measurement.start.place_asked.emit(folder)
    qtbot.waitUntil(lambda: assistant.preparation.target().path == str(folder), timeout=PATIENCE_MS)
    for request, kind in (
        (started, MeasuredKind.START),
        (TuningRequest(nowhere, protocol=Protocol.MAP), MeasuredKind.MAP),
        (TuningRequest(nowhere), MeasuredKind.WORKLOADS),
    ):
        path = tmp_path / f"{kind}.json"
        write_plan(request, path)
        page.files.load_asked.emit(path)
        qtbot.waitUntil(lambda: page.measurement.kind() is kind, timeout=PATIENCE_MS)  # noqa: B023
        chosen = assistant.preparation.request()
        assert chosen.workloads == request.workloads
        again = tmp_path / f"{kind} again.json"
        page.files.save_asked.emit(again)
        qtbot.waitUntil(again.exists, timeout=PATIENCE_MS)
        assert read_plan(again, nowhere).workloads == request.workloads
        assert read_plan(again, nowhere).protocol is request.protocol


def test_a_choice_that_cant_be_measured_is_not_saved(
    make_assistant: MakeAssistant, tmp_path: Path, qtbot: QtBot
) -> None:
    assistant = open_plan(make_assistant, PRACTICE)
    choose(qtbot, assistant, MeasuredKind.START)
    path = tmp_path / "plan.json"
    assistant.pages.plan.files.save_asked.emit(path)
    assert "Enter the program to start" in assistant.pages.plan.files.message.summary
    assert not path.exists()


def test_a_plan_with_a_command_is_for_the_terminal(
    make_assistant: MakeAssistant, tmp_path: Path, qtbot: QtBot
) -> None:
    assistant = open_plan(make_assistant, PRACTICE)
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"schema_version": 1, "own_command": {"command": "make"}}))
    files = assistant.pages.plan.files
    files.load_asked.emit(path)
    qtbot.waitUntil(files.message.isVisible, timeout=PATIENCE_MS)
    assert "available only in the terminal" in files.message.summary
    assert assistant.pages.plan.measurement.kind() is MeasuredKind.WORKLOADS
