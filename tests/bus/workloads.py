"""What tests have the helper's fio do."""

from __future__ import annotations

from typing import Any


def stream(mode: str = "randread", **more: object) -> dict[str, Any]:
    """One of ``streams``: two threads, unless told otherwise."""
    return {"mode": mode, "threads": 2, "block_bytes": 4096, **more}


def benchmark(*streams: dict[str, Any], **more: object) -> dict[str, Any]:
    """The arguments of ``StartBenchmark`` but for the session."""
    return {
        "streams": list(streams or [stream()]),
        "runtime_ms": 200,
        "ramp_ms": 0,
        "engine": "psync",
        **more,
    }


def replay(*reads: str, **more: object) -> dict[str, Any]:
    """A stream that replays ``reads``, in units of 4096 bytes."""
    texts = list(reads or ("0 1 16 4", "3 1"))
    usual: dict[str, object] = {"threads": 1, "block_bytes": 1 << 20, "reads": texts}
    return stream("randread", **{**usual, **more})


RANDOM_READ = benchmark()
RANDOM_WRITE = benchmark(stream("randwrite"))
LONG_RUN = benchmark(runtime_ms=600_000)
