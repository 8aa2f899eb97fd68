"""``--resume`` with what goes with it, and ``confirm``, and when it is offered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.cli.main import main
from storage_tuner.cli.running_jobs import text_lines
from storage_tuner.cli.terminal_events import where_from
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Protocol, TargetKind
from storage_tuner.core.verdict import Judgement, State
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.kept_sessions import keep
from tests.unit.report.example_session import example_record

OFFER = "To verify with separate runs"


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
    lines = text_lines(Outcome(raced(), decided(metric), stored="abcdefghij"))
    assert any(line.startswith(OFFER) for line in lines) is offered


@pytest.mark.parametrize(
    "runs, told",
    [
        (0, "Resumes after 0 slices or runs."),
        (1, "Resumes after one slice or run."),
        (1234, "Resumes after 1\u202f234 slices or runs."),
    ],
)
def test_what_is_gone_on_from_is_counted(runs: int, told: str) -> None:
    """A run may have measured several operations at once."""
    record = raced()
    one = record.measurements[0]
    measured = [replace(one, index=index) for index in range(runs)]
    assert where_from(replace(record, measurements=(*measured, *measured))) == told


def test_nothing_is_opened_or_made_when_nothing_was_decided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def opened(*_: object, **__: object) -> None:
        pytest.fail("a practice disk was made for nothing")

    monkeypatch.setattr(TuningSession, "open", opened)
    assert main(["confirm", keep(raced(), Judgement((), None))]) == 2
    assert "no decided comparison" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, option",
    [
        (("sweep", "--resume", "--check"), "--check"),
        (("tune", "--resume", "--quick"), "--quick"),
        (("sweep", "--resume", "--minutes", "5"), "--minutes"),
        (("sweep", "--resume", "--schedulers", "none"), "--schedulers"),
        (("sweep", "--resume", "--operations", "rand-read"), "--operations"),
        (("sweep", "--resume", "--workloads", "rand-read"), "--workloads"),
        (("sweep", "--resume", "--vary", "nomerges=0,2"), "--vary"),
        (("sweep", "--resume", "--allow-risk", "storsave-perform"), "--allow-risk"),
        (("sweep", "--resume", "--offered-load", "70"), "--offered-load"),
        (("tune", "--resume", "--use-for", "backup"), "--use-for"),
        (("tune", "--resume", "--margin", "5", "--fairness"), "--fairness, --margin"),
        (("tune", "--resume", "--command", "true"), "--command"),
        (("tune", "--resume", "--size", "64M"), "--size"),
        (("tune", "--resume", "--plan", "plan.json"), "--plan"),
        (("sweep", "--resume", "--save-plan", "plan.json"), "--save-plan"),
    ],
    ids=lambda words: words if isinstance(words, str) else "",
)
def test_what_the_plan_says_already_is_not_passed_over_silently(
    words: tuple[str, ...], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert f"--resume can't be combined with {option}." in capsys.readouterr().err


def test_what_goes_with_any_plan_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = ("--report", str(tmp_path), "--paper", "letter", "--language", "de", "--share")
    for command, more in (("sweep", "--yes"), ("tune", "--apply"), ("tune", "--persist")):
        words = (command, "--resume", more, "--json", "--wait", "--overwrite", *report)
        assert main(words) == 2
        assert "There is no interrupted benchmark to resume." in capsys.readouterr().err
