"""The work of a tuning: what becomes of a confirmation that is broken off."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.programs.command import command_workload
from storage_tuner.core.errors import HelperGone, StorageTunerError
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan, Target, TargetKind
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.tuning_job import TuningEvents, TuningJob
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.session_journal import interrupted_folder, interrupted_sessions
from tests.kept_runs import kept_runs
from tests.sysfs_trees.disks import add, sata
from tests.sysfs_trees.stacks import write_proc
from tests.unit.cli.test_going_on import decided, raced
from tests.unit.client.test_setting_changes import Helper


def ignore(*_: object) -> None:
    pass


def test_what_a_broken_off_confirmation_measured_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The helper goes in the middle; the runs before are no less true."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    add(tmp_path, sata())
    write_proc(tmp_path, (f"8:0 {tmp_path} ext4 /dev/sda",))
    helper = Helper()
    target = Target(TargetKind.FILE, "sda", str(tmp_path))

    def opened(listener: TuningListener) -> TuningSession:
        session = TuningSession(
            lambda: helper, listener, root=tmp_path, journals=interrupted_folder()
        )
        session.open(target)
        return session

    def of_a_command(plan: Plan) -> Plan:
        workload = command_workload(("true",))
        return replace(
            plan, target=target, workloads=(workload,), threads=(1,), contests=(), repeats=2
        )

    def refuse(_: object) -> None:
        helper.refuse("SetSettings_sda", HelperGone())

    events = TuningEvents(ignore, refuse, *[ignore] * 6)
    work = TuningJob(opened, of_a_command, events)
    with pytest.raises(HelperGone):
        work.confirm(raced(), decided(Metric.RATE))
    with contextlib.suppress(StorageTunerError):
        work.close()
    (kept,) = kept_runs()
    assert kept.record.measurements
    assert not kept.record.completed
    assert interrupted_sessions().sessions == ()
