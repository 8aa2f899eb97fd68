"""The colour map viridis (Smith, van der Walt and Firing 2015, CC0): as bright as it's far, also in
grey and for the colour-blind."""

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
"""A value that is no more than so much of the best one is as dark as it gets."""


def viridis(place: float) -> QColor:
    """``place`` from 0 (dark) to 1 (bright)."""
    position = min(max(place, 0.0), 1.0) * (len(_STOPS) - 1)
    number = min(int(position), len(_STOPS) - 2)
    dark, bright = map(rgb, _STOPS[number : number + 2])
    return QColor.fromRgbF(*mixed(dark, bright, position - number))


def colour_position(share: float) -> float:
    """Where a share of the best one lies between ``LEAST_SHARE`` and all of it."""
    return (share - LEAST_SHARE) / (1 - LEAST_SHARE)


def text_on(background: QColor) -> QColor:
    """Black or white, whichever stands out more."""
    ground = rgb(background.name())
    return QColor(max(("#000000", "#ffffff"), key=lambda ink: contrast(rgb(ink), ground)))
