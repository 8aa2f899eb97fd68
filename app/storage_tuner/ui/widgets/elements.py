"""Basic widgets that every window is made of: labels, cards, rows of facts, messages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.layouts import Margins, Placed, Stretch, column_in, column_of, row_of

SPACE = 8
"""The unit of all distances, in device-independent pixels."""

AROUND_A_PAGE: Margins = (3 * SPACE, 2 * SPACE, 3 * SPACE, 2 * SPACE)

_LONG_WORD = 20
"""In letters; a path may be a single long word."""


class Tone(StrEnum):
    PLAIN = ""
    SUBTLE = "subtle"
    CURRENT = "current"
    GOOD = "good"
    CAUTION = "caution"
    BAD = "bad"


_ICONS = {
    Tone.PLAIN: "information",
    Tone.SUBTLE: "information",
    Tone.CURRENT: "information",
    Tone.GOOD: "success",
    Tone.CAUTION: "warning",
    Tone.BAD: "error",
}


def open_with_size(window: QWidget, letters_wide: int, letters_high: int) -> None:
    """Give a window its first size, in average letters, but not beyond the screen."""
    letter = window.fontMetrics().averageCharWidth()
    wanted = QSize(letters_wide * letter, letters_high * letter)
    window.resize(wanted.boundedTo(window.screen().availableSize() * 0.96))


def lay_out_reading(dialog: QDialog, page: QWidget) -> QDialogButtonBox:
    """Lay out a page up to the edges, above the button that closes a read-only dialog; more buttons
    may be added."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    row = column_of(buttons, margins=(2 * SPACE, 0, 2 * SPACE, 0))
    column_in(dialog, Placed(page, 1), row, margins=(0, 0, 0, 12))
    return buttons


def set_property(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the style sheet uses, and update the style."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def unbroken(text: str) -> str:
    """``text`` for display: without line breaks at hyphens, as in mq-deadline; long words may
    break."""
    return " ".join(
        word if len(word) > _LONG_WORD else word.replace("-", "\u2011") for word in text.split(" ")
    )


def broken(text: str) -> str:
    """The text that ``unbroken`` was given."""
    return text.replace("\u2011", "-")


class Text(QLabel):
    """Running text: wraps, can be selected by mouse, read by screen readers.

    ``points`` is added to the font's size.
    """

    def __init__(
        self,
        text: str = "",
        *,
        points: float = 0,
        bold: bool = False,
        tone: Tone = Tone.PLAIN,
        wrap: bool = True,
    ) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setProperty("tone", tone.value)
        self._points = points
        self._bold = bold
        self.fit_letters()

    def fit_letters(self) -> None:
        """Use the application's font, which changes with the desktop's."""
        font = QApplication.font(self)
        font.setPointSizeF(font.pointSizeF() + self._points)
        self.setFont(in_bold(font, self._bold))


def fit_all_letters() -> None:
    """Apply the application's font to all texts."""
    for widget in QApplication.allWidgets():
        if isinstance(widget, Text):
            widget.fit_letters()


def in_bold(font: QFont, bold: bool = True) -> QFont:
    """``font`` in bold or regular."""
    made = QFont(font)
    made.setBold(bold)
    return made


def choices_row(*choices: tuple[str, QWidget]) -> QHBoxLayout:
    """A row of labelled fields; each label's mnemonic leads to its field."""
    row = row_of(spacing=SPACE)
    for name, field in choices:
        row.addWidget(label_for(field, name))
        row.addWidget(field)
        row.addSpacing(SPACE)
    row.addStretch(1)
    return row


def label_for(field: QWidget, name: str) -> QLabel:
    """A label whose mnemonic leads to ``field``."""
    label = QLabel(name)
    label.setBuddy(field)
    return label


def heading(text: str = "", points: float = 1) -> Text:
    return Text(text, points=points, bold=True)


def primary_button(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "primary")
    return button


def foot(*rows: QWidget) -> QFrame:
    """The footer of a dialog, which doesn't scroll."""
    made = QFrame()
    made.setProperty("role", "foot")
    column_in(made, *rows, margins=(2 * SPACE, 12, 2 * SPACE, 12), spacing=12)
    return made


def clear(layout: QLayout) -> None:
    """Remove and delete everything in a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)


class Card(QFrame):
    """A frame with a heading; ``body`` is the layout for its content."""

    def __init__(self, title: str = "", tone: Tone = Tone.PLAIN) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setProperty("tone", tone.value)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(2 * SPACE, 12, 2 * SPACE, 12)
        self.body.setSpacing(SPACE)
        if title:
            self.body.addWidget(heading(title))
            self.setAccessibleName(title)


class SymbolLabel(QLabel):
    """An icon that follows the palette; decorative, so without an accessible name."""

    def __init__(self, name: str, size: int = 20, tone: Tone = Tone.PLAIN) -> None:
        super().__init__()
        self._name = name
        self._size = size
        self._tone = tone
        self.setFixedSize(size, size)
        self._draw()

    def show_symbol(self, name: str, tone: Tone) -> None:
        self._name = name
        self._tone = tone
        self._draw()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        chosen = theme.colours(self.palette())
        colour = {
            Tone.GOOD: chosen.good,
            Tone.CAUTION: chosen.caution,
            Tone.BAD: chosen.bad,
            Tone.SUBTLE: chosen.subtle,
        }.get(self._tone, chosen.accent)
        ratio = max(2.0, self.devicePixelRatioF())
        self.setPixmap(icons.pixmap(self._name, QColor(colour), self._size, ratio))


@dataclass(frozen=True)
class Said:
    """A message to show until replaced."""

    tone: Tone
    summary: str
    remedy: str = ""


class Banner(Card):
    """A message: an icon, a bold summary, a remedy and an action.

    ``acted`` is emitted by its button, shown when it has a text. ``appeared`` reports changes of
    visibility.
    """

    acted = Signal()
    appeared = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._symbol = SymbolLabel("information")
        self._summary = heading(points=0)
        self._remedy = Text()
        self._texts = column_of(Stretch(), self._summary, self._remedy, Stretch(), spacing=4)
        self.button = QPushButton()
        self.button.clicked.connect(self.acted)
        self._buttons = column_of(self.button, spacing=SPACE)
        symbol = Placed(self._symbol, at=Qt.AlignmentFlag.AlignTop)
        self._row = row_of(symbol, Placed(self._texts, 1), self._buttons, spacing=12)
        self._row.setAlignment(self._buttons, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    def show_message(
        self, tone: Tone, summary: str, remedy: str = "", action: str = "", symbol: str = ""
    ) -> None:
        """Show a message; ``symbol`` replaces the icon of the tone."""
        summary, remedy = str(summary), str(remedy)
        set_property(self, "tone", tone.value)
        self._symbol.show_symbol(symbol or _ICONS[tone], tone)
        self._summary.setText(summary)
        self._remedy.setText(remedy)
        self._remedy.setVisible(bool(remedy))
        place = Qt.AlignmentFlag.AlignTop if remedy else Qt.AlignmentFlag.AlignVCenter
        self._row.setAlignment(self._symbol, place)
        self._texts.setStretch(0, 0 if remedy else 1)
        self.button.setText(action)
        self.button.setVisible(bool(action))
        self.setAccessibleName(summary)
        self.setAccessibleDescription(remedy)
        self.show()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self.appeared.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self.appeared.emit(False)

    def add_button(self, button: QPushButton) -> None:
        """Add another action below the first one."""
        self._buttons.addWidget(button)

    def show_error(self, error: StorageTunerError, action: str = "") -> None:
        self.show_message(Tone.BAD, str(error.summary), str(error.remedy), action)

    @property
    def summary(self) -> str:
        return self._summary.text() if not self.isHidden() else ""

    @property
    def remedy(self) -> str:
        return self._remedy.text() if not self.isHidden() else ""
