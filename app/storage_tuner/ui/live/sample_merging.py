"""Merges several samples into one."""

from __future__ import annotations

import math
from collections.abc import Sequence


def summary(
    values: Sequence[float], seconds: Sequence[float], weights: Sequence[float], *, by_count: bool
) -> tuple[float, float, float]:
    """Least, greatest and mean value; by count a second's weight is how many there were in it."""
    filled = [
        (value, length * weight if by_count else length)
        for value, length, weight in zip(values, seconds, weights, strict=True)
        if value == value
    ]
    if not filled:
        return math.nan, math.nan, math.nan
    low, high = min(filled)[0], max(filled)[0]
    total = sum(weight for _, weight in filled if weight == weight)
    if not total:
        return low, high, sum(value for value, _ in filled) / len(filled)
    mean = sum(value * weight for value, weight in filled if weight == weight) / total
    return low, high, mean
