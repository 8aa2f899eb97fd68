"""Names and values: aligned rows, and values that are elided where space is short."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QSizePolicy, QWidget

from storage_tuner.core.message import tr
from storage_tuner.present.blocks import UNKNOWN, Fact
from storage_tuner.ui.widgets.elements import (
    SPACE,
    Text,
    Tone,
    broken,
    clear,
    set_property,
    unbroken,
)

_LONG_WORD = 22
"""In letters; a longer word, such as a path, can't be wrapped."""

_FEWEST_LETTERS = 8
"""The least width of an elided value, in letters."""


def unknown() -> str:
    return str(UNKNOWN)


def shown(fact: Fact) -> str:
    """The fact's value in the window's language."""
    return unknown() if fact.value is None else str(fact.value)


def spoken(fact: Fact) -> str:
    """The value for screen readers and the clipboard, with the reason if it's missing."""
    text = (fact).text
    if fact.value is None and fact.hint:
        text = f"{unknown()} ({fact.hint!s})"
    return ": ".join(filter(None, (str(fact.name), text)))


class ElidedText(QLabel):
    """A line elided in the middle where space is short; the tooltip has the whole text, which is
    also what is copied."""

    def __init__(self, text: str = "", tone: Tone = Tone.PLAIN) -> None:
        super().__init__()
        self.whole = ""
        self._hint = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setProperty("tone", tone.value)
        self.set_whole(text)

    @property
    def is_elided(self) -> bool:
        return self.text() != self.whole

    def set_whole(self, text: str, hint: str = "") -> None:
        """Set the text; ``hint`` is in the tooltip even if nothing is elided."""
        if (text, hint) == (self.whole, self._hint):
            return
        self.whole = text
        self._hint = hint
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802
        width = self.fontMetrics().horizontalAdvance(self.whole) + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        letters = min(len(self.whole), _FEWEST_LETTERS)
        least = letters * self.fontMetrics().averageCharWidth()
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy) and self.selectedText() == self.text():
            self.copy()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        _popup_copy(self, event, self.copy)

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.whole)

    def _fit(self) -> None:
        room = max(self.width(), self.minimumSizeHint().width())
        text = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideMiddle, room)
        if self.text() != text:
            self.setText(text)
        parts = [self.whole] if self.is_elided else []
        self.setToolTip("\n".join([*parts, self._hint] if self._hint else parts))


class SelectableText(Text):
    """Running text that is copied in its original form, with plain hyphens."""

    def __init__(self, text: str = "", tone: Tone = Tone.PLAIN) -> None:
        super().__init__(unbroken(text), tone=tone)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        _popup_copy(self, event, self.copy)

    def copy(self) -> None:
        """Copy the selected text, or all of it."""
        text = self.selectedText() or self.text()
        QGuiApplication.clipboard().setText(broken(text))


def _popup_copy(widget: QWidget, event: QContextMenuEvent, copy: Callable[[], None]) -> None:
    menu = QMenu(widget)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(tr("&Copy")).triggered.connect(copy)
    menu.popup(event.globalPos())


class Facts(QWidget):
    """Aligned rows of name and value."""

    def __init__(self, rows: Iterable[Fact] = ()) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self.facts: tuple[Fact, ...] = ()
        self._values: list[list[SelectableText | ElidedText]] = []
        self.show_rows(rows)

    def show_rows(self, rows: Iterable[Fact]) -> None:
        """Replace the rows; does nothing if they are unchanged."""
        wanted = tuple(rows)
        if wanted == self.facts:
            return
        if [_shape(row) for row in wanted] != [_shape(row) for row in self.facts]:
            self._build(wanted)
        self.facts = wanted
        for row, labels in zip(wanted, self._values, strict=True):
            for line, label in zip(shown(row).split("\n"), labels, strict=True):
                _fill(label, row, line)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The names and the displayed values."""
        return tuple((row.name, shown(row)) for row in self.facts)

    def _build(self, rows: tuple[Fact, ...]) -> None:
        clear(self._grid)
        self._values = []
        line = 0
        for row in rows:
            key = Text(row.name, tone=Tone.SUBTLE, wrap=False)
            self._grid.addWidget(key, line, 0, Qt.AlignmentFlag.AlignTop)
            labels: list[SelectableText | ElidedText] = []
            for part in shown(row).split("\n"):
                label = _label(part)
                self._grid.addWidget(label, line, 1, Qt.AlignmentFlag.AlignTop)
                labels.append(label)
                line += 1
            self._values.append(labels)


def _is_long(line: str) -> bool:
    return any(len(word) > _LONG_WORD for word in line.split(" "))


def _shape(row: Fact) -> tuple[str, tuple[bool, ...]]:
    """The layout of a row: rows with the same one reuse the same labels."""
    return row.name, tuple(_is_long(line) for line in shown(row).split("\n"))


def _label(line: str) -> SelectableText | ElidedText:
    if _is_long(line):
        return ElidedText(line)
    return SelectableText()


def _fill(label: SelectableText | ElidedText, row: Fact, line: str) -> None:
    if isinstance(label, ElidedText):
        label.set_whole(line, str(row.hint))
    else:
        label.setText(unbroken(line))
        label.setToolTip(str(row.hint))
    set_property(label, "tone", (Tone.SUBTLE if row.is_unknown else Tone.PLAIN).value)
    label.setAccessibleName(spoken(row))
