"""Formats moments and spans for a time axis, and places its ticks."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QLocale

from storage_tuner.core.message import tr
from storage_tuner.ui.charts.frame import Tick
from storage_tuner.ui.charts.scales import time_ticks
from storage_tuner.ui.live.time_window import TimeWindow


def wall_time(moment: float) -> float:
    """The wall-clock time (s since 1970) of a moment of the sampler's clock, which is monotonic."""
    return time.time() - time.monotonic() + moment


def clock(moment: float, *, tenths: bool = False) -> str:
    """``14:03:24``; the moment is rounded to whole or to tenths of seconds."""
    places = 1 if tenths else 0
    seconds = round(wall_time(moment), places)
    text = time.strftime("%H:%M:%S", time.localtime(math.floor(seconds + 1e-6)))
    if not tenths:
        return text
    return f"{text}{QLocale().decimalPoint()}{round(seconds * 10) % 10}"


def age(seconds: float, span_s: float) -> str:
    """How long ago, for an axis that is ``span_s`` long."""
    if math.isclose(seconds, 0, abs_tol=1e-6):
        return tr("now")
    number = _number
    if span_s > 120:
        return tr("−{minutes} min", minutes=number(seconds / 60))
    return tr("−{seconds} s", seconds=number(seconds))


def span(seconds: float) -> str:
    """A span for use in a sentence: ``12.5 s``, ``4 min``, ``1 h``."""
    number = _number
    if seconds < 120:
        return tr("{seconds} s", seconds=number(seconds))
    if seconds < 3600:
        return tr("{minutes} min", minutes=number(seconds / 60))
    return tr("{hours} h", hours=number(seconds / 3600))


def _number(value: float) -> str:
    return QLocale().toString(float(value), "g", 3)


def ticks(window: TimeWindow, newest: float, most: int) -> tuple[Tick, ...]:
    """Ticks at ages where the window follows the recording, otherwise at round clock times."""
    begin, end = window.bounds(newest)
    if window.follows:
        ages = time_ticks(0, window.span_s, most)
        return tuple((end - each, age(each, window.span_s)) for each in reversed(ages))
    shift = wall_time(0) + time.localtime().tm_gmtoff
    tenths = window.span_s < 5
    found = time_ticks(begin + shift, end + shift, most)
    return tuple((each - shift, clock(each - shift, tenths=tenths)) for each in found)
