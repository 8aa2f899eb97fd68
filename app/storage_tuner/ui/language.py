"""The language of the window, and how sentences and numbers from below are told in it."""

from __future__ import annotations

import os
import re
import string
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from storage_tuner.core.sentence import Sentence
from storage_tuner.report import numbers, wording
from storage_tuner.store.resource_files import resource

CONTEXT = "Sentence"
"""Where translations of what is said below the window are kept."""

_WITH_UNIT = re.compile(r"[+−±-]?\d[\d,\u202f]*(\.\d+)?[ \u00a0\u202f][^\d]*")
_NUMBER_WITH_SEPARATORS = re.compile(r"(?<=\d)[.,\u202f](?=\d)")


def speak(application: QCoreApplication, desktop: QLocale | None = None) -> None:
    """Take the first language of ``desktop`` that there is a translation for, else English.

    Qt's own texts come in the same language, so that a window never has two of them. Numbers are
    written as the desktop says; where it says nothing (LANG=C), as in the language.
    """
    ours = QTranslator(application)
    if not ours.load(desktop or QLocale.system(), "storage_tuner", "_", _folder()):
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


def told(text: str) -> str:
    """``text`` in the window's language; as it is where there is no translation."""
    if not isinstance(text, Sentence):
        return QCoreApplication.translate(CONTEXT, text) if text else text
    template = _translated(text)
    return _Formatter().format(template, **text.arguments)


def _translated(text: Sentence) -> str:
    if text.number is None:
        return QCoreApplication.translate(CONTEXT, text.template)
    found = QCoreApplication.translate(CONTEXT, text.template, None, text.number)
    return text.english if found == text.template else found


def printable(text: str) -> str:
    """``text`` in the window's language, and without characters that a window must not get."""
    return wording.printable(told(text))


def prose(text: str) -> str:
    """As ``printable``, with percent signs held to their numbers."""
    return wording.prose(told(text))


def localized(number: str) -> str:
    """A number that ``report.numbers`` has written, as it is written in the locale."""
    return _NUMBER_WITH_SEPARATORS.sub(_separator, number)


def _separator(found: re.Match[str]) -> str:
    locale = QLocale()
    return locale.decimalPoint() if found[0] == "." else _groups(locale)


def _groups(locale: QLocale) -> str:
    """What English texts separate thousands with stays, so that 1,234 isn't taken for 1.234."""
    english = locale.language() in (QLocale.Language.C, QLocale.Language.English)
    return numbers.THOUSANDS if english else locale.groupSeparator()


class _Formatter(string.Formatter):
    """Formats numbers as the locale does, and tells sentences among the arguments."""

    def get_field(
        self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> tuple[object, int | str]:
        found, used = super().get_field(field_name, args, kwargs)
        return (_told_argument(found) if isinstance(found, str) else found), used

    def format_field(self, value: object, format_spec: str) -> str:
        text = format(value, format_spec)
        return localized(text) if _is_number(value) else text


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _told_argument(text: str) -> str:
    if isinstance(text, Sentence):
        return told(text)
    return localized(text) if _WITH_UNIT.fullmatch(text) else told(text)
