"""Values as JSON: a frozen dataclass becomes an object whose keys are its fields."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import TYPE_CHECKING

from storage_tuner.typed_documents import Json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def document_of(value: DataclassInstance) -> dict[str, Json]:
    """``value`` as an object: its fields are the keys, tuples are lists."""
    return {field.name: _json(getattr(value, field.name)) for field in dataclasses.fields(value)}


def _json(value: object) -> Json:
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
