"""A chart of the report in the window: read by pointer or keyboard, copied and saved."""

from __future__ import annotations

import math

from PySide6.QtCore import QByteArray, QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip

from storage_tuner.report import charts
from storage_tuner.report.charts import Place
from storage_tuner.ui import theme
from storage_tuner.ui.charts.chart_language import in_language
from storage_tuner.ui.charts.exporting import ChartActions
from storage_tuner.ui.charts.result_file import Chart, ResultChartFile, point_words

_HIGH = 18
"""Lines of text that a line chart is high at least."""

_NEAR = 24.0
"""How far from a point the pointer may be to read it, in device-independent pixels."""

_RING = 6.0


class ResultChart(QLabel):
    """A label with a picture, for that is what screen readers then call it; drawn anew for every
    size and palette."""

    def __init__(self) -> None:
        super().__init__()
        self._chart: Chart | None = None
        self._renderer = QSvgRenderer(self)
        self._places: tuple[Place, ...] = ()
        self._read: int | None = None
        self.actions_menu = ChartActions(self, self.as_file)
        self.setPixmap(QPixmap(1, 1))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(self.fontMetrics().height() * _HIGH)
        self._button = self.actions_menu.button()

    @property
    def chart(self) -> Chart | None:
        return self._chart

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the values are drawn."""
        return self._places

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(560, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, self.minimumHeight())

    def show_chart(self, chart: Chart | None) -> None:
        chart = in_language(chart) if chart else None
        self._chart = chart
        self._read = None
        self.setAccessibleName(chart.title if chart else "")
        self.setAccessibleDescription(chart.description if chart else "")
        self._button.setAccessibleName(
            self.tr("Copy or save: {chart}").format(chart=self.accessibleName())
        )
        height = self.fontMetrics().height() * _HIGH
        if isinstance(chart, charts.BarChart):
            height = round(charts.bar_chart_height(chart, self._theme()))
        self.setMinimumHeight(height)
        self._draw()

    def as_file(self) -> ResultChartFile | None:
        """What is shown, to be copied or saved; None when nothing is."""
        if self._chart is None:
            return None
        background = theme.colours(self.palette()).base
        return ResultChartFile(self._chart, self._theme(background), self.size())

    def words_read(self) -> str:
        """What is said of the value that is read now; "" for none."""
        if self._read is None or self._chart is None:
            return ""
        return point_words(self._chart, self._places[self._read])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.rect().toRectF()
        if isinstance(self._chart, charts.BarChart):
            area.setHeight(charts.bar_chart_height(self._chart, self._theme()))
        self._renderer.render(painter, area)
        colours = theme.colours(self.palette())
        if self._read is not None:
            place = self._places[self._read]
            painter.setPen(QPen(QColor(colours.text), 1.5))
            painter.drawEllipse(QPointF(place.x, place.y), _RING, _RING)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mouseMoveEvent(event)
        self.read_near(event.position())
        if self._read is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_read(), self)
        elif QToolTip.isVisible():
            QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self._read_place(None)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._read_place(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows go from value to value, as they stand in the table."""
        forward = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        step = forward.get(Qt.Key(event.key()))
        if step is not None and self._places:
            now = self._read if self._read is not None else (-1 if step > 0 else 0)
            self._read_place((now + step) % len(self._places))
            place = self._places[self._read or 0]
            spot = self.mapToGlobal(QPointF(place.x, place.y).toPoint())
            QToolTip.showText(spot, self.words_read(), self)
        elif event.key() == Qt.Key.Key_Escape and self._read is not None:
            self._read_place(None)
            QToolTip.hideText()
        else:
            super().keyPressEvent(event)

    def read_near(self, spot: QPointF) -> None:
        """Read the value that is nearest, if it's near."""
        distances = [
            (math.hypot(place.x - spot.x(), place.y - spot.y()), number)
            for number, place in enumerate(self._places)
        ]
        distance, number = min(distances, default=(math.inf, 0))
        self._read_place(number if distance <= _NEAR else None)

    def _read_place(self, number: int | None) -> None:
        if number != self._read:
            self._read = number
            if number is not None:
                self.setAccessibleDescription(self.words_read())
            elif self._chart is not None:
                self.setAccessibleDescription(self._chart.description)
        self.update()

    def _draw(self) -> None:
        hint = self._button.sizeHint()
        side = 0 if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else 1
        self._button.setGeometry(
            side * (self.width() - hint.width()), 0, hint.width(), hint.height()
        )
        if self._chart is None or self.width() < 50:
            return
        chosen = self._theme()
        if isinstance(self._chart, charts.BarChart):
            svg = charts.bar_chart_svg(self._chart, chosen, self.width())
            self._places = charts.bar_chart_places(self._chart, chosen, self.width())
        else:
            size = self.width(), self.height()
            svg = charts.line_chart_svg(self._chart, chosen, *size)
            self._places = charts.line_chart_places(self._chart, chosen, *size)
        self._renderer.load(QByteArray(svg.encode()))
        self.update()

    def _place_button(self) -> None:
        """In the upper corner, where a chart has nothing."""
        hint = self._button.sizeHint()
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = 0 if mirrored else self.width() - hint.width()
        self._button.setGeometry(left, 0, hint.width(), hint.height())

    def _theme(self, background: str | None = None) -> charts.Theme:
        chosen = theme.colours(self.palette())
        base = charts.DARK if chosen.dark else charts.LIGHT
        return charts.Theme(
            text=chosen.text,
            subtle=chosen.subtle,
            grid=chosen.grid,
            background=background,
            series=base.series,
            font=self.font().family(),
            font_size=self.fontInfo().pixelSize() * 0.92,
        )
