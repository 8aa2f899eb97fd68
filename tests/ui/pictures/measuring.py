"""The assistant while it measures: the heatmap fills, and some tests are decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QWidget

from storage_tuner.bench.run_order import schedule
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol, TargetKind
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.step import Step
from tests.ui import samples
from tests.ui.pictures.studio import Studio

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    page = assistant.pages.measure
    assistant.running.measuring = True
    page.begin()
    assistant.navigation.go(Step.MEASURE)
    plan, runs = raced()
    assistant.running.note_opened(samples.DEVICES[0], plan)
    _under_way(assistant, plan, 0)
    yield "measuring-begun", assistant
    page.add_before(runs)
    _under_way(assistant, plan, 2)
    page.verticalScrollBar().setValue(0)
    yield "measuring-half", assistant
    assistant.running.ask_to_stop()
    assert assistant.running.question is not None
    yield "measuring-stop-asked", assistant.running.question
    assistant.running.question.close()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    yield "measuring-half-below", assistant
    assistant.resize(760, 600)
    yield "measuring-narrow-below", assistant


def raced() -> tuple[Plan, tuple[Measurement, ...]]:
    """A race whose first tests are decided, with some slices that other work disturbed."""
    plan = replace(
        samples.plan(TargetKind.PRACTICE),
        protocol=Protocol.ADAPTIVE,
        budget_s=900.0,
        repeats=14,
        runtime_ms=2000,
    )
    once = replace(plan, protocol=Protocol.RESTARTS, budget_s=None)
    runs = samples.measurements(once, {"bfq": 0.06, "kyber": -0.25, "none": 0.01})
    most = {cell: 14 - 2 * number for number, cell in enumerate(plan.cells)}
    by_key = {(cell.workload.operations[0], cell.threads): most[cell] for cell in plan.cells}
    kept = [run for run in runs if run.repeat < by_key[run.operation, run.threads]]
    return plan, tuple(
        replace(
            run,
            started_at=(BEGAN + timedelta(seconds=2.5 * number)).isoformat(),
            temperature_c=38 + 9 * number / len(kept),
            disturbed="another program used the disk" if number % 40 == 7 else None,
        )
        for number, run in enumerate(kept)
    )


def _under_way(assistant: Assistant, plan: Plan, cell: int) -> None:
    once = replace(plan, protocol=Protocol.RESTARTS, budget_s=None)
    run = next(run for run in schedule(once) if run.cell == plan.cells[cell])
    assistant.pages.measure.show_progress(
        Progress(
            Phase.MEASURING,
            0.4 if cell else 0.0,
            "",
            cell + 1,
            len(plan.cells),
            540,
            run,
            block=7 if cell else 1,
            notice=samples.VISIBLE if cell else None,
        )
    )
