"""The newest kept sessions of each disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from storage_tuner.core.device import Device
from storage_tuner.core.session_kinds import OF_A_DISK, SessionKind
from storage_tuner.store.database.run_summaries import PRACTICE, device_key_of
from storage_tuner.store.folders import StoredSession

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore, StoredRun

Result = TypeVar("Result")

_TO_CHOOSE = (SessionKind.COMPARISON, SessionKind.LIVE)


@dataclass(frozen=True)
class NewestResults:
    """At most two results per disk, by its key; ``by_line`` has both kinds."""

    sessions: Mapping[str, StoredSession] = field(default_factory=dict)
    comparisons: Mapping[str, StoredSession] = field(default_factory=dict)
    by_line: Mapping[StoredRun, StoredSession] = field(default_factory=dict)

    def newest(self, device: Device | None) -> StoredSession | None:
        """The last session of ``device`` (None: of practice disks); a quick test only if there is
        no other session."""
        return self.sessions.get(PRACTICE if device is None else device_key_of(device))

    def newest_comparison(self, device: Device) -> StoredSession | None:
        """The last session in which settings of this device were compared to choose among them."""
        return self.comparisons.get(device_key_of(device))


def newest_results(before: NewestResults, store: RunStore) -> NewestResults:
    """The newest results; reads at most two per disk, and none that is already in ``before``."""
    from storage_tuner.store.kept_sessions import sessions_of

    lines = store.listed()
    newest = _first_of_each(quick_tests_last(lines, _kind))
    comparisons = _first_of_each(line for line in lines if line.kind in _TO_CHOOSE)
    read = {
        line: session
        for line in {*newest.values(), *comparisons.values()}
        for session in (
            [before.by_line[line]] if line in before.by_line else sessions_of(store, [line])
        )
    }
    return NewestResults(_readable(newest, read), _readable(comparisons, read), read)


def describing_disks(lines: Iterable[StoredRun]) -> list[StoredRun]:
    """Those of ``lines`` that can be compared with other results of a disk, quick tests last."""
    found = (line for line in lines if line.measurement_count and line.kind in OF_A_DISK)
    return quick_tests_last(found, _kind)


def quick_tests_last(results: Iterable[Result], kind: Callable[[Result], str]) -> list[Result]:
    """``results`` in their order, but quick tests last, since they count only where a disk has no
    other session."""
    return sorted(results, key=lambda each: kind(each) == SessionKind.QUICK_TEST)


def _kind(line: StoredRun) -> str:
    return line.kind


def _readable(
    lines: dict[str, StoredRun], read: Mapping[StoredRun, StoredSession]
) -> dict[str, StoredSession]:
    """The sessions, without unreadable ones."""
    return {key: read[line] for key, line in lines.items() if line in read}


def _first_of_each(lines: Iterable[StoredRun]) -> dict[str, StoredRun]:
    """The first line of each disk; ``lines`` are newest first."""
    found: dict[str, StoredRun] = {}
    for line in lines:
        found.setdefault(line.device_key, line)
    return found
