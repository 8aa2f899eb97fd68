"""The recommendation setting by setting: what decides, and what only is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage_tuner.advice.judgement import judge
from storage_tuner.advice.published.session_background import Background
from storage_tuner.core.decision import Confidence
from storage_tuner.core.device import Device, MdState, QueueDepth, SchedulerState
from storage_tuner.core.knowledge import Aim, Knowledge
from storage_tuner.core.measurement import Machine, Measurement, SessionRecord
from storage_tuner.core.plan import UNCHANGED, Plan, Protocol, Target, TargetKind, Use, Variant
from storage_tuner.core.tunable import BY_NAME, Risk
from storage_tuner.core.verdict import Basis, Recommendation, SettingAdvice
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Operation
from storage_tuner.store.knowledge_files import read_knowledge
from tests.unit.advice.sessions import simulated_runs

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
SSD = Device(
    "sdz", "/dev/sdz", "disk", 10**12, transport="sata", rotational=False, rotational_believed=True,
    scheduler=SchedulerState("mq-deadline", SCHEDULERS), queue_depth=QueueDepth(32, 32, ncq=True),
    settings={"scheduler": "mq-deadline", "nr_requests": "64", "queue_depth": "32"},
)  # fmt: skip
MACHINE = Machine("host", "6.1.0-test", "Test", "Test", 2, 1 << 33, "3.33", "0.1", False)


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return read_knowledge()


def session(
    rates: Mapping[str, float],
    variants: Sequence[Variant] | None = None,
    *,
    current: str | None = "mq-deadline",
    seed: int = 1,
    noise: float = 0.01,
    repeats: int = 6,
    device: Device | None = SSD,
    runs: tuple[Measurement, ...] | None = None,
    **plan: object,
) -> SessionRecord:
    """``rates`` are those of the variants, schedulers unless others are given."""
    runs = simulated_runs(rates, seed=seed, noise=noise, repeats=repeats) if runs is None else runs
    chosen = variants or [Variant(name, (("scheduler", name),)) for name in rates]
    made = Plan(
        Target(TargetKind.DEVICE, "sdz"), tuple(chosen), CLASSICAL_WORKLOADS, (1, 2, 4, 8),
        repeats, 1000, 0, 1, current=current,
    )  # fmt: skip
    return SessionRecord(
        "2026-01-01T00:00:00+00:00", MACHINE, device, replace(made, **plan),  # type: ignore[arg-type]
        dict(device.settings) if device else {}, runs,
    )  # fmt: skip


def recommended(record: SessionRecord, knowledge: Knowledge | None = None) -> Recommendation:
    found = judge(record, Background(knowledge) if knowledge else None).recommendation
    assert found is not None
    return found


def of(record: SessionRecord, knowledge: Knowledge | None, name: str) -> SettingAdvice:
    return next(each for each in recommended(record, knowledge).by_setting if each.setting == name)


def test_a_measured_winner_counts_and_who_wants_otherwise_is_named(knowledge: Knowledge) -> None:
    """Ubuntu and others advise against bfq on SATA SSDs."""
    found = of(session({"mq-deadline": 100, "bfq": 120}), knowledge, "scheduler")
    assert (found.value, found.before, found.change) == ("bfq", "mq-deadline", True)
    assert (found.basis, found.confidence) == (Basis.MEASURED, Confidence.HIGH)
    assert found.gain_percent == pytest.approx(20, abs=2)
    assert "Ubuntu" in str(found.disagreement)
    assert str(found.disagreement).endswith("Your measurement takes precedence.")
    assert found.hypothesis == ""
    assert found.side_effects == BY_NAME["scheduler"].side_effects
    assert {str(item.source) for item in found.evidence} >= {"this measurement", "physics"}
    assert any("Ubuntu" in str(item.source) for item in found.evidence)


def test_rules_break_no_tie(knowledge: Knowledge) -> None:
    """Too noisy to tell: what is set stays, whatever is published, and that is a hypothesis."""
    record = session({"bfq": 100, "mq-deadline": 101}, current="bfq", noise=0.3, repeats=3)
    found = of(record, knowledge, "scheduler")
    assert (found.value, found.change) == ("bfq", False)
    assert (found.basis, found.confidence) == (Basis.UNDECIDED, Confidence.LOW)
    assert found.disagreement == ""
    assert "mq-deadline" in str(found.hypothesis)
    assert "Not verified on this computer" in str(found.hypothesis)
    assert found.seconds_needed is None or found.seconds_needed > 0


def test_an_undecided_session_tells_how_much_longer() -> None:
    """And measured about that much longer it is decided."""
    rates, noise = {"mq-deadline": 100, "bfq": 100}, 0.1
    record = session(rates, noise=noise, repeats=4)
    found = of(record, None, "scheduler")
    assert found.basis is Basis.UNDECIDED
    assert found.seconds_needed is not None
    measured = sum(run.duration_s for run in record.measurements)
    times = 1 + found.seconds_needed / measured
    assert 1 < times < 100
    longer = session(rates, noise=noise, repeats=round(4 * times * 2))
    assert of(longer, None, "scheduler").basis is Basis.MEASURED


def test_what_is_shown_to_be_no_better_stays_soundly() -> None:
    record = session({"mq-deadline": 100, "bfq": 99}, noise=0.005, repeats=20)
    found = of(record, None, "scheduler")
    assert (found.value, found.basis) == ("mq-deadline", Basis.MEASURED)
    assert found.confidence is Confidence.HIGH
    assert found.seconds_needed is None


@pytest.mark.parametrize(
    "change",
    [
        {"target": Target(TargetKind.PRACTICE, "sdz")},
        {"workloads": CLASSICAL_WORKLOADS[:1]},
    ],
)
def test_half_a_session_is_no_high_confidence(change: dict[str, object]) -> None:
    found = of(session({"mq-deadline": 100, "bfq": 120}, **change), None, "scheduler")  # type: ignore[arg-type]
    assert found.confidence is Confidence.MEDIUM
    assert found.surer


def test_a_raced_result_is_to_be_confirmed() -> None:
    record = session(
        {"mq-deadline": 100, "bfq": 130}, protocol=Protocol.ADAPTIVE, budget_s=600.0, repeats=40
    )
    assert "confirm" in str(of(record, None, "scheduler").surer[0])


DEEP = (
    Variant("as it is", (("nr_requests", "64"), ("queue_depth", "32"))),
    Variant("nr_requests=256", (("nr_requests", "256"), ("queue_depth", "32"))),
    Variant("queue_depth=1", (("nr_requests", "64"), ("queue_depth", "1"))),
    Variant("nr_requests=256, queue_depth=1", (("nr_requests", "256"), ("queue_depth", "1"))),
)


def test_a_set_is_recommended_whole_with_each_settings_own_part() -> None:
    """Only together they gain much: nr_requests by itself, and queue_depth on top of it."""
    rates = dict(zip((each.name for each in DEEP), (100, 105, 101, 130), strict=True))
    record = session(rates, DEEP, current="as it is")
    whole = recommended(record)
    assert (whole.change, whole.variant) == (True, DEEP[3].name)
    assert whole.settings == DEEP[3].settings
    requests, depth = whole.by_setting
    assert (requests.setting, requests.value, depth.setting, depth.value) == (
        "nr_requests", "256", "queue_depth", "1"
    )  # fmt: skip
    assert requests.gain_percent == pytest.approx(100 * (130 / 101 - 1), abs=3)
    assert depth.gain_percent == pytest.approx(100 * (130 / 105 - 1), abs=3)
    assert depth.risk == "slow"


def test_a_part_that_does_nothing_is_told() -> None:
    """The set won, but one of its settings is not what did it."""
    rates = dict(zip((each.name for each in DEEP), (100, 120, 100, 120.2), strict=True))
    record = session(rates, DEEP[:1] + DEEP[1:], current="as it is", noise=0.02)
    found = {each.setting: each for each in recommended(record).by_setting}
    assert found["nr_requests"].change
    assert not found["queue_depth"].change or found["queue_depth"].confidence is Confidence.LOW


def test_nothing_is_said_against_what_was_not_measured() -> None:
    """All combinations of other values than the present ones."""
    found = recommended(session({each.name: 100 for each in DEEP[1:]}, DEEP[1:], current=UNCHANGED))
    assert not found.change
    for one, present in zip(found.by_setting, ("64", "32"), strict=True):
        assert (one.value, one.change, one.basis) == (present, False, Basis.UNDECIDED)
        assert "the current setting wasn't measured" in str(one.summary)
        assert str(one.surer[0]) == "also measure the current setting"


STRIPES = tuple(
    Variant(f"stripe_cache_size={size}" if size != 256 else "as it is",
            (("stripe_cache_size", str(size)),))
    for size in (256, 4096)
)  # fmt: skip


def test_what_can_stall_a_computer_is_not_recommended_by_default() -> None:
    record = session({"as it is": 100, STRIPES[1].name: 150}, STRIPES, current="as it is")
    held = recommended(record)
    assert (held.change, held.settings) == (False, (("stripe_cache_size", "256"),))
    assert any("nearly unresponsive" in str(item.statement) for item in held.evidence)
    (setting,) = held.by_setting
    assert (setting.value, setting.basis) == ("256", Basis.MEASURED)
    assert "nearly unresponsive" in str(setting.summary)
    allowed = recommended(replace(record, plan=replace(record.plan, allow_risky=True)))
    assert (allowed.change, allowed.variant) == (True, STRIPES[1].name)
    assert allowed.by_setting[0].risk == "stall"


@pytest.mark.parametrize("setting", [("scheduler", "cfq"), ("write_cache", "none")])
def test_what_no_kernel_of_today_takes_is_never_recommended(setting: tuple[str, str]) -> None:
    strange = (Variant("a", (("scheduler", "none"),)), Variant("b", (setting,)))
    assert not recommended(session({"a": 100, "b": 150}, strange, current="a")).change


@pytest.mark.parametrize(
    ("listed", "is_recommended"), [("none bfq adios", True), ("none bfq", False)]
)
def test_a_scheduler_of_another_kernel_is_recommended_where_it_is_listed(
    listed: str, is_recommended: bool
) -> None:
    compared = (Variant("a", (("scheduler", "none"),)), Variant("b", (("scheduler", "adios"),)))
    record = session({"a": 100, "b": 150}, compared, current="a")
    device = Device(
        "sda", "/dev/sda", "disk", 1, scheduler=SchedulerState("none", tuple(listed.split()))
    )
    assert recommended(replace(record, device=device)).change is is_recommended


def test_aims_decide_between_throughput_and_latency() -> None:
    """bfq moves more, and its slowest requests take twice as long."""
    runs = tuple(
        replace(run, latency_p99_ms=run.latency_p99_ms * (2.2 if run.variant == "bfq" else 1))
        for run in simulated_runs({"mq-deadline": 100, "bfq": 120}, seed=1, noise=0.01)
        if run.latency_p99_ms is not None
    )
    record = session({"mq-deadline": 100, "bfq": 120}, runs=runs)

    def advised(*aims: Aim) -> str:
        return recommended(replace(record, plan=replace(record.plan, aims=aims))).variant

    assert advised(Aim.THROUGHPUT) == "bfq"
    assert advised(Aim.WORST_CASE) == "mq-deadline"
    assert advised(Aim.THROUGHPUT, Aim.CPU) == "bfq"
    assert advised(Aim.WORST_CASE, Aim.THROUGHPUT) == "mq-deadline"
    told = recommended(replace(record, plan=replace(record.plan, aims=(Aim.CPU, Aim.FAIRNESS))))
    assert told.aims == (Aim.CPU, Aim.FAIRNESS)
    assert "can't be weighted" in str(told.evidence[0].statement)


@given(
    st.permutations(SCHEDULERS),
    st.lists(st.sampled_from((90.0, 100.0, 103.0, 120.0)), min_size=4, max_size=4),
    st.sampled_from((0.005, 0.05, 0.3)),
)
@settings(max_examples=12)
def test_the_order_of_the_variants_changes_nothing(
    order: Sequence[str], rates: Sequence[float], noise: float
) -> None:
    knowledge = read_knowledge_once()
    record = session(dict(zip(SCHEDULERS, rates, strict=True)), noise=noise, repeats=3)
    plan = record.plan
    variants = tuple(Variant(name, (("scheduler", name),)) for name in order)
    shuffled = replace(record, plan=replace(plan, variants=variants))
    assert conclusion(record, knowledge) == conclusion(shuffled, knowledge)


def conclusion(record: SessionRecord, knowledge: Knowledge) -> object:
    found = recommended(record, knowledge)
    parts = [
        (each.value, each.change, each.basis, each.confidence, each.disagreement, each.hypothesis)
        for each in found.by_setting
    ]
    return found.variant, found.change, found.settings, parts


_READ: list[Knowledge] = []


def read_knowledge_once() -> Knowledge:
    if not _READ:
        _READ.append(read_knowledge())
    return _READ[0]


VALUES = st.sampled_from(("-1", "0", "1", "2", "64", "4096", "none", "bfq", "99999999999", "x"))


@given(
    st.lists(
        st.dictionaries(st.sampled_from([*BY_NAME, "write_cache"]), VALUES, min_size=1, max_size=3),
        min_size=2,
        max_size=4,
        unique_by=lambda found: tuple(sorted(found.items())),
    ),
    st.integers(0, 99),
)
@settings(max_examples=30)
def test_nothing_impossible_or_risky_is_ever_advised(sets: list[dict[str, str]], seed: int) -> None:
    """However much faster it was."""
    variants = [Variant(f"v{place}", tuple(each.items())) for place, each in enumerate(sets)]
    rates = {each.name: 100.0 * 1.2**place for place, each in enumerate(variants)}
    record = session(
        rates, variants, current="v0", seed=seed, repeats=3,
        runs=simulated_runs(rates, seed=seed, repeats=3, noise=0.01, threads=(1,)),
    )  # fmt: skip
    judgement = judge(record, Background(read_knowledge_once()))
    assert judgement.recommendation is not None
    advised = [*judgement.recommendation.by_setting, *judgement.hypotheses]
    for one in advised:
        if one.change:
            tunable = BY_NAME[one.setting]
            assert not tunable.refusal(one.value)
            assert tunable.risk is not Risk.STALL
    if judgement.recommendation.change:
        changed = set(judgement.recommendation.settings) - set(variants[0].settings)
        assert all(BY_NAME[name].risk is not Risk.STALL for name, _ in changed)


def test_the_same_under_several_names_is_left_alone(knowledge: Knowledge) -> None:
    """Also with rules that want another one: they add no false winner."""
    sessions, changes = 40, 0
    for seed in range(sessions):
        runs = simulated_runs(
            dict.fromkeys(SCHEDULERS, 100.0), seed=seed, repeats=3, noise=0.1, threads=(1, 4)
        )
        record = session(dict.fromkeys(SCHEDULERS, 100.0), runs=runs, repeats=3)
        found = recommended(record, knowledge if seed < 10 else None)
        changes += any(each.change for each in found.by_setting)
        assert found.change == any(each.change for each in found.by_setting)
    assert changes / sessions <= 0.1


def test_what_was_not_compared_stays_and_is_a_hypothesis(knowledge: Knowledge) -> None:
    spinning = replace(
        SSD, rotational=True, settings={**SSD.settings, "queue_depth": "1", "read_ahead_kb": "128"},
        queue_depth=QueueDepth(1, 32, ncq=False),
    )  # fmt: skip
    record = session({"mq-deadline": 100, "bfq": 100}, device=spinning)
    judgement = judge(record, Background(knowledge))
    assert judgement.hypotheses
    for one in judgement.hypotheses:
        assert (one.change, one.basis, one.value) == (False, Basis.UNMEASURED, one.before)
        assert one.hypothesis
        assert BY_NAME[one.setting].risk is not Risk.STALL
    assert judge(replace(record, device=None), Background(knowledge)).hypotheses == ()


def members(count: int) -> tuple[Device, ...]:
    return tuple(
        Device(
            f"sd{letter}", f"/dev/sd{letter}", "disk", 10**12, transport="sata", rotational=True,
            rotational_believed=True, scheduler=SchedulerState("bfq", SCHEDULERS),
            queue_depth=QueueDepth(31, 32, ncq=True), settings={"scheduler": "bfq"},
        )
        for letter in "abcdef"[:count]
    )  # fmt: skip


def of_array(level: str, iops: float, layout: str | None = None) -> SessionRecord:
    """Six disks of 7200 rpm, read at random by 48 threads."""
    md = MdState(level, layout, 64 << 10, "clean", "idle", 0, disks=6)
    disks = members(6)
    array = Device(
        "md0", "/dev/md0", "md", 10**12, members=tuple(disk.name for disk in disks), md=md
    )
    runs = tuple(
        replace(run, threads=48, iops=iops)
        for run in simulated_runs({"bfq": 1}, seed=1, operations=[Operation.RANDOM_READ])
    )
    record = session({"bfq": 1}, device=array, runs=runs, threads=(48,), use=Use.DATABASE)
    return replace(record, related=disks, rpm={disk.name: 7200 for disk in disks})


@pytest.mark.parametrize(
    ("level", "layout", "iops", "alarming"),
    [("raid5", "left-symmetric", 78.1, True), ("raid10", "far=2", 330, False)],
)
def test_a_measured_array_is_held_against_physics(
    knowledge: Knowledge, level: str, layout: str, iops: float, alarming: bool
) -> None:
    (found,) = judge(of_array(level, iops, layout), Background(knowledge)).rate_checks
    assert (found.operation, found.alarming) == ("rand-read", alarming)
    assert found.ratio == pytest.approx(iops / found.low)
    assert bool(found.look_for) == alarming
    assert all(each.check for each in found.look_for)


def test_one_request_at_a_time_is_no_shortfall_of_six_disks(knowledge: Knowledge) -> None:
    record = of_array("raid10", 79, "near=2")
    alone = tuple(replace(run, threads=1) for run in record.measurements)
    found = judge(replace(record, measurements=alone), Background(knowledge))
    assert found.rate_checks == ()


def test_what_can_not_be_changed_is_advised_apart(knowledge: Knowledge) -> None:
    found = {
        each.choice: each
        for each in judge(of_array("raid5", 300, "left-symmetric"), Background(knowledge)).choices
    }
    assert found["level"].now == "raid5"
    assert "raid10" in str(found["level"].physics)
    assert "random-read IOPS" in str(found["spindles"].physics)
    assert judge(session({"none": 1}), Background(knowledge)).choices == ()
