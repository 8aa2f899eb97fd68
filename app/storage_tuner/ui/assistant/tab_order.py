"""The tab key goes through a page from its top to its end, whatever was made when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def order_tabs(layout: QLayout) -> None:
    """In the order in which the layout holds them; parts that are made anew would come last."""
    for before, after in pairwise(_stops(layout)):
        QWidget.setTabOrder(before, after)


def _stops(layout: QLayout) -> Iterator[QWidget]:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if inner is not None:
            yield from _stops(inner)
        if widget is None:
            continue
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
        if (underlying := widget.layout()) is not None:
            yield from _stops(underlying)
