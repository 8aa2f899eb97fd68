"""A chart of what a device does now: heading, legend with the newest values, curves.

Everything but the drawing area works without pyqtgraph; until that is there, and as long as there
is no sample, the area says so in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.services.history import History
from storage_tuner.ui import theme
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.charts.scales import rounded_down, rounded_up, top_above
from storage_tuner.ui.elements import SPACE, Text, Tone, heading

if TYPE_CHECKING:
    from storage_tuner.ui.charts.plot import PlotView


@dataclass(frozen=True)
class Series:
    """``name`` stands in the legend; ``key`` is the series of the history that it shows."""

    key: str
    name: str


class _Mark(QWidget):
    """The piece of line in the legend, with the series' colour, thickness and mark."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.setFixedSize(18, 10)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        colour = QColor(theme.colours(self.palette()).series[self._number])
        middle = self.height() / 2
        painter = QPainter(self)
        thickness = 2 if self._number % 2 == 0 else 1
        painter.fillRect(0, round(middle - thickness / 2), self.width(), thickness, colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        centre = QPointF(self.width() / 2, middle)
        if self._number % 2 == 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawEllipse(centre, 3.5, 3.5)
        else:
            painter.drawRect(round(centre.x() - 3.5), round(middle - 3.5), 7, 7)


class LiveChart(QFrame):
    """Curves of some series of a ``History``.

    ``word`` names a value with its unit ("120 MB/s"), ``legend_word`` and ``tick_word`` do so where
    there is less room, and the title may have the unit. A linear scale
    begins at zero. The axes come ``delay_ms`` after the library, so that two charts needn't be
    made in one go.
    """

    def __init__(
        self,
        title: str,
        series: Sequence[Series],
        word: Callable[[float], str],
        library: ChartLibrary,
        *,
        legend_word: Callable[[float], str],
        tick_word: Callable[[float], str],
        logarithmic: bool = False,
        delay_ms: int = 0,
    ) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(title)
        self._title = title
        self._series = tuple(series)
        self._word = word
        self._legend_word = legend_word
        self._tick_word = tick_word
        self._logarithmic = logarithmic
        self._library = library
        self._history: History | None = None
        self._plot: PlotView | None = None
        self._span_s = 60.0
        self._range: tuple[float, float] | None = None
        self._no_data = self.tr("Waiting for the first values …")
        self._legend: list[QLabel] = []
        self._build()
        if library.is_ready:
            self._create_plot()
        else:
            create = QTimer(self)
            create.setSingleShot(True)
            create.setInterval(delay_ms)
            create.timeout.connect(self._create_plot)
            library.ready.connect(create.start)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(420, 220)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(280, 150)

    def show_history(self, history: History | None, no_data: str = "") -> None:
        """Show this recording from now on; ``no_data`` is said as long as it's empty."""
        if history is not self._history:
            self._range = None
        self._history = history
        self._no_data = no_data or self.tr("Waiting for the first values …")
        self.refresh()

    def set_span(self, span_s: float) -> None:
        self._span_s = span_s
        if self._plot is not None:
            self._plot.set_span(span_s, self._age_word)
        self.refresh()

    def refresh(self) -> None:
        """Draw what the history holds now."""
        history = self._history
        if history is None or not len(history) or self._plot is None:
            self._message.setText(self._no_data)
            self._stack.setCurrentIndex(0)
            self._say_values(history)
            return
        self._stack.setCurrentIndex(1)
        self._draw(history, self._plot)
        self._say_values(history)

    def summary(self) -> str:
        """The chart in words, for screen readers and tests."""
        history = self._history
        if history is None or not len(history):
            return self._no_data
        parts = []
        for series in self._series:
            top = history.greatest(series.key, self._span_s)
            newest = history.newest(series.key)
            parts.append(
                self.tr("{name}: now {now}, highest shown {top}").format(
                    name=series.name, now=self._value_word(newest), top=self._value_word(top)
                )
            )
        return "; ".join(parts)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, SPACE)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(4)
        title = heading(self._title, points=0)
        title.setWordWrap(False)
        head.addWidget(title)
        head.addStretch(1)
        for number, series in enumerate(self._series):
            head.addWidget(_Mark(number))
            label = Text(series.name, wrap=False)
            widest = self._legend_word(88.8)
            label.setMinimumWidth(label.fontMetrics().horizontalAdvance(f"{series.name} {widest}"))
            self._legend.append(label)
            head.addWidget(label)
            head.addSpacing(6)
        column.addLayout(head)
        self._stack = QStackedLayout()
        self._message = Text(self._no_data, tone=Tone.SUBTLE)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._message)
        column.addLayout(self._stack, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _create_plot(self) -> None:
        from storage_tuner.ui.charts.plot import PlotView

        plot = PlotView(len(self._series), self._logarithmic)
        plot.setAccessibleName(self._title)
        self._plot = plot
        self._stack.addWidget(plot)
        self._dress()
        plot.set_span(self._span_s, self._age_word)
        self.refresh()

    def _dress(self) -> None:
        if self._plot is not None:
            self._plot.set_colours(theme.colours(self.palette()))
            self._plot.set_tick_font(self)

    def _draw(self, history: History, plot: PlotView) -> None:
        from storage_tuner.ui.charts.plot import Recording

        wanted = self._wanted_range(history)
        if wanted != self._range:
            self._range = wanted
            plot.set_values(*wanted, self._tick_word)
        view = history.view(self._span_s)
        import numpy as np

        ages = np.asarray(view.times) - view.now
        for curve, series in zip(plot.curves, self._series, strict=True):
            values = np.asarray(view.series[series.key])
            if self._logarithmic:
                values = np.log10(np.maximum(values, wanted[0]))
            curve.show_recording(Recording(ages, values, view.first, history.interval_s))

    def _wanted_range(self, history: History) -> tuple[float, float]:
        tops = [history.greatest(series.key, self._span_s) for series in self._series]
        top = max((value for value in tops if value is not None), default=0.0)
        if not self._logarithmic:
            return 0.0, self._steady(top_above(max(top * 1.05, 1.0)))
        lows = [history.least(series.key, self._span_s) for series in self._series]
        low = min((value for value in lows if value is not None and value > 0), default=0.1)
        return rounded_down(low), rounded_up(max(top * 1.05, low * 20))

    def _steady(self, top: float) -> float:
        """Keep the present end of the scale unless the values need more, or under a third."""
        if self._range is None or top > self._range[1] or top < self._range[1] / 3:
            return top
        return self._range[1]

    def _say_values(self, history: History | None) -> None:
        for label, series in zip(self._legend, self._series, strict=True):
            newest = history.newest(series.key) if history is not None and len(history) else None
            text = series.name if newest is None else f"{series.name} {self._legend_word(newest)}"
            if label.text() != text:
                label.setText(text)
        self.setAccessibleDescription(self.summary())

    def _value_word(self, value: float | None) -> str:
        return self.tr("no value") if value is None else self._word(value)

    def _age_word(self, age_s: float) -> str:
        if math.isclose(age_s, 0):
            return self.tr("now")
        number = QLocale().toString
        if self._span_s > 120:
            return self.tr("−{minutes} min").format(minutes=number(-age_s / 60, "g", 3))
        return self.tr("−{seconds} s").format(seconds=number(-age_s, "g", 3))
