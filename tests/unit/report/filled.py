"""Values of data classes with a text of its own in every field that may hold one."""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from typing import Any

LETTERS = "abcdefghijklmnop"


def filled(kind: type[Any]) -> Any:  # noqa: ANN401 - of any data class
    """One of ``kind``; each text says whose and which field it is, each tuple has one item."""
    hints = typing.get_type_hints(kind)
    return kind(
        **{
            field.name: _value(hints[field.name], f"{kind.__name__}Q{field.name}")
            for field in dataclasses.fields(kind)
        }
    )


def mark(place: str) -> str:
    """A word that stands nowhere else, and has nothing that a format would write otherwise."""
    return f"Zq{place.replace('_', '')}Zq"


def _value(hint: Any, place: str) -> Any:  # noqa: ANN401 - of any type
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _value(next(part for part in parts if part is not type(None)), place)
    if origin is tuple:
        inner = parts[:1] if len(parts) > 1 and parts[1] is Ellipsis else parts
        return tuple(_value(part, place) for part in inner)
    if origin is dict:
        return {_value(parts[0], f"{place}Qkey"): _value(parts[1], place)}
    if dataclasses.is_dataclass(hint):
        return filled(typing.cast("type[Any]", hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    return {str: mark(place), bool: True, int: 4096, float: 1.5}[hint]
