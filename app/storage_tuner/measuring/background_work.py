"""Monitors arrays and controller units for background work while they are measured."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner.core.errors import NotMeasurable
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.unit_state import UnitWork, work_of
from storage_tuner.probe.md.array_work import busy_arrays
from storage_tuner.probe.md.arrays import describe_work
from storage_tuner.probe.threeware import UnitReader

CHECK_S = 30.0
"""The interval between queries: a controller needs up to a second for one, beside its work."""

MOST_SILENCES = 10
"""The tolerated number of failed queries in a row of a busy controller, which responds slowly."""


@dataclass(frozen=True)
class _Seen:
    """The background work found by a check: of arrays, and of units by the names of disks."""

    at: str
    arrays: Mapping[str, str]
    units: Mapping[str, UnitWork]


class BackgroundWorkMonitor:
    """A ``bench.background_work.BackgroundWork``. ``arrays`` are those on the measured device,
    ``units`` its underlying ones, by a disk of each. The initial state is that of the arrays at
    creation, with idle units: busy ones aren't measured.

    An array's work, once running, slows all variants alike, so it's only reported. During a unit's
    work nothing is measured, as before the first run.
    """

    def __init__(
        self,
        arrays: Sequence[str],
        units: Mapping[str, UnitReader],
        root: Path = Path("/"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._arrays = tuple(arrays)
        self._units = dict(units)
        self._root = root
        self._clock = clock
        self._checked_at = clock()
        self._seen = _Seen(_now(), busy_arrays(self._arrays, root), {})
        self._silences: Counter[str] = Counter()
        self._remarks: list[Text] = []

    def check(self) -> Text | None:
        if self._units and self._clock() - self._checked_at < CHECK_S:
            return None
        return self.check_now()

    def check_now(self) -> Text:
        before = self._seen
        self._seen = _Seen(_now(), busy_arrays(self._arrays, self._root), self._asked())
        self._checked_at = self._clock()
        changes = (*self._of_arrays(before), *self._of_units(before))
        return changes[0] if changes else ""

    def awaited(self) -> Text:
        for disk, work in self._seen.units.items():
            phrase = _phrase(disk, work)
            if not work.ends_soon or self._silences[disk] >= MOST_SILENCES:
                raise NotMeasurable(
                    sentence("The measurement was stopped early because of {work}.", work=phrase),
                    sentence("Measure again when it has ended."),
                )
            return phrase
        return ""

    @property
    def remarks(self) -> tuple[Text, ...]:
        """Sentences on the background work and its times."""
        return tuple(self._remarks)

    def _asked(self) -> dict[str, UnitWork]:
        """Query the units. An idle unit that doesn't respond isn't queried again, since each
        attempt takes long; a busy one is assumed to be still busy."""
        found = {}
        for disk, reader in tuple(self._units.items()):
            unit = reader.read()
            self._silences[disk] = self._silences[disk] + 1 if unit is None else 0
            if unit is None and disk in self._seen.units:
                found[disk] = self._seen.units[disk]
            elif unit is None:
                del self._units[disk]
                self._remarks.append(
                    sentence(
                        "The controller of {name} didn't respond at {when} UTC: whether it "
                        "did background work after {since} is unknown.",
                        name=disk,
                        when=_sentence(_now()),
                        since=_sentence(self._seen.at),
                    )
                )
            elif work := work_of(unit):
                found[disk] = work
        return found

    def _of_arrays(self, before: _Seen) -> Iterable[Message]:
        now, then = self._seen.arrays, before.arrays
        for name in _differing(now, then):
            between = {"since": _sentence(before.at), "seen": _sentence(self._seen.at)}
            if name in then:
                work = describe_work(then[name])
                self._remarks.append(
                    sentence(
                        "On {name}, {work} ended between {since} and {seen} UTC. Measurements in "
                        "that interval are excluded.",
                        work=work,
                        name=name,
                        **between,
                    )
                )
                yield sentence("{work} of {name} ended", work=work, name=name)
            if name in now:
                work = describe_work(now[name])
                self._remarks.append(
                    sentence(
                        "On {name}, {work} started between {since} and {seen} UTC. Measurements "
                        "in that interval are excluded; later ones were slowed for all variants "
                        "alike.",
                        work=work,
                        name=name,
                        **between,
                    )
                )
                yield sentence("{work} of {name} began", work=work, name=name)

    def _of_units(self, before: _Seen) -> Iterable[Message]:
        now = {disk: work.status for disk, work in self._seen.units.items()}
        then = {disk: work.status for disk, work in before.units.items()}
        for disk in _differing(now, then):
            if disk in now:
                self._remarks.append(
                    sentence(
                        "The controller of {name} started background work ({status}) between "
                        "{since} and {seen} UTC. Measurements in that interval are excluded.",
                        name=disk,
                        status=now[disk],
                        since=_sentence(before.at),
                        seen=_sentence(self._seen.at),
                    )
                )
                yield sentence(
                    "the controller of {name} started background work ({status})",
                    name=disk,
                    status=now[disk],
                )
            else:
                self._remarks.append(
                    sentence(
                        "The measurement waited until {seen} UTC for background work of "
                        "the controller of {name} ({status}).",
                        name=disk,
                        status=then[disk],
                        seen=_sentence(self._seen.at),
                    )
                )
                yield sentence("the controller of {name} finished its background work", name=disk)


def _differing(now: Mapping[str, str], then: Mapping[str, str]) -> list[str]:
    return sorted({name for name, _ in set(now.items()) ^ set(then.items())})


def _phrase(disk: str, work: UnitWork) -> Message:
    percent = work.percent
    done = "" if percent is None else sentence(", {percent:.0f} % done", percent=percent)
    return sentence(
        "the controller's background work on {name} ({status}{done})",
        name=disk,
        status=work.status,
        done=done,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _sentence(moment: str) -> str:
    return moment[:19].replace("T", " ")
