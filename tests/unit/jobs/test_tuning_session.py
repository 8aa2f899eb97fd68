"""What a tuning does around its measuring: a pause while planning, and what is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Listener
from storage_tuner.bench.runner import RunLog, RunPosition
from storage_tuner.client.helper import Value
from storage_tuner.core.errors import InvalidInput, ValueNotTaken
from storage_tuner.core.measurement import Measurement, SessionRecord, SettingsOutcome
from storage_tuner.core.plan import Plan, Target, TargetKind, Variant
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.plans import plan_in
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.measuring.run_context import RunContext
from storage_tuner.store.session_journal import interrupted_sessions
from tests.sysfs_trees.disks import add, sata
from tests.unit.client.test_setting_changes import Helper
from tests.unit.report.example_session import example_record

EXAMPLE = example_record(("none", "bfq"), repeats=1)
BLOCK = EXAMPLE.measurements[:2]
VARIANTS = tuple(Variant(name, (("scheduler", name),)) for name in ("none", "bfq"))


class Notes:
    """Notes what is measured, and does something as soon as it's told of a pause."""

    def __init__(self) -> None:
        self.on_pause: Callable[[], None] = lambda: None
        self.heard: list[Measurement] = []

    def progressed(self, progress: Progress) -> None:
        if progress.phase is Phase.PAUSED:
            self.on_pause()

    def measured(self, measurement: Measurement) -> None:
        self.heard.append(measurement)


def test_a_pause_while_the_kernel_is_asked_for_values_leaves_the_settings_from_before(
    plain_tree: Path,
) -> None:
    helper, notes = Helper(), Notes()
    asked_before: list[str] = []

    def go_on() -> None:
        asked_before.extend(helper.asked)
        tuning.resume()

    with TuningSession(lambda: helper, notes, root=plain_tree) as tuning:
        tuning.open(Target(TargetKind.DEVICE, "sda"))
        notes.on_pause = go_on
        tuning.pause()
        assert tuning.without_refused(VARIANTS) == (VARIANTS, ())
    assert asked_before[-1] == "Revert sda"


class Choosy(Helper):
    """Refuses schedulers, as the kernel does that can't load their module."""

    def __init__(self, *refused: str) -> None:
        super().__init__()
        self._refused = refused

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        reply = super().submit(method, device, arguments)
        if (arguments or {}).get("sda.scheduler") in self._refused:
            reply = Future()
            reply.set_exception(ValueNotTaken("KernelRefused", "Invalid argument"))
        return reply


def test_a_scheduler_that_the_kernel_refuses_is_left_out(plain_tree: Path) -> None:
    """The others are compared; nothing is measured where there is none to compare with."""
    request = TuningRequest(Target(TargetKind.DEVICE, "sda"))
    with TuningSession(lambda: Choosy("bfq", "kyber"), Notes(), root=plain_tree) as tuning:
        tuning.open(request.target)
        planned = plan_in(tuning, replace(request, schedulers=("none", "mq-deadline", "bfq")))
        with pytest.raises(InvalidInput, match=r"nothing left to compare\. bfq is left out"):
            plan_in(tuning, replace(request, schedulers=("none", "bfq")))
        with pytest.raises(InvalidInput, match="cfq isn't available"):
            plan_in(tuning, replace(request, schedulers=("none", "cfq")))
    assert [variant.name for variant in planned.plan.variants] == ["none", "mq-deadline"]
    assert [str(note).partition(":")[0] for note in planned.notes] == ["bfq is left out"]


def test_an_optical_drive_is_not_tuned(tmp_path: Path) -> None:
    helper = Helper()
    add(tmp_path, sata("sr0", "11:0", sectors=1 << 22))
    with (
        TuningSession(lambda: helper, Notes(), root=tmp_path) as tuning,
        pytest.raises(InvalidInput, match="sr0 is an optical drive"),
    ):
        tuning.open(Target(TargetKind.DEVICE, "sr0"))
    assert not helper.asked


@pytest.fixture
def session(tmp_path: Path) -> TuningSession:
    """Of a folder, which needs no helper; without fio's file nothing is written there."""

    def no_helper() -> Helper:
        pytest.fail("nothing is set")

    made = TuningSession(no_helper, Notes(), sample_bytes=1 << 20, journals=tmp_path / "journals")
    made.open(Target(TargetKind.FILE, None, str(tmp_path)))
    return made


def one_block(
    _: RunContext, __: Plan, log: RunLog, ___: Control, listener: Listener[RunPosition], /
) -> None:
    """A way to measure that takes no time."""
    log.measurements.extend(BLOCK)
    listener.on_block(BLOCK)


def measured(session: TuningSession, path: Path, seed: int) -> SessionRecord:
    target = Target(TargetKind.FILE, None, str(path))
    return session.measure(replace(EXAMPLE.plan, target=target, seed=seed), procedure=one_block)


def left(path: Path) -> set[int]:
    """The seeds of the sessions that are found again after the end."""
    return {each.record.plan.seed for each in interrupted_sessions(path / "journals").sessions}


def test_what_turned_out_to_be_disturbed_is_told_again(tmp_path: Path) -> None:
    marked = tuple(replace(run, disturbed="a check began") for run in BLOCK)

    def withdrawn(
        _: RunContext, __: Plan, log: RunLog, ___: Control, listener: Listener[RunPosition], /
    ) -> None:
        for run in BLOCK:
            listener.on_measurement(run)
        listener.on_block(BLOCK)
        log.measurements.extend(marked)
        listener.on_block(marked)

    notes = Notes()
    with TuningSession(Helper, notes, sample_bytes=1 << 20) as session:
        session.open(Target(TargetKind.FILE, None, str(tmp_path)))
        target = Target(TargetKind.FILE, None, str(tmp_path))
        session.measure(replace(EXAMPLE.plan, target=target), procedure=withdrawn)
    assert notes.heard == [*BLOCK, *marked]


def test_what_could_not_be_saved_outlives_the_next_measurement(
    session: TuningSession, tmp_path: Path
) -> None:
    """Such as a confirmation, after the disk with the kept results was full."""
    measured(session, tmp_path, seed=1)
    measured(session, tmp_path, seed=2)
    session.close()
    assert left(tmp_path) == {1, 2}


def test_saving_one_lets_go_of_that_one_only(session: TuningSession, tmp_path: Path) -> None:
    """A result may be saved again, as kept, after a confirmation that couldn't be."""
    first = measured(session, tmp_path, seed=1)
    measured(session, tmp_path, seed=2)
    session.note_saved(replace(first, outcome=SettingsOutcome.KEPT))
    session.close()
    assert left(tmp_path) == {2}
