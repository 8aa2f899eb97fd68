"""This computer and a real loop device, against lsblk, findmnt and /proc."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from storage_tuner import __version__
from storage_tuner.core.condition import ConditionKind
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.tunable_target import device_tunables
from storage_tuner.probe.block import device as reading
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.block.hotplug_monitor import DeviceEvent, DeviceMonitor
from storage_tuner.probe.block.openers import programs_with_open
from storage_tuner.probe.files.target import resolve_path
from storage_tuner.probe.load.conditions import ConditionSubject, read_conditions, read_system_load
from storage_tuner.probe.load.counters import CounterSampler
from storage_tuner.probe.load.machine import read_machine
from tests.loop_device import attached_loop, scratch_folder
from tests.unit.probe.agreement import agree_with_lsblk, agree_with_udevadm, udevadm_records
from tests.unit.said import said

LoopDevice = tuple[str, Path]

UDEV = Path("/run/udev/data").is_dir()


def command(*argv: str | Path) -> str:
    return subprocess.run(argv, check=True, capture_output=True, text=True, errors="replace").stdout


def lsblk() -> dict[str, dict[str, Any]]:
    told = json.loads(command("lsblk", "--json", "--bytes", "--output-all"))
    return {one["kname"]: one for one in _all_of(told["blockdevices"])}


def _all_of(forest: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in forest:
        yield one
        yield from _all_of(one.get("children", []))


def ours(own: str) -> list[Device]:
    """This computer's devices, without the loops of other tests, which come and go."""
    return [device for device in read_devices() if device.kind != "loop" or device.name == own]


def undisturbed(own: str) -> tuple[dict[str, dict[str, Any]], list[Device]]:
    """What lsblk and we say while nobody mounts anything: other tests bind folders to themselves,
    which are further mount points of the disk that they are on."""
    with Path("/proc/self/mountinfo").open("rb") as mounts:
        # it also tells of what was mounted and unmounted in between, proc_pid_mountinfo(5)
        changes = select.poll()
        changes.register(mounts, select.POLLPRI)
        for _ in range(100):
            changes.poll(0)
            found = lsblk(), ours(own)
            if not changes.poll(0):
                return found
    pytest.fail("somebody never stopped mounting")


def test_every_device_agrees_with_lsblk(loop_device: LoopDevice) -> None:
    told, devices = undisturbed(loop_device[0])
    assert loop_device[0] in {device.name for device in devices}
    for device in devices:
        agree_with_lsblk(device, told[device.name], udev=UDEV)


def test_every_device_agrees_with_udevadm(loop_device: LoopDevice) -> None:
    for device in ours(loop_device[0]):
        text = command("udevadm", "info", "--query=all", f"--path=/sys/block/{device.name}")
        (record,) = udevadm_records(text).values()
        agree_with_udevadm(device, record, udev=UDEV)


def test_every_setting_agrees_with_its_file(loop_device: LoopDevice) -> None:
    for device in ours(loop_device[0]):
        paths = {each.name: each.path(device.name) for each in device_tunables(device)}
        for name, value in device.settings.items():
            told = Path(paths[name]).read_text().strip()
            shown = told.split("[")[1].split("]")[0] if name == "scheduler" else told.split()[0]
            assert value in (shown, "system"), name


def test_partitions_with_what_is_on_them(loop_device: LoopDevice, tmp_path: Path) -> None:
    name, _ = loop_device
    add_partitions(f"/dev/{name}")
    with mounted(f"{name}p2", tmp_path / "a\tb ü"):
        device = find_device(name, read_devices())
        told = lsblk()[name]
        second = device.partitions[1]
    agree_with_lsblk(device, told, udev=UDEV)
    assert [partition.name for partition in device.partitions] == [f"{name}p1", f"{name}p2"]
    assert (second.start_bytes, second.size_bytes) == (8 << 20, 32 << 20)
    assert second.mount_points == (str(tmp_path / "a\tb ü"),)
    assert second.content is not None
    assert second.content.kind == "ext4"
    assert said(device.in_use) == said(second.in_use) == (f"mounted at {tmp_path}/a\tb ü",)


def add_partitions(path: str) -> None:
    """Two, of 4 and 32 MiB, known to the kernel alone, and gone with the loop device."""
    command("addpart", path, "1", "2048", "8192")
    command("addpart", path, "2", "16384", "65536")


def test_the_program_that_has_a_device_open(loop_device: LoopDevice) -> None:
    name, _ = loop_device
    device = find_device(name, read_devices())
    assert programs_with_open(device) == ()
    with Path(device.path).open("rb"):
        (program,) = programs_with_open(device)
    assert program.endswith(f"({os.getpid()})")


def test_nothing_is_overlooked() -> None:
    seen = {device.name for device in read_devices()}
    told = lsblk().values()
    disks = {one["kname"] for one in told if one["size"] and one["type"] not in ("part", "loop")}
    assert {name for name in disks if not name.startswith("ram")} == {
        name for name in seen if not name.startswith("loop")
    }


def test_a_loop_device(loop_device: LoopDevice) -> None:
    name, file = loop_device
    device = find_device(f"/dev/{name}", read_devices())
    assert device.backing_file == str(file)
    assert (device.kind, device.size_bytes) == ("loop", 64 << 20)
    assert said(device.in_use) == ()
    assert device.diskseq == int(Path(f"/sys/block/{name}/diskseq").read_text())


def test_what_goes_while_it_is_read_is_not_taken_for_what_comes_after() -> None:
    """The number says whose the rest is: read last, it would be the number of another disk."""
    with scratch_folder() as folder, attached_loop(folder) as disk:
        before = disk.diskseq
        around = reading.read_machine_tables("")
    assert disk.diskseq != before
    assert reading.read_device(around.tree.blocks[disk.name], around).diskseq == before


def test_the_disk_beneath_knows_the_loop(loop_device: LoopDevice) -> None:
    name, file = loop_device
    beneath = resolve_path(file)
    for disk in beneath.devices:
        assert f"backing file of {name}" in said(find_device(disk, read_devices()).in_use)


@contextmanager
def mounted(device: str, point: Path) -> Iterator[None]:
    point.mkdir()
    command("mkfs.ext4", "-q", f"/dev/{device}")
    command("mount", f"/dev/{device}", point)
    try:
        yield
    finally:
        command("umount", point)


def test_a_mounted_loop_device(loop_device: LoopDevice, tmp_path: Path) -> None:
    name, _ = loop_device
    point = tmp_path / "with space"
    with mounted(name, point):
        device = find_device(name, read_devices())
        assert said(device.in_use) == (f"mounted at {point}",)
        assert resolve_path(point / "new file").devices == (name,)
        assert resolve_path(point / "new file").mount_point == str(point)
    assert said(find_device(name, read_devices()).in_use) == ()


def test_the_path_of_a_device_is_that_device(loop_device: LoopDevice) -> None:
    name, _ = loop_device
    assert resolve_path(Path(f"/dev/{name}")).devices == (name,)


def test_the_disk_beneath_this_file() -> None:
    here = Path(__file__)
    source = command("findmnt", "--nofsroot", "-no", "SOURCE", "--target", here).strip()
    beneath = resolve_path(here)
    if not source.startswith("/dev/"):
        assert beneath.devices == ()
        assert beneath.reason
        return
    above = json.loads(command("lsblk", "--json", "--inverse", "--output", "NAME", source))
    level = above["blockdevices"]
    while level[0].get("children"):
        level = [child for device in level for child in device.get("children", ())]
    assert set(beneath.devices) == {device["name"] for device in level}


@pytest.mark.parametrize("path", ["/nowhere/at/all", "/proc/self/status/x", "a\0b"])
def test_a_path_that_is_none(path: str) -> None:
    with pytest.raises(InvalidInput):
        resolve_path(Path(path))


def test_counters_see_what_is_written(loop_device: LoopDevice) -> None:
    name, _ = loop_device
    with CounterSampler([name]) as sampler:
        before = sampler.sample()[name]
        descriptor = os.open(f"/dev/{name}", os.O_WRONLY)
        try:
            os.pwrite(descriptor, b"x" * (1 << 20), 0)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        after = sampler.sample()[name]
    assert after.write_bytes - before.write_bytes == 1 << 20
    assert after.write_ios > before.write_ios
    assert after.at > before.at


def test_the_monitor_tells_of_a_new_loop_device(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("needs root and loop devices")
    file = tmp_path / "disk.img"
    file.write_bytes(bytes(1 << 20))
    with DeviceMonitor() as monitor:
        path = command("losetup", "--find", "--show", file).strip()
        try:
            change = next_change_of(monitor, path.removeprefix("/dev/"))
            assert change.disk
            assert change.action in ("change", "add")
        finally:
            command("losetup", "--detach", path)


def next_change_of(monitor: DeviceMonitor, name: str) -> DeviceEvent:
    while changes := monitor.wait(20):
        for change in changes:
            if change.name == name:
                return change
    pytest.fail(f"nothing was told of {name}")


def test_the_monitor_wakes_when_nothing_happens() -> None:
    with DeviceMonitor() as monitor:
        thread = threading.Thread(target=monitor.wait, args=(3600,))
        thread.start()
        monitor.wake()
        thread.join(20)
        assert not thread.is_alive()


def test_the_monitor_wakes_once_for_many_wishes() -> None:
    with DeviceMonitor() as monitor:
        for _ in range(1 << 17):  # more than a pipe holds
            monitor.wake()
        monitor.wait(3600)


def test_machine_facts() -> None:
    machine = read_machine("fio-3.33")
    assert machine.host == socket.gethostname()
    assert machine.kernel == os.uname().release
    assert machine.memory_bytes == psutil.virtual_memory().total
    assert machine.processors == psutil.cpu_count()
    assert machine.processor
    assert machine.distribution in Path("/etc/os-release").read_text()
    assert (machine.fio, machine.storage_tuner) == ("fio-3.33", __version__)


def test_a_loop_through_the_page_cache_is_told(loop_device: LoopDevice) -> None:
    name, _ = loop_device
    devices = read_devices()
    device = find_device(name, devices)
    buffered = Path(f"/sys/block/{name}/loop/dio").read_text().strip() == "0"
    subject = ConditionSubject(device, devices)
    found = read_conditions(subject, read_system_load(subject))
    assert (ConditionKind.LOOP_CACHE in [each.kind for each in found]) is buffered
