"""How numbers are written."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import VariantSummary
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers


def plain(text: str) -> str:
    return text.replace(numbers.SPACE, " ").replace(numbers.THOUSANDS, "'")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (468.2, "468"),
        (12.345, "12.3"),
        (1.0, "1.00"),
        (0.012345, "0.0123"),
        (999.6, "1'000"),
        (12345, "12'300"),
        (1234567, "1'230'000"),
        (-5.5, "−5.50"),
        (math.nan, "–"),
        (math.inf, "–"),
    ],
)
def test_three_digits(value: float, text: str) -> None:
    assert plain(numbers.three_digits(value)) == text


@given(st.floats(1e-6, 1e12))
def test_three_digits_are_within_half_a_percent(value: float) -> None:
    read = float(plain(numbers.three_digits(value)).replace("'", ""))
    assert read == pytest.approx(value, rel=0.00501)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.311, "311 µs"),
        (0.00052, "0.520 µs"),
        (0.9994, "999 µs"),
        (0.9996, "1.00 ms"),
        (8.52, "8.52 ms"),
        (999.6, "1.00 s"),
        (1234, "1.23 s"),
        (0, "0 ms"),
        (math.nan, "–"),
    ],
)
def test_times_are_in_the_unit_that_suits_them(value: float, text: str) -> None:
    assert plain(numbers.milliseconds(value)) == text


@pytest.mark.parametrize(
    ("effect", "interval", "text"),
    [
        (11.24, (8.06, 14.3), "+11.2 % (+8.1 … +14.3 %)"),
        (-0.04, (-1.0, 0.9), "0.0 % (−1.0 … +0.9 %)"),
        (210.4, (99.0, 320.0), "+210 % (+99 … +320 %)"),
        (5.0, (7.0, 3.0), "+5.0 % (+3.0 … +7.0 %)"),
        (5.0, None, ""),
        (None, (1.0, 2.0), ""),
        (5.0, (-math.inf, 2.0), ""),
        (math.nan, (1.0, 2.0), ""),
    ],
)
def test_a_percentage_never_stands_without_its_interval(
    effect: float | None, interval: tuple[float, float] | None, text: str
) -> None:
    assert plain(numbers.change(effect, interval)) == text


def test_a_mean_and_its_interval_share_one_unit() -> None:
    def shown(metric: Metric, summary: VariantSummary) -> str:
        return plain(" ".join(filter(None, numbers.mean_and_interval(metric, summary))))

    summary = VariantSummary("a", 0.95, 0.1, 0.9, 1.1, 5)
    assert shown(Metric.ACCESS_TIME, summary) == "950 µs (900 … 1'100)"
    assert shown(Metric.RATE, summary) == "0.950 (0.900 … 1.10)"
    lone = VariantSummary("a", 468, None, None, None, 1)
    assert shown(Metric.RATE, lone) == "468"


@pytest.mark.parametrize(
    ("metric", "operation", "text"),
    [
        (Metric.RATE, Operation.SEQUENTIAL_READ, "0.500 MB/s"),
        (Metric.RATE, Operation.RANDOM_READ, "0.500 IOPS"),
        (Metric.ACCESS_TIME_P99, Operation.RANDOM_READ, "500 µs"),
        (Metric.CPU_EFFICIENCY, Operation.RANDOM_READ, "0.500 MB per CPU second"),
    ],
)
def test_values_carry_their_unit(metric: Metric, operation: Operation, text: str) -> None:
    assert plain(numbers.metric_value(metric, operation, 0.5)) == text
    assert numbers.metric_value(metric, operation, None) == "–"


@pytest.mark.parametrize(
    ("count", "decimal", "binary"),
    [
        (0, "0 bytes", "0 bytes"),
        (512, "512 bytes", "512 bytes"),
        (4096, "4.10 kB", "4 KiB"),
        (1 << 20, "1.05 MB", "1 MiB"),
        (999_999, "1.00 MB", "977 KiB"),
        (240_057_409_536, "240 GB", "224 GiB"),
        (1_000_204_886_016, "1.00 TB", "932 GiB"),
    ],
)
def test_sizes(count: int, decimal: str, binary: str) -> None:
    assert plain(numbers.decimal_bytes(count)) == decimal
    assert plain(numbers.binary_bytes(count)) == binary


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.6, "1 min"), (270, "4 min 30 s"), (3600, "1 h"), (3900, "1 h 5 min")],
)
def test_durations(seconds: float, text: str) -> None:
    assert plain(numbers.duration(seconds)) == text


@pytest.mark.parametrize(("span", "text"), [(700, "700 ms"), (2000, "2 s"), (2500, "2.5 s")])
def test_short_durations(span: int, text: str) -> None:
    assert plain(numbers.duration_ms(span)) == text
