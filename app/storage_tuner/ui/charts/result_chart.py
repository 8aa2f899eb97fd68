"""A chart of results: read by pointer or keyboard, zoomed, copied and saved."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip

from storage_tuner.core.message import tr
from storage_tuner.present.blocks import DotPlot
from storage_tuner.report.charts import svg as charts
from storage_tuner.report.charts.heat_map import HeatMap
from storage_tuner.report.charts.svg import LineChart, ScatterChart
from storage_tuner.ui.charts.exporting import ChartActions
from storage_tuner.ui.charts.heat_drawing import HeatDrawing
from storage_tuner.ui.charts.lines_drawing import LinesDrawing
from storage_tuner.ui.charts.result_file import Chart, ResultChartFile
from storage_tuner.ui.charts.result_frame import ChartStyle, ResultDrawing
from storage_tuner.ui.charts.result_texts import in_language, value_words
from storage_tuner.ui.charts.rows_drawing import BarsDrawing, DotsDrawing
from storage_tuner.ui.charts.scatter_drawing import ScatterDrawing
from storage_tuner.ui.charts.zooming import zoom_of_key, zoom_of_wheel
from storage_tuner.ui.style import theme

if TYPE_CHECKING:
    from storage_tuner.ui.charts.result_view import ResultView

_NEAR = 24.0
"""The largest distance between pointer and value for reading it, in device-independent pixels."""

_INSET = 4
"""Room for the focus frame."""

_LEAST_WIDTH = 160
_WIDTH = 560
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class ResultChart(QLabel):
    """A chart of results, as a label with a picture, because screen readers then announce it so.
    Its height is that of its rows, or of a line chart."""

    def __init__(self) -> None:
        super().__init__()
        self.chart: Chart | None = None
        """The chart in the window's language."""
        self._drawing: ResultDrawing | None = None
        self._words: tuple[str, ...] = ()
        self._pressed: QPointF | None = None
        self.view: ResultView | None = None
        self.actions_menu = ChartActions(self, self.as_file)
        self.setPixmap(QPixmap(1, 1))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._button = self.actions_menu.button()
        self._allow_height(QSizePolicy.Policy.Expanding)

    @property
    def _read(self) -> int | None:
        """The number of the value at the cursor."""
        return self.view.read if self.view else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        if self._drawing is None:
            return 0
        return round(self._drawing.height(self._room(width), self._look()) + 2 * _INSET)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(_WIDTH, self.heightForWidth(_WIDTH))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(_LEAST_WIDTH, self.heightForWidth(max(self.width(), _LEAST_WIDTH)))

    def show_chart(self, chart: Chart | None) -> None:
        """Show ``chart``, which is in English except for a dot plot; None for nothing."""
        before, said = self.chart, self.words_read()
        self.chart = chart = in_language(chart) if chart else None
        goes_on = _goes_on(before, chart)
        self._drawing = _drawing_of(chart)
        self._words = value_words(chart) if chart else ()
        if chart and self.view is None:
            # pyqtgraph is loaded after the first window
            from storage_tuner.ui.charts.result_view import ResultView

            self.view = ResultView(self)
            self.view.widget.show()  # a child added to a visible widget is hidden at first
            self._button.raise_()
        grows = isinstance(chart, LineChart | ScatterChart)
        self._allow_height(QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Fixed)
        self._draw(goes_on=goes_on)
        if goes_on and self.view:
            self.view.mark(_found_again(said, self._words))
        self._name()

    def as_file(self) -> ResultChartFile | None:
        """The drawing to copy or save; None when empty."""
        if self.chart is None:
            return None
        chosen = theme.colours(self.palette())
        look = self._look()
        drawn = charts.ChartTheme(
            text=chosen.text,
            subtle=chosen.subtle,
            grid=chosen.grid,
            background=chosen.base,
            series=look.series,
            font=self.font().family(),
            font_size=self.fontInfo().pixelSize() * 0.92,
        )
        return ResultChartFile(self.chart, drawn, self.size())

    def words_read(self) -> str:
        """Description of the value at the cursor; "" for none."""
        return "" if self._read is None else self._words[self._read]

    def places(self) -> list[QPointF]:
        """The positions of the values; those of values outside the visible part lie beyond the
        edges."""
        inset = QPointF(_INSET, _INSET)
        return [place + inset for place in self.view.places] if self.view else []

    def read_near(self, spot: QPointF) -> None:
        """Move the cursor to the nearest value, if it's close enough."""
        distances = [
            (math.hypot(place.x() - spot.x(), place.y() - spot.y()), number)
            for number, place in enumerate(self.places())
        ]
        distance, number = min(distances, default=(math.inf, 0))
        self._read_value(number if distance <= _NEAR else None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._draw()
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the focus frame, which the picture leaves room for."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.colours(self.palette()).accent), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mousePressEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move the visible part by dragging."""
        super().mouseMoveEvent(event)
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None  # the release may have gone to another window
        if self._pressed is not None and self.view and not self.view.is_whole:
            self.view.move(event.position() - self._pressed)
            self._pressed = event.position()
            return
        self.read_near(event.position())
        if self._read is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_read(), self)
        elif QToolTip.isVisible():
            QToolTip.hideText()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mouseReleaseEvent(event)
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton and self.view:
            self.view.reset()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom only with Ctrl: otherwise the wheel scrolls the page."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier or self.view is None:
            event.ignore()
            return
        at = event.position() - QPointF(_INSET, _INSET)
        self.view.zoom(zoom_of_wheel(event.angleDelta().y()), at)
        self.read_near(event.position())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self._read_value(None)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        self.update()
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._read_value(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move from value to value with arrows; zoom with plus and minus; show all with 0."""
        key = Qt.Key(event.key())
        if key in _STEPS and self._words:
            step = _STEPS[key]
            now = self._read if self._read is not None else (-1 if step > 0 else 0)
            self._read_by_key((now + step) % len(self._words))
        elif (factor := zoom_of_key(key)) is not None and self.view:
            self.view.zoom(factor, self._place_read())
        elif key == Qt.Key.Key_0 and self.view:
            self.view.reset()
        elif key == Qt.Key.Key_Escape and self._read is not None:
            self._read_value(None)
            QToolTip.hideText()
        else:
            super().keyPressEvent(event)

    def _draw(self, *, goes_on: bool = False) -> None:
        """Draw the chart; the button is in the upper corner, where a chart is empty."""
        hint = self._button.sizeHint()
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = 0 if is_mirrored else self.width() - hint.width()
        self._button.setGeometry(left, 0, hint.width(), hint.height())
        if self.view is None:
            return
        inside = self.rect().adjusted(_INSET, _INSET, -_INSET, -_INSET)
        if isinstance(self.chart, LineChart | ScatterChart):
            self.view.widget.setGeometry(inside)
        else:  # otherwise the words on that side would be behind the button
            free = (hint.width(), 0) if is_mirrored else (0, -hint.width())
            self.view.widget.setGeometry(inside.adjusted(free[0], 0, free[1], 0))
        self.view.show(self._drawing, self._look(), goes_on=goes_on)

    def _room(self, width: int) -> float:
        """The width of the picture of rows."""
        return width - 2 * _INSET - self._button.sizeHint().width()

    def _look(self) -> ChartStyle:
        chosen = theme.colours(self.palette())
        series = (charts.DARK if chosen.dark else charts.LIGHT).series
        return ChartStyle(chosen, series, QFont(self.font()))

    def _allow_height(self, vertical: QSizePolicy.Policy) -> None:
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _name(self) -> None:
        """Description of the whole chart for screen readers."""
        title = self.chart.title if self.chart else ""
        self.setAccessibleName(title)
        self._describe()
        self._button.setAccessibleName(tr("Copy or save: {chart}", chart=title))

    def _describe(self) -> None:
        """Describe the value at the cursor, or the whole chart."""
        whole = self.chart.description if self.chart else ""
        self.setAccessibleDescription(self.words_read() or whole)

    def _place_read(self) -> QPointF | None:
        """The position of the cursor in the picture."""
        return self.view.places[self._read] if self.view and self._read is not None else None

    def _read_by_key(self, number: int) -> None:
        """Move the cursor, and scroll if its value is outside the visible part."""
        self._read_value(number)
        assert self.view is not None
        frame, place = self.view.frame, self._place_read()
        if frame is not None and place is not None and not frame.area.contains(place):
            self.view.move(frame.area.center() - place)
        shown = self.mapToGlobal(self.places()[number].toPoint())
        QToolTip.showText(shown, self.words_read(), self)

    def _read_value(self, number: int | None) -> None:
        if self.view and number != self._read:
            self.view.mark(number)
            self._describe()


def _goes_on(before: Chart | None, chart: Chart | None) -> bool:
    """Return whether one chart is the other with more categories, so that the visible part stays;
    a different spacing would move it."""
    if not isinstance(before, LineChart) or not isinstance(chart, LineChart):
        return False
    shorter, longer = sorted((before.categories, chart.categories), key=len)
    return before.title == chart.title and longer[: len(shorter)] == shorter


def _found_again(said: str, words: tuple[str, ...]) -> int | None:
    """The new number of the line and category that were at the cursor."""
    place = said.rpartition("\n")[0]
    found = [number for number, each in enumerate(words) if each.rpartition("\n")[0] == place]
    return found[0] if place and found else None


def _drawing_of(chart: Chart | None) -> ResultDrawing | None:
    match chart:
        case LineChart():
            return LinesDrawing(chart)
        case ScatterChart():
            return ScatterDrawing(chart)
        case DotPlot():
            return DotsDrawing(chart)
        case charts.BarChart():
            return BarsDrawing(chart)
        case HeatMap():
            return HeatDrawing(chart)
    return None
