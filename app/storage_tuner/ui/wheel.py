"""Keeps the mouse wheel from changing what it passes over while a page scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar


class WheelGuard(QObject):
    """An event filter for the whole application: the wheel neither changes nor focuses combo boxes,
    spin boxes and sliders, and goes on to the page they are on. Keys and clicks change them."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # it's asked about every event there is: the types first
        kind = event.type()
        if kind == QEvent.Type.Wheel and _is_guarded(watched):
            event.ignore()
            return True
        if kind == QEvent.Type.Polish and _is_guarded(watched):
            _leave_unfocused(watched)
        return False


def _is_guarded(watched: QObject) -> bool:
    guarded = isinstance(watched, QComboBox | QAbstractSpinBox | QAbstractSlider)
    return guarded and not isinstance(watched, QScrollBar)


def _leave_unfocused(watched: QObject) -> None:
    assert isinstance(watched, QComboBox | QAbstractSpinBox | QAbstractSlider)
    if watched.focusPolicy() == Qt.FocusPolicy.WheelFocus:
        watched.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
