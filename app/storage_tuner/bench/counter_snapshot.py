"""The kernel's counters at a moment, as text: read where a run is timed, parsed elsewhere."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class CounterSnapshot:
    """``at_s`` of a monotonic clock; ``stat`` is the disk's file of that name, "" without one, and
    ``processors`` the first line of /proc/stat."""

    at_s: float
    stat: str
    processors: str

    def document(self) -> dict[str, object]:
        return asdict(self)


def moment_from(document: object) -> CounterSnapshot:
    assert isinstance(document, Mapping)
    return CounterSnapshot(
        float(document["at_s"]), str(document["stat"]), str(document["processors"])
    )


def read_counter_snapshot(counters: str | None) -> CounterSnapshot:
    """The current counters; ``counters`` is the path of the disk's ``stat``."""
    stat = _text(counters) if counters else ""
    return CounterSnapshot(time.monotonic(), stat, _text("/proc/stat").partition("\n")[0])


def _text(path: str) -> str:
    try:
        return Path(path).read_text("ascii", "replace")
    except OSError:
        return ""
