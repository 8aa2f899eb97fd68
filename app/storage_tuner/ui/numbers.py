"""``present.numbers`` with the separators of the locale."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from storage_tuner.core.sentence import MINUS
from storage_tuner.present import numbers
from storage_tuner.present.numbers import NOTHING, SPACE, THOUSANDS, is_time, time_unit
from storage_tuner.ui.language import localized, translated

__all__ = ["MINUS", "NOTHING", "SPACE", "THOUSANDS", "is_time", "time_unit"]


Arguments = ParamSpec("Arguments")


def _localized(write: Callable[Arguments, str]) -> Callable[Arguments, str]:
    return lambda *given, **named: localized(write(*given, **named))


three_digits = _localized(numbers.three_digits)
whole = _localized(numbers.whole)
rate = _localized(numbers.rate)
milliseconds = _localized(numbers.milliseconds)
metric_value = _localized(numbers.metric_value)
change = _localized(numbers.change)
percent = _localized(numbers.percent)
duration = _localized(numbers.duration)


def decimal_bytes(count: int) -> str:
    return _with_unit(numbers.decimal_bytes(count))


def binary_bytes(count: int) -> str:
    return _with_unit(numbers.binary_bytes(count))


def _with_unit(size: str) -> str:
    number, space, unit = size.rpartition(SPACE)
    return f"{localized(number)}{space}{translated(unit)}"
