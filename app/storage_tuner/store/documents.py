"""Values as JSON: a frozen dataclass becomes an object whose keys are its fields.

Texts are in English, for programs. What their messages consist of is told beside them, so that
whoever reads the file again can render them in another language: ``messages_in`` and
``with_messages``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import math
import re
import string
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.language import Language, speaking
from storage_tuner.core.message import Argument, Message
from storage_tuner.store.languages import known_languages, language
from storage_tuner.typed_documents import Json, text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_DEEPEST = 8
"""Messages within messages."""

_LONGEST = 20_000
"""Characters of a message."""

_FORMAT = re.compile(r"\+?0?\d?,?(\.\d)?[dfg]?")
"""Of a number in a message; a width of millions would be as long a text."""


def document_of(value: DataclassInstance) -> dict[str, Json]:
    """``value`` as an object: its fields are the keys, tuples are lists."""
    return {field.name: _json(getattr(value, field.name)) for field in dataclasses.fields(value)}


def _json(value: object) -> Json:
    if isinstance(value, Message):
        return value.english
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return document_of(value)
    if isinstance(value, dict):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    if isinstance(value, Enum):
        return _json(value.value)
    assert value is None or isinstance(value, bool | int | float | str), value
    return value


def messages_in(value: object) -> dict[str, Json]:
    """The messages among the texts of ``value``, by their English. Those that JSON can't hold,
    with a number that isn't finite, are left out: they are read again in English."""
    return {
        message.english: message_document(message)
        for message in _messages(value)
        if _is_finite(message)
    }


def with_messages(document: Json, known: Mapping[str, Message]) -> Any:  # noqa: ANN401 - any JSON
    """``document`` with ``known`` messages in place of their English texts."""
    if isinstance(document, str):
        return known.get(document, document)
    if isinstance(document, dict):
        return {key: with_messages(item, known) for key, item in document.items()}
    if isinstance(document, list):
        # columns of numbers are long, and hold no text
        if document and isinstance(document[0], int | float | None):
            return document
        return [with_messages(item, known) for item in document]
    return document


def _messages(value: object) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _messages(getattr(value, field.name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _messages(item)
    elif isinstance(value, tuple) and value and not isinstance(value[0], int | float | None):
        for item in value:
            yield from _messages(item)


def _is_finite(message: Message) -> bool:
    return all(
        _is_finite(value)
        if isinstance(value, Message)
        else isinstance(value, str) or math.isfinite(value)
        for _, value in message.arguments
    )


def message_document(message: Message) -> dict[str, Json]:
    """What ``message`` consists of."""
    arguments: dict[str, Json] = {
        name: message_document(value) if isinstance(value, Message) else value
        for name, value in message.arguments
    }
    found: dict[str, Json] = {"code": message.code}
    if arguments:
        found["arguments"] = arguments
    return found | {"plural": message.plural} if message.plural else found


def message_of(document: object) -> Message:
    """The reverse. Raises ``ValueError`` for what is no message of ours, such as one that couldn't
    be rendered in each language, or only as a text of megabytes."""
    try:
        message = _message_of(document)
        for each in _languages():
            with speaking(each):
                str(message)
    except (ArithmeticError, LookupError, TypeError):
        raise ValueError("a message that can't be rendered") from None
    return message


def _message_of(document: object, depth: int = 0) -> Message:
    if not isinstance(document, dict) or not document.keys() <= {"code", "arguments", "plural"}:
        raise ValueError("not a message")
    if depth > _DEEPEST:
        raise ValueError("a message that nests too deeply")
    code, plural = text(document.get("code")), text(document.get("plural", ""))
    given = document.get("arguments", {})
    if not isinstance(given, dict):
        raise ValueError("arguments without names")
    arguments = {text(name): _argument(each, depth) for name, each in given.items()}
    if plural and type(arguments.get("count")) is not int:
        raise ValueError("a plural of nothing that is counted")
    message = Message(code, tuple(arguments.items()), plural)
    for template in (code, plural) if arguments else ():
        _require_modest(template, arguments)
    return message


def _argument(value: object, depth: int) -> Argument:
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int | float) and math.isfinite(value):
        return value
    return _message_of(value, depth + 1)


def _require_modest(template: str, arguments: Mapping[str, Argument]) -> None:
    """Only arguments may be put in, in formats that we use, and no more than a person reads."""
    length = 0
    for words, name, form, _ in string.Formatter().parse(template):
        length += len(words)
        if name is None:
            continue
        if name not in arguments or not _FORMAT.fullmatch(form or ""):
            raise ValueError("a placeholder for something else")
        # nested ones are short, as this was asked of them
        length += len(str(arguments[name]))
    if length > _LONGEST:
        raise ValueError("a very long message")


@functools.cache
def _languages() -> tuple[Language, ...]:
    """Those that can be read."""
    found = []
    for code in known_languages():
        with contextlib.suppress(InvalidInput):
            found.append(language(code))
    return tuple(found)
