"""The kernel's default values of tunables, where its rule is known.

The rules changed over time; for kernel versions in between, and for drivers with their own rules,
no default is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.core.device import QueueDepth, SchedulerState
from storage_tuner.core.message import english_text
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.probe.block.attributes import read_table
from storage_tuner.probe.block.limits import Hardware

_PAGE_KB = 4
_READ_AHEAD_KB = 128
_SCHEDULED_REQUESTS = 128

_SCSI = ("sata", "sas", "scsi", "usb", "3ware")
_ONE_RULE = (*_SCSI, "nvme", "virtio", "mmc")
"""Transports whose queues are set up by the common rules of the block layer."""

_SMALL_REQUESTS = (1280, (0, 0), (6, 13))
_LARGE_REQUESTS = (4096, (6, 18), (99, 0))
"""The cap of max_sectors_kb in KiB, and the kernel versions from and up to which it applies.
Source: include/linux/blkdev.h, BLK_DEF_MAX_SECTORS_CAP: 1280 KiB since 4.3, 4 MiB since 2025."""

_ROTATIONAL_READ_AHEAD = (6, 18)
"""From this kernel on, a rotational disk without an optimal I/O size certainly reads ahead two of
its largest requests (block/blk-settings.c, blk_apply_bdi_limits); up to 6.15 it certainly
doesn't."""
_PLAIN_READ_AHEAD = (6, 15)

_WHOLE_ASYNC_DEPTH = (6, 9)
"""From this kernel on, mq-deadline's async_depth is nr_requests; stable series adopted it
earlier."""

_THREE_QUARTERS = ("bfq", "kyber")
"""Since Linux 7.0, their async_depth is three quarters of nr_requests (block/bfq-iosched.c,
bfq_init_queue; block/kyber-iosched.c, kyber_init_sched)."""

_NOT_THE_SAME_EVERYWHERE = ("rotational", "nomerges", "add_random", "iostats", "timeout_sync")
"""Drivers choose these; bfq's timeout_sync is rounded to timer ticks, 125 or 124 ms."""


@dataclass(frozen=True)
class DefaultInputs:
    """The facts that the rules depend on. ``kernel`` is (major, minor), or None when it's
    unknown."""

    kind: str
    transport: str | None
    kernel: tuple[int, int] | None
    settings: Mapping[str, str]
    scheduler: SchedulerState | None
    hardware: Hardware
    depth: QueueDepth | None
    rotational: bool | None
    optimal_io_bytes: int | None


def read_kernel(base: str) -> tuple[int, int] | None:
    """Major and minor version of the kernel that the tree belongs to: "Linux version 6.1.0-13
    …"."""
    found = re.match(r"Linux version (\d{1,3})\.(\d{1,3})", read_table(f"{base}/proc/version"))
    return (int(found[1]), int(found[2])) if found else None


def known_defaults(facts: DefaultInputs) -> dict[str, str]:
    """The kernel's defaults by name, in its notation, for the tunables that the device has."""
    found = {name: BY_NAME[name].default for name in facts.settings if name in BY_NAME}
    found.update(dict.fromkeys(_NOT_THE_SAME_EVERYWHERE))
    found.update(
        scheduler=_scheduler(facts),
        nr_requests=_nr_requests(facts),
        queue_depth=_queue_depth(facts),
        read_ahead_kb=_read_ahead_kb(facts),
        max_sectors_kb=_text(_max_sectors_kb(facts)),
        wbt_lat_usec=_wbt_lat_usec(facts),
        async_depth=_async_depth(facts),
    )
    if facts.transport in _ONE_RULE:
        found.update(nomerges="0", iostats="1", add_random=_add_random(facts))
    return {name: value for name, value in found.items() if value and name in facts.settings}


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _scheduler(facts: DefaultInputs) -> str | None:
    """The default scheduler: mq-deadline where the hardware has a single queue. A SCSI host with
    several queues may share them, which isn't visible to user space. Source: block/elevator.c,
    elevator_set_default."""
    if facts.kind == "loop":
        return "none"
    if facts.scheduler is None or facts.transport not in _ONE_RULE or not facts.hardware.queues:
        return None
    if facts.hardware.queues == 1:
        return "mq-deadline" if "mq-deadline" in facts.scheduler.available else "none"
    return None if facts.transport in _SCSI else "none"


def _nr_requests(facts: DefaultInputs) -> str | None:
    """The default request queue size; with ``none``, the number that the hardware accepts. Source:
    block/blk-mq-sched.c, blk_mq_init_sched."""
    tags = facts.hardware.tags
    if facts.scheduler is None or not tags:
        return None
    return str(tags if facts.scheduler.active == "none" else 2 * min(tags, _SCHEDULED_REQUESTS))


def _queue_depth(facts: DefaultInputs) -> str | None:
    """With NCQ the depth that both drive and driver support; other drivers have their own rules."""
    depth = facts.depth
    if facts.transport != "sata" or depth is None or not depth.ncq_supported:
        return None
    if depth.reason and "libata.force" in english_text(depth.reason):
        return "1"
    return _text(depth.maximum)


def _max_sectors_kb(facts: DefaultInputs) -> int | None:
    """The default size; SCSI disks with an optimal I/O size have their own rules
    (drivers/scsi/sd.c)."""
    largest = facts.hardware.largest_kb
    own_rules = facts.transport in _SCSI and facts.optimal_io_bytes != 0
    if facts.transport not in _ONE_RULE or not facts.kernel or not largest or own_rules:
        return None
    caps = (_SMALL_REQUESTS, _LARGE_REQUESTS)
    return next((min(largest, cap) for cap, low, high in caps if low <= facts.kernel <= high), None)


def _read_ahead_kb(facts: DefaultInputs) -> str | None:
    """128 KiB, or twice the optimal I/O size (block/blk-settings.c)."""
    if facts.optimal_io_bytes is None or facts.kernel is None:
        return None
    if facts.optimal_io_bytes or not facts.rotational or facts.kernel <= _PLAIN_READ_AHEAD:
        twice = 2 * facts.optimal_io_bytes // 1024 // _PAGE_KB * _PAGE_KB
        return str(max(_READ_AHEAD_KB, twice))
    largest = _max_sectors_kb(facts)
    if facts.kernel < _ROTATIONAL_READ_AHEAD or largest is None:
        return None
    return str(max(_READ_AHEAD_KB, 2 * largest))


def _wbt_lat_usec(facts: DefaultInputs) -> str | None:
    """The default latency target. bfq switches it off, and kernels differ in the value that they
    then show; a loop device's flag changes after the latency was chosen. Source: block/blk-wbt.c,
    wbt_default_latency_nsec."""
    if facts.scheduler is None or facts.scheduler.active == "bfq" or facts.kind == "loop":
        return None
    return None if facts.rotational is None else "75000" if facts.rotational else "2000"


def _async_depth(facts: DefaultInputs) -> str | None:
    requests = facts.settings.get("nr_requests", "")
    if facts.scheduler is None or facts.kernel is None or not requests.isdecimal():
        return None
    if facts.scheduler.active in _THREE_QUARTERS:
        return str(int(requests) * 3 // 4)
    is_whole = facts.scheduler.active == "mq-deadline" and facts.kernel >= _WHOLE_ASYNC_DEPTH
    return requests if is_whole else None


def _add_random(facts: DefaultInputs) -> str | None:
    """The default: 1 only for rotational SCSI disks. Source: drivers/scsi/sd.c,
    sd_read_block_characteristics."""
    if facts.transport not in _SCSI:
        return "0"
    return None if facts.rotational is None else str(int(facts.rotational))
