"""This computer and a real loop device, against lsblk, findmnt and /proc."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from storage_tuner import __version__
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.probe.conditions import caveats, read_facts
from storage_tuner.probe.counters import CounterSampler
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.machine import read_machine
from storage_tuner.probe.monitor import Change, DeviceMonitor
from storage_tuner.probe.target import free_bytes, resolve_path

LoopDevice = tuple[str, Path]

COLUMNS = "NAME,SIZE,MODEL,SERIAL,WWN,TRAN,RO,RM,ROTA,LOG-SEC,PHY-SEC,SCHED,RQ-SIZE,RA,MOUNTPOINTS"
KNOWN_TRANSPORTS = ("sata", "sas", "nvme", "usb", "virtio", "mmc")


def command(*argv: str | Path) -> str:
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


def lsblk() -> dict[str, dict[str, object]]:
    told = json.loads(command("lsblk", "--json", "--bytes", "--nodeps", "--output", COLUMNS))
    return {device["name"]: device for device in told["blockdevices"]}


def normal(text: object) -> str | None:
    return " ".join(str(text).split()) if text else None


def test_every_device_agrees_with_lsblk(loop_device: LoopDevice) -> None:
    told = lsblk()
    devices = read_devices()
    assert loop_device[0] in {device.name for device in devices}
    for device in devices:
        if device.kind != "loop" or device.name == loop_device[0]:  # others' come and go
            agree(device, told[device.name])


def agree(device: Device, told: dict[str, object]) -> None:
    assert device.size_bytes == told["size"]
    for name in ("model", "serial", "wwn"):  # without udev lsblk doesn't ask a virtio disk
        assert told[name] is None or normal(getattr(device, name)) == normal(told[name])
    assert device.read_only is told["ro"]
    assert device.removable is told["rm"]
    assert device.rotational is told["rota"]
    assert device.logical_block_bytes == told["log-sec"]
    assert device.physical_block_bytes == told["phy-sec"]
    assert (device.scheduler and device.scheduler.active) == told["sched"]
    assert int(device.settings["read_ahead_kb"]) == told["ra"]
    if device.scheduler:
        assert int(device.settings["nr_requests"]) == told["rq-size"]
    if told["tran"] in KNOWN_TRANSPORTS:
        assert device.transport == told["tran"]
    points = [point for point in told["mountpoints"] if point]  # type: ignore[attr-defined]
    assert {f"mounted at {point}" for point in points} <= set(device.in_use)


def test_nothing_is_overlooked() -> None:
    seen = {device.name for device in read_devices()}
    disks = {name for name, told in lsblk().items() if told["size"] and "loop" not in name}
    assert {name for name in disks if not name.startswith(("zram", "ram"))} == {
        name for name in seen if not name.startswith("loop")
    }


def test_a_loop_device_and_its_settings(loop_device: LoopDevice) -> None:
    name, file = loop_device
    device = find_device(f"/dev/{name}", read_devices())
    assert device.backing_file == str(file)
    assert (device.kind, device.size_bytes) == ("loop", 64 << 20)
    assert device.in_use == ()
    queue_folder = Path(f"/sys/block/{name}/queue")
    for setting, value in device.settings.items():
        told = (queue_folder / setting).read_text().strip()
        assert f"[{value}]" in told if setting == "scheduler" else value == told
    assert device.diskseq == int(Path(f"/sys/block/{name}/diskseq").read_text())


def test_the_disk_beneath_knows_the_loop(loop_device: LoopDevice) -> None:
    name, file = loop_device
    beneath = resolve_path(file)
    for disk in beneath.devices:
        assert f"backing of {name}" in find_device(disk, read_devices()).in_use


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
        assert device.in_use == (f"mounted at {point}",)
        assert resolve_path(point / "new file").devices == (name,)
        assert resolve_path(point / "new file").mount_point == str(point)
        told = int(command("findmnt", "--noheadings", "--bytes", "--output", "AVAIL", point))
        assert free_bytes(point / "new file") == told
    assert find_device(name, read_devices()).in_use == ()


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
    with pytest.raises(InvalidInput):
        free_bytes(Path(path))


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


def next_change_of(monitor: DeviceMonitor, name: str) -> Change:
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
    told = caveats(device, read_facts(device, devices))
    assert any("page cache" in sentence for sentence in told) is buffered
