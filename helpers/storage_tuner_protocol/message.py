"""Messages: what the helper says to a person, as a code and its arguments, and how they travel.

The code is the English text with ``{placeholders}``, as gettext has it: who has no translation of
it fills it in and has an English sentence. Programs decide by names of errors, or by codes; never
by that sentence.

Whatever says a message says it in English as well (docs/helper-protocol.md, "Messages"), so that
what can't be read here can still be shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

CODED = "_coded"
"""Ends the key under which messages travel beside the English sentences under the key itself."""

LONGEST_TEXT = 8192
"""Letters of JSON that are read."""

LONGEST_CODE = 1024
MAXIMUM_ARGUMENTS = 16
MAXIMUM_DEPTH = 2
"""A message that is an argument has texts for arguments."""

_NAME = r"[a-z][a-z0-9_]{0,31}"
_PLACEHOLDER = re.compile(rf"\{{({_NAME})\}}", re.ASCII)
_ARGUMENT = re.compile(_NAME, re.ASCII)


@dataclass(frozen=True)
class Message:
    """``str()`` gives the English sentence; a placeholder without an argument stays as it is."""

    code: str
    arguments: Mapping[str, str | Message] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return _PLACEHOLDER.sub(
            lambda found: str(self.arguments.get(found[1], found[0])), self.code
        )

    def encoded(self) -> str:
        """As JSON, in ASCII."""
        return json.dumps(_document(self))

    @classmethod
    def decoded(cls, text: object) -> Message:
        """The reverse of ``encoded``. Raises ``ValueError`` for anything that isn't a message, is
        larger than any should be, or couldn't be filled in."""
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise ValueError("no text, or a very long one")
        try:
            document = json.loads(text)
        except RecursionError:
            raise ValueError("JSON that nests too deep") from None
        return _message(document, MAXIMUM_DEPTH)


def said(template: str, /, **arguments: object) -> Message:
    """``template`` with what its ``{placeholders}`` stand for: other messages, or what is written
    as text. It must be a literal, since ``setup/translations.py`` collects them from the source."""
    texts = {
        name: value if isinstance(value, Message) else str(value)
        for name, value in arguments.items()
    }
    return Message(template, texts)


def with_code(key: str, message: Message | None) -> dict[str, str]:
    """What travels of one sentence; "" for none."""
    if message is None:
        return {key: "", f"{key}{CODED}": ""}
    return {key: str(message), f"{key}{CODED}": message.encoded()}


def with_codes(key: str, messages: Iterable[Message]) -> dict[str, list[str]]:
    """What travels of several."""
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
    """Raises ``ValueError``."""
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
    """Raises ``ValueError`` for what couldn't be filled in."""
    if not 0 < len(_printable(code)) <= LONGEST_CODE or len(arguments) > MAXIMUM_ARGUMENTS:
        raise ValueError("a message of an odd size")
    if not all(map(_ARGUMENT.fullmatch, arguments)):
        raise ValueError("an argument with an odd name")
    if not set(_PLACEHOLDER.findall(code)) <= arguments:
        raise ValueError("a placeholder without an argument")
    if set("{}") & set(_PLACEHOLDER.sub("", code)):
        raise ValueError("a placeholder with an odd name")


def _printable(text: str) -> str:
    """Raises ``ValueError`` for halves of letters, which nobody could print."""
    text.encode()
    return text
