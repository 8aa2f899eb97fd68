"""Work of a disk by itself as a script has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from storage_tuner.core.errors import NotMeasurable


@dataclass
class ScriptedWork:
    """At the looks with a number in ``changes`` something began or ended, ``skipped`` ones weren't
    made; ``waiting`` is told so many times after the first change. ``endless``: it isn't waited."""

    changes: Mapping[int, str] = field(default_factory=dict)
    skipped: frozenset[int] = frozenset()
    waiting: int = 0
    endless: bool = False
    looks: int = 0
    changed: bool = False

    def check(self) -> str | None:
        if self.looks in self.skipped:
            self.looks += 1
            return None
        return self.check_now()

    def check_now(self) -> str:
        found = self.changes.get(self.looks, "")
        self.looks += 1
        self.changed = self.changed or bool(found)
        return found

    def awaited(self) -> str:
        if not self.changed:
            return ""
        if self.endless:
            raise NotMeasurable("It rebuilds.")
        self.waiting -= 1
        return "a verification" if self.waiting >= 0 else ""
