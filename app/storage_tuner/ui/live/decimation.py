"""Thins curves: a pixel column shows the minimum and the maximum in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.floating]


@dataclass(frozen=True)
class PixelColumns:
    """One entry per column: its position, minimum, maximum and mean, NaN where it's empty.
    ``first`` is the number of the first column since recording began."""

    x: Values
    low: Values
    high: Values
    mean: Values
    first: int


def decimate(
    x: Values, low: Values, high: Values, mean: Values, first: int, per_column: int
) -> PixelColumns:
    """Combine ``per_column`` neighbouring intervals into one column.

    ``first`` is the number of the first interval since recording began: columns are aligned to it
    and not to the end of the data, so that the picture moves without shimmering.
    """
    if per_column == 1 or not len(x):
        return PixelColumns(x, low, high, mean, first)
    skip = -first % per_column
    starts = np.arange(skip, len(x), per_column)
    if skip:
        starts = np.concatenate(([0], starts))
    # fmin and fmax ignore NaN unless all are NaN
    return PixelColumns(
        x[starts],
        np.fmin.reduceat(low, starts),
        np.fmax.reduceat(high, starts),
        _means(mean, starts),
        first // per_column,
    )


def _means(values: Values, starts: npt.NDArray[np.intp]) -> Values:
    there = np.isfinite(values)
    sums = np.add.reduceat(np.where(there, values, 0), starts)
    counts = np.add.reduceat(there.astype(np.float64), starts)
    return sums / np.where(counts, counts, np.nan)


def stretches(columns: PixelColumns) -> list[tuple[int, int]]:
    """Begin and end (exclusive) of every unbroken run of columns that hold a value."""
    filled = np.isfinite(columns.low)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], filled.view(np.int8), [0]))))
    return [(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]


def zigzag(columns: PixelColumns, begin: int, end: int) -> tuple[Values, Values]:
    """Points of one polyline through minimum and maximum of each column."""
    x = np.repeat(columns.x[begin:end], 2)
    y = np.empty(2 * (end - begin))
    y[0::2] = columns.low[begin:end]
    y[1::2] = columns.high[begin:end]
    return x, y


def mean_over(means: Values, weights: Values) -> float:
    """The weighted mean; NaN if there is no value. Weights of missing values don't count."""
    there = np.isfinite(means) & np.isfinite(weights)
    total = float(weights[there].sum())
    return float((means[there] * weights[there]).sum()) / total if total else float("nan")
