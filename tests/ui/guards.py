"""What fails every test of the window: a warning of Qt, and a widget touched by another thread.

``conftest`` takes the names in; pytest finds hooks and fixtures by them.
"""

from __future__ import annotations

import re
import threading
import traceback
from collections.abc import Generator, Iterator
from types import FrameType

import pytest
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QLayout,
    QListWidgetItem,
    QTableWidgetItem,
    QTreeWidgetItem,
    QWidget,
)

__all__ = [
    "pytest_runtest_teardown",
    "watch_qt",
    "widgets_belong_to_one_thread",
    "windows_go_with_their_test",
]

HARMLESS = (
    "This plugin does not support propagateSizeHints()",
    "This plugin does not support raise()",
    "This plugin does not support grabbing the keyboard",
)
"""What Qt's platform without a screen says of every window, and of every menu that pops up."""

OF_THE_WINDOW = (QWidget, QAction, QLayout, QListWidgetItem, QTableWidgetItem, QTreeWidgetItem)


def watch_qt(item: pytest.Item) -> None:
    """A warning of Qt fails this test."""
    item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
    patterns = [f"^{re.escape(text)}$" for text in HARMLESS]
    item.add_marker(pytest.mark.qt_log_ignore(*patterns, extend=True))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """pytest-qt stops listening when the test itself is over; taking down may warn, too."""
    warnings: list[str] = []

    def listen(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and text not in HARMLESS:
            warnings.append(text)

    before = qInstallMessageHandler(listen)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    if warnings:
        pytest.fail("Qt warned while the test was taken down:\n" + "\n".join(warnings), False)


class ThreadGuard:
    """Notes every call of a widget, or of something in one, made by one of Python's threads.

    Python's profiler tells of each call before it's made, and with it what it's made on: of a
    method in C++ the object, of one in Python the first argument.
    """

    def __init__(self) -> None:
        self.found: list[str] = []

    def watch(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "c_call":
            self._judge(getattr(argument, "__self__", None), argument, frame)
        elif event == "call" and frame.f_code.co_argcount:
            called_on = frame.f_locals.get(frame.f_code.co_varnames[0])
            self._judge(called_on, frame.f_code.co_qualname, frame)

    def _judge(self, called_on: object, called: object, frame: FrameType) -> None:
        if isinstance(called_on, OF_THE_WINDOW):
            place = "".join(traceback.format_stack(frame, limit=4))
            name = threading.current_thread().name
            self.found.append(f"{called} of {type(called_on)} in the thread {name}:\n{place}")


@pytest.fixture(autouse=True)
def windows_go_with_their_test(qapp: QApplication) -> Iterator[None]:
    """What a test leaves behind is deleted at once: Qt does it only when a loop runs again, and
    meanwhile Python's collector takes it apart piece by piece. A new palette, which the next
    test's fixtures set, would then reach half a window, and the interpreter crashes."""
    yield
    for window in qapp.topLevelWidgets():
        window.hide()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def widgets_belong_to_one_thread() -> Iterator[ThreadGuard]:
    """Threads that are started while the test runs are watched until they end."""
    guard = ThreadGuard()
    threading.setprofile(guard.watch)
    yield guard
    threading.setprofile(None)
    assert not guard.found, f"The window was touched by another thread:\n{guard.found[0]}"
