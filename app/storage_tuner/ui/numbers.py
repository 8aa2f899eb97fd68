"""``present.numbers`` with the separators of the locale."""

from __future__ import annotations

from storage_tuner.core.language import MINUS
from storage_tuner.core.measurement import Metric
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers
from storage_tuner.present.numbers import NOTHING, SPACE, THOUSANDS, is_time, time_unit
from storage_tuner.ui.language import localized

__all__ = ["MINUS", "NOTHING", "SPACE", "THOUSANDS", "is_time", "time_unit"]


def three_digits(value: float) -> str:
    return localized(numbers.three_digits(value))


def whole(value: int) -> str:
    return localized(numbers.whole(value))


def rate(mb_s: float) -> str:
    return localized(numbers.rate(mb_s))


def milliseconds(value: float) -> str:
    return localized(numbers.milliseconds(value))


def metric_value(metric: Metric, operation: Operation, value: float | None) -> str:
    return localized(numbers.metric_value(metric, operation, value))


def change(effect_percent: float | None, interval_percent: tuple[float, float] | None) -> str:
    return localized(numbers.change(effect_percent, interval_percent))


def percent(value: float) -> str:
    return localized(numbers.percent(value))


def decimal_bytes(count: int) -> str:
    return _with_unit(numbers.decimal_bytes(count))


def binary_bytes(count: int) -> str:
    return _with_unit(numbers.binary_bytes(count))


def duration(seconds: float) -> str:
    return localized(numbers.duration(seconds))


def _with_unit(size: str) -> str:
    number, space, unit = size.rpartition(SPACE)
    return f"{localized(number)}{space}{str(unit)}"
