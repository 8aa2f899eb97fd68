"""The control that fits a setting: a list of choices, a number with its unit, a switch, a text.

Each shows one value of the kernel's, and tells by ``wished`` what somebody chose. Without a value,
where disks differ or nobody knows it yet, it shows ``instead`` until something is chosen. In a list
they are reached by a click, or by Return on their row: a list is one stop of the Tab key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QLocale, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QValidator,
)
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QWidget

from storage_tuner.core.tunable import Tunable
from storage_tuner.present import numbers, setting
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.switch_box import Switch
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.wheel_guard import ComboBox, DoubleSpinBox

_EXACT = 1 << 53
"""Largest integer a spin box holds exactly; some kernel limits are higher."""

_DOUBLED = frozenset({"KiB", "requests", "commands", "pages per member", "bytes"})
"""Units of what comes in powers of two: a step doubles or halves."""


@dataclass(frozen=True)
class Shape:
    """Determines the kind of control; a change needs a new control."""

    tunable: Tunable
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    instead: str = ""


class ChoiceControl(ComboBox):
    wished = Signal(str)
    left = Signal()

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        for value in shape.choices:
            self.addItem(names.choice(shape.tunable, value), value)
        self.setPlaceholderText(shape.instead)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(11)
        self.activated.connect(lambda _: self.wished.emit(str(self.currentData())))
        _prepare(self, shape)

    def show_value(self, value: str | None) -> None:
        self.setCurrentIndex(-1 if value is None else self.findData(value))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not _leaves(self, event, self.left.emit):
            super().keyPressEvent(event)


class SwitchControl(Switch):
    wished = Signal(str)
    left = Signal()

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._instead = shape.instead
        self.clicked.connect(self._report)
        _prepare(self, shape)

    def show_value(self, value: str | None) -> None:
        self.setTristate(value is None)
        if value is None:
            self.setCheckState(Qt.CheckState.PartiallyChecked)
            self.setText(self._instead)
            return
        self.setChecked(value == "1")
        self.setText(str(setting.ON if value == "1" else setting.OFF))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not _leaves(self, event, self.left.emit):
            super().keyPressEvent(event)

    def _report(self) -> None:
        self.wished.emit("1" if self.isChecked() else "0")


class NumberControl(DoubleSpinBox):
    """Whole numbers, also beyond 32 bits. A value that isn't a number in the range (a word, or that
    of something switched off) is shown one below the minimum."""

    wished = Signal(str)
    left = Signal()

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._shape = shape
        self._word = ""
        self._is_shown = False
        self.setDecimals(0)
        self.setKeyboardTracking(False)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.setRange(shape.low, min(shape.high, _EXACT))
        self.valueChanged.connect(self._show_unit)
        self._show_unit()
        self.valueChanged.connect(self._report)
        _prepare(self, shape)

    def show_value(self, value: str | None) -> None:
        if self.hasFocus() and value == self._text():
            return
        self._is_shown = False
        low, high = self._shape.low, min(self._shape.high, _EXACT)
        number = int(value) if value is not None and value.isdecimal() else None
        is_inside = number is not None and low <= number <= high
        words = self._shape.tunable.words
        self._word = "" if is_inside else (value or "")
        special = self._word or (self._shape.instead if value is None else "")
        if words and is_inside:
            special = self._word = words[0]
        self.setRange(low - 1 if special else low, high)
        self.setSpecialValueText(
            names.value(special, self._shape.tunable) if self._word else special
        )
        self.setValue(number if is_inside and number is not None else self.minimum())
        self._is_shown = True

    def stepBy(self, steps: int) -> None:  # noqa: N802
        """Doubles or halves what comes in powers of two; else by a tenth of its size."""
        value = int(self.value())
        for _ in range(abs(steps)):
            value = self._next(value, 1 if steps > 0 else -1)
        self.setValue(max(self.minimum(), min(self.maximum(), value)))
        self.selectAll()

    def textFromValue(self, value: float) -> str:  # noqa: N802
        """As it is written beside the control, too."""
        return numbers.whole(int(value))

    def valueFromText(self, text: str) -> float:  # noqa: N802
        return super().valueFromText(_ungrouped(text))

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Keep the typed text."""
        state, *_ = super().validate(_ungrouped(text), place)
        return state, text, place

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not _leaves(self, event, self.left.emit):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """With an edge that can be seen in the dark, too; a style sheet would take the arrows."""
        super().paintEvent(event)
        colours = theme.colours(self.palette())
        edge = colours.accent if self.hasFocus() else colours.field_border
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(edge if self.isEnabled() else colours.border), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusInEvent(event)
        self.selectAll()

    def _next(self, value: int, direction: int) -> int:
        low = self._shape.low
        if value < low:
            return low if direction > 0 else value
        if value == low and direction < 0:
            return value - 1
        if self._shape.tunable.unit in _DOUBLED and not self._shape.tunable.words:
            return max(value * 2, 1) if direction > 0 else max(value // 2, low)
        step: int = 10 ** max(0, len(str(max(value, 1))) - 2)
        return max(value + direction * step, low)

    def _show_unit(self) -> None:
        unit = names.unit(self._shape.tunable, one=self.value() == 1)
        self.setSuffix(f" {unit}" if unit else "")

    def _text(self) -> str:
        if self.specialValueText() and self.value() == self.minimum():
            return self._word
        return str(int(self.value()))

    def _report(self) -> None:
        if self._is_shown and (text := self._text()):
            self.wished.emit(text)


class TextControl(QLineEdit):
    """Any number or word, for a setting whose range only the kernel knows."""

    wished = Signal(str)
    left = Signal()

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._value = ""
        self.setPlaceholderText(shape.instead)
        self.setValidator(_AcceptedText(shape.tunable, self))
        self.editingFinished.connect(self.commit)
        _prepare(self, shape)

    def show_value(self, value: str | None) -> None:
        if self.hasFocus() and value == self.text():
            return
        self._value = value or ""
        self.setText(self._value)
        self.setCursorPosition(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._value)
        if not _leaves(self, event, self.left.emit):
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Text that isn't acceptable doesn't stay."""
        super().focusOutEvent(event)
        if not self.hasAcceptableInput():
            self.setText(self._value)

    def commit(self) -> None:
        """Report the text if it's another one and acceptable."""
        if self.hasAcceptableInput() and self.text() != self._value:
            self._value = self.text()
            self.wished.emit(self._value)


class _AcceptedText(QValidator):
    """Accepts what the tunable does; anything shorter may become that."""

    def __init__(self, tunable: Tunable, parent: QWidget) -> None:
        super().__init__(parent)
        self._tunable = tunable

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        if not self._tunable.refusal(text):
            return QValidator.State.Acceptable, text, place
        may_become = not text or not self._tunable.refusal(f"{text}0")
        state = QValidator.State.Intermediate if may_become else QValidator.State.Invalid
        return state, text, place


Control = ChoiceControl | SwitchControl | NumberControl | TextControl


def control_for(shape: Shape) -> Control:
    """The kind that fits the setting."""
    if not shape.tunable.is_described:
        return TextControl(shape)
    if shape.choices:
        return ChoiceControl(shape)
    if setting.is_switch(shape.tunable):
        return SwitchControl(shape)
    return NumberControl(shape)


def _ungrouped(text: str) -> str:
    """Remove thousands separators from a number with a unit."""
    groups = re.escape(numbers.THOUSANDS + QLocale().groupSeparator())
    return re.sub(rf"(?<=\d)[{groups}](?=\d)", "", text)


def _prepare(control: QWidget, shape: Shape) -> None:
    control.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    control.setAccessibleName(names.named(shape.tunable.name))
    control.setAccessibleDescription(str(shape.tunable.meaning))


def _leaves(control: QWidget, event: QKeyEvent, leave: Callable[[], None]) -> bool:
    """Whether the key leads back to the list."""
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
        return False
    if isinstance(control, QAbstractSpinBox):
        control.interpretText()
    if isinstance(control, TextControl):
        control.commit()
    event.accept()
    leave()
    return True
