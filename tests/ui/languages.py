"""The window in another language, for as long as a test needs it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from storage_tuner.core import language
from storage_tuner.ui.language import speak


@contextlib.contextmanager
def window_speaks(
    application: QApplication, words: QLocale, *, numbers: QLocale | None = None
) -> Iterator[None]:
    """``numbers``: as the desktop writes them, where it's not as in the language of the words."""
    before, language_before = QLocale(), language.spoken()
    QLocale.setDefault(numbers or words)
    speak(application, words)
    try:
        yield
    finally:
        language.speak(language_before)
        for translator in application.findChildren(QTranslator):
            application.removeTranslator(translator)
            translator.deleteLater()
        QLocale.setDefault(before)
