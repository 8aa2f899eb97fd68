"""Remembers the choices of the last measurement as defaults."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import QSettings

from storage_tuner.core.knowledge import Aim
from storage_tuner.core.plan import Use

_GROUP = "assistant"
Word = TypeVar("Word", bound=StrEnum)


class LastChoices:
    """Stored in ``settings``; without them nothing is remembered. Unreadable values count as never
    chosen."""

    def __init__(self, settings: QSettings | None) -> None:
        self._settings = settings

    def use(self, otherwise: Use) -> Use:
        return self.word("use", Use, otherwise)

    def aims(self) -> tuple[Aim, ...]:
        words = self.words("aims")
        known = [Aim(word) for word in words if word in tuple(Aim)]
        return tuple(dict.fromkeys(known))

    def word(self, name: str, kind: Callable[[str], Word], otherwise: Word) -> Word:
        """A word of a fixed vocabulary."""
        try:
            return kind(self._text(name))
        except ValueError:
            return otherwise

    def words(self, name: str) -> tuple[str, ...]:
        text = self._text(name)
        return tuple(text.split(",")) if text else ()

    def keep(self, **choices: str | StrEnum | tuple[str, ...]) -> None:
        """Remember these."""
        if self._settings is None:
            return
        for name, value in choices.items():
            text = ",".join(value) if isinstance(value, tuple) else str(value)
            self._settings.setValue(f"{_GROUP}/{name}", text)

    def _text(self, name: str) -> str:
        if self._settings is None:
            return ""
        found = self._settings.value(f"{_GROUP}/{name}", "")
        return ",".join(found) if isinstance(found, list) else str(found or "")
