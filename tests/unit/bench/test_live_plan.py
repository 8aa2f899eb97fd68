from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from storage_tuner.advice.judgement import judge_plan
from storage_tuner.advice.live import variant_figures
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.bench.background_work import WAITED_S
from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.bench.live.plan import (
    LEAST_REQUESTS,
    LONGEST,
    SHORTEST,
    Rotation,
    Turn,
    live_plan,
    next_rotation,
    seconds_of,
    sides,
    slice_measurements,
    still_running,
)
from storage_tuner.bench.live.runner import IDLE, LivePosition, watch
from storage_tuner.bench.runner import RunLog
from storage_tuner.core.decision import Action
from storage_tuner.core.device import Activity
from storage_tuner.core.errors import Cancelled, DeviceBusy, DeviceGone, NotMeasurable
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Plan, Target, TargetKind, Variant
from storage_tuner.core.verdict import Recommendation, State
from storage_tuner.core.workload import LIVE_READ, LIVE_WRITE
from tests.unit.bench.heard import Heard
from tests.unit.bench.scripted_work import ScriptedWork
from tests.unit.bench.simulated_loads import Habits, OthersLoad, SimulatedWatch, simulated

ALIKE = {"none": 1.0, "bfq": 1.0}
WORSE = {"none": 1.0, "bfq": 1.5}


def plan_of(
    *names: str, budget_s: float = 1800.0, seed: int = 1, current: str | None = None
) -> Plan:
    return live_plan(
        Target(TargetKind.DEVICE, "sdz"),
        tuple(Variant(name, (("scheduler", name),)) for name in names),
        current=current or names[0],
        seed=seed,
        budget_s=budget_s,
    )


def rotations(plan: Plan, count: int) -> list[Rotation]:
    """The first ones of a load that is never decided."""
    found: list[Rotation] = []
    history: list[Measurement] = []
    for _ in range(count):
        rotation = next_rotation(plan, history, 0.0)
        assert rotation is not None
        found.append(rotation)
        for turn in rotation.turns:
            history.extend(slice_measurements(turn, rotation, 0, [QUIET], started_at=""))
    return found


QUIET = Activity(1.0, 0.0, 0.0, 0.0, 0.0, None, None, 0, 0.0)


def busy(
    reads: float, read_ms: float, writes: float = 0.0, write_ms: float | None = None
) -> Activity:
    queue = (reads * read_ms + writes * (write_ms or 0.0)) / 1000
    return Activity(
        1.0, reads * 0.004, writes * 0.004, reads, writes, read_ms, write_ms, 1, 0.5, queue
    )


def advice_of(session: SimulatedWatch) -> Recommendation | None:
    return judge_plan(session.plan, session.measurements).recommendation


def test_every_block_has_every_variant_once_in_an_order_of_its_own() -> None:
    plan = plan_of("none", "mq-deadline", "bfq")
    found = rotations(plan, 300)
    assert [rotation.block for rotation in found] == list(range(300))
    for rotation in found:
        assert {turn.variant for turn in rotation.turns} == set(plan.variants)
    orders = Counter(tuple(turn.variant.name for turn in each.turns) for each in found)
    assert len(orders) == 6
    assert all(25 < count < 80 for count in orders.values())


def test_an_order_tells_nothing_of_the_next_one() -> None:
    """Also not of the one that follows: with a rhythm of two blocks, orders that come in pairs
    would make differences that come in pairs."""
    found = rotations(plan_of("none", "bfq"), 400)
    first = [rotation.turns[0].variant.name for rotation in found]
    for lag in (1, 2, 3):
        pairs = list(zip(first, first[lag:], strict=False))
        alike = sum(one == other for one, other in pairs)
        assert 0.4 < alike / len(pairs) < 0.6


def test_the_lengths_are_drawn_around_their_mean() -> None:
    lengths = [
        turn.seconds for each in rotations(plan_of("none", "bfq"), 200) for turn in each.turns
    ]
    assert min(lengths) >= 8 * SHORTEST
    assert max(lengths) <= 8 * LONGEST
    assert sum(lengths) / len(lengths) == pytest.approx(8, rel=0.05)
    assert len(set(lengths)) == len(lengths)


def test_the_same_seed_gives_the_same_and_another_one_something_else() -> None:
    one, same, other = (rotations(plan_of("none", "bfq", seed=seed), 20) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_no_block_begins_that_does_not_fit_the_time() -> None:
    plan = plan_of("none", "bfq", budget_s=60)
    rotation = next_rotation(plan, (), 0.0)
    assert rotation is not None
    length = seconds_of(plan, rotation)
    assert length == pytest.approx(sum(turn.seconds for turn in rotation.turns) + 2)
    assert next_rotation(plan, (), 60 - length) == rotation
    assert next_rotation(plan, (), 60.1 - length) is None


def slice_of(*seconds: Activity) -> tuple[Measurement, Measurement]:
    plan = plan_of("none", "bfq")
    turn = Turn(plan.variants[0], float(len(seconds)))
    return slice_measurements(turn, Rotation(3, (turn,)), 7, seconds, started_at="now")


def test_a_slice_is_all_its_requests() -> None:
    reads, writes = slice_of(busy(100, 1.0, 10, 5.0), busy(300, 2.0, 30, 5.0))
    assert (reads.operation, writes.operation) == (LIVE_READ, LIVE_WRITE)
    assert reads.latency_mean_ms == pytest.approx((100 * 1 + 300 * 2) / 400)
    assert writes.latency_mean_ms == pytest.approx(5)
    assert (reads.iops, writes.iops) == (200, 20)
    assert reads.rate_mb_s == pytest.approx(0.8)
    assert (reads.repeat, reads.index, reads.duration_s) == (3, 7, 2)


def test_idle_seconds_are_in_the_rate_and_in_nothing_else() -> None:
    alone, *_ = slice_of(busy(100, 1.0))
    among, *_ = slice_of(QUIET, busy(100, 1.0), QUIET, QUIET)
    assert among.latency_mean_ms == alone.latency_mean_ms
    assert (among.utilisation, among.queue_length) == (alone.utilisation, alone.queue_length)
    assert among.iops == 25


def test_a_few_requests_have_no_mean_time() -> None:
    for count, known in ((LEAST_REQUESTS - 1, False), (LEAST_REQUESTS, True)):
        reads, writes = slice_of(busy(count, 1.0))
        assert (reads.latency_mean_ms is not None) is known
        assert writes.latency_mean_ms is None
    nothing, *_ = slice_of(QUIET, QUIET)
    assert (nothing.latency_mean_ms, nothing.utilisation, nothing.iops) == (None, None, 0)


def test_a_worse_one_is_found_and_ends_the_session() -> None:
    session = simulated(WORSE, Habits(), seed=3).run()
    assert session.load.now_s < 1200
    for side in sides(session.plan, session.measurements):
        assert side.standing.running == ("none",)
    decision = judge_plan(session.plan, session.measurements).decision
    assert decision is not None
    assert (decision.action, decision.variant) == (Action.KEEP, "none")
    verdicts = judge_measurements(session.measurements, method_for(session.plan))
    times = [each for each in verdicts if each.metric is Metric.ACCESS_TIME]
    assert {each.winner for each in times} == {"none"}


def test_a_better_one_is_advised_with_its_interval_and_the_rate_beside_it() -> None:
    session = simulated({"bfq": 1.5, "none": 1.0}, Habits(), seed=3).run()
    advice = advice_of(session)
    assert advice is not None
    assert advice.change
    assert advice.settings == (("scheduler", "none"),)
    assert advice.gain_interval_percent is not None
    low, high = advice.gain_interval_percent
    assert low < 100 / 3 < high
    text = " ".join(str(item.statement) for item in advice.evidence)
    assert "compared with bfq" in text
    assert "their number depends on the programs" in text


def test_two_that_are_surely_alike_are_called_so() -> None:
    calm = Habits(wander=0.05, noise=0.01)
    session = simulated(ALIKE, dataclasses.replace(calm, iops=2000.0), seed=1, budget_s=7200)
    plan = dataclasses.replace(session.plan, margin=0.25)
    SimulatedWatch(plan, session.load, ALIKE, session.measurements).run()
    assert all(side.standing.equal for side in sides(plan, session.measurements))
    assert still_running(plan, sides(plan, session.measurements)) == ()


def test_writes_that_hardly_come_keep_nothing_open() -> None:
    session = simulated(WORSE, Habits(reads=0.97), seed=3).run()
    reads, writes = sides(session.plan, session.measurements)
    assert reads.counts
    assert not writes.counts
    assert reads.standing.decided
    assert session.load.now_s < 1200


def test_who_is_needed_by_the_writes_only_is_watched_on() -> None:
    """Reads are three times as long under bfq, the writes differ by too little to be told soon."""
    source = random.Random(5)
    plan = plan_of("none", "bfq", "kyber")
    history: list[Measurement] = []
    for _ in range(10):
        rotation = next_rotation(plan, history, 0.0)
        assert rotation is not None
        assert {turn.variant for turn in rotation.turns} == set(plan.variants)
        for turn in rotation.turns:
            read_ms = {"none": 1.0, "bfq": 3.0, "kyber": 3.0}[turn.variant.name]
            second = busy(100, read_ms * source.uniform(0.95, 1.05), 100, source.uniform(1, 4))
            history.extend(slice_measurements(turn, rotation, 0, [second], started_at=""))
    reads, writes = sides(plan, history)
    assert reads.standing.running == ("none",)
    assert set(writes.standing.running) == {"none", "bfq", "kyber"}


def test_disturbed_slices_count_for_nothing() -> None:
    session = simulated(WORSE, Habits(), seed=3).run()
    spoiled = [
        dataclasses.replace(item, disturbed="another program changed a setting meanwhile")
        if item.variant == "bfq"
        else item
        for item in session.measurements
    ]
    for side in sides(session.plan, spoiled):
        assert side.standing.blocks == 0
    assert {one.variant for one in variant_figures(session.plan, spoiled)} == {"none"}


def test_an_idle_device_has_no_verdict() -> None:
    session = simulated(WORSE, Habits(iops=0.0), seed=1, budget_s=300).run()
    assert session.measurements
    assert advice_of(session) is None
    verdicts = judge_measurements(session.measurements, method_for(session.plan))
    assert {each.state for each in verdicts} == {State.NOT_MEASURED}


def test_smaller_requests_that_take_less_time_are_no_reason() -> None:
    """A scheduler that merges less has more requests, each of them shorter."""
    plan = plan_of("merging", "splitting")
    source = random.Random(1)
    history: list[Measurement] = []
    while rotation := next_rotation(plan, history, 20.0 * len(history)):
        for turn in rotation.turns:
            amount, time = {"merging": (500, 2.0), "splitting": (1000, 1.0)}[turn.variant.name]
            second = busy(amount * source.uniform(0.9, 1.1), time * source.uniform(0.9, 1.1))
            second = dataclasses.replace(second, read_mb_s=2.0 * source.uniform(0.9, 1.1))
            history.extend(slice_measurements(turn, rotation, 0, [second], started_at=""))
    decision = judge_plan(plan, history).decision
    assert decision is not None
    assert decision.action is Action.KEEP
    assert [str(each.reason) for each in decision.refused] == ["its requests were smaller"]


def test_of_a_plan_without_variants_nothing_is_advised() -> None:
    """A results file of somebody's own may have such a plan."""
    plan = dataclasses.replace(plan_of("none", "bfq"), variants=())
    assert judge_plan(plan, ()).decision is None


def test_who_moves_less_is_not_advised_however_short_its_requests_are() -> None:
    """nr_requests=4 does that: the waiting is where no counter is."""
    plan = plan_of("many", "few")
    source = random.Random(1)
    history: list[Measurement] = []
    while rotation := next_rotation(plan, history, 20.0 * len(history)):
        for turn in rotation.turns:
            amount, time = {"many": (1000, 2.0), "few": (500, 1.0)}[turn.variant.name]
            second = busy(amount * source.uniform(0.9, 1.1), time * source.uniform(0.9, 1.1))
            history.extend(slice_measurements(turn, rotation, 0, [second], started_at=""))
    decision = judge_plan(plan, history).decision
    assert decision is not None
    assert decision.action is Action.KEEP
    assert str(decision.refused[0].reason).startswith("it moved less data")


def test_settings_whose_waiting_is_not_counted_are_never_advised() -> None:
    session = simulated({"bfq": 1.5, "none": 1.0}, Habits(), seed=3).run()
    renamed = {
        "bfq": Variant("bfq", (("nr_requests", "256"),)),
        "none": Variant("none", (("nr_requests", "4"),)),
    }
    session.plan = dataclasses.replace(session.plan, variants=tuple(renamed.values()))
    judgement = judge_plan(session.plan, session.measurements)
    decision, advice = judgement.decision, judgement.recommendation
    assert decision is not None
    assert advice is not None
    assert decision.action is Action.KEEP
    assert "the kernel doesn't count the waiting" in str(decision.refused[0].reason)
    assert any("which the kernel doesn't count" in str(item.statement) for item in advice.evidence)


LOADS = {
    "calm": Habits(),
    "bursty": Habits(wander=1.2, noise=0.6, idle=0.4),
    "drifting": Habits(drift=6.0, wander=0.1, noise=0.05),
    "rhythm of a turn": Habits(swing=20.0, period_s=9.0, wander=0.1, noise=0.05),
    "rhythm of a block": Habits(swing=20.0, period_s=18.0, wander=0.1, noise=0.05),
    "rhythm of two blocks": Habits(swing=20.0, period_s=36.0, wander=0.1, noise=0.05),
    "all at once": Habits(wander=1.0, noise=0.5, drift=2.0, swing=8.0, period_s=40.0, idle=0.3),
}


def false_winners(habits: Habits, variants: int, seeds: range, budget_s: float) -> int:
    """In how many sessions over one setting under several names anything is called better."""
    names = dict.fromkeys("abcd"[:variants], 1.0)
    found = 0
    for seed in seeds:
        session = simulated(names, habits, seed, budget_s).run()
        verdicts = judge_measurements(session.measurements, method_for(session.plan))
        advice = advice_of(session)
        better = any(each.state is State.BETTER for each in verdicts)
        found += better or (advice is not None and advice.change)
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", LOADS)
def test_the_same_under_two_names_has_no_winner(name: str) -> None:
    assert false_winners(LOADS[name], 2, range(40), 900) <= 0.05 * 40


@pytest.mark.slow
@pytest.mark.parametrize("variants", [2, 4])
@pytest.mark.parametrize("name", LOADS)
def test_false_winners_are_rare(name: str, variants: int) -> None:
    count = 300
    found = false_winners(LOADS[name], variants, range(1000, 1000 + count), 1800)
    print(f"{name}, {variants} variants: {found} of {count}")
    assert found <= 0.05 * count


def test_figures_lie_around_the_truth_and_without_the_loads_coming_and_going() -> None:
    session = simulated({"none": 1.0, "bfq": 1.3}, LOADS["drifting"], seed=2).run()
    none, bfq = variant_figures(session.plan, session.measurements)
    assert none.read_ms is not None
    assert bfq.read_ms is not None
    assert bfq.read_ms.mean / none.read_ms.mean == pytest.approx(1.3, rel=0.1)
    assert none.read_ms.low is not None
    assert none.read_ms.high is not None
    assert none.read_ms.low < none.read_ms.mean < none.read_ms.high < bfq.read_ms.mean
    assert none.mb_s is not None
    assert none.requests > 1000
    assert none.seconds > 60


def test_no_bound_lies_where_no_value_can() -> None:
    session = simulated({"none": 1.0, "bfq": 20.0}, LOADS["bursty"], seed=2, budget_s=200).run()
    for one in variant_figures(session.plan, session.measurements):
        for figure in (one.mb_s, one.iops, one.queue, one.utilisation, one.read_ms):
            assert figure is not None
            assert figure.low is not None
            assert figure.low >= 0
        assert one.utilisation is not None
        assert one.utilisation.high is not None
        assert one.utilisation.high <= 1


class Scripted:
    """A ``Watched`` whose clock is ``ScriptedControl``'s."""

    def __init__(self, load: OthersLoad) -> None:
        self.load = load
        self.applied: list[str] = []
        self.rested = 0
        self.fails_at: int | None = None
        self.disturbs: str | None = None

    def apply(self, variant: Variant) -> None:
        self.applied.append(variant.name)

    def note_counters(self) -> None:
        pass

    def second(self) -> Activity:
        if self.fails_at is not None and len(self.applied) >= self.fails_at:
            raise DeviceGone("sdz")
        return self.load.second(1.5 if self.applied[-1] == "bfq" else 1.0)

    def disturbance(self) -> str | None:
        return self.disturbs

    def rest(self) -> None:
        self.rested += 1


class ScriptedControl(Control):
    """Time passes by being waited for; ``asked`` may raise."""

    def __init__(self) -> None:
        super().__init__()
        self.time_s = 0.0
        self.pause_at: float | None = None

    def now(self) -> float:
        return self.time_s

    def wait(self, seconds: float) -> None:
        if self.is_cancelled():
            raise Cancelled
        self.time_s += seconds
        if self.pause_at is not None and self.time_s > self.pause_at:
            self.pause_at = None
            raise PauseAsked

    def wait_for_resume(self) -> None:
        self.time_s += 3600


@dataclasses.dataclass
class Trial:
    plan: Plan
    device: Scripted
    control: ScriptedControl
    log: RunLog
    heard: Heard[LivePosition]
    work: ScriptedWork = dataclasses.field(default_factory=ScriptedWork)

    def run(self) -> Trial:
        args = (self.plan, self.device, self.log, self.control, self.heard)
        watch(*args, background_work=self.work)
        return self


@pytest.fixture
def trial() -> Trial:
    return another_trial()


def another_trial() -> Trial:
    load = OthersLoad(Habits(), random.Random(3))
    plan = plan_of("none", "bfq", budget_s=600)
    return Trial(plan, Scripted(load), ScriptedControl(), RunLog([], []), Heard())


def test_the_runner_ends_when_it_is_decided(trial: Trial) -> None:
    trial.run()
    assert trial.control.time_s < 600
    assert {item.variant for item in trial.log.measurements} == {"none", "bfq"}
    assert [item.operation for item in trial.log.measurements[:2]] == [LIVE_READ, LIVE_WRITE]
    assert len(trial.device.applied) * 2 == len(trial.log.measurements)
    fractions = [position.fraction for position in trial.heard.positions]
    assert fractions == sorted(fractions)
    assert trial.heard.positions[-1].sides[0].standing.leader == "none"


def test_a_pause_gives_the_device_back_and_takes_no_time_from_the_session(trial: Trial) -> None:
    trial.control.pause_at = 30.0
    trial.run()
    assert trial.device.rested == 1
    assert {item.repeat for item in trial.log.measurements} == set(
        range(len(trial.log.measurements) // 4)
    )
    assert trial.control.time_s > 3600
    assert all(position.remaining_s > 0 for position in trial.heard.positions)


def test_a_cancel_keeps_whole_blocks(trial: Trial) -> None:
    trial.plan = dataclasses.replace(trial.plan, budget_s=None)
    trial.device.disturbs = "a resync of md0 began"
    stop_at = 20

    class Stopping(Heard[LivePosition]):
        def on_position(self, position: LivePosition) -> None:
            super().on_position(position)
            if len(trial.device.applied) == stop_at + 1:
                trial.control.cancel()

    trial.heard = Stopping()
    with pytest.raises(Cancelled):
        trial.run()
    assert len(trial.log.measurements) == 2 * stop_at
    assert [str(each) for each in trial.log.failures] == [
        "20 of 20 slices were excluded: a resync of md0 began."
    ]


def test_a_device_that_goes_ends_it_at_once_and_nothing_is_lost(trial: Trial) -> None:
    trial.device.fails_at = 6
    with pytest.raises(DeviceGone):
        trial.run()
    assert {item.repeat for item in trial.log.measurements} == {0, 1}


def test_work_of_the_disk_itself_is_waited_for_and_spoils_what_lies_before_it(
    trial: Trial,
) -> None:
    """The third look finds it, the second one wasn't made: two blocks of four rows don't count."""
    trial.work = ScriptedWork({2: "it began"}, frozenset({1}), waiting=3)
    trial.run()
    disturbed = [number for number, run in enumerate(trial.log.measurements) if run.disturbed]
    assert disturbed == list(range(4, 12))
    assert trial.heard.blocks.count(tuple(trial.log.measurements[4:12])) == 1
    waiting = [position for position in trial.heard.positions if position.doing]
    assert [str(position.doing) for position in waiting] == [
        "waiting for a verification to end"
    ] * 3
    assert trial.device.rested == 1
    assert trial.control.time_s >= 3 * WAITED_S
    assert [str(each) for each in trial.log.failures] == [
        f"4 of {len(trial.log.measurements) // 2} slices were excluded: it began."
    ]
    assert trial.heard.positions[-1].sides[0].standing.leader == "none"


def test_work_that_is_seen_at_the_end_only_has_it_watched_on(trial: Trial) -> None:
    blocks = len(trial.run().log.measurements) // 4
    again = another_trial()
    again.work = ScriptedWork({blocks: "it began"}, frozenset({blocks - 1}))
    again.run()
    assert len(again.log.measurements) // 4 > blocks
    assert all(run.disturbed for run in again.log.measurements[4 * (blocks - 1) : 4 * blocks])


def test_a_setting_that_is_refused_while_the_disk_works_by_itself_is_set_after_it(
    trial: Trial,
) -> None:
    refusals = [DeviceBusy("sdz", "It verifies")]
    apply = trial.device.apply

    def applying(variant: Variant) -> None:
        if len(trial.device.applied) == 7 and refusals:
            raise refusals.pop()
        apply(variant)

    trial.device.apply = applying  # type: ignore[method-assign]
    trial.work = ScriptedWork({3: "it began"}, waiting=1)
    trial.run()
    assert trial.device.rested == 1
    assert not any(run.disturbed for run in trial.log.measurements), "the fourth is watched anew"
    assert trial.heard.positions[-1].sides[0].standing.leader == "none"


def test_a_setting_that_is_refused_for_another_reason_ends_it(trial: Trial) -> None:
    def applying(variant: Variant) -> None:
        raise DeviceBusy("sdz", "Somebody else tunes it")

    trial.device.apply = applying  # type: ignore[method-assign]
    with pytest.raises(DeviceBusy):
        trial.run()


def test_when_the_time_is_over_nothing_is_waited_for(trial: Trial) -> None:
    trial.plan = plan_of("none", "none again", budget_s=60)
    trial.run()
    blocks, time_s = len(trial.log.measurements) // 4, trial.control.time_s
    again = another_trial()
    again.plan = trial.plan
    again.work = ScriptedWork({blocks - 1: "it began"}, endless=True)
    again.run()
    assert again.control.time_s == time_s
    assert all(run.disturbed for run in again.log.measurements[-4:])


def test_work_that_is_not_worth_waiting_for_ends_it_with_what_there_is(trial: Trial) -> None:
    trial.work = ScriptedWork({3: "it began"}, endless=True)
    with pytest.raises(NotMeasurable):
        trial.run()
    assert {item.repeat for item in trial.log.measurements} == {0, 1, 2, 3}
    assert [bool(run.disturbed) for run in trial.log.measurements] == [False] * 12 + [True] * 4


def test_an_idle_device_is_told(trial: Trial) -> None:
    trial.device.load = OthersLoad(Habits(iops=0.0), random.Random(1))
    trial.run()
    assert trial.log.failures == [IDLE]
    assert trial.control.time_s > 500


def test_only_times_have_a_winner_and_what_no_counter_tells_has_no_verdict() -> None:
    session = simulated(WORSE, Habits(), seed=3).run()
    states: dict[Metric, set[State]] = {}
    for found in judge_measurements(session.measurements, method_for(session.plan)):
        states.setdefault(found.metric, set()).add(found.state)
    assert states[Metric.ACCESS_TIME] == {State.BETTER}
    assert State.BETTER not in states[Metric.RATE]
    assert states[Metric.ACCESS_TIME_P99] == {State.NOT_MEASURED}
    assert states[Metric.CPU_EFFICIENCY] == {State.NOT_MEASURED}
