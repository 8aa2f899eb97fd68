from __future__ import annotations

import platform
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.slice_length import SOLID_STATE, SPINNING, UNKNOWN_MEDIUM, Pace
from storage_tuner.core.device import Device, SchedulerState
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Target, TargetKind, Thoroughness, Use
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Operation, classical_workloads
from storage_tuner.jobs.planning.plan_building import (
    common_schedulers,
    plan_for,
    possible_classics,
    prevailing_scheduler,
    require_possible,
    usual_workloads,
)
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.jobs.subject import Subject

LISTED = ("none", "mq-deadline", "kyber", "bfq")


def disk(name: str, active: str, available: tuple[str, ...] = LISTED) -> Device:
    state = SchedulerState(active, available)
    return Device(name, f"/dev/{name}", "disk", 1 << 40, scheduler=state)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A computer whose kernel has no scheduler to load beyond what the devices list."""
    return tmp_path


def test_members_of_an_array_are_set_alike(root: Path) -> None:
    """An array has no scheduler of its own: what all its members have is compared."""
    members = (disk("sda", "bfq"), disk("sdb", "mq-deadline", ("none", "mq-deadline")))
    assert common_schedulers(members, root) == ("none", "mq-deadline")
    plan = plan_for(
        Subject(Target(TargetKind.DEVICE, "md0"), tuned=members),
        Use.DESKTOP,
        Thoroughness.QUICK,
        seed=1,
        root=root,
    )
    assert [variant.name for variant in plan.variants] == ["none", "mq-deadline"]


def test_the_scheduler_from_before_is_that_of_most_members() -> None:
    assert prevailing_scheduler((disk("a", "none"), disk("b", "bfq"), disk("c", "bfq"))) == "bfq"
    assert prevailing_scheduler((disk("a", "none"), disk("b", "bfq"))) == "none"
    assert prevailing_scheduler(()) is None


def test_schedulers_that_the_kernel_would_load_are_offered(root: Path) -> None:
    folder = root / "lib/modules" / platform.release()
    folder.mkdir(parents=True)
    (folder / "modules.dep").write_text("kernel/block/bfq.ko.xz: kernel/lib/x.ko\n")
    assert common_schedulers((disk("a", "none", ("none", "mq-deadline")),), root) == (
        "none",
        "mq-deadline",
        "bfq",
    )


def test_a_device_without_schedulers_is_measured_as_it_is(root: Path) -> None:
    plan = plan_for(
        Subject(Target(TargetKind.DEVICE, "md0")),
        Use.DESKTOP,
        Thoroughness.QUICK,
        seed=1,
        root=root,
    )
    assert (len(plan.variants), plan.variants[0].settings, plan.current) == (1, (), None)


def test_the_first_pace_is_that_of_the_medium_where_it_is_known(root: Path) -> None:
    """Also where the kernel's flag isn't to be believed, as of a disk in a USB case."""

    def pace(*media: tuple[bool, bool], kind: str = "disk") -> Pace:
        tuned = tuple(
            replace(
                disk(f"sd{letter}", "none"),
                kind=kind,
                rotational=rotational,
                rotational_believed=believed,
            )
            for letter, (rotational, believed) in zip("abc", media, strict=False)
        )
        plan = plan_for(
            Subject(Target(TargetKind.DEVICE, "sda"), tuned=tuned),
            Use.DESKTOP,
            Thoroughness.NORMAL,
            seed=1,
            root=root,
        )
        return Pace(plan.runtime_ms, plan.ramp_ms)

    ssd, hdd = (False, True), (True, True)
    doubted_ssd, doubted_hdd = (False, False), (True, False)
    assert pace(ssd) == pace(ssd, ssd) == SOLID_STATE
    assert pace(hdd) == pace(ssd, hdd) == pace(doubted_ssd, hdd) == SPINNING
    assert pace(doubted_hdd) == pace(doubted_ssd) == pace(ssd, doubted_hdd) == UNKNOWN_MEDIUM
    assert pace(doubted_hdd, kind="loop") == SOLID_STATE


def test_only_what_is_ours_is_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    reads = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)
    assert possible_classics(Target(TargetKind.DEVICE, "sda")) == classical_workloads(reads)
    assert possible_classics(Target(TargetKind.FILE, None, str(file))) == classical_workloads(reads)
    for target in (
        Target(TargetKind.FILE, None, str(tmp_path)),
        Target(TargetKind.PRACTICE, None),
    ):
        assert possible_classics(target) == CLASSICAL_WORKLOADS


def test_a_responsive_desktop_is_measured_beside_a_copy_as_far_as_that_may_write() -> None:
    practice, disk_itself = Target(TargetKind.PRACTICE, None), Target(TargetKind.DEVICE, "sda")

    def names(use: Use, target: Target, *, overwriting: bool = False) -> list[str]:
        return [each.name for each in usual_workloads(use, target, overwriting=overwriting)]

    whole = ["desktop-start-up", "playback", "saving"]
    assert names(Use.RESPONSIVENESS, practice) == whole
    assert names(Use.RESPONSIVENESS, disk_itself) == ["desktop-start-up-read"]
    assert names(Use.RESPONSIVENESS, disk_itself, overwriting=True) == whole
    assert names(Use.DESKTOP, practice) == [each.name for each in CLASSICAL_WORKLOADS]


def test_an_operation_that_would_write_is_refused(root: Path) -> None:
    with pytest.raises(InvalidInput, match="a disk is only read, unless"):
        plan_for(
            Subject(Target(TargetKind.DEVICE, "sda"), tuned=(disk("sda", "none"),)),
            Use.DESKTOP,
            Thoroughness.QUICK,
            seed=1,
            workloads=classical_workloads([Operation.RANDOM_WRITE]),
            root=root,
        )


def test_a_disk_that_may_be_overwritten_is_written_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    disk_itself = Target(TargetKind.DEVICE, "sda")
    assert possible_classics(disk_itself, overwriting=True) == CLASSICAL_WORKLOADS
    reads = classical_workloads((Operation.SEQUENTIAL_READ, Operation.RANDOM_READ))
    somebodys = Target(TargetKind.FILE, None, str(file))
    assert possible_classics(somebodys, overwriting=True) == reads
    tree = known_workloads(tmp_path).find("tree-small-files").workload
    with pytest.raises(InvalidInput, match="needs a folder"):
        require_possible(tree, disk_itself, overwriting=True)


def test_the_realtime_priority_is_refused_where_nobody_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    realtime = known_workloads(tmp_path).find("priority-realtime").workload
    with pytest.raises(InvalidInput, match="realtime"):
        require_possible(realtime, Target(TargetKind.DEVICE, "sda"))
    folder = Target(TargetKind.FILE, None, str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(InvalidInput, match="realtime"):
        require_possible(realtime, folder)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    require_possible(realtime, folder)
