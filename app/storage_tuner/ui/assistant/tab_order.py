"""Tab order from the top of a page to its end, whatever the order of creation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def order_tabs(layout: QLayout) -> None:
    """Follow the layout's order; otherwise recreated parts would come last."""
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
