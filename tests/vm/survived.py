"""How often something was killed, pulled or cut off, and everything was as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator


class Survived:
    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def note(self, what: str) -> None:
        self._counts[what] += 1

    def lines(self) -> Iterator[str]:
        for what, count in sorted(self._counts.items()):
            yield f"survived: {what} {count} times"
