"""Values as JSON: a frozen dataclass becomes an object whose keys are its fields.

Texts are in English, for programs. What their messages consist of is told beside them, so that
whoever reads the file again can render them in another language: ``messages_in`` and
``with_messages``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from storage_tuner.core.message import Argument, Message
from storage_tuner.typed_documents import Json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


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
    """The messages among the texts of ``value``, by their English."""
    return {message.english: _message(message) for message in _messages(value)}


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


def _message(message: Message) -> Json:
    arguments: dict[str, Json] = {
        name: _message(value) if isinstance(value, Message) else value
        for name, value in message.arguments
    }
    found: dict[str, Json] = {"code": message.code}
    if arguments:
        found["arguments"] = arguments
    return found | {"plural": message.plural} if message.plural else found


def message_of(document: object) -> Message:
    """The reverse. Raises ``ValueError`` for what is no message, or couldn't be rendered."""
    if not isinstance(document, dict) or not document.keys() <= {"code", "arguments", "plural"}:
        raise ValueError("not a message")
    code, plural = document.get("code"), document.get("plural", "")
    arguments = document.get("arguments", {})
    if not isinstance(code, str) or not isinstance(plural, str) or not isinstance(arguments, dict):
        raise ValueError("a message without a code")
    message = Message(
        code, tuple((name, _argument(each)) for name, each in arguments.items()), plural
    )
    try:
        str(message)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise ValueError("a message that can't be rendered") from None
    return message


def _argument(value: object) -> Argument:
    if isinstance(value, str | int | float):
        return value
    return message_of(value)
