"""The language of the window, and how sentences and numbers from below are told in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from storage_tuner.present import numbers, wording
from storage_tuner.report.catalogue import CONTEXT
from storage_tuner.report.language import Language
from storage_tuner.store.resource_files import resource

T = TypeVar("T")


def speak(application: QCoreApplication, desktop: QLocale | None = None) -> None:
    """Take the first language of ``desktop`` that there is a translation for, else English, whose
    translation has the plurals.

    Qt's own texts come in the same language, so that a window never has two of them. Numbers are
    written as the desktop says; where it says nothing (LANG=C), as in the language.
    """
    ours = QTranslator(application)
    wanted = (desktop or QLocale.system(), QLocale(QLocale.Language.English))
    if not any(ours.load(locale, "storage_tuner", "_", _folder()) for locale in wanted):
        return
    application.installTranslator(ours)
    language = QLocale(ours.language())
    qts = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if qts.load(language, "qtbase", "_", folder):
        application.installTranslator(qts)
    if language.language() != QLocale.Language.English and _says_nothing(os.environ):
        QLocale.setDefault(language)


def _says_nothing(environment: Mapping[str, str]) -> bool:
    """Whether the locale of numbers is C, as LANG is before anybody chose one."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_NUMERIC", "LANG"))
    return (next(filter(None, names), "C")).partition(".")[0] in ("C", "POSIX")


def _folder() -> str:
    try:
        return str(resource("translations"))
    except FileNotFoundError:
        return ""


def translated(text: str) -> str:
    """``text`` in the window's language; as it is where there is no translation."""
    return _language().translated(text)


def whole(value: T) -> T:
    """``value`` with all texts in its data classes and tuples in the window's language."""
    return _language().whole(value)


def _language() -> Language:
    locale = QLocale()
    return Language(locale.name(), _translated, locale.decimalPoint(), _groups(locale))


def _translated(template: str, number: int | None) -> str:
    if number is None:
        return QCoreApplication.translate(CONTEXT, template)
    return QCoreApplication.translate(CONTEXT, template, None, number)


def printable(text: str) -> str:
    """``text`` in the window's language, and without characters that a window must not get."""
    return wording.printable(str(text))


def prose(text: str) -> str:
    """As ``printable``, with percent signs held to their numbers."""
    return wording.prose(str(text))


def localized(number: str) -> str:
    """A number that ``present.numbers`` has written, as it is written in the locale."""
    return _language().localized(number)


def _groups(locale: QLocale) -> str:
    """What English texts separate thousands with stays, so that 1,234 isn't taken for 1.234."""
    english = locale.language() in (QLocale.Language.C, QLocale.Language.English)
    return numbers.THOUSANDS if english else locale.groupSeparator()
