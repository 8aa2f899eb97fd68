"""Title, legend and figures of a live chart, painted: labels would trigger a window layout ten
times a second."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from storage_tuner.ui.charts.strokes import STROKES, draw_sample
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.elements import in_bold

_SAMPLE = 18.0
_GAP = 6.0
_BETWEEN = 18.0
_BETWEEN_ENTRIES = 8.0
_SHORT_SAMPLE = 14.0


@dataclass(frozen=True)
class LegendLine:
    """A series' name and its figures, in the order of the column heads."""

    name: str
    figures: tuple[str, ...]


class Legend(QWidget):
    """In full a table: the title and ``heads`` above one line per series; otherwise a single line
    with the first figure after each name. ``widest`` is the longest figure to reserve room for."""

    def __init__(self, title: str, widest: str, *, full: bool) -> None:
        super().__init__()
        self.heads: tuple[str, ...] = ()
        self.lines: tuple[LegendLine, ...] = ()
        self._title = title
        self._widest = widest
        self._full = full
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_message(self, heads: tuple[str, ...], lines: tuple[LegendLine, ...]) -> None:
        if (heads, lines) == (self.heads, self.lines):
            return
        grown = len(lines) != len(self.lines)
        self.heads, self.lines = heads, lines
        if grown:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        rows = 1 + len(self.lines) if self._full else 1
        return QSize(round(self.needed_width()), round(rows * self._row_height()))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(120, self.sizeHint().height())

    def needed_width(self) -> float:
        """The width of the current content."""
        metrics = QFontMetricsF(self.font())
        title = self._bold_metrics().horizontalAdvance(self._title)
        if self._full:
            names = [_SAMPLE + _GAP + metrics.horizontalAdvance(line.name) for line in self.lines]
            columns = sum(self._column_widths(metrics))
            return max(title, *names, 0) + columns
        return title + sum(
            _BETWEEN_ENTRIES + self._entry_width(line, metrics) for line in self.lines
        )

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        self.paint_into(painter, self.rect().toRectF())

    def paint_into(self, painter: QPainter, box: QRectF) -> None:
        """Draw into the upper part of ``box``; for files as well."""
        colours = theme.colours(self.palette())
        metrics = QFontMetricsF(self.font())
        painter.setFont(in_bold(self.font()))
        painter.setPen(QColor(colours.text))
        top = QRectF(box.left(), box.top(), box.width(), self._row_height())
        room = top.width() - (sum(self._column_widths(metrics)) if self._full else 0)
        title = self._bold_metrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        painter.setFont(self.font())
        if self._full:
            self._paint_table(painter, top, colours)
        else:
            self._paint_line(painter, top, colours)

    def _paint_table(self, painter: QPainter, top: QRectF, colours: theme.Colours) -> None:
        widths = self._column_widths(QFontMetricsF(self.font()))
        self._paint_figures(painter, top, self.heads, widths, QColor(colours.subtle))
        for number, line in enumerate(self.lines):
            row = top.translated(0, (number + 1) * self._row_height())
            left = QPointF(row.left(), row.center().y())
            draw_sample(painter, left, _SAMPLE, QColor(colours.series[number]), STROKES[number])
            painter.setPen(QColor(colours.text))
            name = row.adjusted(_SAMPLE + _GAP, 0, 0, 0)
            painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, line.name)
            self._paint_figures(painter, row, line.figures, widths, QColor(colours.text))

    def _paint_figures(
        self,
        painter: QPainter,
        row: QRectF,
        texts: tuple[str, ...],
        widths: list[float],
        colour: QColor,
    ) -> None:
        painter.setPen(colour)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        right = row.right()
        for text, width in zip(reversed(texts), reversed(widths), strict=True):
            painter.drawText(QRectF(right - width, row.top(), width, row.height()), flags, text)
            right -= width

    def _paint_line(self, painter: QPainter, top: QRectF, colours: theme.Colours) -> None:
        metrics = QFontMetricsF(self.font())
        right = top.right()
        for number, line in reversed([*enumerate(self.lines)]):
            left = right - self._entry_width(line, metrics)
            centre = QPointF(left, top.center().y())
            draw_sample(
                painter, centre, _SHORT_SAMPLE, QColor(colours.series[number]), STROKES[number]
            )
            painter.setPen(QColor(colours.text))
            room = QRectF(left + _SHORT_SAMPLE + _GAP, top.top(), right - left, top.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._entry(line))
            right = left - _BETWEEN_ENTRIES

    def _entry(self, line: LegendLine) -> str:
        return f"{line.name} {line.figures[0]}" if line.figures else line.name

    def _entry_width(self, line: LegendLine, metrics: QFontMetricsF) -> float:
        texts = (self._entry(line), f"{line.name} {self._widest}")
        return _SHORT_SAMPLE + _GAP + max(map(metrics.horizontalAdvance, texts))

    def _column_widths(self, metrics: QFontMetricsF) -> list[float]:
        widest = metrics.horizontalAdvance(self._widest)
        return [
            _BETWEEN
            + max(
                widest,
                metrics.horizontalAdvance(head),
                *(metrics.horizontalAdvance(line.figures[number]) for line in self.lines),
            )
            for number, head in enumerate(self.heads)
        ]

    def _bold_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(in_bold(self.font()))

    def _row_height(self) -> float:
        return QFontMetricsF(self.font()).height() + 2
