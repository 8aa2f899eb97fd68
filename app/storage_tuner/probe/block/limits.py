"""The bounds of tunables on one device, where they are narrower than the catalogue's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.core.device import QueueDepth, SchedulerState
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.probe.block.attributes import AttributeReader, entries


@dataclass(frozen=True)
class Hardware:
    """The limits of a queue: the number of hardware queues, the number of requests in each, and the
    largest single request in KiB. None where the kernel doesn't report it."""

    queues: int | None
    tags: int | None
    largest_kb: int | None


def read_hardware(reader: AttributeReader) -> Hardware:
    queues = sum(name.isdecimal() for name in entries(f"{reader.folder}/mq"))
    return Hardware(
        queues=queues or None,
        tags=reader.count("mq/0/nr_tags") if queues else None,
        largest_kb=reader.count("queue/max_hw_sectors_kb"),
    )


def own_limits(
    settings: Mapping[str, str],
    scheduler: SchedulerState | None,
    depth: QueueDepth | None,
    hardware: Hardware,
) -> dict[str, tuple[int, int]]:
    """Smallest and largest value by name, for the device's own tunables.

    Source: block/blk-sysfs.c, queue_max_sectors_store; block/blk-mq.c, blk_mq_update_nr_requests:
    without a scheduler the request queue is no larger than the hardware's;
    drivers/scsi/scsi_sysfs.c, sdev_store_queue_depth.
    """
    largest = {
        "max_sectors_kb": hardware.largest_kb,
        "queue_depth": depth.maximum if depth else None,
        "nr_requests": hardware.tags if scheduler and scheduler.active == "none" else None,
    }
    return {
        name: bounds
        for name, maximum in largest.items()
        if name in settings and maximum and (bounds := _narrowed(name, maximum))
    }


def _narrowed(name: str, maximum: int) -> tuple[int, int] | None:
    """The narrower bounds, or None when the catalogue's are no wider."""
    tunable = BY_NAME[name]
    if maximum >= tunable.maximum:
        return None
    return min(tunable.minimum, maximum), maximum
