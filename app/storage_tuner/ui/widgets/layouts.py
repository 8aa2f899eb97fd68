"""Builds columns and rows of widgets, written in the order on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Box = TypeVar("Box", bound=QBoxLayout)

_ANYWHERE = Qt.AlignmentFlag(0)
_USUAL_SPACING = -1
"""Qt's value for the style's own spacing."""


@dataclass(frozen=True)
class Stretch:
    """Empty space: ``share`` of what is left."""

    share: int = 1


@dataclass(frozen=True)
class Gap:
    """Extra space of a fixed size, in device-independent pixels."""

    pixels: int


@dataclass(frozen=True)
class Placed:
    """``item`` with a ``share`` of the space left, or aligned ``at`` one side of its cell."""

    item: QWidget | QLayout
    share: int = 0
    at: Qt.AlignmentFlag = _ANYWHERE


Item = QWidget | QLayout | Placed | Stretch | Gap

Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, in device-independent pixels."""

_NONE: Margins = (0, 0, 0, 0)


def column_in(
    widget: QWidget, *items: Item, margins: Margins = _NONE, spacing: int = _USUAL_SPACING
) -> QVBoxLayout:
    """Lay out the content of ``widget`` from top to bottom."""
    return _filled(QVBoxLayout(widget), items, margins, spacing)


def row_in(
    widget: QWidget, *items: Item, margins: Margins = _NONE, spacing: int = _USUAL_SPACING
) -> QHBoxLayout:
    """Lay out the content of ``widget`` side by side."""
    return _filled(QHBoxLayout(widget), items, margins, spacing)


def column_of(*items: Item, margins: Margins = _NONE, spacing: int = _USUAL_SPACING) -> QVBoxLayout:
    """A column for use in another layout."""
    return _filled(QVBoxLayout(), items, margins, spacing)


def row_of(*items: Item, spacing: int = _USUAL_SPACING) -> QHBoxLayout:
    """A row for use in another layout."""
    return _filled(QHBoxLayout(), items, _NONE, spacing)


def _filled(box: Box, items: tuple[Item, ...], margins: Margins, spacing: int) -> Box:
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    for item in items:
        match item:
            case Stretch(share):
                box.addStretch(share)
            case Gap(pixels):
                box.addSpacing(pixels)
            case Placed(inner, share, at):
                _add(box, inner, share, at)
            case _:
                _add(box, item)
    return box


def _add(
    box: QBoxLayout, item: QWidget | QLayout, share: int = 0, at: Qt.AlignmentFlag = _ANYWHERE
) -> None:
    if isinstance(item, QLayout):
        box.addLayout(item, share)
    else:
        box.addWidget(item, share, at)
