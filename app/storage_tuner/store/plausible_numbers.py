"""The range of numbers that can have been measured: beyond it, results of computing overflow."""

from __future__ import annotations

LARGEST = 1e15
SMALLEST = 1e-30
"""But for 0."""

LARGEST_WHOLE = 2**64
"""As the kernel counts."""


def is_measurable(number: float) -> bool:
    return number == 0 or SMALLEST <= abs(number) <= LARGEST
