"""What holds for every page and dialog: names, keys, room. Each rule gives what breaks it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QDialog,
    QGroupBox,
    QHeaderView,
    QLabel,
    QMainWindow,
    QMenuBar,
    QRadioButton,
    QScrollBar,
    QSplitterHandle,
    QStackedWidget,
    QTabBar,
    QWidget,
)

_MNEMONIC = re.compile(r"&(?!&)(.)")
_OWN_CHILDREN = Qt.FindChildOption.FindDirectChildrenOnly
_NEITHER_READ_NOR_USED = (QScrollBar, QSplitterHandle, QStackedWidget)


def shown(window: QWidget) -> list[QWidget]:
    """What can be seen of a window and what is in it, but for other windows above it."""
    return [
        child
        for child in [window, *window.findChildren(QWidget)]
        if child.isVisible() and child.window() is window
    ]


def called(widget: QWidget) -> str:
    """How to find the widget when a rule is broken."""
    above = widget.parentWidget()
    text = getattr(widget, "text", None)
    said = f" {text()!r}" if callable(text) and isinstance(text(), str) else ""
    return f"{type(widget).__name__}{said} in {type(above).__name__}"


def can_have_focus(widget: QWidget) -> bool:
    return widget.isEnabled() and bool(
        widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    )


def without_a_name(window: QWidget) -> list[str]:
    """Windows, buttons and whatever else can have focus, that a screen reader can't tell of."""
    found = []
    for widget in shown(window):
        told = QAccessible.queryAccessibleInterface(widget)
        is_used = isinstance(widget, QAbstractButton) or can_have_focus(widget)
        if not is_used or isinstance(widget, _NEITHER_READ_NOR_USED) or widget is window:
            continue
        if widget.objectName().startswith("qt_"):
            continue
        if told is None or not told.text(QAccessible.Text.Name).strip():
            found.append(called(widget))
    if not window.windowTitle() and isinstance(window, (QMainWindow, QDialog)):
        found.append(f"{type(window).__name__} without a title")
    return found


def without_a_role(window: QWidget) -> list[str]:
    roles = {widget: QAccessible.queryAccessibleInterface(widget) for widget in shown(window)}
    return [
        called(widget)
        for widget, told in roles.items()
        if can_have_focus(widget) and (told is None or told.role() is QAccessible.Role.NoRole)
    ]


def mnemonics(window: QWidget) -> Iterator[tuple[str, str]]:
    """The letters that Alt goes with in this window, with whose they are."""
    for widget in shown(window):
        if isinstance(widget, (QAbstractButton, QGroupBox)):
            text = widget.text() if isinstance(widget, QAbstractButton) else widget.title()
            texts = [text] if widget.isEnabled() else []
        elif isinstance(widget, QLabel):
            texts = [widget.text()] if widget.buddy() is not None else []
        elif isinstance(widget, QTabBar):
            texts = [widget.tabText(number) for number in range(widget.count())]
        elif isinstance(widget, QMenuBar):
            texts = [action.text() for action in widget.actions()]
        else:
            texts = []
        for text in texts:
            for letter in _MNEMONIC.findall(text):
                yield letter.lower(), text


def mnemonics_twice(window: QWidget) -> list[str]:
    found = list(mnemonics(window))
    counts = Counter(letter for letter, _ in found)
    return sorted(f"{letter}: {text}" for letter, text in found if counts[letter] > 1)


def not_reached_by_tab(window: QWidget) -> list[str]:
    """What can have focus, but doesn't get it by pressing Tab as often as it takes."""
    wanted = {
        widget
        for widget in shown(window)
        if can_have_focus(widget) and not isinstance(widget, _NEITHER_READ_NOR_USED)
    }
    wanted = {widget for widget in wanted if not _is_inner(widget)}
    reached = {window.focusWidget()}
    for _ in range(3 * len(wanted) + 10):
        if not window.focusNextPrevChild(True):
            break
        reached.add(window.focusWidget())
    groups = {widget.parentWidget() for widget in reached if isinstance(widget, QRadioButton)}
    return [
        called(widget)
        for widget in wanted - reached
        if not (isinstance(widget, QRadioButton) and widget.parentWidget() in groups)
    ]


def _is_inner(widget: QWidget) -> bool:
    above = widget.parentWidget()
    return (
        isinstance(widget, QHeaderView)
        or widget.objectName().startswith("qt_")
        or (isinstance(above, QAbstractScrollArea) and above.viewport() is widget)
    )


def cut_off(window: QWidget) -> list[str]:
    """Buttons and labels of one line that are narrower than what they say."""
    found = []
    for widget in shown(window):
        is_button = isinstance(widget, QAbstractButton) and bool(widget.text())
        is_line = type(widget) is QLabel and bool(widget.text()) and not widget.wordWrap()
        if (is_button or is_line) and widget.width() < widget.minimumSizeHint().width():
            found.append(f"{called(widget)}: {widget.width()}")
    return found


def overlapping(window: QWidget) -> list[str]:
    """Widgets beside each other in one parent's layout that cover each other."""
    found = []
    for parent in shown(window):
        layout = parent.layout()
        if layout is None or isinstance(parent, QStackedWidget):
            continue
        inside = [
            child
            for child in parent.findChildren(
                QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
            )
            if child.isVisible() and not child.isWindow() and layout.indexOf(child) >= 0
        ]
        for number, one in enumerate(inside):
            found += [
                f"{called(one)} and {called(other)}"
                for other in inside[number + 1 :]
                if one.geometry().intersects(other.geometry())
            ]
    return found


def outside(window: QWidget) -> list[str]:
    """What a parent's layout holds and doesn't show all of, sideways."""
    found = []
    for widget in shown(window):
        parent = widget.parentWidget()
        layout = parent.layout() if parent is not None and widget is not window else None
        if parent is None or layout is None or layout.indexOf(widget) < 0:
            continue
        area = widget.geometry()
        if area.left() < 0 or area.right() >= parent.width() + 1:
            found.append(f"{called(widget)}: {area.left()}…{area.right()} of {parent.width()}")
    return found


RULES = {
    "without a name": without_a_name,
    "without a role": without_a_role,
    "with the same key": mnemonics_twice,
    "not reached by Tab": not_reached_by_tab,
    "cut off": cut_off,
    "covering each other": overlapping,
    "reaching outside": outside,
}
