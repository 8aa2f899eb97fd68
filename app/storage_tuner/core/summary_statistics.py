"""Mean and deviation of one variant in one cell, from a table that doesn't list its runs."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.measurement import Metric
from storage_tuner.core.workload import Operation


@dataclass(frozen=True)
class MeanOfRuns:
    """``mean`` and ``deviation`` (of ``count`` runs, not of the mean; None: not told) in the unit
    of the metric; ``threads`` is None where no thread count is told."""

    variant: str
    operation: Operation
    metric: Metric
    threads: int | None
    mean: float
    deviation: float | None
    count: int
