"""The language of texts: its translations and number format.

One language is current at a time. ``speak`` sets it for the whole process, ``speaking`` for one
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
    """A language; ``point`` is its decimal mark, ``groups`` its thousands separator."""

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
        """``template`` with its placeholders filled in, numbers formatted for this language and
        texts unchanged. Without arguments, a template may contain braces."""
        if not arguments:
            return template
        if self.code == "en" and not any(
            isinstance(one, int | float) for one in arguments.values()
        ):
            return template.format(**arguments)  # several times faster
        return _Formatter(self).vformat(template, (), arguments)

    def number(self, value: float, form: str) -> str:
        """``value`` in the format ``form``, with a real minus sign."""
        text = format(value, form)
        return self.localized(f"{MINUS}{text[1:]}" if text.startswith("-") else text)

    def localized(self, number: str) -> str:
        """A number with "." and "," or narrow spaces, converted to this language's format."""
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
    """The current language."""
    return _thread_language.get() or _process_language


def speak(language: Language) -> None:
    """Use ``language`` in this process from now on."""
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
