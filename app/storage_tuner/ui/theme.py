"""Colours: one light and one dark palette of our own, after the desktop's colour scheme.

The desktop doesn't report its scheme everywhere, so that the View menu can override it. Series
colours are those of Okabe and Ito (Color Universal Design, 2008), brightened for dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from string import Template

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


class Scheme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Colours:
    """``#rrggbb`` strings. ``series`` are for curves, in the order of their drawing."""

    dark: bool
    window: str
    base: str
    alternate: str
    text: str
    subtle: str
    disabled: str
    button: str
    button_hover: str
    border: str
    field_border: str
    accent: str
    accent_hover: str
    accent_text: str
    good: str
    good_fill: str
    caution: str
    caution_fill: str
    bad: str
    bad_fill: str
    grid: str
    series: tuple[str, ...]


LIGHT = Colours(
    dark=False,
    window="#f4f5f6",
    base="#ffffff",
    alternate="#f7f8f9",
    text="#1c1c1e",
    subtle="#5b5e64",
    disabled="#8a8c90",
    button="#fdfdfd",
    button_hover="#eef1f4",
    border="#d5d8dc",
    field_border="#8d929a",
    accent="#1a5fb4",
    accent_hover="#164f96",
    accent_text="#ffffff",
    good="#0a7a53",
    good_fill="#eef8f4",
    caution="#9a4f00",
    caution_fill="#fdf5ea",
    bad="#b3261e",
    bad_fill="#fdf0ef",
    grid="#e3e5e8",
    series=("#0072B2", "#D55E00", "#009E73", "#CC79A7"),
)

DARK = Colours(
    dark=True,
    window="#242529",
    base="#1b1c1f",
    alternate="#212226",
    text="#ececec",
    subtle="#b0b3b9",
    disabled="#7f8186",
    button="#33353b",
    button_hover="#3d4047",
    border="#43464d",
    field_border="#7c818b",
    accent="#78aeed",
    accent_hover="#94bff1",
    accent_text="#10131a",
    good="#2fc69a",
    good_fill="#1b2b27",
    caution="#f0a848",
    caution_fill="#2e271c",
    bad="#ff8a80",
    bad_fill="#321f1f",
    grid="#36383e",
    series=("#56B4E9", "#E69F00", "#2fc69a", "#e09bc2"),
)


def colours(palette: QPalette) -> Colours:
    """The colours that go with a palette: whoever paints asks with the own palette."""
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette(chosen: Colours) -> QPalette:
    role = QPalette.ColorRole
    result = QPalette()
    for place, colour in {
        role.Window: chosen.window,
        role.WindowText: chosen.text,
        role.Base: chosen.base,
        role.AlternateBase: chosen.alternate,
        role.Text: chosen.text,
        role.Button: chosen.button,
        role.ButtonText: chosen.text,
        role.ToolTipBase: chosen.base,
        role.ToolTipText: chosen.text,
        role.PlaceholderText: chosen.subtle,
        role.Highlight: chosen.accent,
        role.HighlightedText: chosen.accent_text,
        role.Link: chosen.accent,
        role.LinkVisited: chosen.accent,
        role.Accent: chosen.accent,
        role.Light: chosen.button_hover,
        role.Midlight: chosen.button_hover,
        role.Mid: chosen.border,
        role.Dark: chosen.field_border,
        role.Shadow: "#000000",
        role.BrightText: "#ffffff",
    }.items():
        result.setColor(place, QColor(colour))
    for place in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, place, QColor(chosen.disabled))
    return result


_STYLE = Template(
    """
QLabel[tone="current"] { font-weight: bold; }
QLabel[tone="subtle"] { color: $subtle; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="caution"] { color: $caution; }
QLabel[tone="bad"] { color: $bad; }
QLabel[role="badge"] {
    border: 1px solid $field_border; border-radius: 4px; padding: 1px 6px;
}
QLabel[role="badge"][tone="good"] { background: $good_fill; border-color: $good; }
QLabel[role="badge"][tone="caution"] { background: $caution_fill; border-color: $caution; }
QLabel[role="badge"][tone="bad"] { background: $bad_fill; border-color: $bad; }
QFrame[role="card"] { background: $base; border: 1px solid $border; border-radius: 6px; }
QFrame[role="card"][tone="good"] { background: $good_fill; border-color: $good; }
QFrame[role="card"][tone="caution"] { background: $caution_fill; border-color: $caution; }
QFrame[role="card"][tone="bad"] { background: $bad_fill; border-color: $bad; }
QFrame[role="side"] { background: $base; border: 0; border-right: 1px solid $border; }
QFrame[role="foot"] { background: $window; border: 0; border-top: 1px solid $border; }
QPushButton {
    background: $button; color: $text; border: 1px solid $field_border; border-radius: 4px;
    padding: 5px 14px;
}
QPushButton:hover { background: $button_hover; }
QPushButton:pressed, QPushButton:checked { background: $border; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:disabled { color: $disabled; border-color: $border; background: transparent; }
QPushButton[role="primary"] {
    background: $accent; color: $accent_text; border: 1px solid $accent; font-weight: 600;
}
QPushButton[role="primary"]:hover { background: $accent_hover; }
QPushButton[role="primary"]:focus { border: 2px solid $text; }
QPushButton[role="primary"]:disabled {
    background: transparent; color: $disabled; border: 1px solid $border;
}
QRadioButton { spacing: 8px; padding: 1px; }
QRadioButton::indicator {
    width: 14px; height: 14px; border: 1px solid $field_border; border-radius: 8px;
    background: $base;
}
QRadioButton::indicator:hover { border-color: $accent; }
QRadioButton::indicator:checked {
    width: 6px; height: 6px; border: 5px solid $accent; background: $accent_text;
}
QRadioButton:focus { color: $accent; text-decoration: underline; }
QProgressBar {
    background: $base; border: 1px solid $border; border-radius: 4px; text-align: center;
    max-height: 8px; min-height: 8px;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QTreeView, QListView, QTableView, QScrollArea[role="bordered"] {
    background: $base; border: 1px solid $border;
}
QTreeView[role="side"] { border: 0; border-right: 1px solid $border; }
QPlainTextEdit {
    background: $alternate; color: $text; border: 1px solid $border; border-radius: 4px;
}
QPlainTextEdit:focus { border-color: $accent; }
QTreeView:focus, QListView:focus, QTableView:focus { border-color: $accent; }
QTreeView::item { padding: 4px 6px; }
QListView[role="choices"]::item { padding: 8px; }
QListView[role="choices"]::item:selected, QTreeView::item:selected {
    background: $accent; color: $accent_text;
}
QHeaderView::section {
    background: $window; color: $subtle; border: 0; border-bottom: 1px solid $border;
    padding: 5px 4px;
}
QTableView { gridline-color: $grid; }
QTabWidget::pane { border: 0; border-top: 1px solid $border; }
QTabWidget::tab-bar { left: 10px; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab {
    padding: 7px 14px; margin-right: 2px; color: $subtle; border: 0;
    border-bottom: 3px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; font-weight: 600; }
QTabBar::tab:focus { background: $button_hover; color: $accent; }
QTreeView[role="in-card"], QTableView[role="in-card"] { border: 0; }
QTreeView[role="in-card"]::item { padding: 3px 6px; }
QTableView[role="in-card"]::item { padding: 0 8px; }
QTreeView[role="in-card"] QHeaderView::section, QTableView[role="in-card"] QHeaderView::section {
    padding: 5px 8px;
}
QStatusBar { border-top: 1px solid $border; }
QStatusBar::item { border: 0; }
QToolTip { background: $base; color: $text; border: 1px solid $border; padding: 4px; }
"""
)


def style_sheet(chosen: Colours) -> str:
    return _STYLE.substitute({name: getattr(chosen, name) for name in chosen.__dataclass_fields__})


class Theme(QObject):
    """Holds the chosen scheme and keeps the application's colours in step with it.

    Widgets that paint or use icons look at ``QEvent.PaletteChange``.
    """

    changed = Signal()

    _KEY = "view/scheme"

    def __init__(self, application: QApplication, settings: QSettings) -> None:
        super().__init__(application)
        self._application = application
        self._settings = settings
        stored = str(settings.value(self._KEY, Scheme.SYSTEM.value))
        self._scheme = Scheme(stored) if stored in set(Scheme) else Scheme.SYSTEM
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    @property
    def scheme(self) -> Scheme:
        return self._scheme

    def choose(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self._settings.setValue(self._KEY, scheme.value)
        self._apply()

    def _follow(self) -> None:
        if self._scheme is Scheme.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        chosen = DARK if self._wants_dark() else LIGHT
        self._application.setPalette(palette(chosen))
        self._application.setStyleSheet(style_sheet(chosen))
        self.changed.emit()

    def _wants_dark(self) -> bool:
        if self._scheme is not Scheme.SYSTEM:
            return self._scheme is Scheme.DARK
        return self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
