"""Dates and times in the locale's format."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt

_SHORT = QLocale.FormatType.ShortFormat


def moment(created_at: str) -> str:
    """ISO 8601 as short local time in the desktop's format; "" for an invalid time.

    Without a chosen format (LANG=C) Qt would give "9 03 2026"; this gives 2026-03-09.
    """
    found = QDateTime.fromString(created_at, Qt.DateFormat.ISODate).toLocalTime()
    if not found.isValid():
        return ""
    locale = QLocale()
    # the language may be another one, as LANGUAGE has it
    if locale.dateFormat(_SHORT) == QLocale.c().dateFormat(_SHORT):
        return found.toString("yyyy-MM-dd HH:mm")
    return locale.toString(found, _SHORT)
