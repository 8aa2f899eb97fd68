"""Zoom factors for wheel and keys, in live charts and result charts."""

from __future__ import annotations

from PySide6.QtCore import Qt

NOTCH = 120
"""One notch of a wheel in Qt's units."""

_STEP = 0.8
"""Visible share after one notch of the wheel or one key press."""

_KEYS = {
    Qt.Key.Key_Plus: _STEP,
    Qt.Key.Key_Equal: _STEP,
    Qt.Key.Key_Minus: 1 / _STEP,
    Qt.Key.Key_Underscore: 1 / _STEP,
}


def zoom_of_wheel(turned: int) -> float:
    """The factor by which the visible part grows."""
    return float(_STEP ** (turned / NOTCH))


def zoom_of_key(key: int) -> float | None:
    """The factor for a key; None for other keys."""
    return _KEYS.get(Qt.Key(key))
