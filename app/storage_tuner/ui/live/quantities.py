"""The quantities of live charts: their series, formats of values, and texts for missing values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from storage_tuner.core.message import tr
from storage_tuner.present import numbers
from storage_tuner.ui import wording
from storage_tuner.ui.live.recent_history import WEIGHTS, History

Word = Callable[[float], str]


@dataclass(frozen=True)
class ChartSeries:
    """``name`` is shown in the legend; ``key`` is a series of the history; ``none`` is shown when
    no such request completed."""

    key: str
    name: str
    none: str = ""


@dataclass(frozen=True)
class Quantity:
    """A quantity with its series and scale. ``word`` formats a value with its unit ("120 MB/s"),
    ``figure`` and ``tick`` do so where space is short: the unit may be in the title. A linear scale
    begins at zero, ends at ``least_top`` or above, or is ``fixed``. ``idle`` is shown when all
    values are zero."""

    key: str
    title: str
    series: tuple[ChartSeries, ...]
    word: Word
    figure: Word
    tick: Word
    idle: str
    least_top: float = 1.0
    fixed: bool = False
    logarithmic: bool = False


def throughput() -> Quantity:
    return Quantity(
        "throughput",
        tr("Throughput (MB/s)"),
        (*_both("read_mb_s", "write_mb_s"), _discards("discard_mb_s")),
        numbers.rate,
        wording.rate_number,
        wording.short_number,
        tr("No reads or writes in this period."),
    )


def requests() -> Quantity:
    return Quantity(
        "iops",
        tr("Requests (IOPS)"),
        (*_both("read_iops", "write_iops"), _discards("discard_iops"), _flushes("flush_iops")),
        _iops,
        numbers.three_digits,
        wording.short_number,
        tr("No requests in this period."),
        least_top=10.0,
    )


def latency() -> Quantity:
    return Quantity(
        "latency",
        tr("Latency"),
        (
            *_both("read_latency_ms", "write_latency_ms"),
            _discards("discard_latency_ms"),
            _flushes("flush_latency_ms"),
        ),
        _latency,
        _latency,
        wording.latency_tick,
        tr("No requests completed in this period."),
        logarithmic=True,
    )


def queue_length() -> Quantity:
    return Quantity(
        "queue",
        tr("Queue length"),
        (ChartSeries("queue_length", tr("requests")),),
        numbers.three_digits,
        numbers.three_digits,
        wording.short_number,
        tr("The queue was empty."),
    )


def utilisation() -> Quantity:
    return Quantity(
        "utilisation",
        tr("Utilisation"),
        (ChartSeries("utilisation", tr("busy")),),
        _share,
        _share,
        _share,
        tr("The device was idle."),
        fixed=True,
    )


def all_quantities() -> tuple[Quantity, ...]:
    return throughput(), requests(), latency(), queue_length(), utilisation()


def of_reads_and_writes(quantity: Quantity) -> Quantity:
    """``quantity`` without discards and flushes, for small charts."""
    return replace(quantity, series=quantity.series[:2])


def value_now(history: History, series: ChartSeries) -> float | None:
    """The value over the last second; None if there was none. Latencies are means per request."""
    weight = WEIGHTS.get(series.key)
    pairs = [
        (value, (getattr(done, weight) if weight else done.seconds) or 0)
        for done in history.recent
        if (value := getattr(done, series.key)) is not None
    ]
    total = sum(share for _, share in pairs)
    return sum(value * share for value, share in pairs) / total if total else None


def word_now(history: History | None, series: ChartSeries, word: Word) -> str:
    """The current value, or the reason why there is none."""
    if history is None or not len(history):
        return numbers.NOTHING
    value = value_now(history, series)
    if value is not None:
        return word(value)
    weight = WEIGHTS.get(series.key)
    counted = [getattr(done, weight) for done in history.recent] if weight else []
    if any(count is not None for count in counted):
        return series.none
    return tr("not reported")


def _both(read: str, write: str) -> tuple[ChartSeries, ChartSeries]:
    return (
        ChartSeries(read, tr("read"), tr("no reads")),
        ChartSeries(write, tr("write"), tr("no writes")),
    )


def _discards(key: str) -> ChartSeries:
    return ChartSeries(key, tr("discard"), tr("no discards"))


def _flushes(key: str) -> ChartSeries:
    return ChartSeries(key, tr("flush"), tr("no flushes"))


def _latency(ms: float) -> str:
    """Format a latency; the kernel counts whole milliseconds, so a zero means less than that."""
    return numbers.milliseconds(ms) if ms else tr("under 1\u00a0ms")


def _iops(value: float) -> str:
    return tr("{count} per second", count=numbers.three_digits(value))


def _share(value: float) -> str:
    return f"{round(value * 100)}{numbers.SPACE}%"
