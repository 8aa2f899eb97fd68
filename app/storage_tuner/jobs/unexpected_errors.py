"""Presents unexpected errors like expected ones."""

from __future__ import annotations

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import sentence


def words_of(error: Exception) -> str:
    """The message of ``error``, or its type if it has none."""
    return str(error) or type(error).__name__


def unexpected(error: Exception, remedy: str) -> StorageTunerError:
    """The presentable error; ``remedy`` describes the current state, and where to find details."""
    return StorageTunerError(sentence("Unexpected error: {error}.", error=words_of(error)), remedy)
