"""Compares devices with what other programs told of the same computer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from storage_tuner.core.device import Content, Device, Partition

TRANSPORTS = ("sata", "sas", "nvme", "usb", "virtio", "mmc")
TARGETS = {"LVM": "lvm", "LUKS": "crypt", "crypt": "crypt", "multipath": "mpath"}

Told = Mapping[str, Any]


def normal(text: object) -> str | None:
    return " ".join(str(text).split()) or None if text else None


def agree_with_lsblk(device: Device, told: Told, *, udev: bool) -> None:
    """``told`` is an entry of ``lsblk --json --bytes --output-all``. Without ``udev`` lsblk may
    ask the disk itself for contents, or tell nothing; we tell what's mounted."""
    assert device.size_bytes == told["size"]
    for name in ("model", "serial", "wwn"):  # without udev lsblk doesn't ask a virtio disk
        assert told[name] is None or normal(getattr(device, name)) == normal(told[name])
    assert device.vendor in (None, normal(told["vendor"]))
    assert told["rev"] is None or (device.firmware or "").endswith(told["rev"].strip())
    assert device.read_only is told["ro"]
    assert device.removable is told["rm"]
    assert device.rotational is told["rota"]
    assert device.logical_block_bytes == told["log-sec"]
    assert device.physical_block_bytes == told["phy-sec"]
    assert device.optimal_io_bytes == told["opt-io"]
    assert (device.zones.model if device.zones else "none") == told["zoned"]
    if told["tran"] in TRANSPORTS:
        assert device.transport == told["tran"]
    _agree_on_settings(device, told)
    _agree_on_kind(device, told["type"])
    _agree_on_use(device.content, device.mount_points, told, udev)
    partitions = {child["kname"]: child for child in _children(told) if child["type"] == "part"}
    assert {partition.name for partition in device.partitions} == partitions.keys()
    for partition in device.partitions:
        _agree_on_partition(partition, partitions[partition.name], udev)


def _agree_on_settings(device: Device, told: Told) -> None:
    assert (device.scheduler and device.scheduler.active) == told["sched"]
    assert int(device.settings["read_ahead_kb"]) == told["ra"]
    assert (device.settings["add_random"] == "1") is told["rand"]
    if device.scheduler:
        assert int(device.settings["nr_requests"]) == told["rq-size"]


def _agree_on_kind(device: Device, kind: str) -> None:
    if device.md:
        assert device.md.level == kind
    elif device.mapping:
        assert TARGETS.get(device.mapping.target, kind) == kind
    else:
        assert kind == ("loop" if device.kind == "loop" else "disk")


def _agree_on_partition(partition: Partition, told: Told, udev: bool) -> None:
    assert partition.size_bytes == told["size"]
    if told.get("start") is not None:  # since util-linux 2.38
        assert partition.start_bytes == told["start"] * 512
    assert partition.path == told["path"]
    _agree_on_use(partition.content, partition.mount_points, told, udev)


def _agree_on_use(content: Content | None, points: tuple[str, ...], told: Told, udev: bool) -> None:
    expected = {point for point in told["mountpoints"] if point}
    assert set(points) == expected - {"[SWAP]"}
    if udev:
        shown = content or Content("")
        assert (shown.kind or None, shown.label) == (told["fstype"], told["label"])
        assert shown.uuid == told["uuid"]
    elif points and content:
        assert told["fstype"] in (None, content.kind)


def _children(told: Told) -> list[Told]:
    children: list[Told] = told.get("children", [])
    return children


def agree_on_topology(devices: Mapping[str, Device], forest: Iterable[Told]) -> int:
    """Every edge of lsblk's tree from a device to one that stands on it; gives their number."""
    edges = {edge for told in forest for edge in _edges(told)}
    for below, above in edges:
        assert below in devices[above].members
        owner = next(
            one
            for one in devices.values()
            if below in (one.name, *(partition.name for partition in one.partitions))
        )
        assert above in owner.holders
    stated = {(below, above.name) for above in devices.values() for below in above.members}
    assert stated == edges
    return len(edges)


def _edges(told: Told) -> Iterator[tuple[str, str]]:
    for child in _children(told):
        if child["type"] != "part":
            yield told["kname"], child["kname"]
        yield from _edges(child)


def udevadm_records(text: str) -> dict[str, dict[str, list[str]]]:
    """By the name in /dev what ``udevadm info --export-db`` tells: links and properties."""
    records = {}
    for block in text.split("\n\n"):
        lines = [line.partition(": ") for line in block.splitlines()]
        name = next((value for key, _, value in lines if key == "N"), None)
        if name and "SUBSYSTEM=block" in (value for key, _, value in lines if key == "E"):
            records[name] = {
                key: [value for found, _, value in lines if found == key] for key in ("S", "E")
            }
    return records


def agree_with_udevadm(
    device: Device, record: Mapping[str, list[str]], *, udev: bool = True
) -> None:
    """Without ``udev`` the record has only what the kernel told udevadm itself."""
    properties = dict(line.split("=", 1) for line in record["E"])
    assert device.path == properties["DEVNAME"]
    assert device.links == tuple(sorted(f"/dev/{link}" for link in record["S"]))
    assert str(device.diskseq) == properties.get("DISKSEQ", str(device.diskseq))
    assert device.wwn == properties.get("ID_WWN_WITH_EXTENSION", device.wwn)
    assert normal(device.serial) == normal(properties.get("ID_SERIAL_SHORT", device.serial))
    if udev:
        assert (device.content and device.content.kind) == properties.get("ID_FS_TYPE")
        _agree_on_makers(device, properties)


def _agree_on_makers(device: Device, properties: Mapping[str, str]) -> None:
    if device.md:
        assert device.md.uuid == properties["MD_UUID"]
        assert device.md.level == properties["MD_LEVEL"]
        assert device.md.metadata == properties["MD_METADATA"]
    if device.mapping:
        assert device.mapping.name == properties["DM_NAME"]
        assert device.mapping.uuid == properties["DM_UUID"]
        assert device.mapping.volume_group == properties.get("DM_VG_NAME")
        assert device.mapping.logical_volume == properties.get("DM_LV_NAME")


def agree_with_mdadm(device: Device, text: str) -> None:
    """``text`` is what ``mdadm --detail`` printed of the array."""
    md = device.md
    assert md
    told = dict(re.findall(r"^ *([A-Z][\w ]+) : (.*?) *$", text, re.MULTILINE))
    chunk = f"{md.chunk_bytes >> 10}K" if md.chunk_bytes else None
    assert md.level == told["Raid Level"]
    assert md.layout == told.get("Layout")
    assert chunk == told.get("Chunk Size")
    assert str(md.disks) == told["Raid Devices"]
    assert str(md.spares) == told["Spare Devices"]
    assert str(md.degraded) == str(int(told["Raid Devices"]) - int(told["Active Devices"]))
    assert md.consistency_policy == told["Consistency Policy"]
    assert md.uuid == told["UUID"]
    assert md.metadata == told["Version"]
    assert (md.bitmap == "internal") is (told.get("Intent Bitmap") == "Internal")
    percent = re.search(r"(\d+)% complete", text)
    assert (md.sync_percent is None) is (percent is None)
    if percent and md.sync_percent is not None:
        assert int(md.sync_percent) == int(percent[1])
    rows = re.findall(r"^ +\d+ +\d+ +\d+ +(\d+|-) +(.*?) +/dev/(\S+)$", text, re.MULTILINE)
    for slot, state, name in rows:
        member = next(one for one in md.member_states if one.name == name)
        assert str("-" if member.slot is None else member.slot) == slot
        assert ("in_sync" in member.states) is ("sync" in state)
        assert ("faulty" in member.states) is ("faulty" in state)
    assert len(rows) == len(md.member_states)
