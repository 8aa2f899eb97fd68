"""Invented sessions of every kind, judged as the window judges them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from storage_tuner.bench.sustained import SUSTAINED_WRITE
from storage_tuner.core.device import Device, MdState
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.plan import (
    CellPace,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Use,
    Variant,
)
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.jobs.judging import judge_session
from tests.ui import samples
from tests.unit.advice.simulated_writes import curve, steps
from tests.unit.bench.simulated_loads import Habits
from tests.unit.bench.simulated_maps import MapPlace, map_plan, measured
from tests.unit.report.test_live import live_record

BETTER = {"bfq": 0.11, "kyber": -0.05, "none": 0.02}
WRITERS = frozenset({Operation.SEQUENTIAL_WRITE, Operation.RANDOM_WRITE})


def adaptive(kind: TargetKind, effects: dict[str, float], rounds: int = 12) -> SessionRecord:
    """As the window's own plans are measured."""
    plan = replace(samples.plan(kind), repeats=rounds)
    raced = replace(
        plan,
        protocol=Protocol.ADAPTIVE,
        budget_s=900.0,
        paces=tuple(CellPace(cell.workload.name, cell.threads, 2000, 300) for cell in plan.cells),
    )
    return _record(raced, samples.measurements(plan, effects))


def restarts() -> SessionRecord:
    plan = samples.plan(TargetKind.PRACTICE)
    return _record(plan, samples.measurements(plan, BETTER))


def article() -> SessionRecord:
    plan = replace(samples.plan(TargetKind.PRACTICE), protocol=Protocol.ARTICLE, pause_ms=1000)
    return _record(plan, samples.measurements(plan, BETTER))


def depending() -> SessionRecord:
    """Reads want another scheduler than writes."""
    plain = adaptive(TargetKind.PRACTICE, {})
    runs = tuple(
        _faster(run, 0.2 if (run.operation in WRITERS) == (run.variant == "none") else 0.0)
        if run.variant in ("bfq", "none")
        else run
        for run in plain.measurements
    )
    return replace(plain, measurements=runs)


def folder() -> SessionRecord:
    """On a network file system, where nothing can be varied."""
    plan = replace(
        samples.plan(TargetKind.PRACTICE),
        target=Target(TargetKind.FILE, None, "/srv/backup/storage-tuner.data", 1 << 30),
        variants=(Variant("as it is", ()),),
        current="as it is",
    )
    return replace(_record(plan, samples.measurements(plan, {})), device=None, original_settings={})


def saturation() -> SessionRecord:
    """A search for the most that the disk gives: some thread counts, two runs each."""
    plan = replace(
        samples.plan(TargetKind.PRACTICE),
        workloads=classical_workloads((Operation.RANDOM_READ,)),
        threads=(1, 2, 4, 8, 16, 32),
        repeats=2,
    )
    return _record(plan, samples.measurements(plan, {"bfq": -0.1}))


def sustained() -> SessionRecord:
    """With a cache of 11.8 GB."""
    plan = replace(
        samples.plan(TargetKind.DEVICE),
        variants=(Variant("as it is", ()),),
        workloads=(SUSTAINED_WRITE,),
        threads=(1,),
        current=None,
        protocol=Protocol.SUSTAINED,
        budget_s=3600.0,
    )
    runs = curve(steps((11.8, 2100), (64, 450)), 64, 1, dips=0.03)
    written = tuple(replace(run, operation=SUSTAINED_WRITE.operations[0]) for run in runs)
    return _record(plan, written)


def load_map() -> SessionRecord:
    """Of a disk whose latency doubles at half of the load, with a scheduler that adds a fifth."""
    plan = replace(map_plan("none", "bfq"), target=samples.plan(TargetKind.DEVICE).target)
    place = MapPlace(factors={"bfq": 1.2}, noise=0.02)
    return _record(plan, tuple(measured(plan, place, 5)))


def fairness() -> SessionRecord:
    plain = restarts()
    runs = tuple(
        replace(run, fairness=0.97 if run.variant == "bfq" else 0.81)
        if run.repeat == 0 and run.threads > 1
        else run
        for run in plain.measurements
    )
    return replace(plain, measurements=runs)


def stopped() -> SessionRecord:
    whole = adaptive(TargetKind.DEVICE, BETTER)
    runs = whole.measurements[: len(whole.measurements) // 4]
    return replace(whole, measurements=runs, completed=False)


def disturbed() -> SessionRecord:
    whole = adaptive(TargetKind.DEVICE, BETTER)
    runs = tuple(
        replace(run, disturbed="another program used the disk") if run.index % 9 == 0 else run
        for run in whole.measurements
    )
    return replace(whole, measurements=runs)


def array() -> SessionRecord:
    """A RAID 5 that is far too slow, of disks with a queue of one."""
    disks = tuple(
        replace(
            device,
            rotational_believed=True,
            settings={"scheduler": "mq-deadline", "queue_depth": "1", "read_ahead_kb": "128"},
        )
        for device in samples.DEVICES[:3]
    )
    md = MdState("raid5", "left-symmetric", 64 << 10, "clean", "idle", 0, disks=3)
    device = Device(
        "md0",
        "/dev/md0",
        "md",
        8_001_000_000_000,
        members=tuple(disk.name for disk in disks),
        rotational=True,
        settings={"read_ahead_kb": "1024"},
        md=md,
    )
    plain = adaptive(TargetKind.DEVICE, {"bfq": 0.12})
    plan = replace(
        plain.plan,
        target=Target(TargetKind.DEVICE, "md0"),
        threads=(4, 8),
        use=Use.FILE_SERVER,
    )
    runs = tuple(
        replace(run, iops=(run.iops or 0) / 6) if run.operation is Operation.RANDOM_READ else run
        for run in plain.measurements
        if run.threads in (4, 8)
    )
    return replace(
        plain,
        device=device,
        plan=plan,
        measurements=runs,
        related=disks,
        rpm={disk.name: 7200 for disk in disks},
        caveats=(),
    )


def several_settings() -> SessionRecord:
    """Scheduler and queue depth together, and each by itself."""
    plain = adaptive(TargetKind.DEVICE, {"none": 0.1, "kyber": 0.02, "bfq": 0.18})
    changed = {
        "mq-deadline": (("scheduler", "mq-deadline"), ("nr_requests", "64")),
        "none": (("scheduler", "bfq"), ("nr_requests", "64")),
        "kyber": (("scheduler", "mq-deadline"), ("nr_requests", "512")),
        "bfq": (("scheduler", "bfq"), ("nr_requests", "512")),
    }
    named = {
        name: " ".join(f"{key}={value}" for key, value in settings)
        for name, settings in changed.items()
    }
    plan = replace(
        plain.plan,
        variants=tuple(
            Variant(named[each.name], changed[each.name]) for each in plain.plan.variants
        ),
        current=named["mq-deadline"],
    )
    runs = tuple(replace(run, variant=named[run.variant]) for run in plain.measurements)
    return replace(plain, plan=plan, measurements=runs)


KINDS = {
    "adaptive": lambda: adaptive(TargetKind.DEVICE, BETTER),
    "equal": lambda: adaptive(TargetKind.PRACTICE, {}),
    "undecided": lambda: adaptive(TargetKind.DEVICE, {"bfq": 0.03}, rounds=9),
    "depending": depending,
    "restarts": restarts,
    "article": article,
    "live": lambda: live_record(Habits(), bfq=1.5, none=1.0),
    "folder": folder,
    "saturation": saturation,
    "sustained": sustained,
    "map": load_map,
    "fairness": fairness,
    "stopped": stopped,
    "disturbed": disturbed,
    "array": array,
    "several": several_settings,
}


@cache
def judged(kind: str) -> tuple[SessionRecord, Judgement]:
    record = KINDS[kind]()
    return record, judge_session(record)


def _record(plan: Plan, runs: tuple[Measurement, ...]) -> SessionRecord:
    return SessionRecord(
        created_at="2026-03-03T14:20:00+00:00",
        machine=samples.MACHINE,
        device=samples.DEVICES[0],
        plan=plan,
        original_settings=dict(samples.DEVICES[0].settings),
        measurements=runs,
    )


def _faster(run: Measurement, logarithm: float) -> Measurement:
    factor = math.exp(logarithm)
    assert run.value(Metric.RATE)
    return replace(
        run,
        rate_mb_s=(run.rate_mb_s or 0) * factor,
        iops=(run.iops or 0) * factor,
        latency_mean_ms=(run.latency_mean_ms or 0) / factor,
        latency_p99_ms=(run.latency_p99_ms or 0) / factor,
    )
