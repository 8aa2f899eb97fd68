"""A load's streams as arguments of the helper's protocol (docs/helper-protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.client.helper import Group, Value
from storage_tuner.core.workload import Order, Stream

Word = str | int | bool


def benchmark_arguments(streams: Sequence[Stream], threads: int) -> dict[str, Value]:
    """The arguments of StartBenchmark that say what fio does; ``threads`` is the cell's count.

    None of the streams may be buffered: a device is measured past the page cache.
    """
    return {"streams": [_group(stream, stream.threads_of(threads)) for stream in streams]}


def _group(stream: Stream, threads: int) -> Group:
    """What is as usual is left out, and the helper refuses what the mode doesn't have."""
    assert not stream.buffered
    words: dict[str, Word | None] = {
        "mode": stream.mode.value,
        "threads": threads,
        "block_bytes": stream.block_bytes,
        "queue_depth": stream.queue_depth,
        "shared": stream.shared,
        "region_start_percent": stream.region.start_percent,
        "region_percent": stream.region.percent,
        "write_percent": stream.write_percent,
        "fsync_every": stream.fsync_every or None,
        "rate_iops": stream.rate_iops,
        "synchronous": stream.synchronous or None,
        **_order(stream),
        **_priority(stream),
    }
    return {name: word for name, word in words.items() if word is not None}


def _order(stream: Stream) -> dict[str, Word | None]:
    if stream.order is Order.FORWARD:
        return {}
    stride = stream.stride_bytes if stream.order is Order.STRIDED else None
    return {"order": stream.order.value, "stride_bytes": stride}


def _priority(stream: Stream) -> dict[str, Word | None]:
    if stream.priority is None:
        return {}
    priority = stream.priority
    return {"priority_class": priority.priority_class.value, "priority_level": priority.level}
