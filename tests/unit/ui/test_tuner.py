"""A tuning in its thread: what is told, in which order, and that nothing begins before the last
one has ended."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner.bench.programs.command import command_workload
from storage_tuner.core.errors import HelperGone, InvalidInput, StorageTunerError
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan, Target, TargetKind
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.session_journal import interrupted_folder
from storage_tuner.ui.assistant.tuner import Tuner
from tests.kept_runs import kept_runs
from tests.sysfs_trees.disks import add, sata
from tests.sysfs_trees.stacks import write_proc
from tests.unit.cli.test_going_on import decided, raced
from tests.unit.client.test_setting_changes import Helper

os.environ["QT_QPA_PLATFORM"] = "offscreen"
PATIENCE_MS = 60_000


class Disk:
    """A made-up disk, whose helper is a stand-in."""

    def __init__(self, folder: Path) -> None:
        self.helper = Helper()
        self._root = folder
        add(folder, sata())
        write_proc(folder, (f"8:0 {folder} ext4 /dev/sda",))
        self._target = Target(TargetKind.FILE, "sda", str(folder))

    def opened(self, listener: TuningListener) -> TuningSession:
        session = TuningSession(
            lambda: self.helper, listener, root=self._root, journals=interrupted_folder()
        )
        session.open(self._target)
        return session

    def of_a_command(self, plan: Plan) -> Plan:
        return replace(
            plan,
            target=self._target,
            workloads=(command_workload(("true",)),),
            threads=(1,),
            contests=(),
            repeats=2,
        )


class Told:
    """The names of the signals, in the order in which the window hears them."""

    def __init__(self, tuner: Tuner) -> None:
        self.names: list[str] = []
        self.errors: list[StorageTunerError] = []
        self._window = threading.get_ident()
        for name in ("opened", "measured", "confirmed", "tried", "left", "failed", "closed"):
            getattr(tuner, name).connect(lambda *values, name=name: self._note(name, *values))

    def _note(self, name: str, *values: object) -> None:
        assert threading.get_ident() == self._window
        if name not in self.names[-1:]:
            self.names.append(name)
        self.errors += [value for value in values if isinstance(value, StorageTunerError)]


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Disk(tmp_path)


def closed(tuner: Tuner, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tuner.closed, timeout=PATIENCE_MS):
        tuner.close()
        tuner.close()  # a second time does nothing
    tuner.finish()


def test_what_is_asked_for_is_told_in_order(disk: Disk, qtbot: QtBot) -> None:
    tuner = Tuner(disk.opened, disk.of_a_command)
    told = Told(tuner)
    with qtbot.waitSignal(tuner.left, timeout=PATIENCE_MS):
        tuner.try_settings((("scheduler", "bfq"),))
        tuner.leave()
    tuner.confirm(raced(), decided(Metric.RATE))
    qtbot.waitUntil(lambda: bool({"confirmed", "failed"} & {*told.names}), timeout=PATIENCE_MS)
    closed(tuner, qtbot)
    assert told.names == ["tried", "left", "opened", "measured", "confirmed", "closed"]
    assert told.errors == []
    (kept,) = kept_runs()
    assert kept.record.completed


def test_an_error_in_the_middle_is_told_and_the_end_follows(disk: Disk, qtbot: QtBot) -> None:
    tuner = Tuner(disk.opened, disk.of_a_command)
    told = Told(tuner)
    tuner.measured.connect(lambda _: disk.helper.refuse("SetSettings_sda", HelperGone()))
    with qtbot.waitSignal(tuner.failed, timeout=PATIENCE_MS):
        tuner.confirm(replace(raced()), decided(Metric.RATE))
    closed(tuner, qtbot)
    assert [type(error) for error in told.errors][:1] == [HelperGone]
    assert told.names[-1] == "closed"


def test_nothing_is_begun_after_the_end_was_asked_for(disk: Disk, qtbot: QtBot) -> None:
    tuner = Tuner(disk.opened, disk.of_a_command)
    told = Told(tuner)
    with qtbot.waitSignal(tuner.closed, timeout=PATIENCE_MS):
        tuner.close()
        tuner.try_settings((("scheduler", "bfq"),))
    tuner.finish()
    assert told.names == ["closed"]


def test_the_next_one_waits_until_the_last_one_has_ended(disk: Disk, qtbot: QtBot) -> None:
    first = Tuner(disk.opened, disk.of_a_command)
    second = Tuner(disk.opened, disk.of_a_command, first)
    order: list[str] = []
    first.closed.connect(lambda: order.append("first ended"))
    second.failed.connect(lambda _: order.append("second began"))
    second.confirm(raced(), replace(decided(Metric.RATE), verdicts=()))  # nothing to confirm
    first.close()
    qtbot.waitUntil(lambda: len(order) == 2, timeout=PATIENCE_MS)
    assert order == ["first ended", "second began"]
    closed(second, qtbot)
    first.finish()


def test_what_cannot_be_done_is_told_by_who_asked(disk: Disk, qtbot: QtBot) -> None:
    tuner = Tuner(disk.opened, disk.of_a_command)
    with qtbot.waitSignal(tuner.failed, timeout=PATIENCE_MS) as failed:
        tuner.confirm(raced(), replace(decided(Metric.RATE), verdicts=()))
    assert failed.args is not None
    assert isinstance(failed.args[0], InvalidInput)
    closed(tuner, qtbot)
