"""The colour map viridis (Smith, van der Walt and Firing 2015, CC0): brightness grows evenly, also
in greyscale and for the colour-blind."""

from __future__ import annotations

from PySide6.QtGui import QColor

from storage_tuner.ui.style.colours import contrast, mixed, rgb

_STOPS = (
    "#440154",
    "#482878",
    "#3e4989",
    "#31688e",
    "#26828e",
    "#1f9e89",
    "#35b779",
    "#6ece58",
    "#b5de2b",
    "#fde725",
)

LEAST_SHARE = 0.5
"""Values up to this share of the best one get the darkest colour."""


def viridis(place: float) -> QColor:
    """``place`` from 0 (dark) to 1 (bright)."""
    position = min(max(place, 0.0), 1.0) * (len(_STOPS) - 1)
    number = min(int(position), len(_STOPS) - 2)
    dark, bright = map(rgb, _STOPS[number : number + 2])
    return QColor.fromRgbF(*mixed(dark, bright, position - number))


def colour_position(share: float) -> float:
    """The position of a share between ``LEAST_SHARE`` (0) and the best value (1)."""
    return (share - LEAST_SHARE) / (1 - LEAST_SHARE)


def text_on(background: QColor) -> QColor:
    """Black or white, whichever has more contrast."""
    ground = rgb(background.name())
    return QColor(max(("#000000", "#ffffff"), key=lambda ink: contrast(rgb(ink), ground)))
