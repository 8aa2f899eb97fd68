"""What persons read of a value, to be compared in a test."""

from __future__ import annotations

import dataclasses
from typing import TypeVar, cast

from storage_tuner.core.message import Message

Value = TypeVar("Value")


def said(value: Value) -> Value:
    """``value`` with the English of every message in it."""
    if isinstance(value, Message):
        return cast("Value", value.english)
    if isinstance(value, tuple):
        return cast("Value", tuple(said(each) for each in value))
    if isinstance(value, list):
        return cast("Value", [said(each) for each in value])
    if isinstance(value, dict):
        return cast("Value", {said(key): said(each) for key, each in value.items()})
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {each.name: said(getattr(value, each.name)) for each in dataclasses.fields(value)}
        return dataclasses.replace(value, **fields)
    return value
