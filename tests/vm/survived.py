"""How often something was killed, pulled or cut off, and everything was as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping


class Survived:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def note(self, what: str) -> None:
        self.counts[what] += 1

    def add(self, others: Mapping[str, int]) -> None:
        """What another process has counted."""
        self.counts.update(others)

    def lines(self) -> Iterator[str]:
        for what, count in sorted(self.counts.items()):
            yield f"survived: {what} {count} times"
