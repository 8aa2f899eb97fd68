"""Columns and rows, written in the order of the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Box = TypeVar("Box", bound=QBoxLayout)

_ANYWHERE = Qt.AlignmentFlag(0)
_USUAL_SPACING = -1
"""That of the style, as Qt counts."""


@dataclass(frozen=True)
class Stretch:
    """Room that stays free: ``share`` of what is left."""

    share: int = 1


@dataclass(frozen=True)
class Gap:
    """Extra space of so many device-independent pixels."""

    pixels: int


@dataclass(frozen=True)
class Placed:
    """``item`` with a ``share`` of the room that is left, or ``at`` one side of its place."""

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
    """What ``widget`` consists of, below each other."""
    return _filled(QVBoxLayout(widget), items, margins, spacing)


def row_in(
    widget: QWidget, *items: Item, margins: Margins = _NONE, spacing: int = _USUAL_SPACING
) -> QHBoxLayout:
    """What ``widget`` consists of, beside each other."""
    return _filled(QHBoxLayout(widget), items, margins, spacing)


def column_of(*items: Item, margins: Margins = _NONE, spacing: int = _USUAL_SPACING) -> QVBoxLayout:
    """To be put into another layout."""
    return _filled(QVBoxLayout(), items, margins, spacing)


def row_of(*items: Item, spacing: int = _USUAL_SPACING) -> QHBoxLayout:
    """To be put into another layout."""
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
