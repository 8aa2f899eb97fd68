"""Genuine hardware RAID costs the computer less than software RAID does; a fake one doesn't."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.physics.cpu_offload import Relief, raid_check
from storage_tuner.core.device import Device, MdState
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind
from tests.ui.samples import result
from tests.unit.advice.test_system_cpu import PLAN, run

UNIT = Device("sda", "/dev/sda", "disk", 1 << 40, "3ware")
RAID = Device(
    "md0", "/dev/md0", "md", 1 << 40, md=MdState("raid1", None, None, "active", "idle", None)
)
PLAIN = Device("sdb", "/dev/sdb", "disk", 1 << 40, "sata")


def record(device: Device | None, megabytes: int, threads: tuple[int, ...] = (4,)) -> SessionRecord:
    """Each thread count moved that much in a second of kernel time."""
    base, _ = result(TargetKind.DEVICE, {"bfq": 0.1})
    runs = tuple(
        replace(run(index, 1.0, megabytes), threads=count) for index, count in enumerate(threads)
    )
    plan = replace(PLAN, threads=threads)
    return replace(base, device=device, related=(), plan=plan, measurements=runs)


@pytest.mark.parametrize(
    ("hardware", "relief", "word"),
    [
        (140, Relief.RELIEVES, "genuine"),
        (100, Relief.LEAVES, "fake"),
        (60, Relief.LEAVES, "fake"),
    ],
)
def test_what_it_costs_tells_whether_a_controller_is_genuine(
    hardware: int, relief: Relief, word: str
) -> None:
    for records in (
        (record(UNIT, hardware), record(RAID, 100)),
        (record(RAID, 100), record(UNIT, hardware)),
    ):
        found = raid_check(records)
        assert found is not None
        assert (found.relief, found.tests) == (relief, 1)
        assert found.gain == pytest.approx(hardware / 100)
        assert word in str(found.sentence)


def test_tests_that_do_not_agree_decide_nothing() -> None:
    ours = record(UNIT, 150, (4, 8))
    slow = replace(ours.measurements[1], bytes_moved=90 * 10**6)
    ours = replace(ours, measurements=(ours.measurements[0], slow))
    found = raid_check((ours, record(RAID, 100, (4, 8))))
    assert found is not None
    assert (found.relief, found.least, found.most) == (Relief.UNSURE, 0.9, 1.5)


def test_only_the_tests_that_both_had_count() -> None:
    found = raid_check((record(UNIT, 150, (4, 8)), record(RAID, 100, (8,))))
    assert found is not None
    assert found.tests == 1
    assert raid_check((record(UNIT, 150, (4,)), record(RAID, 100, (8,)))) is None


@pytest.mark.parametrize("other", [PLAIN, None, UNIT])
def test_others_are_not_compared(other: Device | None) -> None:
    assert raid_check((record(UNIT, 140), record(other, 100))) is None


def test_another_computer_says_nothing() -> None:
    elsewhere = record(RAID, 100)
    machine = replace(elsewhere.machine, processor="another")
    assert raid_check((record(UNIT, 140), replace(elsewhere, machine=machine))) is None
