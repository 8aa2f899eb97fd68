"""Typed reading of JSON: what doesn't fit is refused by naming the key path and what is there."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from storage_tuner.core.errors import UnreadableResult

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
            raise self._unexpected("a text")
        if any("\ud800" <= character <= "\udfff" for character in self.content):
            raise self.refused("the text holds half a character (a lone surrogate)")
        return self.content

    def truth(self) -> bool:
        if not isinstance(self.content, bool):
            raise self._unexpected("true or false")
        return self.content

    def whole(self, minimum: int = 0) -> int:
        if isinstance(self.content, bool) or not isinstance(self.content, int):
            raise self._unexpected("a whole number")
        self._not_below(self.content, minimum)
        return self.content

    def number(self) -> float:
        """A finite number that isn't negative: all our quantities are of this kind."""
        if isinstance(self.content, bool) or not isinstance(self.content, int | float):
            raise self._unexpected("a number")
        try:
            number = float(self.content)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self.refused("the number is too large")
        self._not_below(number, 0)
        return number

    def word(self, kind: type[Word]) -> Word:
        text = self.text()
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(member.value for member in kind)
            raise self.refused(f"one of {known} is expected, not {_shown(text)}") from None

    def items(self) -> tuple[Node, ...]:
        if not isinstance(self.content, list):
            raise self._unexpected("a list")
        return tuple(
            Node(self.file, f"{self.place}[{index}]", item)
            for index, item in enumerate(self.content)
        )

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items())

    def text_pairs(self) -> tuple[tuple[str, str], ...]:
        """An object whose values all are texts, in the order of the file."""
        return tuple((key, self.get(key).text()) for key in self.names())

    def refused(self, reason: str) -> UnreadableResult:
        return UnreadableResult(self.file, f"at {self.place or 'the top'}: {reason}")

    def _object(self) -> dict[str, Json]:
        if not isinstance(self.content, dict):
            raise self._unexpected("an object")
        return self.content

    def _unexpected(self, expected: str) -> UnreadableResult:
        return self.refused(f"{expected} is expected, not {_described(self.content)}")

    def _not_below(self, number: float, minimum: int) -> None:
        if number < minimum:
            raise self.refused(f"{minimum} or more is expected, not {number}")


def parse(file: str, content: bytes) -> Node:
    """The top of a JSON document in UTF-8; NaN and Infinity aren't JSON and are refused."""
    try:
        document = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise UnreadableResult(file, "it isn't text in UTF-8") from None
    except json.JSONDecodeError as error:
        reason = f"it isn't JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        raise UnreadableResult(file, reason) from None
    except ValueError as error:
        raise UnreadableResult(file, f"it isn't JSON ({error})") from None
    except RecursionError:
        raise UnreadableResult(file, "it is nested too deeply") from None
    return Node(file, "", document)


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is no number")


def _described(content: Json) -> str:
    if content is None:
        return "nothing"
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, int | float):
        return f"the number {_shown(str(content))}"
    if isinstance(content, str):
        return f"the text {_shown(content)}"
    return "a list" if isinstance(content, list) else "an object"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
