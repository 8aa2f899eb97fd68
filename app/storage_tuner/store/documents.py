"""Converts values to JSON: a frozen dataclass becomes an object whose keys are its fields.

Texts are in English, for programs. Their messages are stored separately, so that they can be
rendered in another language when the file is read: ``messages_in`` and ``with_messages``.
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
"""Levels of nested messages."""

_LONGEST = 20_000
"""Characters of a rendered message."""

_FORMAT = re.compile(r"\+?0?\d?,?(\.\d)?[dfg]?")
"""Format specifications of numbers; a width of millions would make the text as long."""


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
    """The messages among the texts of ``value``, by their English. Those with a number that isn't
    finite, which JSON can't hold, are omitted: they are read as English text."""
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
        # skipped: columns of numbers are long, and contain no text
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
    """The parts of ``message``."""
    arguments: dict[str, Json] = {
        name: message_document(value) if isinstance(value, Message) else value
        for name, value in message.arguments
    }
    found: dict[str, Json] = {"code": message.code}
    if arguments:
        found["arguments"] = arguments
    return found | {"plural": message.plural} if message.plural else found


def message_of(document: object) -> Message:
    """The inverse of ``message_document``. Raises ``ValueError`` for an invalid message, such as
    one that can't be rendered in every language, or only as megabytes of text."""
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
    """Allow only plain arguments, in formats that we use, and a length that a person would read."""
    length = 0
    for words, name, form, _ in string.Formatter().parse(template):
        length += len(words)
        if name is None:
            continue
        if name not in arguments or not _FORMAT.fullmatch(form or ""):
            raise ValueError("a placeholder for something else")
        # nested ones are short, as they passed the same check
        length += len(str(arguments[name]))
    if length > _LONGEST:
        raise ValueError("a very long message")


@functools.cache
def _languages() -> tuple[Language, ...]:
    """The languages with a readable translation."""
    found = []
    for code in known_languages():
        with contextlib.suppress(InvalidInput):
            found.append(language(code))
    return tuple(found)
