"""How measuring ends in the terminal."""

from __future__ import annotations

import io
import tempfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.options.report_options import WantedReport, require_folder
from storage_tuner.cli.running_jobs import carry_out, reported
from storage_tuner.cli.terminal_events import Printing, TerminalListener, cost_sentence
from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.errors import InvalidInput, NotMeasurable, ToolFailed
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.outcome import Outcome, Search
from storage_tuner.jobs.plans import Planned
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.report.layout import Layout
from tests.ordinary_user import as_an_ordinary_user
from tests.unit.report.example_session import example_record


def test_a_folder_for_the_report_is_made_and_left_empty(tmp_path: Path) -> None:
    for _ in range(2):
        require_folder(tmp_path / "new" / "folder")
        assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_folder_that_can_not_be_written_is_found_out_before_measuring(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInput, match="file can't be written"):
        require_folder(tmp_path / "file")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o555)
        for folder in (Path(name), Path(name, "new")):
            with as_an_ordinary_user(), pytest.raises(InvalidInput, match="Permission denied"):
                require_folder(folder)
        assert list(Path(name).iterdir()) == []


MEASURED = Outcome(example_record(repeats=1), Judgement((), None))


def test_nothing_is_reported_of_nothing(tmp_path: Path) -> None:
    nothing = replace(MEASURED, record=replace(MEASURED.record, measurements=()))
    report = WantedReport(tmp_path / "out", Layout(), share=False)
    assert reported(nothing, report) == nothing
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_cannot_be_written_is_a_problem_unless_there_is_a_worse_one() -> None:
    report = WantedReport(Path("/proc/nothing"), Layout(), share=False)
    assert reported(MEASURED, None) == MEASURED
    problem = reported(MEASURED, report).problem
    assert problem is not None
    assert "/proc/nothing" in str(problem)
    failed = replace(MEASURED, problem=ToolFailed("fio", "it crashed"))
    assert reported(failed, report) == failed


def test_one_test_and_one_time_are_said_as_such() -> None:
    plan = example_record(repeats=0).plan
    plan = replace(plan, threads=(1,), workloads=plan.workloads[:1], protocol=Protocol.ADAPTIVE)
    plan = replace(plan, budget_s=least_seconds(plan))
    sentence = cost_sentence(plan)
    assert " in 1 test: " in sentence
    assert " to " not in sentence
    longer = cost_sentence(replace(plan, budget_s=3600.0))
    assert " to " in longer


def test_what_takes_long_needs_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can be asked where standard input is no terminal."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    plan = replace(example_record().plan, protocol=Protocol.ADAPTIVE, budget_s=7200.0)
    said = io.StringIO()
    with pytest.raises(InvalidInput, match=r"This is a long measurement: 4 variants .*Pass --yes"):
        TerminalListener(said, Printing(shows_cost=True)).planned(Planned(plan))
    TerminalListener(said, Printing(shows_cost=True, asks=False)).planned(Planned(plan))
    assert said.getvalue() == 2 * f"{cost_sentence(plan)}\n"
    TerminalListener(said).planned(Planned(plan))


def test_what_is_never_active_is_told_with_what_would_try_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    note = "slice_idle isn't varied: it exists only while bfq is active."
    planned = Planned(example_record().plan, (note,), ("slice_idle",))
    TerminalListener(io.StringIO()).planned(planned)
    told = capsys.readouterr().err
    assert note in told
    assert "To test all values together, use --series all." in told


@pytest.mark.parametrize(
    ("kinds", "waits"),
    [
        ((ConditionKind.ARRAY_WORK,), True),
        ((ConditionKind.ARRAY_WORK, ConditionKind.FREE_SPACE), False),
        ((), False),
    ],
)
def test_only_what_ends_by_itself_can_be_waited_for(
    kinds: tuple[ConditionKind, ...], waits: bool
) -> None:
    found = [Condition(kind, Severity.BLOCKING, "It is busy.", "Do something.") for kind in kinds]
    listener = TerminalListener(io.StringIO())
    with pytest.raises(NotMeasurable, match="Add --wait") if waits else nullcontext():
        listener.conditions_checked(found)


@pytest.mark.parametrize("as_json", [True, False])
def test_only_the_verdict_is_printed_as_json(
    capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    found = replace(MEASURED, search=Search((), {}))

    def job(session: TuningSession, *, listener: JobListener) -> Outcome:
        return found

    assert carry_out(job, Printing(as_json), 1 << 30) == 0
    said = capsys.readouterr()
    words = "The search found nothing better than the current settings.\n"
    assert said.out.startswith("{" if as_json else words)
    assert (words in said.err) is as_json
