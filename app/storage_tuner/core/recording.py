"""The recorded start of a program: its reads, and how long it thinks between them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RecordedRead:
    """A read of ``length`` bytes at ``offset`` in the recording's span. ``think_us``: from the
    completion of the read before to the issue of this one."""

    offset: int
    length: int
    think_us: int


@dataclass(frozen=True)
class Recording:
    """The reads in the order of their issue, within ``span_bytes``. ``program`` and ``recorded``
    are what was recorded, and how."""

    name: str
    program: str
    recorded: str
    span_bytes: int
    reads: tuple[RecordedRead, ...]

    @property
    def mean_think_us(self) -> int:
        return round(sum(read.think_us for read in self.reads) / len(self.reads))
