"""``confirm``, and when it is offered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.cli import going_on
from storage_tuner.cli.carrying_out import Measured, text_lines
from storage_tuner.cli.main import main
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Protocol, TargetKind
from storage_tuner.core.verdict import Judgement, State
from storage_tuner.core.workload import Operation
from storage_tuner.store.kept import keep
from tests.unit.report.example_session import example_record

OFFER = "To confirm it by restarts"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def raced() -> SessionRecord:
    record = example_record(("none", "bfq"), (Operation.RANDOM_READ,), repeats=1)
    assert record.plan.target.kind is TargetKind.PRACTICE
    plan = replace(record.plan, protocol=Protocol.ADAPTIVE, budget_s=60)
    return replace(record, plan=plan)


def decided(metric: Metric) -> Judgement:
    """One verdict only, which says that none is better."""
    whole = judge(example_record(("none", "bfq"), (Operation.RANDOM_READ,)))
    found = next(each for each in whole.verdicts if (each.metric, each.threads) == (metric, 1))
    won = replace(found, state=State.BETTER, winner="none", runner_up="bfq")
    return Judgement((won,), None)


@pytest.mark.parametrize("metric, offered", [(Metric.RATE, True), (Metric.CPU_EFFICIENCY, False)])
def test_only_what_can_be_confirmed_is_offered(
    metric: Metric, offered: bool, tmp_path: Path
) -> None:
    lines = text_lines(Measured(raced(), decided(metric), stored="abcdefghij"))
    assert any(line.startswith(OFFER) for line in lines) is offered


@pytest.mark.parametrize(
    "runs, told",
    [
        (0, "Goes on after 0 slices or runs."),
        (1, "Goes on after one slice or run."),
        (1234, "Goes on after 1,234 slices or runs."),
    ],
)
def test_what_is_gone_on_from_is_counted(runs: int, told: str) -> None:
    """A run may have measured several operations at once."""
    record = raced()
    one = record.measurements[0]
    measured = [replace(one, index=index) for index in range(runs)]
    assert going_on.where_from(replace(record, measurements=(*measured, *measured))) == told


def test_nothing_is_opened_or_made_when_nothing_was_decided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def opened(*_: object, **__: object) -> None:
        pytest.fail("a practice disk was made for nothing")

    monkeypatch.setattr(going_on, "TuningSession", opened)
    assert main(["confirm", keep(raced(), Judgement((), None))]) == 2
    assert "decided nothing about a rate" in capsys.readouterr().err
