"""Thinning of curves: what a pixel column shows is the least and the greatest value in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Columns:
    """One entry a column: its place, its least and its greatest value; NaN where it's empty."""

    x: Values
    low: Values
    high: Values


def decimate(x: Values, y: Values, first: int, per_column: int) -> Columns:
    """Put ``per_column`` neighbouring samples into one column.

    ``first`` is the number of the first sample since the beginning of recording: columns are
    bound to it and not to the end of the data, so that the picture moves without shimmering.
    """
    skip = -first % per_column
    starts = np.arange(skip, len(y), per_column)
    if skip and len(y):
        starts = np.concatenate(([0], starts))
    if not len(starts):
        empty = np.empty(0)
        return Columns(empty, empty, empty)
    # fmin and fmax ignore NaN unless all are NaN
    return Columns(x[starts], np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts))


def stretches(columns: Columns) -> list[tuple[int, int]]:
    """Begin and end (exclusive) of every unbroken run of columns that hold a value."""
    filled = np.isfinite(columns.low)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], filled.view(np.int8), [0]))))
    return [(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]


def zigzag(columns: Columns, begin: int, end: int) -> tuple[Values, Values]:
    """Points of one polyline through least and greatest value of each column."""
    x = np.repeat(columns.x[begin:end], 2)
    y = np.empty(2 * (end - begin))
    y[0::2] = columns.low[begin:end]
    y[1::2] = columns.high[begin:end]
    return x, y
