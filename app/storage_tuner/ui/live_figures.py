"""What a device does now, as figures: the mean of the last second."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from storage_tuner.report import numbers
from storage_tuner.services.history import History
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.ui.card_row import CardRow
from storage_tuner.ui.elements import Text, Tone
from storage_tuner.ui.facts import not_told

translate = QCoreApplication.translate

_REFRESH_S = 0.5
"""Figures that change oftener can't be read."""


@dataclass(frozen=True)
class Figure:
    """``key`` and ``weight`` are fields of ``Activity``; ``weight`` is that by which samples count,
    for means per request. ``idle`` is said where there is no value because nothing ended."""

    key: str
    name: str
    word: Callable[[float], str]
    weight: str = ""
    idle: str = ""


def figures() -> tuple[Figure, ...]:
    no_reads = translate("LiveFigures", "no reads")
    no_writes = translate("LiveFigures", "no writes")
    no_flushes = translate("LiveFigures", "no flushes")
    latency = _latency
    return (
        Figure("read_iops", translate("LiveFigures", "Reads"), _per_second),
        Figure("write_iops", translate("LiveFigures", "Writes"), _per_second),
        Figure(
            "read_latency_ms",
            translate("LiveFigures", "Read latency"),
            latency,
            "read_iops",
            no_reads,
        ),
        Figure(
            "write_latency_ms",
            translate("LiveFigures", "Write latency"),
            latency,
            "write_iops",
            no_writes,
        ),
        Figure(
            "flush_latency_ms",
            translate("LiveFigures", "Flush latency"),
            latency,
            "flush_iops",
            no_flushes,
        ),
        Figure("queue_length", translate("LiveFigures", "Queue length"), numbers.three_digits),
        Figure("utilisation", translate("LiveFigures", "Utilisation"), _share),
    )


def mean(history: History, figure: Figure) -> float | None:
    """Over the last second; None when there was no value."""
    pairs = [
        (value, getattr(done, figure.weight) if figure.weight else done.seconds)
        for done in history.recent
        if (value := getattr(done, figure.key)) is not None
    ]
    total = sum(weight or 0 for _, weight in pairs)
    return sum(value * (weight or 0) for value, weight in pairs) / total if total else None


class LiveFigures(QWidget):
    """A row of figures; renewed twice a second while it can be seen."""

    def __init__(self, monitor: LiveMonitor) -> None:
        super().__init__()
        self._monitor = monitor
        self._device = ""
        self._paused = False
        self._looked_at = 0.0
        self._figures = figures()
        self.values = {
            figure.key: Text(wrap=False, bold=True, points=2) for figure in self._figures
        }
        tiles = [self._tile(figure) for figure in self._figures]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._row = CardRow(tiles, least_width=17)
        column.addWidget(self._row)
        monitor.ticked.connect(self._tick)

    def show_device(self, name: str) -> None:
        self._device = name
        self._show()

    def set_paused(self, paused: bool) -> None:
        self._paused = paused
        if not paused:
            self._show()

    def _tile(self, figure: Figure) -> QFrame:
        tile = QFrame()
        tile.setProperty("role", "card")
        column = QVBoxLayout(tile)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(2)
        name = Text(figure.name, tone=Tone.SUBTLE, wrap=False)
        value = self.values[figure.key]
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        value.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        column.addWidget(name)
        column.addWidget(value)
        return tile

    def _tick(self) -> None:
        now = time.monotonic()
        if self._paused or now - self._looked_at < _REFRESH_S:
            return
        if self.isVisible() and not self.window().isMinimized():
            self._looked_at = now
            self._show()

    def _show(self) -> None:
        history = self._monitor.history(self._device)
        for figure in self._figures:
            text, is_known, hint = _said(history, figure)
            label = self.values[figure.key]
            if label.text() != text:
                label.setText(text)
                label.setToolTip(hint)
                label.setEnabled(is_known)
                label.setAccessibleName(f"{figure.name}: {text}")


def _said(history: History | None, figure: Figure) -> tuple[str, bool, str]:
    """The text, whether it's a value, and why it isn't."""
    if history is None or not len(history):
        return numbers.NOTHING, False, translate("LiveFigures", "no values yet")
    value = mean(history, figure)
    if value is not None:
        return figure.word(value), True, ""
    counted = [getattr(done, figure.weight) for done in history.recent] if figure.weight else []
    if any(count is not None for count in counted):
        return figure.idle, False, translate("LiveFigures", "within the last second")
    return not_told(), False, translate("LiveFigures", "the kernel doesn't count it here")


def _latency(ms: float) -> str:
    """The kernel counts whole milliseconds, so that none counted isn't none."""
    return numbers.milliseconds(ms) if ms else translate("LiveFigures", "under 1\u00a0ms")


def _per_second(value: float) -> str:
    return f"{numbers.three_digits(value)}{numbers.SPACE}/s"


def _share(value: float) -> str:
    return f"{round(value * 100)}{numbers.SPACE}%"
