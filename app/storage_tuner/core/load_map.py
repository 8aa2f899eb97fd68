"""The map: read latency over read load and write load."""

from __future__ import annotations

import re
from dataclasses import dataclass

from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Metric
from storage_tuner.core.workload import Operation, Stream

BEARABLE = 2.0
"""Read latency counts as low up to this multiple of that without other load."""


_NAME = re.compile(r"map-(read|write)-(\d{1,3})-(\d{1,3})")


@dataclass(frozen=True)
class LoadLevel:
    """An offered load: ``percent`` of the highest throughput of reads or of writes alone, which is
    ``iops`` requests per second."""

    percent: int
    iops: int


@dataclass(frozen=True)
class MapCell:
    """The reads of one variant at one load, in percent of both. Latencies in ms, as means over
    ``slices``. ``saturated``: reads or writes didn't reach the offered load, so that latencies
    would depend on the length of the measurement, and are None. ``p99_ms`` is also None where a
    slice has too few reads."""

    variant: str
    reads: int
    writes: int
    slices: int
    saturated: bool = False
    mean_ms: float | None = None
    p99_ms: float | None = None

    def latency_ms(self, metric: Metric) -> float | None:
        """``metric`` is one of the two latencies."""
        return self.p99_ms if metric is Metric.ACCESS_TIME_P99 else self.mean_ms


@dataclass(frozen=True)
class WriteLimit:
    """The write load, in percent, beside which the mean latency of ``reads`` percent of reads stays
    below ``BEARABLE`` times the unloaded one of ``variant``: up to ``below`` it surely does, from
    ``above`` on it surely doesn't. None: at no load that was measured."""

    variant: str
    reads: int
    below: int | None
    above: int | None


@dataclass(frozen=True)
class MapComparison:
    """The mean read latency of ``variant`` compared with ``reference``, as the geometric mean over
    the ``cells`` that neither saturates; FASTER means a shorter one. The interval is at the level
    of the claim; None with too few blocks."""

    variant: str
    reference: str
    state: ComparisonState
    effect_percent: float
    interval_percent: tuple[float, float] | None
    cells: int


@dataclass(frozen=True)
class LoadMap:
    """A map over the levels of ``reads`` and ``writes``; ``cells`` has those that were measured.
    ``blocks`` is the number of times that the map was measured completely."""

    reads: tuple[LoadLevel, ...]
    writes: tuple[LoadLevel, ...]
    cells: tuple[MapCell, ...]
    limits: tuple[WriteLimit, ...]
    comparisons: tuple[MapComparison, ...]
    blocks: int

    @property
    def variants(self) -> tuple[str, ...]:
        """The measured variants."""
        return tuple(dict.fromkeys(cell.variant for cell in self.cells))

    def cell(self, variant: str, reads: int, writes: int) -> MapCell | None:
        """The cell at this load; None if it wasn't measured."""
        wanted = variant, reads, writes
        return next(
            (each for each in self.cells if (each.variant, each.reads, each.writes) == wanted), None
        )

    def unloaded(self, variant: str) -> MapCell | None:
        """The cell with the fewest reads and no writes."""
        return self.cell(variant, self.reads[0].percent, 0) if self.reads else None


def load_of(operation: Operation) -> tuple[int, int] | None:
    """The percentages of reads and writes at which a map measures ``operation``; None if it's of no
    map."""
    found = _NAME.fullmatch(operation.name)
    return (int(found[2]), int(found[3])) if found else None


def asked_iops(stream: Stream) -> int:
    """The offered load of a stream with a rate and threads of its own."""
    return (stream.rate_iops or 0) * stream.threads_of(1)
