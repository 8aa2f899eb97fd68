"""Single runs under watch: on a made-up computer that changes, and on a real disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.planning import make_plan
from storage_tuner.bench.programs.command import command_workload
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import (
    Cell,
    Plan,
    Protocol,
    RunSpecification,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Operation, Workload
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.condition_sampler import ConditionSampler
from storage_tuner.measuring.monitored_executor import MonitoredExecutor, disturbance_sentences
from storage_tuner.measuring.system_sampler import SystemSampler
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices
from tests.unit.bench.test_steady_state import run as measured
from tests.unit.probe.made_trees import add_disk, write_tree

__all__ = ["loop_devices"]

READ = next(workload for workload in CLASSICAL_WORKLOADS if workload.name == "seq-read")
MAINS = "sys/class/power_supply/AC/online"
THROTTLED = "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count"
PLAN = make_plan(
    Target(TargetKind.DEVICE, "sda"),
    current="none",
    workloads=(READ,),
    schedulers=("none",),
    use=Use.NOT_SURE,
    thoroughness=Thoroughness.QUICK,
    seed=1,
    protocol=Protocol.RESTARTS,
)


def specification(workload: Workload = READ) -> RunSpecification:
    return RunSpecification(0, 0, Cell(workload, 1), Variant("none", ()))


class Place:
    """Does what each of ``meanwhile`` does, one a run, and then nothing."""

    def __init__(self, *meanwhile: Callable[[], object], rate_mb_s: float = 100.0) -> None:
        self._meanwhile = iter(meanwhile)
        self._rate_mb_s = rate_mb_s
        self.runs = 0

    def apply(self, variant: Variant) -> None: ...

    def rest(self) -> None: ...

    def execute(
        self,
        specification: RunSpecification,
        plan: Plan,  # noqa: ARG002
    ) -> tuple[Measurement, ...]:
        self.runs += 1
        next(self._meanwhile, lambda: None)()
        run = measured(self._rate_mb_s, specification.repeat)
        return (replace(run, operation=Operation.SEQUENTIAL_READ),)


@pytest.fixture
def computer(tmp_path: Path) -> Path:
    disk = add_disk(tmp_path, "sda", "8:0")
    write_tree(disk, {"device/hwmon1/temp1_input": "41000\n"})
    write_tree(tmp_path, {THROTTLED: "1\n"})
    return tmp_path


def test_a_run_that_grew_hot_is_marked_and_made_once_more(computer: Path) -> None:
    place = Place(lambda: write_tree(computer, {THROTTLED: "2\n"}))
    around = ConditionSampler((), ("sda",), computer)
    watched = MonitoredExecutor(place, None, around, wait=lambda _: None)
    first, second = watched.execute(specification(), PLAN)
    assert str(first.disturbed) == "the CPUs were throttled by heat"
    assert (second.disturbed, second.temperature_c, place.runs) == (None, 41.0, 2)
    assert tuple(map(str, disturbance_sentences((first, second)))) == (
        "1 of 2 runs had interference and were excluded: the CPUs were throttled by heat.",
    )
    assert len(watched.execute(specification(), PLAN)) == 1


def test_an_own_command_is_marked_and_not_made_again(computer: Path) -> None:
    place = Place(lambda: write_tree(computer, {THROTTLED: "2\n"}))
    own = specification(replace(READ, streams=()))
    watched = MonitoredExecutor(
        place, None, ConditionSampler((), (), computer), wait=lambda _: None
    )
    (only,) = watched.execute(own, PLAN)
    assert only.disturbed


@pytest.mark.parametrize(
    ("changed", "content", "reason"),
    [
        (THROTTLED, "2", "the CPUs were throttled by heat"),
        ("sys/block/md0/md/sync_action", "check", "a check of md0 began"),
        (MAINS, "0", "the computer was unplugged"),
    ],
)
def test_what_disturbs_a_real_command_is_told(
    computer: Path, changed: str, content: str, reason: str
) -> None:
    write_tree(computer, {"sys/block/md0/md/sync_action": "idle\n", MAINS: "1\n"})
    write_tree(computer, {"sys/class/power_supply/BAT0/type": "Battery\n"})
    workload = command_workload(["sh", "-c", f"echo {content} > {computer / changed}"])
    commands = CommandExecutor(computer, SystemSampler(TunedDevices(), None, lambda: False))
    watched = MonitoredExecutor(
        commands, None, ConditionSampler(("md0",), ("sda",), computer), wait=lambda _: None
    )
    (run,) = watched.execute(specification(workload), PLAN)
    assert (str(run.disturbed), run.temperature_c) == (reason, 41.0)


@pytest.mark.root
def test_others_that_write_to_the_disk_are_seen(loop_devices: LoopDeviceFactory) -> None:
    device = loop_devices()
    counters = f"/sys/block/{device.name}/stat"
    place = Place(lambda: write_through(device), rate_mb_s=0.1)
    watched = MonitoredExecutor(place, counters, ConditionSampler(), wait=lambda _: None)
    first, second = watched.execute(specification(), PLAN)
    assert str(first.disturbed) == "other programs used the disk"
    assert second.disturbed is None


def write_through(device: LoopDevice) -> None:
    descriptor = os.open(device.path, os.O_WRONLY)
    try:
        os.pwrite(descriptor, os.urandom(32 << 20), 0)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
