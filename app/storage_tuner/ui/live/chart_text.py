"""Texts and figures of a live chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from storage_tuner.core.message import tr
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable
from storage_tuner.ui.live import time_axis as moments
from storage_tuner.ui.live.cursor_reading import Reading
from storage_tuner.ui.live.legend import LegendLine
from storage_tuner.ui.live.quantities import ChartSeries, Quantity, Word, value_now, word_now
from storage_tuner.ui.live.recent_history import History, SettingMark
from storage_tuner.ui.live.time_window import TimeWindow

if TYPE_CHECKING:
    from storage_tuner.ui.live.value_axis import CurveSummary


def head_words(reading: Reading | None) -> tuple[str, ...]:
    """The headings above the figures: now or the cursor's moment, mean, and maximum."""
    now, then = tr("now"), tr("then")
    return (
        now if reading is None else then,
        tr("mean"),
        tr("maximum"),
    )


def legend_lines(
    quantity: Quantity,
    history: History | None,
    summaries: Sequence[CurveSummary] | None,
    reading: Reading | None,
) -> tuple[LegendLine, ...]:
    """One line per series; without ``summaries`` only the newest value, omitted if missing."""
    lines = []
    for number, series in enumerate(quantity.series):
        if reading is not None:
            value = reading.means[number]
            first = numbers.NOTHING if value is None else quantity.figure(value)
        else:
            first = word_now(history, series, quantity.figure)
        if summaries is None:
            known = history is not None and len(history) and value_now(history, series) is not None
            lines.append(LegendLine(series.name, (first,) if known or reading else ()))
        else:
            lines.append(LegendLine(series.name, (first, *_figures(quantity, summaries, number))))
    return tuple(lines)


def cursor_words(
    quantity: Quantity, reading: Reading, marks: Sequence[SettingMark] = ()
) -> tuple[str, ...]:
    """The moment and the value of each series, with its range where history is condensed, and the
    latest of ``marks`` up to that moment."""
    lines = [moments.clock(reading.moment, tenths=True)]
    before = [mark for mark in marks if mark.at <= reading.moment]
    if before:
        lines.append(printable(before[-1].text))
    for series, value in zip(quantity.series, reading.values, strict=True):
        lines.append(f"{series.name}: {_value_words(quantity, series, value)}")
    return tuple(lines)


def described(
    quantity: Quantity, history: History, window: TimeWindow, summaries: Sequence[CurveSummary]
) -> str:
    parts = []
    for number, series in enumerate(quantity.series):
        mean, highest = _figures(quantity, summaries, number, quantity.word)
        parts.append(
            tr(
                "{name}: now {now}, mean {mean}, maximum {top}",
                name=series.name,
                now=word_now(history, series, quantity.word),
                mean=mean,
                top=highest,
            )
        )
    begin, end = window.bounds(history.newest_time)
    if window.follows:
        which = tr("The last {span}.", span=moments.span(window.span_s))
    else:
        which = tr("From {begin} to {end}.", begin=moments.clock(begin), end=moments.clock(end))
    return f"{which} {'; '.join(parts)}"


def _figures(
    quantity: Quantity, summaries: Sequence[CurveSummary], number: int, word: Word | None = None
) -> tuple[str, str]:
    if number >= len(summaries):
        return numbers.NOTHING, numbers.NOTHING
    show_message = word or quantity.figure
    found = summaries[number]
    mean, greatest = (
        show_message(value) if math.isfinite(value) else numbers.NOTHING
        for value in (found.mean, found.greatest)
    )
    return mean, greatest


def _value_words(
    quantity: Quantity, series: ChartSeries, value: tuple[float, float, float] | None
) -> str:
    if value is None:
        return series.none or numbers.NOTHING
    low, high, mean = value
    if low == high:
        return quantity.word(mean)
    return tr(
        "{mean} ({low} … {high})",
        mean=quantity.word(mean),
        low=quantity.figure(low),
        high=quantity.figure(high),
    )
