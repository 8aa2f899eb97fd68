"""The language that texts are read in: its translations, and how it writes numbers.

One language is in force at a time. ``speak`` chooses it for the whole process, ``speaking`` for one
thread within a ``with`` block, such as for a report in another language than the window's.
"""

from __future__ import annotations

import contextlib
import gettext
import re
import string
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

MINUS = "−"
THOUSANDS = "\u202f"
SPACE = "\u00a0"

_SEPARATOR = re.compile(r"(?<=\d)[.,\u202f](?=\d)")


@dataclass(frozen=True)
class Language:
    """``point`` stands before decimals, ``groups`` between thousands."""

    code: str
    translations: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)
    point: str = "."
    groups: str = THOUSANDS

    def translated(self, code: str) -> str:
        """The translation of a message code; the code itself where there is none."""
        return self.translations.gettext(code) if code else ""  # "" has the catalogue's header

    def translated_plural(self, singular: str, plural: str, count: int) -> str:
        return self.translations.ngettext(singular, plural, count)

    def filled(self, template: str, arguments: Mapping[str, object]) -> str:
        """``template`` with its placeholders filled in, numbers written as in this language;
        texts stay as they are. One without arguments may hold braces."""
        if not arguments:
            return template
        if self.code == "en" and not any(
            isinstance(one, int | float) for one in arguments.values()
        ):
            return template.format(**arguments)  # several times as fast
        return _Formatter(self).vformat(template, (), arguments)

    def number(self, value: float, form: str) -> str:
        """``value`` in the format ``form``, with a real minus sign."""
        text = format(value, form)
        return self.localized(f"{MINUS}{text[1:]}" if text.startswith("-") else text)

    def localized(self, number: str) -> str:
        """A number written with "." and "," or narrow spaces, as it is written in this language."""
        return _SEPARATOR.sub(lambda found: self.point if found[0] == "." else self.groups, number)


class _Formatter(string.Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, int | float):
            return self._language.number(value, format_spec)
        return format(value, format_spec)


ENGLISH = Language("en")
_process_language = ENGLISH
_thread_language: ContextVar[Language | None] = ContextVar("language", default=None)


def spoken() -> Language:
    """The language in force."""
    return _thread_language.get() or _process_language


def speak(language: Language) -> None:
    """Have this process use ``language`` from now on."""
    global _process_language
    _process_language = language


@contextlib.contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Use ``language`` within the block, in this thread only."""
    before = _thread_language.set(language)
    try:
        yield
    finally:
        _thread_language.reset(before)
