"""Jobs from their request to their outcome, in a folder that needs no helper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.programs.command import command_workload
from storage_tuner.bench.variant_series import Parameter, Series
from storage_tuner.core.errors import Cancelled, InvalidInput
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Protocol, Target, TargetKind
from storage_tuner.jobs.plans import Planned
from storage_tuner.jobs.requests import ResumeRequest, TuningRequest
from storage_tuner.jobs.resuming import newest_interrupted
from storage_tuner.jobs.tuning import check, resume, tune
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.session_journal import interrupted_folder, interrupted_sessions
from tests.kept_runs import kept_runs
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.recording import RecordingListener


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def request_(tmp_path: Path) -> TuningRequest:
    """Three runs of a command that takes no time."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return TuningRequest(
        Target(TargetKind.FILE, None, str(folder)),
        protocol=Protocol.RESTARTS,
        workloads=(command_workload(["true"]),),
        repeats=3,
    )


@pytest.fixture
def listener() -> RecordingListener:
    return RecordingListener()


@pytest.fixture
def session(listener: RecordingListener) -> Iterator[TuningSession]:
    with begun(listener) as made:
        yield made


def begun(listener: RecordingListener) -> TuningSession:
    def no_helper() -> Helper:
        pytest.fail("nothing is set")

    return TuningSession(no_helper, listener, sample_bytes=1 << 20, journals=interrupted_folder())


def test_what_is_asked_for_is_measured_told_and_kept(
    session: TuningSession, request_: TuningRequest, listener: RecordingListener
) -> None:
    outcome = tune(session, request_, listener)
    assert listener.events == ["planned", "looked", "begins"]
    assert outcome.record.completed
    assert outcome.problem is None
    assert len(outcome.record.measurements) == 3
    assert [run.path.name for run in kept_runs()] == [outcome.stored]
    assert interrupted_sessions().sessions == ()


def test_who_declines_what_is_planned_has_nothing_measured(
    session: TuningSession, request_: TuningRequest
) -> None:
    class Declining(RecordingListener):
        def planned(self, _: Planned, /) -> None:
            raise InvalidInput("Nothing was measured.")

    listener = Declining()
    with pytest.raises(InvalidInput, match="Nothing was measured"):
        tune(session, request_, listener)
    assert listener.events == []
    assert kept_runs() == ()


def test_what_was_stopped_is_gone_on_with_in_its_place(request_: TuningRequest) -> None:
    class Stopping(RecordingListener):
        def measured(self, _: Measurement, /) -> None:
            first.cancel()

    stopping = Stopping()
    with begun(stopping) as first:
        stopped = tune(first, request_, stopping)
    assert not stopped.record.completed
    assert len(stopped.record.measurements) == 1
    listener = RecordingListener()
    with begun(listener) as second:
        whole = resume(second, ResumeRequest(newest_interrupted()), listener)
    assert whole.record.completed
    assert whole.record.measurements[:1] == stopped.record.measurements
    assert len(whole.record.measurements) == 3
    assert [before and len(before.measurements) for before in listener.begun] == [1]
    assert [run.path.name for run in kept_runs()] == [whole.stored]
    assert whole.stored != stopped.stored


def test_a_stop_before_the_first_run_leaves_nothing(
    session: TuningSession, request_: TuningRequest, listener: RecordingListener
) -> None:
    session.cancel()
    with pytest.raises(Cancelled):
        tune(session, request_, listener)
    assert kept_runs() == ()


def test_a_look_tells_what_would_be_measured_and_leaves_nothing(
    session: TuningSession, request_: TuningRequest
) -> None:
    planned, conditions = check(session, request_)
    assert planned.plan.workloads == request_.workloads
    assert conditions
    assert kept_runs() == ()
    assert interrupted_sessions().sessions == ()


def test_what_cannot_be_meant_is_refused_before_anything_is_opened(
    session: TuningSession, request_: TuningRequest, listener: RecordingListener
) -> None:
    twice = (Parameter("nomerges", ("0", "1")),) * 2
    for series in (Series.ONE_AT_A_TIME, Series.GREEDY):
        with pytest.raises(InvalidInput, match="varied twice"):
            tune(session, replace(request_, varied=twice, series=series), listener)
    assert listener.events == []
