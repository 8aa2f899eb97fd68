"""When something was, in the words of the locale."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt


def moment(created_at: str) -> str:
    """ISO 8601 as local time in short, as the desktop writes it; "" for what is no time.

    Where nobody chose a language (LANG=C), Qt would say "9 03 2026": there it's 2026-03-09.
    """
    found = QDateTime.fromString(created_at, Qt.DateFormat.ISODate).toLocalTime()
    if not found.isValid():
        return ""
    locale = QLocale()
    if locale.language() is QLocale.Language.C:
        return found.toString("yyyy-MM-dd HH:mm")
    return locale.toString(found, QLocale.FormatType.ShortFormat)
