"""Who else is at work: between made-up moments, and on a real loop device."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.condition import ConditionKind
from storage_tuner.core.device import Counters
from storage_tuner.probe.load.idle_activity import IdleSnapshot, idle_conditions, read_idle_snapshot
from storage_tuner.probe.load.processor import ProcessorTimes
from tests.loop_device import LoopDeviceFactory, loop_devices
from tests.unit.probe.made_trees import add_disk, write_tree

__all__ = ["loop_devices"]

COUNTERS = Counters(10.0, 0, 0, 0, 0, 0, 0, 0, 0)
TIMES = ProcessorTimes(100.0, 50.0, 1000.0, 0.0)
BEFORE = IdleSnapshot({"sda": COUNTERS}, TIMES, None)


def after(
    *, reads: int = 0, written: int = 0, busy_ms: int = 0, user_s: float = 0.0
) -> IdleSnapshot:
    counters = replace(COUNTERS, at=11.0, read_ios=reads, write_bytes=written, busy_ms=busy_ms)
    spent = replace(TIMES, user_s=100.0 + user_s, idle_s=1004.0 - user_s)
    return IdleSnapshot({"sda": counters}, spent, None)


@pytest.mark.parametrize(
    ("moment", "kinds"),
    [
        (after(reads=9, written=900_000, busy_ms=40, user_s=0.7), []),
        (after(reads=11), [ConditionKind.DISK_IDLE]),
        (after(written=1_100_000), [ConditionKind.DISK_IDLE]),
        (after(busy_ms=60), [ConditionKind.DISK_IDLE]),
        (after(user_s=0.9), [ConditionKind.PROCESSORS_IDLE]),
        (replace(after(), counters={}, processors=None), []),
        (replace(after(), counters={"sdb": COUNTERS}), []),
    ],
)
def test_what_is_more_than_any_systems_log(
    moment: IdleSnapshot, kinds: list[ConditionKind]
) -> None:
    assert [each.kind for each in idle_conditions(BEFORE, moment)] == kinds


def test_heat_is_told(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0")
    count = "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count"
    write_tree(tmp_path, {count: "1\n", "proc/stat": "cpu 1 2 3 4 5 6 7 8\n"})
    before = read_idle_snapshot(("sda",), tmp_path)
    assert (before.throttled, before.counters["sda"].read_ios) == (1, 1)
    assert before.processors is not None
    write_tree(tmp_path, {count: "2\n"})
    found = idle_conditions(before, read_idle_snapshot(("sda",), tmp_path))
    assert [each.kind for each in found] == [ConditionKind.THROTTLING]


@pytest.mark.root
def test_a_real_disk_that_somebody_reads(loop_devices: LoopDeviceFactory) -> None:
    device = loop_devices()
    first = read_idle_snapshot((device.name,))
    quiet = idle_conditions(first, read_idle_snapshot((device.name,)))
    assert ConditionKind.DISK_IDLE not in [each.kind for each in quiet]
    descriptor = os.open(device.path, os.O_RDONLY)
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        assert len(os.pread(descriptor, 32 << 20, 0)) == 32 << 20
    finally:
        os.close(descriptor)
    told = idle_conditions(first, read_idle_snapshot((device.name,)))
    assert ConditionKind.DISK_IDLE in [each.kind for each in told]
    sentence = next(each.sentence for each in told if each.kind is ConditionKind.DISK_IDLE)
    assert device.name in str(sentence)
