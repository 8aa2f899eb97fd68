"""The mouse wheel scrolls pages, and changes nothing that it passes over."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from storage_tuner.core.tunable import BY_NAME
from storage_tuner.ui.settings.controls import ChoiceControl, NumberControl, Shape
from storage_tuner.ui.widgets import wheel_guard as wheel
from storage_tuner.ui.widgets.wheel_guard import ComboBox, SpinBox
from storage_tuner.ui.window.services import Services


def combo() -> QWidget:
    box = ComboBox()
    box.addItems(["one", "two", "three"])
    box.setCurrentIndex(1)
    return box


def spin() -> QWidget:
    box = SpinBox()
    box.setValue(5)
    return box


def choice() -> QWidget:
    control = ChoiceControl(Shape(BY_NAME["scheduler"], ("none", "bfq", "kyber")))
    control.show_value("bfq")
    return control


def number() -> QWidget:
    control = NumberControl(Shape(BY_NAME["nr_requests"], low=4, high=1024))
    control.show_value("256")
    return control


def value(widget: QWidget) -> object:
    if isinstance(widget, QComboBox):
        return widget.currentIndex()
    assert isinstance(widget, QAbstractSpinBox)
    return widget.property("value")


def scrolled_with(widget: QWidget, qtbot: QtBot) -> QScrollArea:
    page = QWidget()
    column = QVBoxLayout(page)
    column.addWidget(widget)
    page.setMinimumHeight(3000)
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidget(page)
    area.resize(400, 300)
    area.show()
    area.ensureWidgetVisible(widget)
    return area


def turn_wheel(widget: QWidget, notches: int) -> None:
    """As the window system tells it: of a place in the window."""
    window = widget.window()
    place = QPointF(widget.mapTo(window, widget.rect().center()))
    QTest.wheelEvent(window.windowHandle(), place, QPoint(0, 120 * notches))


@pytest.mark.parametrize("make", [combo, spin, choice, number])
@pytest.mark.parametrize("focused", [False, True], ids=["unfocused", "focused"])
def test_the_wheel_scrolls_the_page_and_changes_nothing(
    make: Callable[[], QWidget], focused: bool, services: Services, qtbot: QtBot
) -> None:
    widget = make()
    area = scrolled_with(widget, qtbot)
    (widget if focused else area).setFocus()
    before, place = value(widget), area.verticalScrollBar().value()
    for notches in (-1, -1, -1):
        turn_wheel(widget, notches)
    assert value(widget) == before
    assert area.verticalScrollBar().value() > place
    assert widget.hasFocus() == focused


def test_a_list_of_choices_and_a_page_still_scroll(services: Services, qtbot: QtBot) -> None:
    box = ComboBox()
    box.addItems([str(number) for number in range(200)])
    box.setMaxVisibleItems(5)
    box.setStyleSheet("combobox-popup: 0")
    area = scrolled_with(box, qtbot)
    box.showPopup()
    turn_wheel(box.view().viewport(), -1)
    assert box.view().verticalScrollBar().value() > 0
    box.hidePopup()
    bar = area.verticalScrollBar()
    place = bar.value()
    turn_wheel(bar, -1)
    assert bar.value() > place


def test_the_window_has_no_others() -> None:
    """Qt's own follow the wheel."""
    folder = Path(wheel.__file__).parent
    others = re.compile(r"\bQ(ComboBox|SpinBox|DoubleSpinBox|Slider|Dial)\(")
    found = [
        f"{path.relative_to(folder)}: {line.strip()}"
        for path in folder.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if others.search(line.split("#")[0]) and path != Path(wheel.__file__)
    ]
    assert not found
