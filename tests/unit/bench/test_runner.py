"""The runner with a place whose fio is a recording; the real places are tested with the helper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.background_work import WAITED_S
from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.run_order import schedule
from storage_tuner.bench.runner import RunLog, RunPosition, carry_out
from storage_tuner.core.errors import Cancelled, CommandFailed, DeviceBusy, DeviceGone, ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.fio.result import measurements, parse
from tests.unit.bench.heard import Heard
from tests.unit.bench.scripted_work import ScriptedWork

RECORDING = (Path(__file__).parents[2] / "data/fio/01_normal_randread_4threads.json").read_text()
PLAN = Plan(
    target=Target(TargetKind.DEVICE, "sdz"),
    variants=(Variant("none", (("scheduler", "none"),)), Variant("bfq", (("scheduler", "bfq"),))),
    workloads=classical_workloads([Operation.RANDOM_READ]),
    threads=(1, 4),
    repeats=3,
    runtime_ms=1000,
    ramp_ms=0,
    seed=3,
)


class RecordedPlace:
    """Gives the recording, or raises what ``failing`` says for a run's index, once each."""

    def __init__(self, failing: dict[int, list[Exception]] | None = None) -> None:
        self.applied: list[str] = []
        self.executed: list[tuple[int, str]] = []
        self._failing = failing or {}
        self.expected = PLAN

    def apply(self, variant: Variant) -> None:
        self.applied.append(variant.name)

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        assert plan is self.expected
        self.executed.append((specification.index, self.applied[-1]))
        waiting = self._failing.get(specification.index)
        if waiting:
            raise waiting.pop(0)
        results = parse(RECORDING, specification.cell.workload.streams)
        return measurements(specification, results, "2026-01-01T00:00:00+00:00")

    def rest(self) -> None:
        self.applied.append("rest")


class RefusingPlace(RecordedPlace):
    """Refuses the second time that something is set, once."""

    def apply(self, variant: Variant) -> None:
        super().apply(variant)
        if len(self.applied) == 2:
            raise DeviceBusy("sdz", "It verifies")


class Stopping(Control):
    """Cancels itself after so many measurements; its clock goes only while somebody waits."""

    def __init__(self, log: RunLog, stop_after: int = 1000, pause_after: int = 1000) -> None:
        super().__init__(self.resume)
        self._log = log
        self._stop_after = stop_after
        self._pause_after = pause_after
        self.waited = 0.0

    def now(self) -> float:
        return self.waited

    def wait(self, seconds: float) -> None:
        self.waited += seconds
        if len(self._log.measurements) >= self._stop_after:
            raise Cancelled
        if len(self._log.measurements) == self._pause_after and not self.is_paused():
            self._pause_after = 1000
            self.pause()
            raise PauseAsked


def go(place: RecordedPlace, *, stop_after: int = 1000) -> tuple[RunLog, Heard[RunPosition]]:
    log = RunLog([], [])
    heard = Heard[RunPosition]()
    carry_out(PLAN, place, log, Stopping(log, stop_after), heard)
    return log, heard


def test_every_run_is_made_with_its_own_variant_applied() -> None:
    place = RecordedPlace()
    log, heard = go(place)
    assert place.executed == [(run.index, run.variant.name) for run in schedule(PLAN)]
    assert heard.measurements == log.measurements
    assert heard.blocks == [(run,) for run in log.measurements]
    assert [run.index for run in log.measurements] == list(range(12))
    assert [position.done for position in heard.positions] == list(range(12))
    assert heard.positions[0].remaining_s > heard.positions[-1].remaining_s >= 0


def test_settings_are_not_written_again_when_they_stay() -> None:
    place = RecordedPlace()
    go(place)
    assert all(one != other for one, other in zip(place.applied, place.applied[1:], strict=False))


def test_a_run_that_fails_once_is_repeated() -> None:
    log, _ = go(RecordedPlace({5: [ToolFailed("fio", "hiccup")]}))
    assert len(log.measurements) == 12
    assert log.failures == []


def test_a_run_that_fails_twice_is_noted_and_the_others_go_on() -> None:
    log, _ = go(RecordedPlace({5: [ToolFailed("fio", "one"), ToolFailed("fio", "two")]}))
    assert [run.index for run in log.measurements] == [i for i in range(12) if i != 5]
    (sentence,) = log.failures
    assert "Random read" in str(sentence)
    assert "two" in str(sentence)


def test_an_own_command_that_fails_is_not_tried_again() -> None:
    """It would only fail in the same way, and perhaps after an hour."""
    place = RecordedPlace({5: [CommandFailed("make", "exit code 2")]})
    log, _ = go(place)
    assert [index for index, _ in place.executed].count(5) == 1
    assert len(log.measurements) == len(schedule(PLAN)) - 1
    assert "make failed: exit code 2" in str(log.failures[0])


def test_a_short_plan_in_which_all_fails_is_an_error() -> None:
    place = RecordedPlace({0: [CommandFailed("make", "exit code 2")]})
    place.expected = replace(PLAN, variants=PLAN.variants[:1], threads=(1,), repeats=1)
    with pytest.raises(ToolFailed, match=r"no run succeeded.*make failed: exit code 2"):
        carry_out(place.expected, place, RunLog([], []), Control(), Ignoring())


def test_a_device_that_goes_ends_it() -> None:
    with pytest.raises(DeviceGone):
        go(RecordedPlace({3: [DeviceGone("sdz")]}))


def test_a_cancel_keeps_what_was_measured() -> None:
    log = RunLog([], [])
    with pytest.raises(Cancelled):
        carry_out(PLAN, RecordedPlace(), log, Stopping(log, 4), Ignoring())
    assert len(log.measurements) == 4


def test_runs_made_while_the_disk_worked_by_itself_are_marked_and_the_rest_waits() -> None:
    place, log, heard = RecordedPlace(), RunLog([], []), Heard[RunPosition]()
    control = Stopping(log)
    work = ScriptedWork({3: "it began"}, frozenset({2}), waiting=2)
    carry_out(PLAN, place, log, control, heard, background_work=work)
    disturbed = [number for number, run in enumerate(log.measurements) if run.disturbed]
    assert disturbed == [2, 3]
    assert heard.blocks.count(tuple(log.measurements[2:4])) == 1
    assert place.applied.count("rest") == 1
    assert place.applied[place.applied.index("rest") + 1] in ("none", "bfq")
    assert control.waited >= 2 * WAITED_S
    assert len(log.measurements) == len(schedule(PLAN))


def test_after_the_last_run_nothing_is_waited_for() -> None:
    """However long it would take, and even if it isn't worth waiting for."""
    log, control, runs = RunLog([], []), Stopping(RunLog([], [])), len(schedule(PLAN))
    work = ScriptedWork({runs - 1: "it began"}, frozenset({runs - 2}), endless=True)
    carry_out(PLAN, RecordedPlace(), log, control, Ignoring(), background_work=work)
    assert [bool(run.disturbed) for run in log.measurements] == [False] * (runs - 2) + [True] * 2
    assert control.waited < WAITED_S


def test_a_setting_that_is_refused_while_the_disk_works_by_itself_is_set_after_it() -> None:
    refusing = RefusingPlace()
    log = RunLog([], [])
    work = ScriptedWork({1: "it began"}, waiting=1)
    carry_out(PLAN, refusing, log, Stopping(log), Ignoring(), background_work=work)
    assert len(log.measurements) == len(schedule(PLAN))
    again = RefusingPlace()
    with pytest.raises(DeviceBusy):
        carry_out(PLAN, again, RunLog([], []), Stopping(log), Ignoring())


def test_a_pause_gives_the_settings_back_and_the_rest_is_measured_after_it() -> None:
    log, place = RunLog([], []), RecordedPlace()
    control = Stopping(log, pause_after=4)
    carry_out(PLAN, place, log, control, Ignoring())
    assert place.applied.count("rest") == 1
    after = place.applied.index("rest") + 1
    assert place.executed[4] == (4, place.applied[after])
    assert [run.index for run in log.measurements] == list(range(12))


def test_between_two_runs_lies_the_pause_of_the_plan() -> None:
    log = RunLog([], [])
    control = Stopping(log)
    place = RecordedPlace()
    with_pauses = replace(PLAN, pause_ms=5000)
    place.expected = with_pauses
    carry_out(with_pauses, place, log, control, Ignoring())
    assert control.waited == 11 * 5.0
