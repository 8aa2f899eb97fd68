"""Messages: what is said to a person, as a code with arguments.

Errors, caveats, evidence and labels are messages, which can be compared, kept and sent. The code is
the English text with ``{placeholders}``, as gettext has it. ``str(message)`` renders it in the
language in force (``core.language``). What renders for a person (present, report, cli, ui) gets the
text at once from ``tr`` and ``trn``.

``setup/translations.py`` collects the codes from the literals of these calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from storage_tuner.core.language import ENGLISH, speaking, spoken


@dataclass(frozen=True)
class Message:
    """``code`` with what is put into it; false if it's empty.

    A counted one has ``plural``, too, which is used unless its argument "count" is 1.
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
        """As in JSON, logs, and whatever programs read."""
        with speaking(ENGLISH):
            return str(self)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __bool__(self) -> bool:
        return bool(self.code)

    def with_texts(self, change: Callable[[str], str]) -> Message:
        """The same, with ``change`` made to all texts among its arguments."""

        def changed(value: Argument) -> Argument:
            if isinstance(value, Message):
                return value.with_texts(change)
            return change(value) if isinstance(value, str) else value

        pairs = tuple((name, changed(value)) for name, value in self.arguments)
        return replace(self, arguments=pairs)


Text = str | Message
"""Words as they are, such as a device's name, or a message."""
Argument = Text | int | float

NOTHING_SAID = Message("")


def sentence(code: str, /, **arguments: object) -> Message:
    """``code``, which must be a literal, with what its ``{placeholders}`` are filled with.

    Numbers are best given as numbers with a format in the placeholder (``{share:.0f} %``), so that
    they are written as in the language.
    """
    return Message(code, tuple(_arguments(arguments)))


def counted(count: int, singular: str, plural: str, /, **arguments: object) -> Message:
    """``singular`` if ``count`` is 1, else ``plural``; both must be literals, and may have the
    placeholder ``{count}``."""
    return Message(singular, (("count", count), *_arguments(arguments)), plural)


def tr(code: str, /, **arguments: object) -> str:
    """As ``sentence``, rendered now."""
    return str(sentence(code, **arguments))


def trn(count: int, singular: str, plural: str, /, **arguments: object) -> str:
    """As ``counted``, rendered now."""
    return str(counted(count, singular, plural, **arguments))


def english_text(text: Text) -> str:
    """As programs read it: names, keys, columns."""
    return text.english if isinstance(text, Message) else text


def english(value: object) -> str:
    """For ``json.dumps(default=english)``: messages as programs read them."""
    if isinstance(value, Message):
        return value.english
    raise TypeError(f"{type(value).__name__} is no JSON")


def _arguments(arguments: dict[str, object]) -> Iterator[tuple[str, Argument]]:
    for name, value in arguments.items():
        yield name, value if isinstance(value, str | int | float | Message) else str(value)


def together(parts: Iterable[Text], separator: str = " ") -> Message:
    """Texts one after the other; empty ones are left out."""
    arguments = tuple((f"part{number}", part) for number, part in enumerate(parts) if part)
    between = separator.replace("{", "{{").replace("}", "}}")
    return Message(between.join(f"{{{name}}}" for name, _ in arguments), arguments)


def quantity(value: float, form: str, unit: str) -> Message:
    """``value`` in the format ``form``, as it is written in the language, with its unit."""
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
    """A phrase with its full stop."""
    return Message("{phrase}.", (("phrase", phrase),))


def within(label: Text) -> Message:
    """A label within a sentence: "Random read" as "random read"; "VM disk", "I/O priorities" and
    "IOzone" as they are."""
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
