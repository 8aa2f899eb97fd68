"""The language of the window: the desktop's, with Qt's own texts in the same one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from storage_tuner.core import language as in_force
from storage_tuner.core.language import ENGLISH, THOUSANDS, Language
from storage_tuner.store.languages import known_languages, language


def speak(application: QCoreApplication, desktop: QLocale | None = None) -> None:
    """Take the first language of ``desktop`` that there is a translation for, else English.

    Numbers are written as the desktop says; where it says nothing (LANG=C), as in the language.
    """
    chosen = _first_known(desktop or QLocale.system())
    locale = QLocale(chosen.code)
    qts = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if qts.load(locale, "qtbase", "_", folder):
        application.installTranslator(qts)
    if chosen.code != ENGLISH.code and _is_unset(os.environ):
        QLocale.setDefault(locale)
    numbers = QLocale()
    in_force.speak(replace(chosen, point=numbers.decimalPoint(), groups=_groups(numbers)))


def _first_known(desktop: QLocale) -> Language:
    codes = (name.partition("-")[0].partition("_")[0] for name in desktop.uiLanguages())
    return language(next((code for code in codes if code in known_languages()), ENGLISH.code))


def _is_unset(environment: Mapping[str, str]) -> bool:
    """Whether the numeric locale is C, as LANG is before one is chosen."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_NUMERIC", "LANG"))
    return (next(filter(None, names), "C")).partition(".")[0] in ("C", "POSIX")


def _groups(locale: QLocale) -> str:
    """Keep the English thousands separator, so that 1,234 isn't read as 1.234."""
    english = locale.language() in (QLocale.Language.C, QLocale.Language.English)
    return THOUSANDS if english else locale.groupSeparator()
