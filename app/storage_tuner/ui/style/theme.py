"""The application's colours, after the desktop's scheme and its wish for contrast.

The desktop doesn't report its scheme everywhere, so that the View menu can override it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from storage_tuner.ui.style.colours import (
    ALL,
    DARK,
    DARK_CONTRAST,
    LIGHT,
    LIGHT_CONTRAST,
    Colours,
    with_accent,
)
from storage_tuner.ui.style.style_sheet import style_sheet

__all__ = ["DARK", "LIGHT", "Colours", "Scheme", "Theme", "colours", "palette"]


class Scheme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def colours(palette: QPalette) -> Colours:
    """The colours that go with a palette: whoever paints asks with the own palette."""
    window = palette.color(QPalette.ColorRole.Window)
    base = palette.color(QPalette.ColorRole.Base).name()
    text = palette.color(QPalette.ColorRole.WindowText).name()
    accent = palette.color(QPalette.ColorRole.Highlight).name()
    for each in ALL:
        if (each.window, each.base, each.text) == (window.name(), base, text):
            return each if each.accent.lower() == accent else with_accent(each, accent)
    return DARK if window.lightness() < 128 else LIGHT


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
        self.scheme = Scheme(stored) if stored in set(Scheme) else Scheme.SYSTEM
        self._accent = ""
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._follow_contrast()
        self._apply()

    def choose(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._settings.setValue(self._KEY, scheme.value)
        self._apply()

    @contextmanager
    def put_on_later(self) -> Iterator[None]:
        """Apply the style sheet once at the end to all widgets created meanwhile. Otherwise each
        re-resolves it whenever it's reparented, which takes half the time of creating the main
        window."""
        self._application.setStyleSheet("")
        try:
            yield
        finally:
            self._apply()

    def take_accent(self, accent: str) -> None:
        """The desktop's colour for what is chosen, ``#rrggbb``; "" for ours."""
        if accent != self._accent:
            self._accent = accent
            self._apply()

    def follow_letters(self) -> None:
        """The application's letters changed: widgets with a style sheet take them with it only."""
        self._application.setStyleSheet(self._application.styleSheet())

    def _follow(self) -> None:
        if self.scheme is Scheme.SYSTEM:
            self._apply()

    def _follow_contrast(self) -> None:
        """Qt reports the desktop's contrast preference since 6.10."""
        hints = self._application.styleHints()
        if hasattr(hints, "accessibility"):
            hints.accessibility().contrastPreferenceChanged.connect(self._apply)

    def _apply(self) -> None:
        chosen = self._chosen()
        self._application.setPalette(palette(chosen))
        self._application.setStyleSheet(style_sheet(chosen))
        self.changed.emit()

    def _chosen(self) -> Colours:
        if self.wants_contrast():
            return DARK_CONTRAST if self._wants_dark() else LIGHT_CONTRAST
        usual = DARK if self._wants_dark() else LIGHT
        return with_accent(usual, self._accent) if self._accent else usual

    def _wants_dark(self) -> bool:
        if self.scheme is not Scheme.SYSTEM:
            return self.scheme is Scheme.DARK
        return self._is_desktop_dark()

    def _is_desktop_dark(self) -> bool:
        return self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark

    def wants_contrast(self) -> bool:
        """Whether the desktop asks for high contrast."""
        hints = self._application.styleHints()
        if not hasattr(hints, "accessibility"):
            return False
        return hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast
