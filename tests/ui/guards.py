"""What fails every test of the window: a warning of Qt, and a widget touched by another thread.

``conftest`` takes the names in; pytest finds hooks and fixtures by them.
"""

from __future__ import annotations

import gc
import re
import sys
import threading
import traceback
from collections.abc import Generator, Iterator

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
    "garbage_is_collected_between_tests",
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
    """Notes every attribute of a widget, or of something in one, that another thread than the
    window's asks for: a method is looked up before it's called.

    Python's profiler would see calls of methods that were looked up before, too, but it crashes
    Python 3.11: it leaves the stack's height in a generator's frame, and when another thread
    collects garbage while the generator runs on, the collector follows what is no longer there.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self._window = threading.get_ident()

    def watch(self, kind: type[object]) -> None:
        ask = kind.__getattribute__
        thread, of_the_window = threading.get_ident, self._window  # asked a million times

        def watched(asked: object, name: str) -> object:
            if thread() != of_the_window:
                self._note(asked, name)
            return ask(asked, name)

        kind.__getattribute__ = watched  # type: ignore[method-assign]

    def _note(self, asked: object, name: str) -> None:
        place = "".join(traceback.format_stack(sys._getframe(2), limit=4))
        thread = threading.current_thread().name
        self.found.append(f"{name} of {type(asked)} in the thread {thread}:\n{place}")


def unwatch(kind: type[object]) -> None:
    """What it inherits serves again."""
    del kind.__getattribute__


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
def garbage_is_collected_between_tests() -> Iterator[None]:
    """And not in a worker of the test's, as the application has it (``ui.garbage``)."""
    gc.disable()
    yield
    gc.collect(1)
    gc.enable()


@pytest.fixture(autouse=True)
def widgets_belong_to_one_thread(garbage_is_collected_between_tests: None) -> Iterator[ThreadGuard]:
    guard = ThreadGuard()
    for kind in OF_THE_WINDOW:
        guard.watch(kind)
    yield guard
    for kind in OF_THE_WINDOW:
        unwatch(kind)
    assert not guard.found, f"The window was touched by another thread:\n{guard.found[0]}"
