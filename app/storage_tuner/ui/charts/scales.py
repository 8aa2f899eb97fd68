"""Computes the ends and ticks of an axis. Pure arithmetic."""

from __future__ import annotations

import math

_STEPS = (1, 2, 5)
_TOPS = (1, 2, 3, 4, 5, 6, 8)
"""Ends of a linear scale; each has its own ticks and leaves less than half of the scale empty."""

_TIME_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800)


def top_above(value: float) -> float:
    """A round end for a linear scale that is not below ``value`` (> 0)."""
    return _rounded_up(value, _TOPS)


def rounded_up(value: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is not below ``value`` (> 0)."""
    return _rounded_up(value, _STEPS)


def _rounded_up(value: float, steps: tuple[int, ...]) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    for step in (*steps, 10):
        if step * power >= value * (1 - 1e-9):
            return step * power
    raise AssertionError(value)


def rounded_down(value: float) -> float:
    """The greatest 1, 2 or 5 times a power of ten that is not above ``value`` (> 0)."""
    power = 10.0 ** math.floor(math.log10(value * (1 + 1e-9)))
    return max(step * power for step in _STEPS if step * power <= value * (1 + 1e-9))


def linear_ticks(top: float, most: int = 5) -> list[float]:
    """Ticks from zero to ``top`` in at most ``most`` steps of 1, 2 or 5 times a power of ten."""
    step = rounded_up(top / most)
    return [number * step for number in range(int(top / step + 1e-9) + 1)]


def multiples(step: float, low: float, high: float) -> list[float]:
    """The multiples of ``step`` in [low, high]."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def logarithmic_ticks(low: float, high: float, most: int) -> list[float]:
    """1-2-5 ticks in [low, high]; only powers of ten if there would be more than ``most``."""
    first = math.floor(math.log10(low)) - 1
    last = math.ceil(math.log10(high)) + 1
    inside = [
        (step, step * 10.0**power)
        for power in range(first, last + 1)
        for step in _STEPS
        if low * (1 - 1e-9) <= step * 10.0**power <= high * (1 + 1e-9)
    ]
    if len(inside) > most:
        inside = [(step, value) for step, value in inside if step == 1]
    return [value for _, value in inside]


def time_ticks(begin: float, end: float, most: int) -> list[float]:
    """At most ``most`` + 1 round moments in [begin, end], in seconds."""
    wanted = (end - begin) / max(1, most)
    step = next((step for step in _TIME_STEPS if step >= wanted * (1 - 1e-9)), _TIME_STEPS[-1])
    first = math.ceil(begin / step - 1e-6)
    last = math.floor(end / step + 1e-6)
    return [number * step for number in range(first, last + 1)]
