"""Which devices can be chosen, and in which words the others are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import (
    Device,
    DeviceMapping,
    MdState,
    NvmeMultipath,
    NvmePath,
    SchedulerState,
)
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import TargetKind
from storage_tuner.jobs.planning.candidates import DeviceCandidate, candidates, path_target

SCHEDULERS = SchedulerState("none", ("none", "mq-deadline"))


def disk(name: str, **more: object) -> Device:
    plain = Device(name, f"/dev/{name}", "disk", 1 << 40, scheduler=SCHEDULERS)
    return replace(plain, **more)  # type: ignore[arg-type]


def array(name: str, *members: str, **more: object) -> Device:
    state = MdState("raid5", None, 65536, "clean", "idle", 0)
    return disk(name, kind="md", md=state, members=members, scheduler=None, **more)


def chosen(
    *devices: Device, controllers: tuple[Controller, ...] = ()
) -> dict[str, DeviceCandidate]:
    return {each.device.name: each for each in candidates(devices, controllers)}


def test_the_members_of_an_array_lead_to_it() -> None:
    found = chosen(disk("sda"), disk("sdb"), disk("sdc"), array("md0", "sda", "sdb", "sdc"))
    assert str(found["sda"].refusal) == "it belongs to md0: choose that to tune it as a whole"
    assert str(found["md0"].refusal) == ""
    assert str(found["md0"].tuned) == (
        "Tunes its 3 member disks together (sda, sdb and sdc), because md has no "
        "scheduler of its own"
    )


def test_an_array_at_work_is_told_and_can_be_chosen() -> None:
    busy = array("md0", "sda")
    assert busy.md is not None
    busy = replace(busy, md=replace(busy.md, sync_action="resync", sync_percent=43.2))
    found = chosen(disk("sda"), busy)["md0"]
    assert not found.refusal
    assert str(found.remark).startswith("Busy with a resync, 43 % done")


def test_a_disk_beneath_a_mapped_device_can_be_chosen_itself() -> None:
    mapped = disk(
        "dm-0",
        kind="dm",
        scheduler=None,
        members=("sda",),
        mapping=DeviceMapping("LUKS", "secret", None),
    )
    found = chosen(disk("sda"), mapped)
    assert not found["sda"].refusal
    assert not found["dm-0"].refusal
    assert str(found["dm-0"].tuned) == "Tunes the underlying disk sda, which has the scheduler"


def test_the_ways_of_a_multipath_device_lead_to_it() -> None:
    mapped = disk(
        "dm-0",
        kind="dm",
        scheduler=None,
        members=("sda", "sdb"),
        mapping=DeviceMapping("multipath", "mpatha", None),
    )
    found = chosen(disk("sda"), disk("sdb"), mapped)
    assert str(found["sdb"].refusal).startswith("it belongs to dm-0")


@pytest.mark.parametrize(
    ("device", "reason"),
    [
        (disk("zram0", scheduler=None), "it has no choice of schedulers"),
        (
            disk("zram0", scheduler=SchedulerState("none", ("none",))),
            "it has no choice of schedulers",
        ),
        (disk("sdq", size_bytes=0), "it has no medium"),
        (disk("sr0", kind="optical"), "it is an optical drive; no setting makes it faster"),
        (disk("sda", size_bytes=1 << 20), "it is smaller than 16 MiB, too small to measure"),
    ],
)
def test_what_cant_be_measured_says_why(device: Device, reason: str) -> None:
    assert str(chosen(device)[device.name].refusal) == reason


def drive_with_paths(*paths: Device) -> Device:
    names = tuple(path.name for path in paths)
    multipath = NvmeMultipath("numa", tuple(map(NvmePath, names)))
    return disk("nvme0n1", kind="nvme", scheduler=None, members=names, multipath=multipath)


def test_an_nvme_drive_is_tuned_by_its_paths_which_arent_offered() -> None:
    paths = [disk(f"nvme0c{path}n1", kind="nvme", head="nvme0n1") for path in range(2)]
    found = chosen(*paths, drive_with_paths(*paths))
    assert found.keys() == {"nvme0n1"}
    assert not found["nvme0n1"].refusal
    assert str(found["nvme0n1"].tuned) == (
        "Tunes its 2 paths together (nvme0c0n1 and nvme0c1n1), which have the schedulers"
    )
    found = chosen(paths[0], drive_with_paths(paths[0]))
    assert str(found["nvme0n1"].tuned) == "Tunes its path nvme0c0n1, which has the scheduler"


def test_paths_without_schedulers() -> None:
    path = disk("nvme0c0n1", kind="nvme", scheduler=None, head="nvme0n1")
    found = chosen(path, drive_with_paths(path))
    assert str(found["nvme0n1"].refusal) == "its paths have no choice of schedulers"


def test_an_array_of_disks_without_schedulers_says_so() -> None:
    found = chosen(disk("zram0", scheduler=None), array("md0", "zram0"))
    assert str(found["md0"].refusal) == "its underlying disks have no choice of schedulers"


def test_a_unit_at_work_is_refused_but_for_a_verification() -> None:
    units = (
        Unit("u0", "RAID-5", "REBUILDING", 17.0, disks=("sda",)),
        Unit("u1", "RAID-5", "INITIALIZING", disks=("sdb",)),
        Unit("u2", "RAID-5", "VERIFYING", 64.0, disks=("sdc",)),
    )
    controller = Controller("3ware", "c0", None, units=units)
    found = chosen(disk("sda"), disk("sdb"), disk("sdc"), controllers=(controller,))
    assert "(REBUILDING, 17 % done)" in str(found["sda"].refusal)
    assert "(INITIALIZING)" in str(found["sdb"].refusal)
    assert not found["sdc"].refusal
    assert "(VERIFYING), 64 % done" in str(found["sdc"].remark)


def test_a_degraded_unit_is_told_and_a_broken_one_refused() -> None:
    units = (
        Unit("u0", "RAID-5", "DEGRADED", disks=("sda",)),
        Unit("u1", "RAID-5", "INOPERABLE", disks=("sdb",)),
        Unit("u2", "RAID-5", "OK", disks=("sdc",)),
    )
    controller = Controller("3ware", "c0", None, units=units)
    found = chosen(disk("sda"), disk("sdb"), disk("sdc"), controllers=(controller,))
    assert not found["sda"].refusal
    assert str(found["sda"].remark) == "Its controller reports that it is DEGRADED"
    assert str(found["sdb"].refusal) == "its controller reports that it is INOPERABLE"
    assert found["sdc"] == DeviceCandidate(disk("sdc"))


def test_a_read_only_disk_is_told() -> None:
    assert str(chosen(disk("sda", read_only=True))["sda"].remark).startswith("Read-only")


def test_a_folder_and_a_file_are_places(tmp_path: Path) -> None:
    file = tmp_path / "film"
    file.write_bytes(b"x")
    try:
        folder_place, file_place = path_target(tmp_path), path_target(file)
    except InvalidInput as error:  # a computer whose temporary folder is in memory
        assert "folder" in str(error.remedy)
        return
    assert folder_place.is_folder
    assert not file_place.is_folder
    assert folder_place.target.kind is TargetKind.FILE
    assert folder_place.target.path == str(tmp_path.resolve())
    assert folder_place.target.device


@pytest.mark.parametrize("name", ["missing", "/dev/null", "\0"])
def test_what_is_no_place_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInput, match="neither a file nor a folder"):
        path_target(tmp_path / name)


def test_a_folder_in_memory_is_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        path_target(Path("/proc/self"))
    assert str(caught.value.remedy) == "Choose a folder on a disk of this computer."
