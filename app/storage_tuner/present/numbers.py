"""The formatting of numbers for window, terminal and report, as in the language in force.

Three significant digits, a narrow space between thousands, a space that doesn't break before the
unit. MB, GB, TB are powers of 1000; KiB, MiB, GiB (block sizes, memory) powers of 1024.
"""

from __future__ import annotations

import math

from storage_tuner.core.language import MINUS as MINUS
from storage_tuner.core.language import SPACE as SPACE
from storage_tuner.core.language import THOUSANDS as THOUSANDS
from storage_tuner.core.language import spoken
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Message, Text, sentence, together, tr
from storage_tuner.core.verdict import VariantSummary
from storage_tuner.core.workload import Operation

NOTHING = "–"
"""Replaces a missing value."""
BYTES = sentence("bytes")


def three_digits(value: float) -> str:
    """``value`` to three significant digits: 468, 12.3, 0.0123, 12 300; NOTHING if not finite."""
    if not math.isfinite(value):
        return NOTHING
    rounded = _rounded(value)
    if rounded == 0:
        return "0"
    places = max(0, 2 - math.floor(math.log10(abs(rounded))))
    return _grouped(f"{rounded:.{places}f}")


def whole(value: int) -> str:
    """A count, with all its digits."""
    return _grouped(str(value))


def rate(mb_s: float) -> str:
    return f"{three_digits(mb_s)}{SPACE}MB/s"


def time_unit(milliseconds: float) -> tuple[float, str]:
    """The factor for a time in ms, and the resulting unit."""
    rounded = _rounded(milliseconds)
    if 0 < rounded < 1:
        return 1000, "µs"
    return (0.001, "s") if rounded >= 1000 else (1, "ms")


def milliseconds(value: float) -> str:
    """A time given in ms: µs below 1 ms, s from 1000 ms on."""
    if not math.isfinite(value):
        return NOTHING
    factor, unit = time_unit(value)
    return f"{three_digits(value * factor)}{SPACE}{unit}"


def is_time(metric: Metric) -> bool:
    return metric in (Metric.ACCESS_TIME, Metric.ACCESS_TIME_P99)


def metric_value(metric: Metric, operation: Operation, value: float | None) -> str:
    """A value of ``metric`` (in ``metric.unit(operation)``) with its unit; NOTHING for None."""
    if value is None or not math.isfinite(value):
        return NOTHING
    if is_time(metric):
        return milliseconds(value)
    return f"{three_digits(value)}{SPACE}{metric.unit(operation)}"


def mean_and_interval(metric: Metric, summary: VariantSummary) -> tuple[str, str]:
    """``468`` and ``(461 … 475)``, times with the unit that suits the mean: ``311 µs`` and
    ``(306 … 318)``. The interval is empty below two runs."""
    factor, unit = time_unit(summary.mean) if is_time(metric) else (1, "")
    mean = three_digits(summary.mean * factor) + (f"{SPACE}{unit}" if unit else "")
    if summary.low is None or summary.high is None:
        return mean, ""
    return mean, interval(summary.low * factor, summary.high * factor)


def interval(low: float, high: float) -> str:
    """``(461 … 475)``, following its mean and in the same unit."""
    return f"({three_digits(low)}{SPACE}…{SPACE}{three_digits(high)})"


def change(effect_percent: float | None, interval_percent: tuple[float, float] | None) -> str:
    """A difference with its 95 % interval, as in ``+11.2 % (+8.1 … +14.3 %)``.

    The empty string unless both are known: a percentage never stands without its interval.
    """
    if effect_percent is None or interval_percent is None:
        return ""
    low, high = sorted(interval_percent)
    numbers = (effect_percent, low, high)
    if not all(math.isfinite(number) for number in numbers):
        return ""
    places = 1 if max(map(abs, numbers)) < 100 else 0
    effect, lower, upper = (_signed(number, places) for number in numbers)
    return f"{effect}{SPACE}% ({lower}{SPACE}…{SPACE}{upper}{SPACE}%)"


def percent(value: float, places: int = 0) -> str:
    """``14 %``; one decimal below 1 %."""
    return str(percent_message(value, places))


def percent_message(value: float, places: int = 0) -> Message:
    """As ``percent``, for a message."""
    places = max(places, int(0.05 <= abs(value) < 1))
    return together((_number(value, places, ""), "%"), SPACE)


def signed_percent(value: float, places: int = 0) -> str:
    """``+14 %``, ``−2 %``, ``0 %``."""
    return f"{_signed(value, places)}{SPACE}%"


def places_of(interval: tuple[float, float] | None) -> int:
    """How many decimals of a percentage its interval warrants."""
    return int(interval is not None and abs(interval[1] - interval[0]) < 2)


def percent_span(interval: tuple[float, float]) -> Text:
    """``10 to 18 %``, ``−4 to +9 %``; empty where a bound isn't finite."""
    low, high = sorted(interval)
    if not (math.isfinite(low) and math.isfinite(high)):
        return ""
    places, sign = places_of(interval), "" if low >= 0 else "+"
    return sentence(
        "{low} to {high}",
        low=_number(low, places, sign),
        high=together((_number(high, places, sign), "%"), SPACE),
    )


def signed_percent_span(interval: tuple[float, float]) -> str:
    """``+10 to +18 %``; empty where a bound isn't finite."""
    return _span(*_signed_bounds(interval))


def _signed_bounds(interval: tuple[float, float]) -> tuple[str, str]:
    low, high = sorted(interval)
    if not (math.isfinite(low) and math.isfinite(high)):
        return "", ""
    places = places_of(interval)
    return _signed(low, places), _signed(high, places)


def _span(first: str, last: str) -> str:
    if not first:
        return ""
    return tr("{low} to {high}", low=first, high=f"{last}{SPACE}%")


def times(ratio: float) -> str:
    """``×3``, ``×3.4``, ``×12``."""
    digits = f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}".removesuffix(".0")
    return f"×{_grouped(digits)}"


def more_time(seconds: float) -> str:
    """How much longer something takes, roughly: ``40 more seconds``, ``3 more minutes``."""
    if seconds < 90:
        return tr("{seconds} more seconds", seconds=max(10 * math.ceil(seconds / 10), 10))
    minutes = math.ceil(seconds / 60)
    return (
        tr("{minutes} more minutes", minutes=minutes)
        if minutes < 120
        else tr("{hours} more hours", hours=math.ceil(minutes / 60))
    )


def decimal_bytes(count: int) -> str:
    """A size of a disk or of data moved: 240 GB, 1.00 TB."""
    return _scaled(count, 1000, (BYTES, "kB", "MB", "GB", "TB", "PB", "EB"))


def binary_bytes(count: int) -> str:
    """A block size, a read-ahead or memory: 4 KiB, 7.76 GiB."""
    return _scaled(count, 1024, (BYTES, "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"))


def duration_ms(span_ms: int) -> str:
    """A short time span of a plan: 700 ms, 2 s, 2.5 s."""
    if span_ms < 1000:
        return f"{span_ms}{SPACE}ms"
    return f"{spoken().localized(f'{span_ms / 1000:g}')}{SPACE}s"


def duration(seconds: float) -> str:
    """A readable time span: 12 s, 4 min 30 s, 1 h 5 min."""
    total = round(seconds)
    if total < 60:
        return f"{total}{SPACE}s"
    minutes, rest = divmod(total, 60)
    if minutes < 60:
        return f"{minutes}{SPACE}min" + (f" {rest}{SPACE}s" if rest else "")
    hours, minutes = divmod(minutes, 60)
    return f"{hours}{SPACE}h" + (f" {minutes}{SPACE}min" if minutes else "")


def plain_spaces(text: str) -> str:
    """``text`` with spaces that all terminals and fonts have."""
    return text.replace(SPACE, " ").replace(THOUSANDS, " ")


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")


def _grouped(digits: str) -> str:
    sign, digits = (MINUS, digits[1:]) if digits.startswith("-") else ("", digits)
    integer, point, fraction = digits.partition(".")
    return spoken().localized(f"{sign}{int(integer):,}{point}{fraction}")


def _number(value: float, places: int, sign: str) -> Message:
    """``sign`` is that of positive ones; 0 has none."""
    if not float(f"{value:.{places}f}"):
        value, sign = 0.0, ""
    return Message(f"{{value:{sign}.{places}f}}", (("value", value),))


def _signed(value: float, places: int) -> str:
    text = f"{value:+.{places}f}".replace("-", MINUS)
    return spoken().localized(text if text.strip("+−0.") else text[1:])


def _scaled(count: int, base: int, units: tuple[Text, ...]) -> str:
    value, unit = float(count), 0
    while max(value, _rounded(value)) >= base and unit < len(units) - 1:
        value, unit = value / base, unit + 1
    exact = value == int(value) and value < base and base == 1024
    number = whole(int(value)) if exact or not unit else three_digits(value)
    return f"{number}{SPACE}{units[unit]}"
