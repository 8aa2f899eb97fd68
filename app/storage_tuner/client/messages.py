"""The helper's texts as messages, by the code and arguments sent with the English."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner.core.message import Message, Text, closed
from storage_tuner_protocol import message as wire
from storage_tuner_protocol.message import CODED


def phrase(english: str, coded: object) -> Text:
    """A sentence of the helper's without its full stop; ``english`` where ``coded`` is no message,
    since an older helper sends none."""
    try:
        return _phrase(wire.Message.decoded(coded))
    except ValueError:
        return english.removesuffix(".")


def one_from(values: Mapping[str, object], key: str) -> Text:
    """The sentence under ``key`` in a reply; "" for none."""
    return _sentence_or(str(values.get(key, "")), values.get(f"{key}{CODED}"))


def all_from(values: Mapping[str, object], key: str) -> tuple[Text, ...]:
    """The sentences under ``key`` in a reply, each once."""
    english, coded = _list(values.get(key)), _list(values.get(f"{key}{CODED}"))
    if len(coded) != len(english):
        coded = [""] * len(english)
    known = {str(text): code for text, code in zip(english, coded, strict=True)}
    return tuple(_sentence_or(text, code) for text, code in known.items())


def _sentence_or(english: str, coded: object) -> Text:
    try:
        return _sentence(wire.Message.decoded(coded))
    except ValueError:
        return english


def _sentence(message: wire.Message) -> Message:
    phrase = _phrase(message)
    return closed(phrase) if message.code.endswith(".") else phrase


def _phrase(message: wire.Message) -> Message:
    """Convert a message of the helper to ours. The translations have them without full stops, as
    they also occur within other sentences."""
    arguments = tuple(
        (name, value if isinstance(value, str) else _sentence(value))
        for name, value in message.arguments.items()
    )
    return Message(message.code.removesuffix("."), arguments)


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []
