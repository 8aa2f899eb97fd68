"""The colours of a heatmap in the window, and the text on them."""

from __future__ import annotations

from PySide6.QtGui import QColor

from storage_tuner.report.charts.viridis import viridis_name
from storage_tuner.ui.style.colours import contrast, rgb

LEAST_SHARE = 0.5
"""Values up to this share of the best one get the darkest colour."""


def viridis(place: float) -> QColor:
    """``place`` from 0 (dark) to 1 (bright)."""
    return QColor(viridis_name(place))


def colour_position(share: float) -> float:
    """The position of a share between ``LEAST_SHARE`` (0) and the best value (1)."""
    return (share - LEAST_SHARE) / (1 - LEAST_SHARE)


def text_on(background: QColor) -> QColor:
    """Black or white, whichever has more contrast."""
    ground = rgb(background.name())
    return QColor(max(("#000000", "#ffffff"), key=lambda ink: contrast(rgb(ink), ground)))
