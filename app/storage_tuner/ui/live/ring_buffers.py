"""Rows of numbers with the time of each; the newest push the oldest out."""

from __future__ import annotations

from array import array


class Rings:
    """At most ``capacity`` rows of ``width`` numbers. ``count`` is the number of rows ever
    appended."""

    def __init__(self, capacity: int, width: int) -> None:
        self.count = 0
        self._capacity = capacity
        self._width = width
        self._times = array("d")
        self._rows = array("f")

    def __len__(self) -> int:
        return len(self._times)

    @property
    def is_complete(self) -> bool:
        """Return whether no row was overwritten yet."""
        return self.count == len(self._times)

    @property
    def oldest_time(self) -> float:
        return self._times[self.count % len(self)]

    @property
    def most_bytes(self) -> int:
        return self._capacity * (
            self._times.itemsize + self._width * self._rows.itemsize
        )  # fmt: skip

    @property
    def used_bytes(self) -> int:
        return len(self._times) * self._times.itemsize + len(self._rows) * self._rows.itemsize

    def append(self, at: float, row: array[float]) -> None:
        if len(self._times) < self._capacity:
            self._times.append(at)
            self._rows.extend(row)
        else:
            place = self.count % self._capacity
            self._times[place] = at
            self._rows[place * self._width : (place + 1) * self._width] = row
        self.count += 1

    def times(self, length: int) -> array[float]:
        """The times of the newest ``length`` rows, oldest first."""
        begin = self._begin(length)
        found = self._times[begin : begin + length]
        return found + self._times[: length - len(found)]

    def column(self, number: int, length: int) -> array[float]:
        """Column ``number`` of the newest ``length`` rows, oldest first."""
        begin = self._begin(length)
        width = self._width
        found = self._rows[begin * width + number : (begin + length) * width : width]
        rest = length - len(found)
        return found + self._rows[number : rest * width : width]

    def clear(self) -> None:
        self.count = 0
        del self._times[:], self._rows[:]

    def copy(self) -> Rings:
        made = Rings(self._capacity, self._width)
        made.count = self.count
        made._times, made._rows = self._times[:], self._rows[:]
        return made

    def _begin(self, length: int) -> int:
        """The index of the first of the newest ``length`` rows, which may wrap around."""
        return (self.count - length) % len(self) if len(self) else 0
