"""Invented devices, activity and results for pictures and tests of the window."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

from storage_tuner.advice.judgement import judge
from storage_tuner.bench.confirmation import Agreement, Confirmation, confirmation_plan
from storage_tuner.bench.planning import make_plan
from storage_tuner.bench.run_order import schedule
from storage_tuner.bench.slice_length import detectable_sentence
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.condition import ConditionKind, blocking, note, warning
from storage_tuner.core.device import (
    Activity,
    Device,
    MdState,
    Partition,
    QueueDepth,
    SchedulerState,
    SettingOwner,
)
from storage_tuner.core.device_use import RUNNING_SYSTEM
from storage_tuner.core.errors import NotKept
from storage_tuner.core.measurement import Machine, Measurement, SessionRecord
from storage_tuner.core.message import quantity, sentence, together
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import (
    CLASSICAL_WORKLOADS,
    Operation,
    RateUnit,
    Workload,
    classical_workloads,
)
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.live.recent_history import History

READS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)
SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")


def _disk(name: str, **more: object) -> Device:
    values: dict[str, object] = {
        "kind": "disk",
        "size_bytes": 4_000_787_030_016,
        "transport": "sata",
        "model": "Example HDD 4 TB",
        "serial": f"EX4T-{name}",
        "firmware": "82.00A82",
        "logical_block_bytes": 512,
        "physical_block_bytes": 4096,
        "rotational": True,
        "removable": False,
        "scheduler": SchedulerState("mq-deadline", SCHEDULERS),
        "queue_depth": QueueDepth(32, 32, True),
        "settings": {"scheduler": "mq-deadline", "nr_requests": "64", "read_ahead_kb": "128"},
    }
    return Device(name, f"/dev/{name}", **{**values, **more})  # type: ignore[arg-type]


DEVICES: tuple[Device, ...] = (
    _disk(
        "sda",
        holders=("md0",),
        in_use=(
            sentence("member of {block}", block="md0"),
            sentence("mounted at {point}", point="/srv"),
        ),
    ),
    _disk(
        "sdb",
        partitions=(Partition("sdb1", 4_000_000_000_000, "/dev/sdb1"),),
        in_use=(
            sentence("member of {block}", block="md0"),
            sentence("mounted at {point}", point="/srv"),
        ),
    ),
    _disk(
        "sdc",
        holders=("md0",),
        in_use=(
            sentence("member of {block}", block="md0"),
            sentence("mounted at {point}", point="/srv"),
        ),
    ),
    _disk(
        "sdd",
        transport="usb",
        removable=True,
        model="Example USB stick",
        size_bytes=31_000_000_000,
        rotational=False,
        queue_depth=QueueDepth(1, 1, None),
    ),
    Device(
        "md0",
        "/dev/md0",
        "md",
        8_001_000_000_000,
        members=("sda", "sdb1", "sdc"),
        logical_block_bytes=512,
        physical_block_bytes=4096,
        rotational=True,
        settings={"read_ahead_kb": "1024"},
        in_use=(sentence("mounted at {point}", point="/srv"),),
        md=MdState("raid5", "left-symmetric", 524288, "clean", "idle", 0),
    ),
    _disk(
        "nvme0n1",
        kind="nvme",
        transport="nvme",
        model="Example SSD 1 TB",
        size_bytes=1_000_204_886_016,
        rotational=False,
        scheduler=SchedulerState("none", SCHEDULERS),
        queue_depth=None,
        physical_block_bytes=512,
        settings={"scheduler": "none", "nr_requests": "1023", "read_ahead_kb": "128"},
        in_use=(
            sentence("mounted at {point}", point="/boot/efi"),
            sentence("mounted at {point}", point="/"),
            RUNNING_SYSTEM,
            sentence("swap"),
        ),
    ),
    _disk(
        "nvme1n1",
        kind="nvme",
        transport="nvme",
        model="Example SSD 2 TB",
        size_bytes=2_000_398_934_016,
        rotational=False,
        scheduler=SchedulerState("none", SCHEDULERS),
        queue_depth=None,
    ),
)

MACHINE = Machine(
    "workshop",
    "6.1.0",
    "Debian GNU/Linux 12",
    "Example CPU",
    8,
    16 << 30,
    "3.33",
    "0.1.0",
)

NOT_RECOGNISED = NotKept(
    "NotSupported",
    "loop7 has no persistent ID, so its settings can't be made permanent",
)

RULES_FILE = "/etc/udev/rules.d/99-storage-tuner.rules"
UNDOING = (
    "udev rule sets scheduler of sda to mq-deadline "
    "(/usr/lib/udev/rules.d/60-block-scheduler.rules:12) and may undo this.",
    "TLP sets scheduler of sdb (/etc/tlp.d/50-the-settings-of-a-colleague-who-left.conf:107) "
    "and may undo this.",
)


def _rule(identity: str, mark: str, **settings: str) -> str:
    """In the form of the helper's rules."""
    key, value = identity.split("=")
    whose = f'ENV{{{key}}}=="{value}", KERNEL!="dm-*|md*"'
    lines = [f"# Kept for {identity}", f'{whose}, ENV{{STORAGE_TUNER}}="{mark}"']
    for path, setting in settings.items():
        lines.append(f'{whose}, TEST=="queue/{path}", ATTR{{queue/{path}}}="{setting}"')
    return "\n".join((*lines, "", ""))


def _kept_text(name: str, identity: str, replaces: str = "") -> PersistentText:
    text = _rule(identity, "84753beeefa8e2e1", scheduler="bfq", nr_requests="64")
    return PersistentText(name, RULES_FILE, text, replaces, identity)


KEPT_TEXTS = (
    _kept_text("sda", "ID_WWN=0x5000c500a1b2c3d4"),
    _kept_text(
        "sdb",
        "ID_WWN=0x5000c500a1b2c3d5",
        _rule("ID_WWN=0x5000c500a1b2c3d5", "1f0e3a77bc9d2c14", scheduler="kyber"),
    ),
    _kept_text("sdc", "ID_SERIAL=Example_HDD_4_TB_EX4T-sdc-with-a-very-long-serial-number"),
)


CAME_BACK = (
    "ID_SERIAL=Example_USB_stick: permanent settings removed.",
    "sdd: restored scheduler, nr_requests.",
)


def kept_for_good(*names: str) -> tuple[Device, ...]:
    """``DEVICES``, some of them with a rule of our own, which set what it says."""
    permanent = {"scheduler": "bfq", "nr_requests": "64"}
    ours = tuple(
        SettingOwner("udev rule", tunable, value, f"{RULES_FILE}:{line}")
        for line, (tunable, value) in enumerate(permanent.items())
    )
    return tuple(
        replace(device, owners=ours, permanent=permanent, settings={**device.settings, **permanent})
        if device.name in names
        else device
        for device in DEVICES
    )


def undone(*names: str) -> tuple[Device, ...]:
    """``DEVICES``, of some of which tuned undid a permanent scheduler."""
    tuned = SettingOwner(
        "tuned", "scheduler", "kyber", "/usr/lib/tuned/profiles/cachyos-common/tuned.conf:12"
    )
    return tuple(
        replace(
            device,
            owners=(tuned,),
            settings={**device.settings, "scheduler": "kyber"},
            permanent={"scheduler": "bfq"},
        )
        if device.name in names
        else device
        for device in DEVICES
    )


def fill(history: History, seconds: float, seed: int = 3, began: float = 0.0) -> None:
    """Record ``seconds`` of a busy time: two waves of reading, and some writing."""
    source = random.Random(seed)
    count = round(seconds / history.interval_s)
    for number in range(count):
        place = number * history.interval_s / 60 % 1
        reading = 420 * _bump(place, 0.3, 0.1) + 900 * _bump(place, 0.7, 0.12)
        writing = 650 * _bump(place, 0.5, 0.09)
        read = abs(reading + source.gauss(0, 12))
        write = abs(writing + source.gauss(0, 9))
        trimmed = max(0.0, 300 * _bump(place, 0.9, 0.03) - 1)
        history.append(
            began + number * history.interval_s,
            Activity(
                history.interval_s,
                read,
                write,
                read * 4,
                write * 4,
                0.08 + read / 4000 + source.lognormvariate(-5, 1),
                None if write < 12 else 0.3 + write / 900 + source.lognormvariate(-4, 1),
                2,
                min(1.0, 0.04 + (read + write) / 950),
                0.2 + (read + write) / 120,
                3.0 if write > 12 else 0.0,
                4.1 if write > 12 else None,
                trimmed,
                trimmed / 8,
                1.2 if trimmed else None,
            ),
        )


def _bump(place: float, middle: float, width: float) -> float:
    return math.exp(-(((place - middle) / width) ** 2))


def plan(kind: TargetKind, thoroughness: Thoroughness = Thoroughness.NORMAL) -> Plan:
    practice = kind is TargetKind.PRACTICE
    device = DEVICES[0]
    return make_plan(
        Target(kind, "loop7" if practice else device.name),
        current=device.scheduler.active if device.scheduler else None,
        workloads=CLASSICAL_WORKLOADS
        if practice
        else classical_workloads((Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)),
        schedulers=SCHEDULERS,
        use=Use.DESKTOP,
        thoroughness=thoroughness,
        seed=4,
    )


def measurements(of: Plan, effects: dict[str, float]) -> tuple[Measurement, ...]:
    """Runs whose rates differ by ``effects`` (logarithms), with a little noise."""
    source = random.Random(of.seed)
    found = []
    for run in schedule(of):
        (operation,) = run.cell.workload.operations
        assert operation.block_bytes
        base = 210.0 if operation.unit is RateUnit.MEGABYTES else 0.9
        factor = math.exp(effects.get(run.variant.name, 0) + source.gauss(0, 0.012))
        rate = base * factor * run.cell.threads**0.35
        iops = rate * 1e6 / operation.block_bytes
        latency = 1000 * run.cell.threads / iops
        found.append(
            Measurement(
                variant=run.variant.name,
                operation=operation,
                threads=run.cell.threads,
                repeat=run.repeat,
                index=run.index,
                started_at="2026-03-03T14:20:00+00:00",
                duration_s=of.runtime_ms / 1000,
                rate_mb_s=rate,
                iops=iops,
                latency_mean_ms=latency,
                latency_p50_ms=latency * 0.9,
                latency_p95_ms=latency * 1.8,
                latency_p99_ms=latency * 2.6 * math.exp(source.gauss(0, 0.03)),
                latency_p999_ms=latency * 5,
                system_cpu_s=rate / 1800 * math.exp(source.gauss(0, 0.05)),
                user_cpu_s=rate / 5000,
                bytes_moved=round(rate * 1e6 * of.runtime_ms / 1000),
            )
        )
    return tuple(found)


def result(
    kind: TargetKind, effects: dict[str, float], *, completed: bool = True
) -> tuple[SessionRecord, Judgement]:
    of = plan(kind)
    runs = measurements(of, effects)
    record = SessionRecord(
        created_at="2026-03-03T14:20:00+00:00",
        machine=MACHINE,
        device=DEVICES[0],
        plan=of,
        original_settings=dict(DEVICES[0].settings),
        measurements=runs if completed else runs[: len(runs) // 3],
        caveats=("Another program read from the disk meanwhile.",) if completed else (),
        completed=completed,
    )
    return record, judge(record)


CONDITIONS = (
    blocking(
        ConditionKind.FREE_SPACE,
        sentence(
            (
                "{point} has {free_bytes} available; the test files and the space reserved "
                "for other programs need {needed_bytes}."
            ),
            point="/srv",
            free_bytes="310 MB",
            needed_bytes="1,100 MB",
        ),
        sentence("Free some space, set a smaller --size, or choose workloads that need less."),
    ),
    warning(
        ConditionKind.DISK_IDLE,
        sentence(
            (
                "{disk} isn't idle: other programs make {requests:.0f} requests per second "
                "({moved:.1f} MB/s)."
            ),
            disk="nvme0n1",
            requests=95,
            moved=12.3,
        ),
        sentence("Close the programs that use it, or wait until they finish."),
    ),
    warning(
        ConditionKind.POWER_SOURCE,
        sentence("The computer runs on battery and may slow down to save power."),
        sentence("Plug it in, then measure again."),
    ),
    note(
        ConditionKind.TEST_SIZE,
        sentence(
            (
                "Test size: {size}, enough for the caches ({counted}); the minimum is "
                "{least}, twice their size."
            ),
            size=quantity(1, ".0f", "TB"),
            counted=together((sentence("controller"), quantity(17.3, ".1f", "GB"))),
            least=quantity(34.6, ".1f", "GB"),
        ),
        sentence("No action needed."),
    ),
)

VISIBLE = detectable_sentence(0.04, 900.0)


def many_workloads() -> tuple[Workload, ...]:
    """What somebody chose who wants to know it exactly."""
    known = known_workloads(Path("/nonexistent"))
    return tuple(
        each.workload
        for each in known.entries
        if each.group in ("crystaldiskmark", "mixes") and each.workload.streams
    )


def with_workloads(of: Plan, workloads: tuple[Workload, ...]) -> Plan:
    return replace(of, workloads=workloads)


def stored(record: SessionRecord) -> StoredSession:
    return StoredSession(Path("result.json"), record)


def raced_result() -> tuple[SessionRecord, Judgement]:
    """As the window's own plans are measured."""
    record, judgement = result(TargetKind.DEVICE, {"bfq": 0.25, "kyber": -0.05, "none": 0.02})
    raced = replace(record.plan, protocol=Protocol.ADAPTIVE, budget_s=900.0)
    return replace(record, plan=raced), judgement


def confirmed(record: SessionRecord, judgement: Judgement) -> tuple[Confirmation, ...]:
    """One test of each kind."""
    plan = confirmation_plan(record.plan, judgement.verdicts, seed=1)
    assert plan is not None
    kinds = (
        (
            Agreement.CONFIRMED,
            9.1,
            "Separate runs agree: bfq is faster than none (bfq is 9.1 % faster)",
        ),
        (
            Agreement.NOT_CONFIRMED,
            -1.2,
            (
                "First result: bfq is faster than none. Separate runs disagree (none is "
                "1.2 % faster)"
            ),
        ),
        (
            Agreement.UNDECIDED,
            4.0,
            (
                "First result: bfq is faster than none. Separate runs are inconclusive (bfq is "
                "4.0 % faster so far)"
            ),
        ),
    )
    return tuple(
        Confirmation(
            contest,
            agreement,
            lead,
            f"Sequential read, {contest.threads} threads: {agreement.value}. {words}.",
        )
        for contest, (agreement, lead, words) in zip(plan.contests[1:], kinds, strict=False)
    )
