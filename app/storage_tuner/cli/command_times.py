"""How long the runs of the user's own commands took."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.workload import RateUnit


def time_lines(record: SessionRecord) -> list[str]:
    """How long the runs of each own command took, with each setting."""
    lines = []
    for operation in record.plan.operations:
        if operation.unit is not RateUnit.RUNS:
            continue
        lines += ["", f"{operation.label}:"]
        for variant in record.plan.variants:
            runs = [
                run.duration_s
                for run in record.measurements
                if (run.operation, run.variant) == (operation, variant.name) and not run.disturbed
            ]
            lines.append(f"  {variant.name}: {_time_text(runs)}")
    return lines


def _time_text(seconds: Sequence[float]) -> str:
    if not seconds:
        return "not measured"
    mean = statistics.fmean(seconds)
    count = f"{len(seconds)} run{'s' if len(seconds) > 1 else ''}"
    if len(seconds) < 2:
        return f"{mean:.3g} s ({count})"
    spread = statistics.stdev(seconds)
    places = max(0, 1 - math.floor(math.log10(spread))) if spread > 0 else 3
    return f"{mean:.{places}f} s ± {spread:.{places}f} s ({count})"
