"""Zoned devices (kernel: Documentation/ABI/stable/sysfs-block; block/blk-sysfs.c)."""

from __future__ import annotations

from storage_tuner.core.device import SchedulerState, Zones
from storage_tuner.core.message import Text, sentence
from storage_tuner.probe.block.attributes import AttributeReader
from storage_tuner.probe.block.tree import SECTOR_BYTES
from storage_tuner_protocol.kernel import WRITE_PLUGGING

_ORDERED = "mq-deadline"


def read_zones(reader: AttributeReader) -> Zones | None:
    """Read the zones; None for an ordinary device. ``chunk_sectors`` of a zoned device is its zone
    size."""
    model = reader.reported("queue/zoned")
    if model in (None, "none"):
        return None
    sectors = reader.count("queue/chunk_sectors")
    return Zones(
        model=model,
        count=reader.count("queue/nr_zones"),
        zone_bytes=sectors * SECTOR_BYTES if sectors else None,
    )


def needs_mq_deadline(zones: Zones | None, kernel: tuple[int, int] | None) -> bool:
    """Return whether writes may fail with any other scheduler. ``kernel`` is (major, minor)."""
    managed = zones is not None and zones.model == "host-managed"
    return managed and kernel is not None and kernel < WRITE_PLUGGING


def locked_by_zones(
    zones: Zones | None, scheduler: SchedulerState | None, kernel: tuple[int, int] | None
) -> dict[str, Text]:
    """The value of ``core.device.Device.locked``; changing back from another scheduler stays
    possible."""
    if scheduler is None or scheduler.active != _ORDERED or not needs_mq_deadline(zones, kernel):
        return {}
    return {
        "scheduler": sentence(
            "its zones must be written sequentially, which before Linux 6.10 requires mq-deadline"
        )
    }
