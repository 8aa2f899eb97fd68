"""Zoned devices (kernel: Documentation/ABI/stable/sysfs-block; block/blk-sysfs.c)."""

from __future__ import annotations

from storage_tuner.core.device import Zones
from storage_tuner.probe.attributes import AttributeReader

_SECTOR_BYTES = 512


def read_zones(reader: AttributeReader) -> Zones | None:
    """None for an ordinary device. ``chunk_sectors`` of a zoned one is the size of its zones."""
    model = reader.told("queue/zoned")
    if model in (None, "none"):
        return None
    sectors = reader.count("queue/chunk_sectors")
    return Zones(
        model=model,
        count=reader.count("queue/nr_zones"),
        zone_bytes=sectors * _SECTOR_BYTES if sectors else None,
    )
