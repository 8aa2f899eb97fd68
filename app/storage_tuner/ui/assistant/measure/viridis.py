"""The colour map viridis (Smith, van der Walt and Firing 2015, CC0): as bright as it's far, also in
grey and for the colour-blind."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtGui import QColor

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
    pairs = list(pairwise(map(QColor, _STOPS)))
    number = min(int(position), len(pairs) - 1)
    dark, bright = pairs[number]
    share = position - number
    return QColor.fromRgbF(
        *(
            low + share * (high - low)
            for low, high in (
                (dark.redF(), bright.redF()),
                (dark.greenF(), bright.greenF()),
                (dark.blueF(), bright.blueF()),
            )
        )
    )


def place_of(share: float) -> float:
    """Where a share of the best one lies between ``LEAST_SHARE`` and all of it."""
    return (share - LEAST_SHARE) / (1 - LEAST_SHARE)


def text_on(background: QColor) -> QColor:
    """Black or white, whichever stands out more (WCAG 2.1's relative luminance)."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (background.redF(), background.greenF(), background.blueF())
    )
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    on_black, on_white = (luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)
    return QColor("#000000" if on_black >= on_white else "#ffffff")
