"""A device's activity second by second, as a CSV table with a row per second.

``docs/csv-format.md`` describes the columns.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.store.tables.delimited import defused, write_table

_MEASURED = (
    "read_mb_s",
    "write_mb_s",
    "read_iops",
    "write_iops",
    "latency_ms",
    "queue_length",
    "utilisation",
)
"""Fields of a ``TimeCourse``."""

COLUMNS = (
    "at",
    "seconds",
    *_MEASURED,
    "variant",
    "operation",
    "threads",
)
"""``at`` is when the interval ended, ``seconds`` the time since the beginning. The last three
belong to the run in progress, and are empty between two runs."""


def write_seconds(record: SessionRecord, path: Path) -> None:
    """Write one row a second; only the header if there is no data by second. Raises ``NoSpace`` and
    ``InvalidInput``; leaves no partial file."""
    write_table(path, COLUMNS, _rows(record))


def _rows(record: SessionRecord) -> Iterator[list[str]]:
    course = record.time_course
    begun = _moment(course.begun_at)
    runs = _Runs(record.measurements)
    columns = [getattr(course, name) for name in _MEASURED]
    for number, end_s in enumerate(course.ends_s):
        at = begun + timedelta(seconds=end_s) if begun else None
        run = runs.at(at) if at else None
        about = (run.variant, run.operation.name, str(run.threads)) if run else ("", "", "")
        values = (column[number] if number < len(column) else None for column in columns)
        yield [
            at.isoformat() if at else "",
            repr(end_s),
            *("" if value is None else repr(value) for value in values),
            *map(defused, about),
        ]


class _Runs:
    """Finds the run in progress at a given time."""

    def __init__(self, runs: tuple[Measurement, ...]) -> None:
        begun = [(moment, run) for run in runs if (moment := _moment(run.started_at))]
        self._runs = sorted(begun, key=lambda each: each[0])
        self._begun = [moment for moment, _ in self._runs]

    def at(self, moment: datetime) -> Measurement | None:
        """The last run that had begun, if it hadn't ended yet."""
        number = bisect.bisect_left(self._begun, moment) - 1
        if number < 0:
            return None
        begun, run = self._runs[number]
        return run if moment <= begun + timedelta(seconds=run.duration_s) else None


def _moment(text: str) -> datetime | None:
    """The time in UTC; None if it's invalid."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
