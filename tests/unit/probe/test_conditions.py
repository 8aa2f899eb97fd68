"""What spoils a measurement, from recorded and made-up computers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.controller import Controller, Port, Unit
from storage_tuner.core.device import Device, MdState
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.files.filesystem import FileSystem
from storage_tuner.probe.load.conditions import (
    ConditionSubject,
    SystemLoad,
    controller_cache_bytes,
    device_conditions,
    disk_count,
    read_conditions,
    read_system_load,
)
from storage_tuner.probe.load.machine import read_machine
from tests.loop_device import scratch_folder
from tests.unit.probe.made_trees import add_disk, write_tree
from tests.unit.said import said

QUIET = Device(name="sda", path="/dev/sda", kind="disk", size_bytes=1 << 30)


def conditions(root: Path, name: str) -> tuple[Condition, ...]:
    devices = read_devices(root)
    subject = ConditionSubject(find_device(name, devices, root), devices)
    return read_conditions(subject, read_system_load(subject, root), root)


def told(root: Path, name: str) -> str:
    return "\n".join(str(each.sentence) for each in conditions(root, name))


def kinds(subject: ConditionSubject) -> list[ConditionKind]:
    return [each.kind for each in device_conditions(subject)]


def test_nothing_to_say_of_a_quiet_disk() -> None:
    assert kinds(ConditionSubject(QUIET, (QUIET,))) == []


@pytest.mark.parametrize("name", ["md126", "sde"])
def test_a_check_spoils_the_array_and_its_members(degraded_tree: Path, name: str) -> None:
    (busy,) = [
        each for each in conditions(degraded_tree, name) if each.kind is ConditionKind.ARRAY_WORK
    ]
    assert "md126 is busy with a check" in str(busy.sentence)
    assert said((busy.severity, busy.remedy)) == (Severity.WARNING, "Wait until it ends.")


def test_a_check_elsewhere_does_not(degraded_tree: Path) -> None:
    assert "check" not in told(degraded_tree, "sda")
    assert "degraded" in told(degraded_tree, "md127")


@pytest.mark.parametrize(
    ("action", "name"),
    [("resync", "resync"), ("recover", "recovery"), ("repair", "repair"), ("reshape", "reshape")],
)
def test_how_far_an_array_is(action: str, name: str) -> None:
    md = MdState("raid1", None, None, "active", action, None, sync_percent=12.4)
    array = replace(QUIET, name="md0", kind="md", md=md)
    (busy,) = device_conditions(ConditionSubject(array, (array,)))
    assert f"a {name}, 12 % done" in str(busy.sentence)


def of_3ware(status: str) -> tuple[Controller, ...]:
    unit = Unit("u0", "RAID-5", status, 7.0, ports=("p0", "p1", "p2"), disks=("sda",))
    ports = tuple(Port(name, "OK", "u0") for name in unit.ports)
    return (
        Controller(
            "3ware", "c0", None, units=(unit,), ports=ports, details={"Available Memory": "224MB"}
        ),
    )


@pytest.mark.parametrize(
    ("status", "kind", "severity"),
    [
        ("REBUILDING", ConditionKind.ARRAY_WORK, Severity.BLOCKING),
        ("INITIALIZING", ConditionKind.ARRAY_WORK, Severity.BLOCKING),
        ("VERIFYING", ConditionKind.ARRAY_WORK, Severity.BLOCKING),
        ("MIGRATING", ConditionKind.ARRAY_WORK, Severity.BLOCKING),
        ("INOPERABLE", ConditionKind.DEGRADED, Severity.BLOCKING),
        ("DEGRADED", ConditionKind.DEGRADED, Severity.WARNING),
        ("INIT-PAUSED", ConditionKind.ARRAY_WORK, Severity.NOTE),
        ("NEVER-SEEN", ConditionKind.ARRAY_WORK, Severity.NOTE),
    ],
)
def test_a_unit_of_a_controller_that_is_not_ok(
    status: str, kind: ConditionKind, severity: Severity
) -> None:
    (found,) = device_conditions(ConditionSubject(QUIET, (QUIET,), controllers=of_3ware(status)))
    assert (found.kind, found.severity) == (kind, severity)
    assert status in str(found.sentence)
    assert ("7 % done" in str(found.sentence)) == (
        severity is Severity.BLOCKING and kind is ConditionKind.ARRAY_WORK
    )


@pytest.mark.parametrize("status", ["REBUILDING", "OK"])
def test_a_unit_that_is_ok_or_another_disk_is_no_condition(status: str) -> None:
    assert kinds(ConditionSubject(QUIET, (QUIET,), controllers=of_3ware("OK"))) == []
    elsewhere = replace(QUIET, name="sdb")
    assert (
        said(kinds(ConditionSubject(elsewhere, (elsewhere,), controllers=of_3ware(status)))) == []
    )


def test_the_caches_of_a_controller_and_its_disks() -> None:
    subject = ConditionSubject(QUIET, (QUIET,), controllers=of_3ware("OK"))
    assert controller_cache_bytes(QUIET, subject.controllers) == 224 << 20
    assert disk_count(subject) == 3
    assert said(
        (controller_cache_bytes(QUIET, ()), disk_count(ConditionSubject(QUIET, (QUIET,))))
    ) == said(
        (
            0,
            1,
        )
    )
    assert disk_count(ConditionSubject(None)) == 1


def test_a_virtual_disk_and_a_virtual_machine(plain_tree: Path) -> None:
    assert "host's cache" in told(plain_tree, "vdb")
    assert "virtual machine" in told(plain_tree, "sdc")
    assert "in use (swap)" not in told(plain_tree, "sdc")


def test_in_use(mounted_tree: Path) -> None:
    assert "sdc is in use (member of md127, mounted at /data1)" in told(mounted_tree, "sdc")


def test_what_counts_for_writing_only() -> None:
    drive = replace(QUIET, write_cache="write back", rotational=False, rotational_believed=True)
    assert kinds(ConditionSubject(drive, (drive,))) == []
    assert kinds(ConditionSubject(drive, (drive,), writes=True)) == said(
        [
            ConditionKind.WRITE_CACHE,
            ConditionKind.STEADY_STATE,
        ]
    )
    turning = replace(drive, rotational=True, write_cache="write through")
    assert kinds(ConditionSubject(turning, (turning,), writes=True)) == []


def test_a_rotational_flag_that_is_not_believed() -> None:
    stick = replace(
        QUIET, transport="usb", rotational=True, rotational_believed=False, rotational_doubt="why"
    )
    (found,) = device_conditions(ConditionSubject(stick, (stick,)))
    assert (found.kind, found.severity) == (ConditionKind.ROTATIONAL, Severity.NOTE)
    assert "reports that it is rotational, but this is unreliable: why." in str(found.sentence)
    loop = replace(stick, kind="loop")
    assert kinds(ConditionSubject(loop, (loop,))) == []


def test_a_loop_device_through_the_page_cache(tmp_path: Path) -> None:
    for name, number, told_direct in (("loop0", "7:0", "0"), ("loop1", "7:1", "1")):
        add_disk(tmp_path, name, number, "virtual", loop__dio=told_direct, loop__backing_file="/x")
    assert "loop0 uses the page cache" in told(tmp_path, "loop0")
    assert "page cache" not in told(tmp_path, "loop1")
    devices = read_devices(tmp_path)
    direct = [
        read_system_load(ConditionSubject(find_device(name, devices, tmp_path)), tmp_path).direct
        for name in ("loop0", "loop1")
    ]
    assert direct == [False, True]


def test_a_file_system_may_undo_direct_io() -> None:
    assert SystemLoad(FileSystem("ext4", "/"), None).direct
    assert not SystemLoad(FileSystem("zfs", "/"), None).direct


def test_a_folder_without_room_is_refused_and_a_sparse_file_told() -> None:
    with scratch_folder() as folder:
        needy = ConditionSubject(None, no_device="Why.", path=folder, room_bytes=1 << 60)
        found = read_conditions(needy, read_system_load(needy))
        severities = {each.kind: each.severity for each in found}
        assert severities[ConditionKind.FREE_SPACE] is Severity.BLOCKING
        assert severities[ConditionKind.NO_DISK] is Severity.WARNING
        with (folder / "sparse").open("wb") as file:
            file.truncate(1 << 20)
        sparse = ConditionSubject(None, path=folder / "sparse")
        found = read_conditions(sparse, read_system_load(sparse))
        assert ConditionKind.EXTENTS in [each.kind for each in found]


def test_a_slow_governor_is_told_with_the_device(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0")
    folder = "sys/devices/system/cpu/cpu0/cpufreq"
    write_tree(tmp_path, {f"{folder}/scaling_governor": "powersave\n"})
    assert "slows 1 CPU down" in told(tmp_path, "sda")


def test_facts_of_a_recorded_computer(degraded_tree: Path) -> None:
    machine = read_machine("", degraded_tree)
    assert machine.kernel == "6.12.117+deb12-amd64"
    assert machine.distribution == "Debian GNU/Linux 12 (bookworm)"
    assert (machine.processors, machine.memory_bytes) == (2, 1505032 * 1024)


def test_no_facts_at_all(tmp_path: Path) -> None:
    machine = read_machine("fio-3.33", tmp_path)
    assert (machine.host, machine.kernel, machine.processor, machine.processors) == said(
        ("", "", "", 0)
    )
