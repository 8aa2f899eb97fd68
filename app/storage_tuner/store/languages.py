"""The languages that come with the application, and the user's preferred one."""

from __future__ import annotations

import gettext
import struct
from collections.abc import Mapping
from functools import cache

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.language import ENGLISH, THOUSANDS, Language
from storage_tuner.core.message import sentence
from storage_tuner.store.resource_files import resource

SEPARATORS = {"en": (".", THOUSANDS), "de": (",", ".")}
"""For each available language, the decimal mark and the thousands separator."""

NAMES = {"en": "English", "de": "Deutsch"}
"""Each language's own name."""

_DOMAIN = "storage-tuner"


def known_languages() -> tuple[str, ...]:
    """The codes of languages with a translation, English first."""
    return ("en", *sorted(code for code in SEPARATORS if code != "en" and _is_there(code)))


@cache
def language(code: str) -> Language:
    """The language of ``code``. Raises ``InvalidInput`` if there is no translation."""
    if code == "en":
        return ENGLISH
    if code not in SEPARATORS or not _is_there(code):
        raise InvalidInput(
            sentence("There is no translation for {code!r}.", code=code),
            sentence("Available: {known}.", known=", ".join(known_languages())),
        )
    try:
        translations = gettext.translation(_DOMAIN, str(resource("translations")), [code])
    except (OSError, ValueError, LookupError, struct.error) as error:
        raise InvalidInput(
            sentence("The translation can't be read: {error}.", error=error)
        ) from None
    return Language(code, translations, *SEPARATORS[code])


def wanted_language(environment: Mapping[str, str]) -> Language:
    """The first available language that ``LANGUAGE``, else ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``
    names, else English. An unreadable translation counts as unavailable."""
    locale = next(
        filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "C"
    )
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH  # as in gettext, which then ignores LANGUAGE
    for name in (*environment.get("LANGUAGE", "").split(":"), locale):
        code = name.partition(".")[0].partition("@")[0].partition("_")[0]
        if code in known_languages():
            try:
                return language(code)
            except InvalidInput:
                return ENGLISH
    return ENGLISH


def _is_there(code: str) -> bool:
    try:
        resource("translations", code, "LC_MESSAGES", f"{_DOMAIN}.mo")
    except FileNotFoundError:
        return False
    return True
