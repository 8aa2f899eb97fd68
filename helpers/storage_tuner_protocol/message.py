"""Messages from the helper to a person, as a code and its arguments, and their encoding.

The code is the English text with ``{placeholders}``, as in gettext: a reader without a translation
fills it in and has an English sentence. Programs decide by names of errors or by codes, never by
that sentence.

Every message is also sent in English (docs/helper-protocol.md, "Messages"), so that a reader can
show a message that it can't decode.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

CODED = "_coded"
"""The suffix of the key under which messages travel beside the English sentences, which use the key
without it."""

LONGEST_TEXT = 8192
"""The limit of characters of JSON that are parsed."""

LONGEST_CODE = 1024
MAXIMUM_ARGUMENTS = 16
MAXIMUM_DEPTH = 2
"""A message that is an argument has texts as arguments."""

_NAME = r"[a-z][a-z0-9_]{0,31}"
_PLACEHOLDER = re.compile(rf"\{{({_NAME})\}}", re.ASCII)
_ARGUMENT = re.compile(_NAME, re.ASCII)


@dataclass(frozen=True)
class Message:
    """A message. ``str()`` returns the English sentence; a placeholder without an argument stays in
    it."""

    code: str
    arguments: Mapping[str, str | Message] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return _PLACEHOLDER.sub(
            lambda found: str(self.arguments.get(found[1], found[0])), self.code
        )

    def encoded(self) -> str:
        """Return the message as JSON, in ASCII."""
        return json.dumps(_document(self))

    @classmethod
    def decoded(cls, text: object) -> Message:
        """The reverse of ``encoded``. Raises ``ValueError`` for anything that isn't a message,
        exceeds the limits, or couldn't be filled in."""
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise ValueError("no text, or a very long one")
        try:
            document = json.loads(text)
        except RecursionError:
            raise ValueError("JSON that nests too deep") from None
        return _message(document, MAXIMUM_DEPTH)


def said(template: str, /, **arguments: object) -> Message:
    """Return ``template`` with the values of its ``{placeholders}``: other messages, or values
    formatted as text. It must be a literal, since ``setup/translations.py`` collects them from the
    source."""
    texts = {
        name: value if isinstance(value, Message) else str(value)
        for name, value in arguments.items()
    }
    return Message(template, texts)


def with_code(key: str, message: Message | None) -> dict[str, str]:
    """Return the reply's entries for one sentence; "" for none."""
    if message is None:
        return {key: "", f"{key}{CODED}": ""}
    return {key: str(message), f"{key}{CODED}": message.encoded()}


def with_codes(key: str, messages: Iterable[Message]) -> dict[str, list[str]]:
    """Return the reply's entries for several sentences."""
    listed = list(messages)
    return {
        key: [str(message) for message in listed],
        f"{key}{CODED}": [message.encoded() for message in listed],
    }


def _document(message: Message) -> dict[str, object]:
    arguments = {
        name: value if isinstance(value, str) else _document(value)
        for name, value in message.arguments.items()
    }
    return {"code": message.code, "arguments": arguments}


def _message(document: object, depth: int) -> Message:
    """Parse a message. Raises ``ValueError``."""
    if not isinstance(document, dict) or set(document) != {"code", "arguments"} or not depth:
        raise ValueError("no message, or one too deep in others")
    code, arguments = document["code"], document["arguments"]
    if not isinstance(code, str) or not isinstance(arguments, dict):
        raise ValueError("no code or no arguments")
    _check_code(code, set(arguments))
    return Message(
        code,
        {
            name: _printable(value) if isinstance(value, str) else _message(value, depth - 1)
            for name, value in arguments.items()
        },
    )


def _check_code(code: str, arguments: set[str]) -> None:
    """Raise ``ValueError`` for a code that couldn't be filled in."""
    if not 0 < len(_printable(code)) <= LONGEST_CODE or len(arguments) > MAXIMUM_ARGUMENTS:
        raise ValueError("a message of an odd size")
    if not all(map(_ARGUMENT.fullmatch, arguments)):
        raise ValueError("an argument with an odd name")
    if not set(_PLACEHOLDER.findall(code)) <= arguments:
        raise ValueError("a placeholder without an argument")
    if set("{}") & set(_PLACEHOLDER.sub("", code)):
        raise ValueError("a placeholder with an odd name")


def _printable(text: str) -> str:
    """Return ``text``. Raises ``ValueError`` for lone surrogates, which can't be printed."""
    text.encode()
    return text
