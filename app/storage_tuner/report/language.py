"""The language that a report is told in: sentences looked up, and numbers with its separators.

The window tells its texts by the same rules, with Qt's translations and locale.
"""

from __future__ import annotations

import dataclasses
import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.language import number
from storage_tuner.core.message import Message
from storage_tuner.present.numbers import SPACE, THOUSANDS, Numeral
from storage_tuner.report.catalogue import Forms, read_catalogue
from storage_tuner.store.resource_files import resource

T = TypeVar("T")

_WITH_UNIT = re.compile(r"[+−±-]?\d[\d,\u202f]*(\.\d+)?[ \u00a0\u202f][^\d]*")
_SEPARATOR = re.compile(r"(?<=\d)[.,\u202f](?=\d)")

SEPARATORS = {"en": (".", THOUSANDS), "de": (",", ".")}
"""Of each language that there is: before decimals, and between thousands."""

NAMES = {"en": "English", "de": "Deutsch"}
"""What each language calls itself."""


@dataclass(frozen=True)
class Language:
    """``find`` gives the translation of a template, for a number if there is one; where there is
    none, the template itself. ``point`` stands before decimals, ``groups`` between thousands."""

    code: str
    find: Callable[[str, int | None], str]
    point: str
    groups: str

    def translated(self, text: str) -> str:
        """``text`` in this language; as it is where there is no translation."""
        if not isinstance(text, Message):
            return self.find(text, None) if text else text
        template = self.find(text.template, text.number)
        if text.number is not None and template == text.template:
            template = text.english
        return _Formatter(self).format(template, **text.arguments)

    def localized(self, number: str) -> str:
        """A number that ``present.numbers`` has written, as it is written in this language."""
        return _SEPARATOR.sub(lambda found: self.point if found[0] == "." else self.groups, number)

    def shown(self, text: str) -> str:
        """What is a sentence or a number of ours told, with percent signs held to their numbers;
        all else, as names and values, as it is."""
        if isinstance(text, Message):
            return self.translated(text).replace(" %", f"{SPACE}%")
        return self.numeral(text) if isinstance(text, Numeral) else text

    def numeral(self, text: str) -> str:
        """A number with its unit, of which some are words."""
        number, space, unit = self.localized(text).rpartition(SPACE)
        return f"{number}{space}{self.find(unit, None)}" if space else unit

    def whole(self, value: T) -> T:
        """``value`` with all texts in its data classes and tuples shown in this language."""
        if isinstance(value, str):
            return cast("T", self.shown(value))
        if isinstance(value, tuple):
            return cast("T", tuple(self.whole(item) for item in value))
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = {
                field.name: self.whole(getattr(value, field.name))
                for field in dataclasses.fields(value)
            }
            return cast("T", type(value)(**fields))
        return value


class _Formatter(string.Formatter):
    """Formats numbers as the language does, and tells sentences among the arguments."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def get_field(
        self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> tuple[object, int | str]:
        found, used = super().get_field(field_name, args, kwargs)
        return (self._argument(found) if isinstance(found, str) else found), used

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, int | float):
            return self._language.localized(number(value, format_spec))
        return format(value, format_spec)

    def _argument(self, text: str) -> str:
        if isinstance(text, Numeral):
            return self._language.numeral(text)
        if not isinstance(text, Message) and _WITH_UNIT.fullmatch(text):
            return self._language.localized(text)
        return self._language.translated(text)


def _as_it_is(template: str, _number: int | None) -> str:
    return template


ENGLISH = Language("en", _as_it_is, *SEPARATORS["en"])


def known_languages() -> tuple[str, ...]:
    """The codes of those that a report can be written in, English first."""
    return ("en", *sorted(code for code in SEPARATORS if code != "en" and _file(code)))


@cache
def language(code: str) -> Language:
    """Raises ``InvalidInput`` for one that there is no translation in."""
    if code == "en":
        return ENGLISH
    path = _file(code) if code in SEPARATORS else None
    if path is None:
        known = ", ".join(known_languages())
        raise InvalidInput(f"There is no translation in {code!r}.", f"There are: {known}.")
    try:
        texts = read_catalogue(path)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The translation can't be read: {error}.") from None
    return Language(code, _Lookup(texts), *SEPARATORS[code])


@dataclass(frozen=True)
class _Lookup:
    """Of languages with two forms, one and many, as all are that there are."""

    texts: Mapping[str, Forms]

    def __call__(self, template: str, number: int | None) -> str:
        forms = self.texts.get(template)
        if not forms:
            return template
        return forms[0] if number == 1 or number is None else forms[-1]


def _file(code: str) -> Path | None:
    try:
        return resource("translations", f"storage_tuner_{code}.qm")
    except FileNotFoundError:
        return None
