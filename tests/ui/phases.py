"""Leads an assistant over the real helper to a phase of its work, in this process or in another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, Recommendation, State, VariantSummary, Verdict
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.step import Step
from tests.ui.plans import endless, short, unpaced

Condition = Callable[[], bool]


class Phase(StrEnum):
    FILLING = "filling"
    NOISE = "noise"
    MEASURING = "measuring"
    PAUSED = "paused"
    CONFIRMING = "confirming"
    TRYING = "trying"
    SAVING = "saving"
    REFUSED = "refused"


SUCCEEDING = tuple(phase for phase in Phase if phase is not Phase.REFUSED)


def plan_for(phase: Phase) -> Callable[[Plan], Plan]:
    """What changes the assistant's plans so that ``phase`` comes soon, and lasts."""
    if phase is Phase.NOISE:
        return unpaced
    if phase in (Phase.FILLING, Phase.MEASURING, Phase.PAUSED, Phase.REFUSED):
        return endless
    return lambda plan: endless(plan) if plan.contests else short(plan)


def leading(assistant: Assistant, phase: Phase, report: Path) -> Iterator[Condition]:
    """What has to be waited for, one after the other; after the last one the phase is there.
    ``report`` is the file that is saved."""
    page = assistant.pages.measure
    assistant.navigation.go(Step.PLAN)
    assistant.measure()
    if phase is Phase.FILLING:
        yield lambda: page.bar.maximum() > 0 and page.bar.value() > 0
    elif phase is Phase.REFUSED:
        yield page.message.isVisible
    elif phase is Phase.NOISE:
        yield lambda: page.now.text().endswith(": measuring how much results vary")
    elif phase in (Phase.MEASURING, Phase.PAUSED):
        yield lambda: page.standings.disturbances.slices > 0
        if phase is Phase.PAUSED:
            page.pause.click()
            yield lambda: page.where.text().startswith("Paused")
    else:
        yield lambda: assistant.step is Step.RESULT
        yield from _after_the_result(assistant, phase, report)


def _after_the_result(assistant: Assistant, phase: Phase, report: Path) -> Iterator[Condition]:
    running = assistant.running
    record = running.record
    assert record is not None
    running.show_measured(record, recommending(record))
    if phase is Phase.CONFIRMING:
        running.confirm()
        yield lambda: assistant.pages.measure.standings.disturbances.slices > 0
    elif phase is Phase.TRYING:
        assistant.navigation.go(Step.APPLY)
        assistant.pages.apply.try_now.click()
        yield lambda: assistant.pages.apply.countdown.is_running
    elif phase is Phase.SAVING:
        assistant.save(report, ".pdf")


def recommending(record: SessionRecord) -> Judgement:
    """That the variant that isn't set won the first test and should be set, whatever was found."""
    before = record.original_settings["scheduler"]
    other = next(each for each in record.plan.variants if each.name != before)
    names = (other.name, before)
    cell = record.plan.cells[0]
    verdict = Verdict(
        cell.workload.operations[0],
        Metric.RATE,
        cell.threads,
        State.BETTER,
        winner=names[0],
        runner_up=names[1],
        best=names[:1],
        summaries=tuple(VariantSummary(name, 1.0, None, None, None, 1) for name in names),
    )
    advice = Recommendation(
        use=record.plan.use,
        variant=other.name,
        change=True,
        settings=other.settings,
        gain_percent=20.0,
        gain_interval_percent=(10.0, 30.0),
        evidence=(),
    )
    return Judgement((verdict,), advice)
