"""A heading that shows or hides what is below it, closed at first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.elements import SPACE
from storage_tuner.ui.widgets.layouts import Placed, column_in


class Fold(QWidget):
    """A collapsible section; ``body`` is the layout for its content, ``opened`` is emitted when
    it's shown for the first time.

    Space and Enter open or close it; the arrow key in reading direction opens it, the opposite one
    closes it.
    """

    opened = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.button = QToolButton()
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setArrowType(Qt.ArrowType.RightArrow)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.toggled.connect(self._show_folded)
        self.button.installEventFilter(self)
        self._inner = QWidget()
        self.body = QVBoxLayout(self._inner)
        self.body.setContentsMargins(2 * SPACE, 0, 0, 0)
        self.body.setSpacing(SPACE)
        self._inner.hide()
        self._was_open = False
        column_in(
            self, Placed(self.button, at=Qt.AlignmentFlag.AlignLeading), self._inner, spacing=4
        )
        self.set_title(title)

    @property
    def is_open(self) -> bool:
        return self.button.isChecked()

    def set_title(self, title: str) -> None:
        self.button.setText(title)
        self._name()

    def set_open(self, wanted: bool) -> None:
        self.button.setChecked(wanted)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if watched is self.button and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.button.toggle()
                return True
            if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
                inside = Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right
                self.set_open(event.key() == inside)
                return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._point()

    def _show_folded(self, unfolded: bool) -> None:
        self._point()
        self._inner.setVisible(unfolded)
        self._name()
        if unfolded and not self._was_open:
            self._was_open = True
            self.opened.emit()

    def _point(self) -> None:
        closed = Qt.ArrowType.LeftArrow if self.isRightToLeft() else Qt.ArrowType.RightArrow
        self.button.setArrowType(Qt.ArrowType.DownArrow if self.is_open else closed)

    def _name(self) -> None:
        title = self.button.text().replace("&", "")
        spoken = (tr("{title}, expanded") if self.is_open else tr("{title}, collapsed")).format(
            title=title
        )
        self.button.setAccessibleName(spoken)


def folded(title: str, content: QWidget) -> Fold:
    fold = Fold(title)
    fold.body.addWidget(content)
    return fold
