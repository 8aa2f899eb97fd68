"""Frozen dataclasses out of JSON, as their fields' types say; ``store.documents`` writes them.

A key that isn't there takes the field's default: results of an earlier version know less.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from storage_tuner.store.plausible_numbers import LARGEST
from storage_tuner.store.typed_json import Node

Value = TypeVar("Value")
Reader = Callable[[Node], Any]

_LEAST = {"threads": 1, "block_bytes": 1}
"""Whole numbers that begin there wherever they stand, and not at 0."""

_TEXT_PAIRS = tuple[tuple[str, str], ...]
"""Stands as an object in the file."""


def read_value(node: Node, kind: type[Value]) -> Value:
    """A value of the dataclass ``kind``. Raises ``UnreadableResult``, which names the key path and
    what stands there."""
    return read_value_with(node, kind, {})


def read_value_with(node: Node, kind: type[Value], fields: Mapping[str, Reader]) -> Value:
    """As ``read_value``, but with readers of their own for some ``fields`` of ``kind``."""
    own = {name: read(node.get(name)) for name, read in fields.items()}
    hashable: Any = kind
    others = {name: read(node.get(name)) for name, read in _fields(hashable) if name not in own}
    return kind(**own, **others)


@functools.cache
def _fields(kind: type) -> tuple[tuple[str, Reader], ...]:
    hints = get_type_hints(kind)
    return tuple(
        (field.name, _field_reader(field, hints[field.name])) for field in dataclasses.fields(kind)
    )


def _field_reader(field: dataclasses.Field[Any], hint: Any) -> Reader:  # noqa: ANN401 - any type
    read = _reader(hint, _LEAST.get(field.name, 0))
    if field.default is not dataclasses.MISSING:
        return lambda node: node.or_else(field.default, read)
    if field.default_factory is not dataclasses.MISSING:
        make = field.default_factory
        return lambda node: make() if node.content is None else read(node)
    return read


@functools.cache
def _reader(hint: Any, least: int = 0) -> Reader:  # noqa: ANN401 - any type
    """How a value of that type is read; whole numbers are ``least`` or more."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint is int:
        return lambda node: node.whole(least)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return lambda node: read_value(node, hint)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return lambda node: node.word(hint)
    return _composed_reader(hint, least)


def _composed_reader(hint: Any, least: int) -> Reader:  # noqa: ANN401 - any type
    kinds = get_args(hint)
    origin = get_origin(hint)
    if origin in (types.UnionType, Union):
        (kind,) = (each for each in kinds if each is not type(None))
        read = _reader(kind, least)
        return lambda node: node.or_none(read)
    if origin is dict:
        read = _reader(kinds[1])
        return lambda node: {name: read(node.get(name)) for name in node.names()}
    assert origin is tuple, hint
    if kinds[1:] == (Ellipsis,):
        read = _reader(kinds[0], least)
        return lambda node: tuple(read(item) for item in node.items())
    reads = [_reader(kind) for kind in kinds]
    return lambda node: tuple(
        read(item) for read, item in zip(reads, node.exactly(len(reads)), strict=True)
    )


def _numbers(node: Node) -> tuple[float, ...]:
    """A column may have a million: what is right is looked at together."""
    if not _is_sound_column(node, frozenset({float, int})):
        return tuple(item.number() for item in node.items())
    assert isinstance(node.content, list)
    return tuple(map(float, node.content))  # type: ignore[arg-type]


def _numbers_or_none(node: Node) -> tuple[float | None, ...]:
    if not _is_sound_column(node, frozenset({float, int, type(None)})):
        return tuple(item.or_none(Node.number) for item in node.items())
    assert isinstance(node.content, list)
    return tuple(None if item is None else float(item) for item in node.content)  # type: ignore[arg-type]


def _is_sound_column(node: Node, kinds: frozenset[type]) -> bool:
    """Whether it holds nothing but numbers that ``Node.number`` takes, and perhaps None."""
    column = node.content
    if not isinstance(column, list) or not kinds.issuperset(map(type, column)):
        return False
    told: list[Any] = [item for item in column if item is not None]
    return not told or (min(told) >= 0 and max(told) <= LARGEST)


_PLAIN: dict[Any, Reader] = {
    str: Node.text,
    bool: Node.truth,
    float: Node.number,
    _TEXT_PAIRS: Node.text_pairs,
    tuple[float, ...]: _numbers,
    tuple[float | None, ...]: _numbers_or_none,
}
