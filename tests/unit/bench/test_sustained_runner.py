"""Writing continuously, with a load that is a formula and a clock that goes when it is waited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from storage_tuner.bench.adaptive_runner import Recording, Slice
from storage_tuner.bench.control import Control
from storage_tuner.bench.planning import make_plan
from storage_tuner.bench.runner import RunLog, RunPosition
from storage_tuner.bench.sustained import SUSTAINED_WRITE
from storage_tuner.bench.sustained_runner import write_continuously
from storage_tuner.core.errors import Cancelled, ToolFailed
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Cell, Protocol, Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.fio.result import FioResult
from tests.unit.bench.heard import Heard
from tests.unit.bench.test_adaptive_runner import SteppedControl

GB = 10**9
PLAN = make_plan(
    Target(TargetKind.FILE, None, "/folder"),
    current=None,
    workloads=(SUSTAINED_WRITE,),
    schedulers=(),
    use=Use.NOT_SURE,
    thoroughness=Thoroughness.NORMAL,
    seed=1,
    protocol=Protocol.SUSTAINED,
)


class Writer:
    """Writes 1 GB/s; ``stalled`` says in which slices nothing is completed."""

    def __init__(self, control: SteppedControl) -> None:
        self._control = control
        self._since = 0.0
        self.stalled: Callable[[int], bool] = lambda _: False
        self.fails_at: int | None = None
        self.others_share = 0.0
        self.slices = 0
        self.running = False
        self.told: list[str] = []

    def read_idle(self, wait: Callable[[float], None]) -> None:
        wait(1.0)

    def apply(self, variant: Variant) -> None:
        self.told.append(variant.name)

    def begin(self, cell: Cell) -> None:
        self.told.append(f"begin {cell.workload.name} {cell.threads}")
        self.running = True
        self._since = self._control.now()

    def record(self, seconds: float, wait: Callable[[float], None]) -> Recording | None:
        raise AssertionError((seconds, wait))

    def begin_slice(self) -> None:
        raise AssertionError("the data written before it would be lost")

    def slice(self) -> Slice:
        assert self.running
        self.slices += 1
        if self.slices == self.fails_at:
            raise ToolFailed("fio", sentence("no space left"))
        seconds = self._control.now() - self._since
        if self.stalled(self.slices):
            return Slice((None,), seconds)
        self._since = self._control.now()
        moved = round(seconds * GB)
        result = FioResult(seconds, moved, moved >> 20, 8.0, {}, 0.1 * seconds, 0.5 * seconds)
        heat = "heat" if self.slices == 2 else None
        return Slice((result,), seconds, disturbed=heat, others_share=self.others_share)

    def end(self) -> None:
        self.running = False

    def rest(self) -> None:
        self.told.append("rest")


def written(
    control: SteppedControl, writer: Writer, amount: int, budget_s: float = 3600
) -> tuple[RunLog, Heard[RunPosition]]:
    log, heard = RunLog([], []), Heard[RunPosition]()
    write_continuously(replace(PLAN, budget_s=budget_s), amount, writer, log, control, heard)
    return log, heard


def test_all_is_written_once_in_slices_that_become_longer() -> None:
    control = SteppedControl()
    writer = Writer(control)
    log, heard = written(control, writer, 100 * GB)
    runs = log.measurements
    assert sum(run.bytes_moved for run in runs) == pytest.approx(100 * GB, rel=0.02)
    assert runs[0].duration_s == pytest.approx(0.1)
    assert 0.3 < runs[-1].duration_s <= 1
    assert [run.index for run in runs] == list(range(len(runs)))
    assert all(run.rate_mb_s == pytest.approx(1000, rel=1e-6) for run in runs)
    assert runs[1].disturbed == "heat"
    assert writer.told == ["as it is", "begin sustained-write 1"]
    assert not writer.running
    assert [run for block in heard.blocks for run in block] == runs
    assert len(heard.blocks) < 15
    assert log.notes == []


def test_progress_names_the_data_written() -> None:
    control = SteppedControl()
    _, heard = written(control, Writer(control), 10 * GB)
    last = heard.positions[-1]
    assert str(last.doing).startswith("10 GB of 10 GB written, ")
    assert last.fraction == 1
    assert heard.positions[0].remaining_s == pytest.approx(9.9, abs=0.1)


def test_a_stall_is_part_of_the_next_slice() -> None:
    control = SteppedControl()
    writer = Writer(control)
    writer.stalled = lambda number: 10 <= number < 20
    log, _ = written(control, writer, 5 * GB)
    assert max(run.duration_s for run in log.measurements) == pytest.approx(1.1)
    total_s = sum(run.duration_s for run in log.measurements)
    assert total_s == pytest.approx(control.now() - 1, abs=0.01)


def test_it_ends_with_its_time() -> None:
    control = SteppedControl()
    log, _ = written(control, Writer(control), 100 * GB, budget_s=20)
    assert 19 * GB < sum(run.bytes_moved for run in log.measurements) < 22 * GB
    (note,) = log.notes
    assert str(note).startswith("Time ran out after 20")


def test_other_programs_on_all_cpus_are_noted() -> None:
    control = SteppedControl()
    writer = Writer(control)
    writer.others_share = 0.6
    log, _ = written(control, writer, 5 * GB)
    (note,) = log.notes
    assert "busy for 100" in str(note)


@pytest.mark.parametrize("way", ["cancelled", "failed", "paused"])
def test_what_was_written_before_an_early_end_is_kept(way: str) -> None:
    control = SteppedControl({6.0: Control.cancel} if way == "cancelled" else {})
    if way == "paused":
        control = SteppedControl({6.0: pause_and_resume})
    writer = Writer(control)
    writer.fails_at = 50 if way == "failed" else None
    log, heard = RunLog([], []), Heard[RunPosition]()
    errors = {"cancelled": Cancelled, "failed": ToolFailed}
    if way in errors:
        with pytest.raises(errors[way]):
            write_continuously(PLAN, 100 * GB, writer, log, control, heard)
    else:
        write_continuously(PLAN, 100 * GB, writer, log, control, heard)
        assert "paused" in str(log.notes[0])
        assert writer.told[-1] == "rest"
    assert len(log.measurements) > 40
    assert [run for block in heard.blocks for run in block] == log.measurements
    assert not writer.running


def pause_and_resume(control: Control) -> None:
    """Ask for a pause that is over once it has begun."""
    control.pause()
    wait = control.wait_for_resume

    def resumed() -> None:
        control.resume()
        wait()

    control.wait_for_resume = resumed  # type: ignore[method-assign]
