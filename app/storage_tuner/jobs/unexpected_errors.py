"""Errors that nobody foresaw, in the words of those that somebody did."""

from __future__ import annotations

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import sentence


def words_of(error: Exception) -> str:
    """What it says; its kind when it says nothing."""
    return str(error) or type(error).__name__


def unexpected(error: Exception, remedy: str) -> StorageTunerError:
    """``remedy`` tells how things stand now, and where to find out more."""
    return StorageTunerError(sentence("Unexpected error: {error}.", error=words_of(error)), remedy)
