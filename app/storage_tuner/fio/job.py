"""From a run's specification to fio's argument list. Pure text.

Each option is there for a reason found by trying (fio 3.33): times must be in ms (``--runtime=0.5``
runs without end); ``--readonly`` keeps a *read* job from overwriting or deleting a file that is too
small; ``--allow_file_create=0`` keeps a missing device from becoming a file; ``--thread`` leaves no
orphans behind a kill; ``--refill_buffers`` keeps a compressing disk from cheating.
"""

from __future__ import annotations

from storage_tuner.core.plan import Operation

ENGINE = "psync"
"""One request at a time in each thread needs no asynchronous engine; this one is always there."""

_MODES = {
    Operation.SEQUENTIAL_READ: "read",
    Operation.SEQUENTIAL_WRITE: "write",
    Operation.RANDOM_READ: "randread",
    Operation.RANDOM_WRITE: "randwrite",
}


def arguments(
    operation: Operation,
    *,
    path: str,
    size_bytes: int,
    threads: int,
    runtime_ms: int,
    ramp_ms: int,
    output: str = "json",
) -> tuple[str, ...]:
    """The whole argv, beginning with ``fio``, for one run on ``path``.

    Sequential threads each stream through a part of their own, since on the same part all but the
    first would read from the disk's cache. Random threads share the whole of ``size_bytes``.
    ``output`` is fio's format; ``json+`` adds the counts of all latencies, which slices need.
    """
    block = operation.block_bytes
    part = size_bytes if operation.random else size_bytes // threads // block * block
    common = (
        "fio",
        "--name=storage-tuner",
        f"--filename={escape(path)}",
        f"--rw={_MODES[operation]}",
        f"--bs={block}",
        f"--numjobs={threads}",
        f"--size={part}",
        f"--offset_increment={0 if operation.random else part}",
        "--iodepth=1",
        f"--ioengine={ENGINE}",
        "--direct=1",
        "--thread",
        "--group_reporting",
        "--time_based",
        f"--runtime={runtime_ms}ms",
        f"--ramp_time={ramp_ms}ms",
        "--randrepeat=0",
        "--norandommap",
        "--clocksource=clock_gettime",
        "--allow_file_create=0",
        "--eta=never",
        f"--output-format={output}",
    )
    return (*common, "--refill_buffers=1" if operation.writes else "--readonly")


def escape(path: str) -> str:
    """fio takes ``:`` in a file name for a separator; a backslash prevents it."""
    return path.replace("\\", "\\\\").replace(":", "\\:")
