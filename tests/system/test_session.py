"""The tuning session itself: trying, keeping and leaving, against the real helper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from storage_tuner.client.connecting import connect
from storage_tuner.core.errors import Cancelled, InvalidInput
from storage_tuner.core.measurement import Measurement, SettingsOutcome
from storage_tuner.core.plan import Target, TargetKind, Thoroughness, Use
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.jobs.planning.plan_building import plan_for
from storage_tuner.jobs.tuning_session import TuningSession
from tests.loop_device import LoopDevice
from tests.system.conftest import Household, until

BFQ = (("scheduler", "bfq"),)


class Notes:
    """What the session told."""

    def __init__(self) -> None:
        self.progress: list[Progress] = []
        self.measurements: list[Measurement] = []

    def progressed(self, progress: Progress) -> None:
        self.progress.append(progress)

    def measured(self, measurement: Measurement) -> None:
        self.measurements.append(measurement)


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def session(
    household: Household, notes: Notes, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TuningSession]:
    for name, value in household.environment.items():
        monkeypatch.setenv(name, value)
    with TuningSession(connect, notes, sample_bytes=64 << 20) as made:
        yield made


def on(device: LoopDevice) -> Target:
    return Target(TargetKind.DEVICE, device.name)


def test_a_trial_ends_by_itself(session: TuningSession, device: LoopDevice) -> None:
    before = device.settings()
    session.open(on(device))
    session.try_settings(BFQ, seconds=5)
    assert device.scheduler == "bfq"
    until(lambda: device.settings() == before, "the settings from before")


def test_a_trial_can_be_left_at_once(session: TuningSession, device: LoopDevice) -> None:
    before = device.settings()
    session.open(on(device))
    session.try_settings(BFQ, seconds=600)
    session.leave()
    assert device.settings() == before


@pytest.mark.slow
def test_what_is_kept_outlives_the_session_and_can_be_restored(
    session: TuningSession, device: LoopDevice, household: Household
) -> None:
    before = device.settings()
    session.open(on(device))
    session.try_settings(BFQ, seconds=600)
    session.keep(BFQ)
    session.close()
    assert device.scheduler == "bfq"
    household.run("restore", device.path)
    assert device.settings() == before


@pytest.mark.slow
def test_keeping_is_recorded(session: TuningSession, device: LoopDevice, notes: Notes) -> None:
    session.open(on(device))
    plan = plan_for(
        session.subject,
        Use.DESKTOP,
        Thoroughness.QUICK,
        workloads=classical_workloads([Operation.RANDOM_READ]),
        schedulers=("none",),
        budget_s=5,
    )
    record = session.measure(plan)
    assert record.completed
    assert list(record.measurements) == notes.measurements
    assert record.original_settings["scheduler"] == "none"
    assert record.plan.target.size_bytes == 64 << 20
    kept = session.keep(BFQ)
    assert kept is not None
    assert kept.outcome is SettingsOutcome.KEPT
    session.close()
    until(lambda: device.scheduler == "bfq", "what was kept")


@pytest.mark.slow
def test_progress_goes_forward_and_ends_with_restoring(
    session: TuningSession, notes: Notes
) -> None:
    session.open(Target(TargetKind.PRACTICE, None))
    plan = plan_for(
        session.subject,
        Use.BACKUP,
        Thoroughness.QUICK,
        workloads=classical_workloads([Operation.SEQUENTIAL_WRITE]),
        schedulers=("none",),
        budget_s=5,
    )
    session.measure(plan)
    phases = list(dict.fromkeys(progress.phase for progress in notes.progress))
    assert phases == [
        Phase.CONNECTING,
        Phase.FILLING,
        Phase.PREPARING,
        Phase.MEASURING,
        Phase.RESTORING,
    ]
    measuring = [item for item in notes.progress if item.phase is Phase.MEASURING]
    fractions = [item.fraction for item in measuring]
    assert fractions == sorted(fractions)
    assert (measuring[-1].run, measuring[-1].runs) == (1, 1)


def test_a_cancel_before_the_disk_is_filled(session: TuningSession, household: Household) -> None:
    session.cancel()
    with pytest.raises(Cancelled):
        session.open(Target(TargetKind.PRACTICE, None))
    session.close()
    assert household.leftovers() == []


def test_a_cancel_before_the_first_run_measures_nothing(
    session: TuningSession, device: LoopDevice
) -> None:
    session.open(on(device))
    plan = plan_for(session.subject, Use.DESKTOP, Thoroughness.QUICK)
    session.cancel()
    record = session.measure(plan)
    assert (record.completed, record.measurements) == (False, ())


def test_what_cannot_be_measured_is_refused(session: TuningSession, device: LoopDevice) -> None:
    session.open(on(device))
    with pytest.raises(InvalidInput, match="a disk is only read, unless"):
        plan_for(
            session.subject,
            Use.DESKTOP,
            Thoroughness.QUICK,
            workloads=classical_workloads([Operation.SEQUENTIAL_WRITE]),
        )
    with pytest.raises(InvalidInput, match="scheduler cfq isn't available"):
        plan_for(session.subject, Use.DESKTOP, Thoroughness.QUICK, schedulers=("cfq",))
