"""A block device as values. Values only; ``probe`` fills them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from storage_tuner.core.message import Message, Text, english_text, sentence, together

_PRACTICE_FILE = re.compile(r"/practice/[0-9a-f]{16}\.img$")
"""Matches a practice disk's file in the helper's folder, wherever that folder is."""


@dataclass(frozen=True)
class SchedulerState:
    """The schedulers in ``queue/scheduler``: ``active`` is the name in brackets, ``available`` all
    names."""

    active: str
    available: tuple[str, ...]


@dataclass(frozen=True)
class QueueDepth:
    """Commands the drive may hold at once.

    ``ncq`` is True when native command queueing is active, ``ncq_supported`` when drive and driver
    support it; both are None where NCQ doesn't apply (not SATA). ``reason`` is a phrase on why it
    is inactive.
    """

    value: int
    maximum: int | None
    ncq: bool | None
    ncq_supported: bool | None = None
    reason: Text | None = None


@dataclass(frozen=True)
class Content:
    """The content that blkid found on a device or partition, from udev's database.

    ``usage`` is filesystem, raid, crypto or other; ``kind`` ext4, swap, LVM2_member, …
    """

    kind: str
    usage: str | None = None
    label: str | None = None
    uuid: str | None = None


@dataclass(frozen=True)
class Partition:
    """A partition; ``start_bytes`` is its offset from the beginning of the disk."""

    name: str
    size_bytes: int
    path: str = ""
    start_bytes: int | None = None
    content: Content | None = None
    mount_points: tuple[str, ...] = ()
    in_use: tuple[Text, ...] = ()


@dataclass(frozen=True)
class MdMember:
    """A member disk; ``name`` is a kernel name, ``slot`` its position in the array (None: spare or
    faulty), ``states`` are the kernel's words, such as in_sync, faulty, spare, write_mostly."""

    name: str
    slot: int | None
    states: tuple[str, ...]


@dataclass(frozen=True)
class MdState:
    """Linux software RAID, from ``/sys/block/mdN/md``.

    ``layout`` is in mdadm's words, such as "left-symmetric" or "far=2" (the number of copies).
    ``sync_percent`` is the progress of ``sync_action``; None when no action runs. ``bitmap`` is
    none, internal, external or another of the kernel's words; ``disks`` is the number of members
    the array should have.
    """

    level: str
    layout: str | None
    chunk_bytes: int | None
    state: str | None
    sync_action: str | None
    degraded: int | None
    sync_percent: float | None = None
    disks: int | None = None
    spares: int | None = None
    bitmap: str | None = None
    consistency_policy: str | None = None
    uuid: str | None = None
    metadata: str | None = None
    member_states: tuple[MdMember, ...] = ()


@dataclass(frozen=True)
class DeviceMapping:
    """A device-mapper device; ``target`` is LVM, LUKS, crypt, multipath or other."""

    target: str
    name: str | None
    uuid: str | None
    volume_group: str | None = None
    logical_volume: str | None = None


@dataclass(frozen=True)
class NvmePath:
    """A path to an NVMe drive: ``name`` is the kernel's for its hidden disk, ``controller`` such as
    nvme0; ``state`` is the controller's (live, connecting, …), ``ana_state`` is what the drive
    reports of the path (optimized, non-optimized, inaccessible, …; None: nothing)."""

    name: str
    controller: str | None = None
    state: str | None = None
    ana_state: str | None = None


@dataclass(frozen=True)
class NvmeMultipath:
    """The paths to an NVMe drive. ``io_policy`` chooses among them: numa, round-robin or
    queue-depth."""

    io_policy: str | None
    paths: tuple[NvmePath, ...]


@dataclass(frozen=True)
class Zones:
    """A zoned device; ``model`` is host-managed or host-aware."""

    model: str
    count: int | None
    zone_bytes: int | None


@dataclass(frozen=True)
class SettingOwner:
    """Another tool that sets a tunable of this device and will therefore undo a change.

    ``tool`` is udev rule, tuned, TLP, sysctl.d, kernel command line, mdadm.conf, tmpfiles.d,
    systemd, rc.local, local.d or cron; ``value`` is the value it sets (None: unknown), ``place``
    the file and line, or the parameter.
    """

    tool: str
    tunable: str
    value: str | None
    place: str


@dataclass(frozen=True)
class BackgroundWork:
    """Internal work of the device: resync, recover, check, repair, reshape, verify or
    initialise. ``percent`` is None when not reported."""

    action: str
    percent: float | None


@dataclass(frozen=True)
class Device:
    """A whole block device as Linux reports it; None means not reported.

    ``kind`` is one of disk, optical, nvme, mmc, loop, zram, md, dm, nbd, other; ``transport`` one
    of sata, sas, scsi, nvme, usb, virtio, mmc, 3ware or None. ``links`` are its names under
    /dev/disk.
    ``rotational_believed`` is False where the rotational flag is unreliable, and
    ``rotational_doubt`` is the reason. ``in_use`` lists in words what uses the device; empty when
    it's free. ``members`` are the devices directly underlying it, ``holders`` those directly
    stacked on it. ``head`` is the NVMe drive that this is a path to: a path has the queue, but no
    device node, so ``path`` is "". ``multipath`` are the paths to such a drive.

    ``settings`` holds the device's tunables as text in the kernel's own notation (the scheduler as
    its bare name); ``limits`` the smallest and largest value where this device's differ from the
    catalogue's, ``defaults`` the kernel's defaults where known, ``owners`` the other tools that set
    them, and ``permanent`` the values that Storage Tuner made permanent. ``locked`` maps tunables
    that can't be set now to the reason, a sentence without its full stop. ``missing`` maps fields
    that couldn't be read to the reason. ``newer`` lists the tunables that this kernel has in
    another form than earlier kernels.
    """

    name: str
    path: str
    kind: str
    size_bytes: int | None
    transport: str | None = None
    links: tuple[str, ...] = ()
    vendor: str | None = None
    model: str | None = None
    serial: str | None = None
    wwn: str | None = None
    firmware: str | None = None
    logical_block_bytes: int | None = None
    physical_block_bytes: int | None = None
    optimal_io_bytes: int | None = None
    rotational: bool | None = None
    rotational_believed: bool | None = None
    rotational_doubt: Text | None = None
    write_cache: str | None = None
    removable: bool | None = None
    read_only: bool | None = None
    diskseq: int | None = None
    backing_file: str | None = None
    scheduler: SchedulerState | None = None
    queue_depth: QueueDepth | None = None
    settings: dict[str, str] = field(default_factory=dict)
    limits: dict[str, tuple[int, int]] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    owners: tuple[SettingOwner, ...] = ()
    permanent: dict[str, str] = field(default_factory=dict)
    locked: dict[str, Text] = field(default_factory=dict)
    content: Content | None = None
    mount_points: tuple[str, ...] = ()
    partitions: tuple[Partition, ...] = ()
    members: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    in_use: tuple[Text, ...] = ()
    background: BackgroundWork | None = None
    md: MdState | None = None
    mapping: DeviceMapping | None = None
    zones: Zones | None = None
    head: str | None = None
    multipath: NvmeMultipath | None = None
    missing: dict[str, Text] = field(default_factory=dict)
    newer: tuple[str, ...] = ()

    @property
    def is_practice_disk(self) -> bool:
        """Whether it's backed by a file that the helper created for the time of a measurement."""
        return self.kind == "loop" and bool(_PRACTICE_FILE.search(self.backing_file or ""))

    @property
    def medium(self) -> Text:
        """The kind of device in one word: HDD, SSD, NVMe, loop …"""
        words: dict[str, Text] = {
            "nvme": "NVMe",
            "loop": "loop",
            "zram": "zram",
            "md": "RAID",
            "dm": sentence("mapped"),
            "mmc": sentence("card"),
            "nbd": sentence("network"),
            "optical": sentence("optical"),
        }
        if self.kind in words:
            return words[self.kind]
        if self.transport == "virtio":
            return sentence("virtual disk")
        if self.rotational is None or self.rotational_believed is False:
            return sentence("disk")
        return "HDD" if self.rotational else "SSD"

    @property
    def title(self) -> Text:
        """The model if known, else the kind of device and its name."""
        if self.model:
            return self.model
        words = {
            "loop": sentence("Loop device {name}", name=self.name),
            "zram": sentence("Memory disk {name}", name=self.name),
            "md": sentence("Array {name}", name=self.name),
            "dm": sentence("Mapped device {name}", name=self.name),
            "nbd": sentence("Network disk {name}", name=self.name),
            "optical": sentence("Optical drive {name}", name=self.name),
        }
        if self.kind in words:
            return words[self.kind]
        media: dict[str, Message] = {
            "virtual disk": sentence("Virtual disk {name}", name=self.name),
            "disk": sentence("Disk {name}", name=self.name),
            "card": sentence("Card {name}", name=self.name),
        }
        return media.get(english_text(self.medium)) or together((self.medium, self.name))


@dataclass(frozen=True)
class Counters:
    """One reading of ``/sys/block/<name>/stat``; all cumulative, except ``in_flight``.

    Times in ms, ``*_bytes`` in bytes (the kernel's 512-byte sectors times 512), ``at`` in seconds
    of a monotonic clock. ``queue_ms`` is the sum of the time spent by all requests, so its growth
    over time is the mean queue length. Discards are None before Linux 4.18, flushes before 5.5.
    ``identity`` changes when the device is removed and added again, which resets the counters.
    Source: the kernel's Documentation/block/stat.rst.
    """

    at: float
    read_ios: int
    read_bytes: int
    read_ms: int
    write_ios: int
    write_bytes: int
    write_ms: int
    in_flight: int
    busy_ms: int
    queue_ms: int = 0
    flush_ios: int | None = None
    flush_ms: int | None = None
    identity: int = 0
    discard_ios: int | None = None
    discard_bytes: int | None = None
    discard_ms: int | None = None


@dataclass(frozen=True)
class Activity:
    """The activity of a device between two readings: MB/s (10⁶ bytes), IOPS, mean latency in ms.

    A latency is None when no request ended in the interval. ``queue_length`` is the mean number of
    requests under way, ``utilisation`` the share of the time with at least one (0…1).
    """

    seconds: float
    read_mb_s: float
    write_mb_s: float
    read_iops: float
    write_iops: float
    read_latency_ms: float | None
    write_latency_ms: float | None
    in_flight: int
    utilisation: float
    queue_length: float = 0.0
    flush_iops: float | None = None
    flush_latency_ms: float | None = None
    discard_mb_s: float | None = None
    discard_iops: float | None = None
    discard_latency_ms: float | None = None
