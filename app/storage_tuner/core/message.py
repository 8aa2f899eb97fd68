"""Messages: texts for the user, as a code with arguments.

Errors, caveats, evidence and labels are messages, which can be compared, saved and sent. The code
is the English text with ``{placeholders}``, as in gettext. ``str(message)`` renders it in the
current language (``core.language``). Code that renders for the user (present, report, cli, ui) gets
the text directly from ``tr`` and ``trn``.

``setup/translations.py`` collects the codes from the literals of these calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from storage_tuner.core.language import ENGLISH, speaking, spoken


@dataclass(frozen=True)
class Message:
    """``code`` with its arguments; false if it's empty.

    A counted message also has ``plural``, used unless its argument "count" is 1.
    """

    code: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    plural: str = ""

    def __str__(self) -> str:
        language, arguments = spoken(), dict(self.arguments)
        if self.plural:
            count = arguments["count"]
            assert isinstance(count, int)
            template = language.translated_plural(self.code, self.plural, count)
        else:
            template = language.translated(self.code)
        return language.filled(template, arguments)

    @property
    def english(self) -> str:
        """The English text, for JSON, logs and everything else that programs read."""
        with speaking(ENGLISH):
            return str(self)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __bool__(self) -> bool:
        return bool(self.code)

    def with_texts(self, change: Callable[[str], str]) -> Message:
        """The message with ``change`` applied to all texts among its arguments."""

        def changed(value: Argument) -> Argument:
            if isinstance(value, Message):
                return value.with_texts(change)
            return change(value) if isinstance(value, str) else value

        pairs = tuple((name, changed(value)) for name, value in self.arguments)
        return replace(self, arguments=pairs)


Text = str | Message
"""A literal text, such as a device's name, or a message."""
Argument = Text | int | float

NOTHING_SAID = Message("")


def sentence(code: str, /, **arguments: object) -> Message:
    """The message for ``code``, which must be a literal, with the values of its ``{placeholders}``.

    Pass numbers as numbers with a format in the placeholder (``{share:.0f} %``), so that they are
    formatted for the language.
    """
    return Message(code, tuple(_arguments(arguments)))


def counted(count: int, singular: str, plural: str, /, **arguments: object) -> Message:
    """The message ``singular`` if ``count`` is 1, else ``plural``; both must be literals and may
    have the placeholder ``{count}``."""
    return Message(singular, (("count", count), *_arguments(arguments)), plural)


def tr(code: str, /, **arguments: object) -> str:
    """The text of ``sentence``, rendered in the current language."""
    return str(sentence(code, **arguments))


def trn(count: int, singular: str, plural: str, /, **arguments: object) -> str:
    """The text of ``counted``, rendered in the current language."""
    return str(counted(count, singular, plural, **arguments))


def english_text(text: Text) -> str:
    """The English text for names, keys and columns that programs read."""
    return text.english if isinstance(text, Message) else text


def english(value: object) -> str:
    """The English text of a message, for ``json.dumps(default=english)``."""
    if isinstance(value, Message):
        return value.english
    raise TypeError(f"{type(value).__name__} is no JSON")


def _arguments(arguments: dict[str, object]) -> Iterator[tuple[str, Argument]]:
    for name, value in arguments.items():
        yield name, value if isinstance(value, str | int | float | Message) else str(value)


def together(parts: Iterable[Text], separator: str = " ") -> Message:
    """The texts joined by ``separator``, without empty ones."""
    arguments = tuple((f"part{number}", part) for number, part in enumerate(parts) if part)
    between = separator.replace("{", "{{").replace("}", "}}")
    return Message(between.join(f"{{{name}}}" for name, _ in arguments), arguments)


def quantity(value: float, form: str, unit: str) -> Message:
    """``value`` with its unit, in the format ``form``, formatted for the language."""
    return Message(f"{{value:{form}}} {unit}", (("value", value),))


def listed(words: Iterable[Text]) -> Message:
    """ "a, b and c"."""
    *first, last = [word for word in words if word] or [""]
    if not first:
        return together([last])
    return sentence("{first} and {last}", first=together(first, ", "), last=last)


def either(words: Iterable[Text]) -> Message:
    """ "a or b"."""
    *first, last = [word for word in words if word] or [""]
    if not first:
        return together([last])
    return sentence("{first} or {last}", first=together(first, ", "), last=last)


def closed(phrase: Text) -> Message:
    """The phrase with a full stop."""
    return Message("{phrase}.", (("phrase", phrase),))


def within(label: Text) -> Message:
    """A label within a sentence: "Random read" becomes "random read"; "VM disk", "I/O priorities"
    and "IOzone" are unchanged."""
    if isinstance(label, str):
        return together([lowered(label)])
    beginning = re.match(r"{(\w+)}", label.code)
    if beginning is None:
        return replace(label, code=lowered(label.code))
    pairs = tuple(
        (
            name,
            within(value) if name == beginning[1] and isinstance(value, str | Message) else value,
        )
        for name, value in label.arguments
    )
    return replace(label, arguments=pairs)


def lowered(label: str) -> str:
    first_word = label.partition(" ")[0]
    if any(letter.isupper() for letter in first_word[1:]):
        return label
    return label[:1].lower() + label[1:]
