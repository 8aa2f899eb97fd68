"""The legend of a heatmap: its colours and signs."""

from __future__ import annotations

from PySide6.QtGui import QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.assistant.measure.viridis import viridis
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone


class _Strip(QWidget):
    """The colours from dark to bright; what they mean stands beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        height = self.fontMetrics().height()
        self.setFixedSize(8 * height, round(0.7 * height))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        gradient = QLinearGradient(0, 0, self.width(), 0)
        for tenth in range(11):
            place = 1 - tenth / 10 if self.isRightToLeft() else tenth / 10
            gradient.setColorAt(tenth / 10, viridis(place))
        QPainter(self).fillRect(self.rect(), gradient)


class HeatLegend(QWidget):
    """What colours and signs mean."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(Text(tr("half or less"), tone=Tone.SUBTLE, wrap=False))
        row.addWidget(_Strip())
        row.addWidget(
            Text(tr("as good as the row’s best  ·  ▲ the best"), tone=Tone.SUBTLE, wrap=False)
        )
        row.addStretch(1)
