"""What a report says of how long slices were, and of restarts that were raced."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.advice.judgement import judge
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import CellPace, Plan, Protocol
from storage_tuner.present.wording import interruption
from storage_tuner.report.html import render_html
from tests.unit.report.example_session import example_record


def planned(**changes: object) -> SessionRecord:
    record = example_record()
    plan: Plan = replace(record.plan, **changes)  # type: ignore[arg-type]
    return replace(record, plan=plan)


def text_of(record: SessionRecord) -> str:
    return render_html(record, judge(record)).replace("\u00a0", " ").replace("\n", " ")


def test_slices_of_different_lengths_are_told_from_to() -> None:
    record = planned(protocol=Protocol.ADAPTIVE, budget_s=900.0, runtime_ms=500, ramp_ms=250)
    first, *_ = record.plan.cells
    pace = CellPace(first.workload.name, first.threads, 2000, 250)
    paced = replace(record, plan=replace(record.plan, paces=(pace,)))
    assert "of 500 ms to 2 s per remaining variant" in text_of(paced)
    assert "of 500 ms per remaining variant" in text_of(record)


def test_raced_restarts_have_no_number_of_runs_beforehand() -> None:
    record = planned(protocol=Protocol.RESTARTS, budget_s=900.0, repeats=1000)
    text = text_of(record)
    assert "until decided" in text
    assert "1000 times" not in text
    assert "fio was started separately for every run" in text
    stopped = replace(record, completed=False)
    assert interruption(stopped).endswith("runs.")
    assert " of " not in interruption(stopped)
    assert interruption(replace(stopped, measurements=stopped.measurements[:1])).endswith(
        "one run."
    )
