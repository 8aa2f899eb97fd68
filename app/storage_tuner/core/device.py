"""What is known of a block device. Values only; ``probe`` fills them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class SchedulerState:
    """``active`` is the name in brackets in ``queue/scheduler``, ``available`` all names there."""

    active: str
    available: tuple[str, ...]


@dataclass(frozen=True)
class QueueDepth:
    """Commands the drive may hold; ``ncq`` is None where there is no NCQ to speak of."""

    value: int
    maximum: int | None
    ncq: bool | None


@dataclass(frozen=True)
class MdState:
    """Linux software RAID, from ``/sys/block/mdN/md``."""

    level: str
    layout: str | None
    chunk_bytes: int | None
    state: str | None
    sync_action: str | None
    degraded: int | None


@dataclass(frozen=True)
class Partition:
    name: str
    size_bytes: int
    in_use: tuple[str, ...] = ()


@dataclass(frozen=True)
class Device:
    """A whole block device as Linux sees it; None means that the machine doesn't tell.

    ``kind`` is one of disk, nvme, mmc, loop, zram, md, dm, nbd, other; ``transport`` one of sata,
    sas, scsi, nvme, usb, virtio, mmc or None. ``in_use`` says in words by what it is used, the
    empty tuple that it's free. ``settings`` holds the tunables the device has, as text in the
    kernel's own notation (the scheduler as its bare name). ``missing`` names fields that couldn't
    be read, with the reason.
    """

    name: str
    path: str
    kind: str
    size_bytes: int | None
    transport: str | None = None
    vendor: str | None = None
    model: str | None = None
    serial: str | None = None
    wwn: str | None = None
    firmware: str | None = None
    logical_block_bytes: int | None = None
    physical_block_bytes: int | None = None
    rotational: bool | None = None
    removable: bool | None = None
    read_only: bool | None = None
    diskseq: int | None = None
    backing_file: str | None = None
    scheduler: SchedulerState | None = None
    queue_depth: QueueDepth | None = None
    settings: dict[str, str] = field(default_factory=dict)
    partitions: tuple[Partition, ...] = ()
    members: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    in_use: tuple[str, ...] = ()
    md: MdState | None = None
    missing: dict[str, str] = field(default_factory=dict)

    @property
    def medium(self) -> str:
        """HDD, SSD, NVMe, loop …: the one word a person looks for."""
        words = {
            "nvme": "NVMe",
            "loop": "loop",
            "zram": "zram",
            "md": "RAID",
            "dm": "mapped",
            "mmc": "card",
            "nbd": "network",
        }
        if self.kind in words:
            return words[self.kind]
        if self.rotational is None or self.transport == "virtio":
            # virtio-blk says "rotational" whatever is behind it, so the flag isn't believed
            return "virtual disk" if self.transport == "virtio" else "disk"
        return "HDD" if self.rotational else "SSD"

    @property
    def title(self) -> str:
        """The model if there is one, else what kind of thing it is and its name."""
        if self.model:
            return self.model
        words = {
            "loop": "Loop device",
            "zram": "Memory disk",
            "md": "Array",
            "dm": "Mapped device",
            "nbd": "Network disk",
        }
        if self.kind in words:
            return f"{words[self.kind]} {self.name}"
        medium = self.medium
        return f"{medium[0].upper()}{medium[1:]} {self.name}"


@dataclass(frozen=True)
class Counters:
    """One reading of ``/sys/block/<name>/stat``; all cumulative, except ``in_flight``.

    Times in ms, ``*_bytes`` in bytes (the kernel's 512-byte sectors times 512), ``at`` in seconds
    of a monotonic clock. Kernel: Documentation/block/stat.rst.
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


@dataclass(frozen=True)
class Activity:
    """What a device did between two readings: MB/s (10⁶ bytes), IOPS, mean latency in ms.

    A latency is None when no request ended in the interval.
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
