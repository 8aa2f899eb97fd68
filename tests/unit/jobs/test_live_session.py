"""What a live session compares where, and what it notices; the session itself: tests/system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.device import Device, SchedulerState
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Protocol
from storage_tuner.core.workload import LIVE_WORKLOAD
from storage_tuner.jobs.live_session import (
    LiveComparison,
    LiveTarget,
    differences,
    live_plan_for,
    live_target,
    throttling_remark,
)

LISTED = ("none", "mq-deadline", "kyber", "bfq")


def disk(name: str, active: str, available: tuple[str, ...] = LISTED) -> Device:
    state = SchedulerState(active, available)
    settings = {"scheduler": active, "nr_requests": "64", "iostats": "1"}
    return Device(name, f"/dev/{name}", "disk", 1 << 40, scheduler=state, settings=settings)


def target(*tuned: Device, watched: Device | None = None) -> LiveTarget:
    return LiveTarget(watched or tuned[0], tuned, (), ())


def test_all_schedulers_are_compared_unless_some_are_named(tmp_path: Path) -> None:
    on = target(disk("sda", "bfq"))
    plan = live_plan_for(on, LiveComparison(), root=tmp_path)
    assert [variant.name for variant in plan.variants] == list(LISTED)
    assert (plan.protocol, plan.workloads, plan.current) == (Protocol.LIVE, (LIVE_WORKLOAD,), "bfq")
    named = live_plan_for(on, LiveComparison(("none", "bfq")), root=tmp_path)
    assert [variant.settings for variant in named.variants] == [
        (("scheduler", "none"),),
        (("scheduler", "bfq"),),
    ]


def test_an_array_is_watched_and_its_members_are_switched(tmp_path: Path) -> None:
    array = Device("md0", "/dev/md0", "md", 1 << 40)
    members = disk("sda", "none"), disk("sdb", "none", ("none", "mq-deadline"))
    plan = live_plan_for(target(*members, watched=array), LiveComparison(), root=tmp_path)
    assert plan.target.device == "md0"
    assert [variant.name for variant in plan.variants] == ["none", "mq-deadline"]


def test_values_of_a_setting_are_compared(tmp_path: Path) -> None:
    wish = LiveComparison(tunable="nr_requests", values=("64", "256", "64"))
    plan = live_plan_for(target(disk("sda", "none")), wish, root=tmp_path)
    assert [variant.name for variant in plan.variants] == ["nr_requests=64", "nr_requests=256"]
    assert plan.current == "nr_requests=64"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (LiveComparison(("none",)), "nothing to compare"),
        (LiveComparison(("none", "cfq")), "cfq isn't available"),
        (LiveComparison(tunable="nr_requests", values=("64",)), "nothing to compare"),
        (LiveComparison(tunable="iostats", values=("0", "1")), "kernel counts no requests"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    wish: LiveComparison, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match=said):
        live_plan_for(target(disk("sda", "none")), wish, root=tmp_path)


def test_a_device_without_schedulers_has_nothing_to_compare(tmp_path: Path) -> None:
    bare = replace(disk("sda", "none"), scheduler=None)
    with pytest.raises(InvalidInput, match="nothing to compare"):
        live_plan_for(target(bare), LiveComparison(), root=tmp_path)


def test_what_somebody_else_set_is_named_without_what_came_along() -> None:
    expected = {"sda": {"scheduler": "none", "nr_requests": "64", "read_ahead_kb": "128"}}
    switched = {"sda": {"scheduler": "bfq", "nr_requests": "256", "read_ahead_kb": "128"}}
    assert [str(one) for one in differences(expected, switched)] == ["scheduler of sda to bfq"]
    raised = {"sda": {**expected["sda"], "read_ahead_kb": "4096"}}
    assert [str(one) for one in differences(expected, raised)] == ["read_ahead_kb of sda to 4096"]
    assert differences(expected, expected) == []
    assert differences(expected, {}) == []


def test_a_device_whose_requests_are_not_counted_is_refused(tmp_path: Path) -> None:
    device = disk("sda", "none")
    blind = replace(device, settings={**device.settings, "iostats": "0"})
    with pytest.raises(InvalidInput, match=r"doesn't count.*set sda iostats=1"):
        live_plan_for(target(blind), LiveComparison(), root=tmp_path)


def test_throttled_writes_are_told_where_only_some_are() -> None:
    assert throttling_remark({"none": True, "kyber": True}) == ""
    assert throttling_remark({"none": False, "bfq": False}) == ""
    told = str(throttling_remark({"none": True, "bfq": False, "kyber": True}))
    assert "With none, kyber, background writes" in told
    assert "unlike with bfq" in told


def test_an_array_is_switched_where_a_setting_is(mounted_tree: Path) -> None:
    """On a recorded computer: the scheduler on the members' disks (they are partitions), what is
    the array's own on itself."""
    root = mounted_tree
    arrays = sorted(path.name for path in (root / "sys/block").glob("md*"))
    name = next(
        each for each in arrays if (root / f"sys/block/{each}/md/stripe_cache_size").exists()
    )
    found = live_target(name, LiveComparison(), root)
    assert found.device.name == name
    assert found.tuned
    disks = {member.rstrip("0123456789") for member in found.device.members}
    assert {device.name for device in found.tuned} == disks
    assert found.arrays == (name,)
    own = live_target(
        name, LiveComparison(tunable="stripe_cache_size", values=("256", "1024")), root
    )
    assert [device.name for device in own.tuned] == [name]
    assert not any("in use" in str(caveat) for caveat in found.caveats)
