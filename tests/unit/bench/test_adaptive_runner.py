"""The adaptive runner with a load that is a formula, and a clock that goes when it is waited."""

from __future__ import annotations

import gettext
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from storage_tuner.advice.statistics.interim_look import LOOKS, InterimLook
from storage_tuner.bench.adaptive import standings
from storage_tuner.bench.adaptive_runner import (
    Recording,
    Slice,
    carry_out_adaptively,
    is_repeated_notice,
    without_a_turn,
)
from storage_tuner.bench.background_work import WAITED_S, BackgroundWorkWatch
from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.bench.restart_reasons import RUN_MS
from storage_tuner.bench.runner import RunLog, RunPosition
from storage_tuner.bench.time_costs import LEAST_BLOCKS
from storage_tuner.core.errors import Cancelled, DeviceBusy, DeviceGone, NotMeasurable, ToolFailed
from storage_tuner.core.language import Language, speaking
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import (
    Cell,
    LeftOut,
    Plan,
    Protocol,
    RunSpecification,
    Target,
    TargetKind,
    Variant,
)
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.fio.result import FioResult, measurements
from tests.unit.bench.heard import Heard
from tests.unit.bench.scripted_work import ScriptedWork

PLAN = Plan(
    target=Target(TargetKind.DEVICE, "sdz"),
    variants=tuple(Variant(name, (("scheduler", name),)) for name in ("none", "bfq", "kyber")),
    workloads=classical_workloads([Operation.RANDOM_READ]),
    threads=(1, 4),
    repeats=40,
    runtime_ms=1000,
    ramp_ms=500,
    seed=3,
    protocol=Protocol.ADAPTIVE,
    budget_s=600,
)
LEADS = {"none": 1.0, "bfq": 1.2, "kyber": 1.0}


class SteppedControl(Control):
    """A clock that goes only while somebody waits; ``at`` says what happens when it passes."""

    def __init__(self, at: dict[float, Callable[[Control], None]] | None = None) -> None:
        super().__init__()
        self.seconds = 0.0
        self._at = sorted((at or {}).items())

    def now(self) -> float:
        return self.seconds

    def wait(self, seconds: float) -> None:
        self.seconds += seconds
        while self._at and self._at[0][0] <= self.seconds:
            self._at.pop(0)[1](self)
        if self.is_cancelled():
            raise Cancelled
        if self.is_paused():
            raise PauseAsked


class Formula:
    """A load whose rate is the variant's lead, with a spread of one percent."""

    def __init__(self, control: Control, leads: dict[str, float] | None = None) -> None:
        self._leads = leads or LEADS
        self._source = random.Random(1)
        self._control = control
        self.told: list[str] = []
        self.variant = ""
        self.slices = 0
        self.replacing: Callable[[int, Slice], Slice] = lambda _, found: found
        self.failing: Callable[[int], Exception | None] = lambda _: None
        self.running = False
        self.recording: Recording | None = None

    def read_idle(self, wait: Callable[[float], None]) -> None:
        assert not self.running
        wait(1.0)

    def apply(self, variant: Variant) -> None:
        self.variant = variant.name
        self.told.append(variant.name)

    def begin(self, cell: Cell) -> None:
        assert not self.running
        self.running = True
        self.told.append(f"begin {cell.workload.name} {cell.threads}")

    def record(self, seconds: float, wait: Callable[[float], None]) -> Recording | None:
        assert self.running
        for _ in range(round(10 * seconds)):
            wait(0.1)
        return self.recording

    def begin_slice(self) -> None:
        assert self.running

    def slice(self) -> Slice:
        assert self.running
        number, self.slices = self.slices, self.slices + 1
        if (error := self.failing(number)) is not None:
            self.running = False
            raise error
        rate = 1000 * self._leads[self.variant] * self._source.gauss(1, 0.01)
        result = FioResult(1.0, round(rate * 4096), round(rate), 1.0, {}, 0.1, 0.1)
        return self.replacing(number, Slice((result,), 1.0, 0.3, 0.9, 3.5))

    def end(self) -> None:
        if self.running:
            self.running = False
            self.told.append("end")

    def rest(self) -> None:
        assert not self.running
        self.told.append("rest")


class Session:
    def __init__(self, at: dict[float, Callable[[Control], None]] | None = None) -> None:
        self.control = SteppedControl(at)
        self.load = Formula(self.control)
        self.log = RunLog([], [])
        self.heard = Heard[RunPosition]()

    def go(self, plan: Plan = PLAN, background_work: BackgroundWorkWatch | None = None) -> RunLog:
        carry_out_adaptively(
            plan, self.load, self.log, self.control, self.heard, background_work=background_work
        )
        return self.log


@pytest.fixture(autouse=True)
def nothing_is_decided_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The load's noise is so small that a real look would end most sessions."""
    monkeypatch.setattr(
        "storage_tuner.bench.adaptive.look", lambda *_: InterimLook(frozenset(), decided=False)
    )


def test_each_round_has_one_load_a_cell() -> None:
    session = Session()
    log = session.go(replace(PLAN, repeats=1000))
    loads = [word for word in session.load.told if word.startswith(("begin", "end"))]
    assert loads[:4] == ["begin rand-read 1", "end", "begin rand-read 4", "end"]
    assert 4 <= loads.count("begin rand-read 1") <= 6
    assert [each.leader for each in standings(PLAN, log.measurements).values()] == ["bfq", "bfq"]
    assert session.heard.measurements == log.measurements
    assert [run.index for run in log.measurements] == list(range(len(log.measurements)))
    assert log.failures == []
    assert PLAN.budget_s is not None
    assert 0.95 * PLAN.budget_s < session.control.seconds <= PLAN.budget_s + 1.0


def test_a_load_that_begins_settles_before_its_first_slice() -> None:
    """Also where the variant is the one that the load before ended with."""
    session = Session()
    session.go()
    told = session.load.told
    for place, word in enumerate(told):
        if word.startswith("begin"):
            assert told[place + 1] in LEADS


def test_what_a_look_decides_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[int] = set()

    def look(plan: Plan, measurements: Sequence[Measurement], number: int) -> InterimLook:
        sizes.add(plan.round_blocks)
        assert (max(run.repeat for run in measurements) + 1) // plan.round_blocks == number
        return InterimLook(frozenset({"kyber"}), decided=number > 1)

    monkeypatch.setattr("storage_tuner.bench.adaptive.look", look)
    session = Session()
    log = session.go()
    (size,) = sizes
    counts = Counter((run.variant, run.threads) for run in log.measurements)
    assert counts == {
        **{(name, threads): 2 * size for name in ("none", "bfq") for threads in (1, 4)},
        **{("kyber", threads): size for threads in (1, 4)},
    }
    assert log.failures == []


def test_what_a_slice_tells_is_in_its_measurement() -> None:
    run = Session().go().measurements[0]
    assert (run.whole_system_cpu_s, run.utilisation, run.queue_length) == (0.3, 0.9, 3.5)
    assert (run.threads, run.repeat, run.disturbed) == (1, 0, None)


def test_positions_tell_the_cell_the_block_and_who_leads() -> None:
    session = Session()
    session.go()
    first, last = session.heard.positions[0], session.heard.positions[-1]
    assert (first.done, first.total, first.leader) == (0, 2, None)
    assert {each.done for each in session.heard.positions} == {0, 1}
    assert last.leader == "bfq"
    assert last.lead_percent == pytest.approx(20, abs=2)
    fractions = [position.fraction for position in session.heard.positions]
    assert fractions[0] == 0
    assert 0.5 < fractions[-1] <= 1
    assert first.remaining_s > last.remaining_s > 0


def test_a_setting_is_written_only_when_it_changes_and_then_washes_out() -> None:
    session = Session()
    session.go(replace(PLAN, variants=PLAN.variants[:1], threads=(1,)))
    assert session.load.told == ["begin rand-read 1", "none", "end"]
    blocks = len(session.log.measurements)
    assert session.control.seconds == pytest.approx(1.0 + 0.5 + blocks * 1.0)


def test_a_disturbed_slice_is_kept_as_such_and_measured_again_in_its_block() -> None:
    session = Session()
    session.load.replacing = lambda number, found: (
        replace(found, disturbed="other programs used the disk") if number == 1 else found
    )
    log = session.go()
    spoiled = log.measurements[1]
    assert spoiled.disturbed == "other programs used the disk"
    again = log.measurements[3]
    assert (again.variant, again.repeat, again.disturbed) == (spoiled.variant, 0, None)
    assert log.measurements[4].repeat == 1
    (remark,) = log.failures
    assert str(remark).startswith("1 of ")
    assert "other programs used the disk" in str(remark)


def test_a_stall_counts_as_one_request() -> None:
    session = Session()
    session.load.replacing = lambda number, found: Slice((None,), 2.0) if number == 0 else found
    log = session.go()
    run = log.measurements[0]
    assert (run.bytes_moved, run.iops, run.disturbed) == (4096, 0.5, None)
    assert (run.latency_mean_ms, run.latency_p999_ms) == (2000.0, 2000.0)
    assert any(
        f"With {run.variant}, no request was completed" in str(each) for each in log.failures
    )


def test_who_stalls_does_not_win_by_what_it_does_in_between() -> None:
    """A fifth faster than the others, but for one slice in three."""
    session = Session()
    stalls = itertools.cycle((True, False, False))
    session.load.replacing = lambda _, found: (
        Slice((None,), 1.0) if session.load.variant == "bfq" and next(stalls) else found
    )
    log = session.go()
    for standing in standings(PLAN, log.measurements).values():
        assert standing.leader != "bfq"
        assert {"none", "kyber"} <= set(standing.running)


def test_a_pause_in_the_idle_second_has_it_read_afterwards() -> None:
    session = Session({0.5: lambda control: control.pause()})
    session.control.wait_for_resume = session.control.resume  # type: ignore[method-assign]
    read = []
    read_idle = session.load.read_idle

    def reading(wait: Callable[[float], None]) -> None:
        read_idle(wait)
        read.append(True)

    session.load.read_idle = reading  # type: ignore[method-assign]
    session.go()
    assert read == [True]
    assert session.load.told.count("rest") == 1


def test_a_block_that_stays_disturbed_is_measured_again_as_a_whole() -> None:
    session = Session()
    session.load.replacing = lambda number, found: (
        replace(found, disturbed="a resync of md0 began") if number < 6 else found
    )
    log = session.go()
    assert [run.disturbed is None for run in log.measurements[:9]] == [False] * 6 + [True] * 3
    assert {run.repeat for run in log.measurements[:6]} == {0}
    assert {run.repeat for run in log.measurements[6:9]} == {1}


def test_what_was_measured_while_the_disk_began_to_work_by_itself_counts_for_nothing() -> None:
    """All since the last look that found it at rest, and it's measured anew."""
    session = Session()
    log = session.go(
        background_work=ScriptedWork({4: "a resync of md0 began"}, frozenset({1, 2, 3}))
    )
    marked = [run for run in log.measurements if run.disturbed]
    blocks = [run.repeat for run in marked]
    assert blocks == sorted(3 * [1, 2, 3, 4])
    assert {run.disturbed for run in marked} == {"a resync of md0 began"}
    assert all(is_repeated_notice(each) for each in log.failures)
    assert session.heard.blocks.count(tuple(marked)) == 1
    assert any(
        "12 of" in each and "a resync of md0 began" in each for each in map(str, log.failures)
    )


def test_it_waits_for_the_end_of_work_with_the_settings_from_before() -> None:
    session = Session()
    log = session.go(background_work=ScriptedWork({0: "a verification began"}, waiting=3))
    told = [str(each.doing) for each in session.heard.positions]
    assert told.count("waiting for a verification to end") == 3
    rest = session.load.told.index("rest")
    assert session.load.told[rest - 1] == "end"
    assert session.load.told[rest + 1].startswith("begin")
    assert session.load.told.count("rest") == 1
    assert session.control.seconds >= 3 * WAITED_S
    (said,) = log.failures
    assert str(said).startswith("3 of ")
    assert str(said).endswith("slices had interference and were repeated: a verification began.")
    assert [run.repeat for run in log.measurements if run.disturbed] == [0, 0, 0]


def test_a_pause_while_it_waits_goes_on_afterwards() -> None:
    control = SteppedControl()
    work = ScriptedWork({0: "a verification began"}, waiting=2)
    session = Session()
    session.control = control
    session.load = Formula(control)
    rest = session.load.rest

    def resting() -> None:
        rest()
        control.pause()

    session.load.rest = resting  # type: ignore[method-assign]
    control.wait_for_resume = control.resume  # type: ignore[method-assign]
    log = session.go(background_work=work)
    assert work.waiting < 0
    assert all(is_repeated_notice(each) for each in log.failures)


def test_a_setting_that_is_refused_meanwhile_is_set_after_it() -> None:
    """As the helper refuses policies of a unit that verifies."""
    session = Session()
    apply, refusals = session.load.apply, [DeviceBusy("sdz", "It verifies")]

    def applying(variant: Variant) -> None:
        if session.load.slices > 5 and refusals:
            raise refusals.pop()
        apply(variant)

    session.load.apply = applying  # type: ignore[method-assign]
    log = session.go(background_work=ScriptedWork({2: "a verification began"}, waiting=1))
    assert not refusals
    assert session.load.told.count("rest") == 1
    assert all(is_repeated_notice(each) for each in log.failures)


def test_a_setting_that_is_refused_for_another_reason_ends_it() -> None:
    session = Session()

    def applying(variant: Variant) -> None:
        raise DeviceBusy("sdz", "Somebody else tunes it")

    session.load.apply = applying  # type: ignore[method-assign]
    with pytest.raises(DeviceBusy):
        session.go(background_work=ScriptedWork())


def test_after_the_last_block_it_is_looked_once_more() -> None:
    """What isn't known to have been measured in peace is measured anew."""
    quiet = Session()
    looks = len(quiet.go().measurements)
    work = ScriptedWork(skipped=frozenset(range(looks)))
    session = Session()
    session.go(background_work=work)
    late = Session()
    log = late.go(
        background_work=ScriptedWork({work.looks - 1: "it began"}, skipped=frozenset(range(looks)))
    )
    assert sum(run.disturbed == "it began" for run in log.measurements) == len(
        session.log.measurements
    )
    assert len(log.measurements) > len(session.log.measurements)


def test_work_that_is_not_waited_for_ends_it() -> None:
    session = Session()
    with pytest.raises(NotMeasurable):
        session.go(background_work=ScriptedWork({2: "it rebuilds"}, endless=True))
    assert [run.disturbed for run in session.log.measurements] == 6 * [None] + 3 * ["it rebuilds"]
    assert not session.load.running


def test_saturated_processors_are_said_but_nothing_is_repeated() -> None:
    session = Session()
    session.load.replacing = lambda _, found: replace(found, saturated=True)
    log = session.go()
    (remark,) = log.failures
    assert "no CPU was idle" in str(remark)
    assert all(run.disturbed is None for run in log.measurements)


def test_a_machine_that_others_use_all_the_time_is_told_and_nothing_is_repeated() -> None:
    session = Session()
    session.load.replacing = lambda _, found: replace(found, others_share=0.78)
    log = session.go()
    assert [str(each) for each in log.failures] == [
        (
            "Other programs used 78 % of all CPUs during the measurement: repeat when the "
            "computer is idle."
        )
    ]
    assert session.heard.positions[-1].others_share == pytest.approx(0.78)
    assert all(run.disturbed is None for run in log.measurements)
    assert is_repeated_notice(log.failures[0])


def test_others_that_take_little_or_seldom_are_no_news() -> None:
    session = Session()
    session.load.replacing = lambda number, found: replace(
        found, others_share=0.9 if number % 3 == 0 else 0.1
    )
    assert session.go().failures == []
    assert session.heard.positions[-1].others_share == 0.0


def test_a_fio_that_ends_is_started_anew_once_in_a_cell() -> None:
    session = Session()
    session.load.failing = lambda number: (
        ToolFailed("fio", "terminated by signal SIGKILL") if number == 4 else None
    )
    log = session.go()
    begun = [word for word in session.load.told if word.startswith("begin")]
    assert begun[:3] == ["begin rand-read 1", "begin rand-read 1", "begin rand-read 4"]
    assert log.failures == []
    assert {run.threads for run in log.measurements} == {1, 4}
    assert [run.repeat for run in log.measurements[:6]] == [0, 0, 0, 1, 1, 1]


def test_a_cell_whose_fio_ends_again_is_reported_and_the_others_go_on() -> None:
    session = Session()
    session.load.failing = lambda number: (
        ToolFailed("fio", "terminated by signal SIGKILL") if number in (4, 9) else None
    )
    log = session.go()
    begun = [word for word in session.load.told if word.startswith("begin")]
    assert begun == ["begin rand-read 1", "begin rand-read 1", "begin rand-read 4"]
    assert "Random read with 1 thread couldn't be measured completely" in str(log.failures[0])
    assert "SIGKILL" in str(log.failures[0])
    assert len([run for run in log.measurements if run.threads == 4]) >= 24


def test_when_nothing_succeeds_it_ends_soon_and_says_why() -> None:
    session = Session()
    session.load.failing = lambda _: ToolFailed("fio", "no engine")
    with pytest.raises(ToolFailed, match=r"no run succeeded.*no engine"):
        session.go(replace(PLAN, threads=(1, 2, 4, 8)))
    assert session.load.slices == 6
    assert not session.load.running
    assert session.log.failures == []


def test_a_device_that_goes_ends_it() -> None:
    session = Session()
    session.load.failing = lambda number: DeviceGone("sdz") if number == 7 else None
    with pytest.raises(DeviceGone):
        session.go()
    assert len(session.log.measurements) == 6


@pytest.mark.parametrize("at", [0.5, 1.2, 2.1, 20.3])
def test_a_cancel_ends_it_wherever_it_is_and_keeps_whole_blocks(at: float) -> None:
    session = Session({at: Control.cancel})
    with pytest.raises(Cancelled):
        session.go()
    assert not session.load.running
    assert len(session.log.measurements) % 3 == 0
    assert session.control.seconds <= at + 1.0


@pytest.mark.parametrize("at", [0.5, 1.2, 2.1, 20.3])
def test_a_pause_gives_the_disk_back_and_the_block_is_repeated(at: float) -> None:
    """Somebody resumes while the runner rests."""
    undisturbed, paused = Session(), Session({at: Control.pause})
    rest = paused.load.rest

    def resting() -> None:
        rest()
        paused.control.resume()

    paused.load.rest = resting  # type: ignore[method-assign]
    undisturbed.go()
    log = paused.go()
    told = paused.load.told
    assert told.count("rest") == 1
    after = told[told.index("rest") + 1 :]
    assert after[0].startswith("begin")
    assert after[1] in LEADS
    numbers = [(run.threads, run.repeat, run.variant) for run in log.measurements]
    assert len(set(numbers)) == len(numbers)
    assert len(numbers) == len(undisturbed.log.measurements)


def test_a_cancel_ends_a_pause() -> None:
    session = Session({5.0: Control.pause})
    session.load.rest = session.control.cancel  # type: ignore[method-assign]
    with pytest.raises(Cancelled):
        session.go()


def test_the_time_is_kept() -> None:
    session = Session()
    log = session.go(replace(PLAN, budget_s=120))
    assert session.control.seconds <= 121
    assert log.failures == []


def test_what_is_left_out_is_noted() -> None:
    session = Session()
    log = session.go(replace(PLAN, left_out=LeftOut(threads=(2,))))
    (note,) = log.notes
    assert str(note).startswith("Left out for lack of time: tests with 2 threads. ")


def test_what_had_no_turn_is_named() -> None:
    assert [str(each) for each in without_a_turn(PLAN.cells[1:])] == [
        ("Time ran out before one complete block of random read with 4 threads was measured.")
    ]
    assert without_a_turn([]) == []


def evenly(spread: float) -> Recording:
    source = random.Random(5)
    return Recording(tuple(100 * source.gauss(1, spread) for _ in range(40)), 0.5)


def test_the_noise_of_each_load_is_recorded_first_and_sets_the_pace() -> None:
    session = Session()
    session.load.recording = evenly(0.3)
    operations = [Operation.RANDOM_READ, Operation.SEQUENTIAL_READ]
    plan = replace(PLAN, workloads=classical_workloads(operations))
    log = session.go(plan)
    assert log.plan is not None
    assert [(pace.workload, pace.threads) for pace in log.plan.paces] == [
        (cell.workload.name, cell.threads) for cell in plan.cells
    ]
    assert {pace.slice_ms for pace in log.plan.paces} != {PLAN.runtime_ms}
    waiting = [position for position in session.heard.positions if position.doing]
    assert waiting == session.heard.positions[:2]
    assert {each.specification.repeat for each in waiting} == {0}


@pytest.mark.parametrize("spread", [0.02, 0.5])
@pytest.mark.parametrize("request_ms", [0.5, 100.0, 5000.0])
def test_the_pace_that_is_found_leaves_time_for_ten_blocks(
    spread: float, request_ms: float
) -> None:
    session = Session()
    session.load.recording = replace(evenly(spread), request_ms=request_ms)
    log = session.go(replace(PLAN, budget_s=70.0, runtime_ms=500, ramp_ms=250))
    assert log.plan is not None
    assert log.plan.budget_s == 70
    for standing in standings(log.plan, log.measurements).values():
        assert standing.blocks >= LEAST_BLOCKS
        assert log.plan.round_blocks * LOOKS >= LEAST_BLOCKS


def test_what_is_detectable_is_told_before_the_race_and_noted() -> None:
    session = Session()
    session.load.recording = evenly(0.02)
    log = session.go()
    notices = [position for position in session.heard.positions if position.notice]
    assert len(notices) == 1
    assert notices[0].specification.index == 0
    assert log.notes == [notices[0].notice]
    assert [str(each) for each in log.notes] == [
        "In 10 minutes, only differences above about 3 % are detectable here."
    ]
    assert log.failures == []


def test_a_pause_while_a_load_is_recorded_has_it_recorded_afterwards() -> None:
    session = Session({2.0: Control.pause})
    session.load.recording = evenly(0.3)
    session.control.wait_for_resume = session.control.resume  # type: ignore[method-assign]
    log = session.go()
    assert session.load.told.count("rest") == 1
    assert log.plan is not None
    assert len(log.plan.paces) == 2


def test_nobody_compared_needs_no_noise() -> None:
    session = Session()
    session.load.recording = evenly(0.02)
    log = session.go(replace(PLAN, variants=PLAN.variants[:1], threads=(1,)))
    assert log.plan is not None
    assert (log.plan.paces, log.notes) == ((), [])


def test_what_was_measured_before_is_gone_on_from() -> None:
    """In blocks of new numbers, without another recording, where it was left off; the time that
    was spent counts."""
    first = Session()
    first.load.recording = evenly(0.02)
    whole = first.go()
    half = next(place for place, run in enumerate(whole.measurements) if run.threads == 4) + 6
    second = Session()
    second.load.recording = evenly(0.02)
    second.log.measurements.extend(whole.measurements[:half])
    assert whole.plan is not None
    log = second.go(whole.plan)
    assert second.load.told[0] == "begin rand-read 4"
    assert not any(position.doing for position in second.heard.positions)
    assert [run.index for run in log.measurements] == list(range(len(log.measurements)))
    new = log.measurements[half:]
    assert new[0].repeat == 2
    assert second.heard.measurements == new
    assert second.heard.positions[0].fraction > 0
    assert len(log.measurements) == pytest.approx(len(whole.measurements), abs=12)


class Runs:
    """A place whose runs have the same rates as ``Formula``."""

    def __init__(self, control: SteppedControl) -> None:
        self.told: list[str] = []
        self._control = control
        self._variant = ""
        self._source = random.Random(2)
        self.failing: Callable[[int], Exception | None] = lambda _: None
        self.made = 0

    def apply(self, variant: Variant) -> None:
        self._variant = variant.name
        self.told.append(variant.name)

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        number, self.made = self.made, self.made + 1
        if (error := self.failing(number)) is not None:
            raise error
        assert specification.variant.name == self._variant
        self._control.seconds += (plan.runtime_ms + plan.ramp_ms) / 1000
        rate = 1000 * LEADS[self._variant] * self._source.gauss(1, 0.01)
        result = FioResult(1.0, round(rate * 4096), round(rate), 1.0, {}, 0.1, 0.1)
        return measurements(specification, [result], "2026-01-01T00:00:00+00:00")

    def rest(self) -> None:
        self.told.append("rest")


def race_by_runs(session: Session, plan: Plan) -> Runs:
    place = Runs(session.control)
    carry_out_adaptively(
        plan,
        session.load,
        session.log,
        session.control,
        session.heard,
        place=place,
    )
    return place


def test_restarts_are_raced_with_the_same_statistics() -> None:
    session = Session()
    plan = replace(PLAN, protocol=Protocol.RESTARTS, budget_s=3600.0)
    race_by_runs(session, plan)
    assert session.load.told == []
    found = standings(plan, session.log.measurements).values()
    assert [each.running for each in found] == [("bfq",), ("bfq",)]
    assert [run for block in session.heard.blocks for run in block] == session.log.measurements
    assert session.log.plan is not None
    assert session.log.plan.paces == ()


def test_a_restart_whose_repetition_was_undisturbed_is_not_made_again() -> None:
    """A place gives both runs then, under one number; that the first was disturbed is told."""
    session = Session()
    place = Runs(session.control)
    execute = place.execute

    def disturbed_once(specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        runs = execute(specification, plan)
        if place.made > 1:
            return runs
        marked = tuple(replace(run, disturbed="somebody reads") for run in runs)
        return (*marked, *execute(specification, plan))

    place.execute = disturbed_once  # type: ignore[method-assign]
    carry_out_adaptively(
        replace(PLAN, protocol=Protocol.RESTARTS, budget_s=3600.0),
        session.load,
        session.log,
        session.control,
        session.heard,
        place=place,
    )
    first = session.log.measurements[0]
    assert [run.disturbed for run in session.log.measurements[:2]] == ["somebody reads", None]
    block = [run for run in session.log.measurements if (run.repeat, run.threads) == (0, 1)]
    assert [run.variant for run in block].count(first.variant) == 2
    assert any("somebody reads" in str(each) for each in session.log.failures)


def test_what_cannot_be_switched_beneath_a_load_is_restarted_and_said() -> None:
    session = Session()
    variants = tuple(
        Variant(name, (("scheduler", "none"), ("read_ahead_kb", str(size))))
        for name, size in (("none", 0), ("bfq", 512))
    )
    race_by_runs(session, replace(PLAN, variants=variants, budget_s=3600.0))
    assert session.load.told == []
    (note,) = session.log.notes
    assert "read-ahead" in str(note)
    assert session.log.plan is not None
    assert {pace.slice_ms for pace in session.log.plan.paces} == {RUN_MS}


def test_a_failure_that_took_all_the_time_is_what_there_is_to_say() -> None:
    """Without a second one the cell isn't given up; and there's no result."""
    session = Session()

    def hang(_: int) -> ToolFailed:
        session.control.wait(700.0)
        return ToolFailed("fio", "it didn't finish")

    session.load.failing = hang
    with pytest.raises(ToolFailed, match=r"no run succeeded\. .*it didn't finish"):
        session.go()
    assert not session.log.measurements


def test_what_failed_once_and_had_no_second_turn_is_told_beside_the_results() -> None:
    session = Session()

    def failing(_: int) -> ToolFailed | None:
        begun = [each for each in session.load.told if each.startswith("begin")]
        if not begun[-1].endswith(" 4"):
            return None
        session.control.wait(10_000.0)
        return ToolFailed("fio", "it hung")

    session.load.failing = failing
    found = session.go()
    assert found.measurements
    assert any("it hung" in str(each) for each in found.failures)


def test_a_run_that_fails_again_ends_its_cell_only() -> None:
    session = Session()
    place = Runs(session.control)
    place.failing = lambda number: ToolFailed("fio", "broken") if number in (2, 5) else None
    carry_out_adaptively(
        replace(PLAN, protocol=Protocol.RESTARTS, budget_s=3600.0),
        session.load,
        session.log,
        session.control,
        session.heard,
        place=place,
    )
    assert "Random read with 1 thread couldn't be measured completely" in str(
        session.log.failures[0]
    )
    assert {run.threads for run in session.log.measurements} == {4}


def test_a_pause_between_runs_gives_the_disk_back() -> None:
    session = Session({0.0: Control.pause})
    plan = replace(PLAN, protocol=Protocol.RESTARTS, budget_s=3600.0)
    place = Runs(session.control)
    rest = place.rest

    def resting() -> None:
        rest()
        session.control.resume()

    place.rest = resting  # type: ignore[method-assign]
    carry_out_adaptively(
        plan,
        session.load,
        session.log,
        session.control,
        session.heard,
        place=place,
    )
    assert place.told[0] == "rest"
    assert session.log.measurements


class Numbered(gettext.NullTranslations):
    """A language that has other words for everything."""

    def gettext(self, message: str) -> str:
        return str(len(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return str(len(msgid1 if n == 1 else msgid2))


def test_what_is_said_of_the_whole_is_said_anew_when_it_is_gone_on() -> None:
    session = Session()
    session.load.replacing = lambda number, found: replace(
        found, saturated=True, disturbed="something read" if number == 2 else None
    )
    short = replace(PLAN, budget_s=15.0)
    said = session.go(short).failures
    assert len(said) >= 3
    assert all(is_repeated_notice(sentence) for sentence in said)
    with speaking(Language("de", Numbered())):
        assert not any("no CPU was idle" in str(sentence) for sentence in said)
        assert all(is_repeated_notice(sentence) for sentence in said)
    earlier = len({run.index for run in session.log.measurements})
    again = Session()
    again.load.replacing = session.load.replacing
    again.log.measurements.extend(session.log.measurements)
    (remark,) = [each for each in again.go().failures if "no CPU" in str(each)]
    slices = len({run.index for run in again.log.measurements}) - earlier
    assert str(remark).startswith(f"In {slices} of {slices} slices of the last part, no CPU")
    assert not is_repeated_notice("Another program used the disk.")
