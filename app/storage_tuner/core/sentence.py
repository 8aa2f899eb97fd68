"""Sentences for persons that can be told in another language than English.

Below the window nothing knows of translations: it says what it has to say in English. A
``Sentence`` is that English text, and beside it remembers the template and the arguments it was
made of, so that the window can look up the template in its language and put the arguments in there.
Wherever it is written down or sent to another process it is a plain text.

The functions give a ``Sentence`` each and are declared to give a ``str``, for nobody but the window
needs to know it.

``setup/translations.py`` collects the templates from the literals of these calls.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

MINUS = "−"


class Sentence(str):
    """An English text with what it was made of."""

    template: str
    """What is looked up; of a counted sentence its plural."""
    english: str
    """The template of the English text."""
    arguments: Mapping[str, object]
    number: int | None
    """The number that decides between singular and plural, if one does."""

    def __new__(
        cls,
        english: str,
        arguments: Mapping[str, object],
        *,
        template: str = "",
        number: int | None = None,
    ) -> Sentence:
        made = super().__new__(cls, _filled(english, arguments))
        made.english = english
        made.template = template or english
        made.arguments = MappingProxyType(dict(arguments))
        made.number = number
        return made

    def with_texts(self, change: Callable[[str], str]) -> Sentence:
        """The same, with ``change`` made to all texts among its arguments."""
        arguments = {
            name: change(value) if isinstance(value, str) else value
            for name, value in self.arguments.items()
        }
        return Sentence(self.english, arguments, template=self.template, number=self.number)

    def said_as(self, english: str) -> Sentence:
        """The same, told as ``english`` to whoever doesn't translate it."""
        made = Sentence("{english}", {"english": english})
        made.english, made.template = self.english, self.template
        made.arguments, made.number = self.arguments, self.number
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def number(value: float, form: str) -> str:
    """``value`` in the format ``form``, with a real minus sign."""
    text = format(value, form)
    return f"{MINUS}{text[1:]}" if text.startswith("-") else text


def _filled(english: str, arguments: Mapping[str, object]) -> str:
    negative = any(isinstance(each, int | float) and each < 0 for each in arguments.values())
    # str.format is several times as fast
    return (_WithMinus().format if negative else str.format)(english, **arguments)


class _WithMinus(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, int | float):
            return number(value, format_spec)
        return format(value, format_spec)


def sentence(template: str, /, **arguments: object) -> str:
    """``template`` with its ``{placeholders}`` filled in; it must be a literal.

    Arguments may be sentences themselves. Numbers are best given as numbers with a format in the
    placeholder (``{share:.0f} %``), so that they can be written as in the language.
    """
    return Sentence(template, arguments)


def counted(count: int, singular: str, plural: str, /, **arguments: object) -> str:
    """``singular`` if ``count`` is 1, else ``plural``; both must be literals, and may have the
    placeholder ``{count}``."""
    english = singular if count == 1 else plural
    return Sentence(english, {"count": count, **arguments}, template=plural, number=count)


def together(parts: Iterable[str], separator: str = " ") -> str:
    """Texts one after the other; empty ones are left out."""
    arguments = {f"part{number}": part for number, part in enumerate(parts) if part}
    between = separator.replace("{", "{{").replace("}", "}}")
    return Sentence(between.join(f"{{{name}}}" for name in arguments), arguments)


def listed(words: Iterable[str]) -> str:
    """ "a, b and c"."""
    *first, last = [word for word in words if word] or [""]
    if not first:
        return together([last])
    return sentence("{first} and {last}", first=together(first, ", "), last=last)


def either(words: Iterable[str]) -> str:
    """ "a or b"."""
    *first, last = [word for word in words if word] or [""]
    if not first:
        return together([last])
    return sentence("{first} or {last}", first=together(first, ", "), last=last)


def closed(phrase: str) -> str:
    """A phrase with its full stop."""
    return Sentence("{phrase}.", {"phrase": phrase})


def within(label: str) -> str:
    """A label within a sentence: "Random read" as "random read"; "VM disk", "I/O priorities" and
    "IOzone" as they are."""
    if not isinstance(label, Sentence):
        return lowered(label)
    beginning = re.match(r"{(\w+)}", label.english)
    if beginning is None:
        return Sentence(lowered(label.english), label.arguments)
    first = beginning[1]
    return Sentence(label.english, {**label.arguments, first: _within(label.arguments[first])})


def _within(argument: object) -> object:
    return within(argument) if isinstance(argument, str) else argument


def lowered(label: str) -> str:
    first_word = label.partition(" ")[0]
    if any(letter.isupper() for letter in first_word[1:]):
        return label
    return label[:1].lower() + label[1:]
