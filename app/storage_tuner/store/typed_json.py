"""Typed reading of JSON: what doesn't fit is refused by naming the key path and what is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.sentence import sentence
from storage_tuner.store.plausible_numbers import LARGEST_WHOLE, is_measurable

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""A JSON value as ``json.loads`` gives it."""

Value = TypeVar("Value")
Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True)
class Node:
    """One JSON value, the place it stands at (``plan.variants[2].name``) and its ``file``.

    Every method raises ``UnreadableResult`` when the value isn't what was asked for.
    """

    file: str
    place: str
    content: Json

    def get(self, key: str) -> Node:
        """The member ``key`` of an object; null when there is none."""
        members = self._object()
        place = f"{self.place}.{key}" if self.place else key
        return Node(self.file, place, members.get(key))

    def or_none(self, read: Callable[[Node], Value]) -> Value | None:
        """What ``read`` gives, or None for null and for a key that isn't there."""
        return None if self.content is None else read(self)

    def or_else(self, default: Value, read: Callable[[Node], Value]) -> Value:
        """What ``read`` gives, or ``default`` for null and for a key that isn't there."""
        return default if self.content is None else read(self)

    def names(self) -> tuple[str, ...]:
        """The names of an object's members, in the order of the file."""
        return tuple(self._object())

    def text(self) -> str:
        if not isinstance(self.content, str):
            raise self._unexpected(sentence("a text"))
        if any("\ud800" <= character <= "\udfff" for character in self.content):
            raise self.refused(sentence("the text holds half a character (a lone surrogate)"))
        return self.content

    def truth(self) -> bool:
        if not isinstance(self.content, bool):
            raise self._unexpected(sentence("true or false"))
        return self.content

    def whole(self, minimum: int = 0) -> int:
        if isinstance(self.content, bool) or not isinstance(self.content, int):
            raise self._unexpected(sentence("a whole number"))
        if self.content > LARGEST_WHOLE:
            raise self.refused(sentence("the number is too large"))
        self._not_below(self.content, minimum)
        return self.content

    def number(self) -> float:
        """A finite number that isn't negative: all our quantities are of this kind."""
        if isinstance(self.content, bool) or not isinstance(self.content, int | float):
            raise self._unexpected(sentence("a number"))
        self._not_below(self.content, 0)
        if not is_measurable(self.content):
            raise self.refused(sentence("the number is too large or too small"))
        return float(self.content)

    def word(self, kind: type[Word]) -> Word:
        return self.one_of({member.value: member for member in kind})

    def one_of(self, known: Mapping[str, Value]) -> Value:
        """The value that this text is the key of."""
        text = self.text()
        if text not in known:
            raise self.refused(
                sentence(
                    "one of {known} is expected, not {text}",
                    known=", ".join(known),
                    text=_shown(text),
                )
            )
        return known[text]

    def items(self) -> tuple[Node, ...]:
        if not isinstance(self.content, list):
            raise self._unexpected(sentence("a list"))
        return tuple(
            Node(self.file, f"{self.place}[{index}]", item)
            for index, item in enumerate(self.content)
        )

    def exactly(self, count: int) -> tuple[Node, ...]:
        """The items of a list that has so many."""
        found = self.items()
        if len(found) != count:
            raise self.refused(
                sentence("{count} values are expected, not {found}", count=count, found=len(found))
            )
        return found

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items())

    def text_pairs(self) -> tuple[tuple[str, str], ...]:
        """An object whose values all are texts, in the order of the file."""
        return tuple((key, self.get(key).text()) for key in self.names())

    def refused(self, reason: str) -> UnreadableResult:
        return UnreadableResult(self.file, f"at {self.place or 'the top'}: {reason}")

    def _object(self) -> dict[str, Json]:
        if not isinstance(self.content, dict):
            raise self._unexpected(sentence("an object"))
        return self.content

    def _unexpected(self, expected: str) -> UnreadableResult:
        return self.refused(
            sentence(
                "{expected} is expected, not {content}",
                expected=expected,
                content=_described(self.content),
            )
        )

    def _not_below(self, number: float, minimum: int) -> None:
        if number < minimum:
            raise self.refused(
                sentence(
                    "{minimum} or more is expected, not {number}",
                    minimum=minimum,
                    number=_shown(str(number)),
                )
            )


def parse(file: str, content: bytes) -> Node:
    """The top of a JSON document in UTF-8; NaN and Infinity aren't JSON and are refused."""
    try:
        document = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise UnreadableResult(file, sentence("it isn't text in UTF-8")) from None
    except json.JSONDecodeError as error:
        reason = sentence(
            "it isn't JSON (line {lineno}, column {colno}: {msg})",
            lineno=error.lineno,
            colno=error.colno,
            msg=error.msg,
        )
        raise UnreadableResult(file, reason) from None
    except ValueError as error:
        raise UnreadableResult(file, sentence("it isn't JSON ({error})", error=error)) from None
    except RecursionError:
        raise UnreadableResult(file, sentence("it is nested too deeply")) from None
    return Node(file, "", document)


def _refuse_constant(name: str) -> Json:
    raise ValueError(sentence("{name} is no number", name=name))


def _described(content: Json) -> str:
    if content is None:
        return "nothing"
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, int | float):
        return sentence("the number {content}", content=_shown(str(content)))
    if isinstance(content, str):
        return sentence("the text {content}", content=_shown(content))
    return sentence("a list") if isinstance(content, list) else sentence("an object")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
