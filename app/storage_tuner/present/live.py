"""The figures of a live session under the same load, beside the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.advice.live import RelativeMean, VariantFigures, variant_figures
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan
from storage_tuner.present import numbers

TITLE = sentence("Results under the same load")

COLUMNS = (
    sentence("Read latency"),
    sentence("Write latency"),
    sentence("MB/s"),
    sentence("IOPS"),
    sentence("Queue"),
    sentence("Busy"),
)


@dataclass(frozen=True)
class Value:
    """A mean, and its interval in brackets or ""."""

    mean: str
    interval: str = ""

    def __str__(self) -> str:
        return f"{self.mean} {self.interval}".rstrip()


@dataclass(frozen=True)
class FigureRow:
    """Of one variant: a value for each of ``COLUMNS``."""

    variant: str
    values: tuple[Value, ...]


def figure_rows(record: SessionRecord) -> tuple[FigureRow, ...]:
    """Rows of the observed variants, in the plan's order."""
    return rows_so_far(record.plan, record.measurements)


def rows_so_far(plan: Plan, measurements: Sequence[Measurement]) -> tuple[FigureRow, ...]:
    """As ``figure_rows``, for a session in progress."""
    return tuple(
        FigureRow(figures.variant, _values(figures))
        for figures in variant_figures(plan, measurements)
    )


def _values(figures: VariantFigures) -> tuple[Value, ...]:
    return (
        _time(figures.read_ms),
        _time(figures.write_ms),
        _number(figures.mb_s),
        _number(figures.iops),
        _number(figures.queue),
        _number(figures.utilisation, 100, f"{numbers.SPACE}%"),
    )


def _time(figure: RelativeMean | None) -> Value:
    if figure is None:
        return Value(numbers.NOTHING)
    factor, unit = numbers.time_unit(figure.mean)
    return _number(figure, factor, f"{numbers.SPACE}{unit}")


def _number(figure: RelativeMean | None, factor: float = 1.0, unit: str = "") -> Value:
    if figure is None:
        return Value(numbers.NOTHING)
    mean = f"{numbers.three_digits(figure.mean * factor)}{unit}"
    if figure.low is None or figure.high is None:
        return Value(mean)
    return Value(mean, numbers.interval(figure.low * factor, figure.high * factor))
