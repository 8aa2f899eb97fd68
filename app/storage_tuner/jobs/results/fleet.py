"""Disks of several computers, each by its newest result, compared with others of their model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage_tuner.advice.siblings import Group, figures_of_fleet, unusual_conditions
from storage_tuner.advice.statistics.methods import ERROR_LEVEL, MARGIN
from storage_tuner.core.fleet import Fleet, FleetDisk, FleetFigure, model_key
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import OF_A_DISK, kind_of
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.newest_results import describing_disks, quick_tests_last
from storage_tuner.store.database.run_summaries import (
    device_key_of,
    moment_of,
    recommended_of,
)
from storage_tuner.store.kept_sessions import records_of

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore, StoredRun


@dataclass(frozen=True)
class FleetResult:
    """A session of a disk in ``host``; ``recommended`` is the variant to use, "" if none."""

    host: str
    record: SessionRecord
    recommended: Text


def fleet_of_store(
    store: RunStore, error_level: float = ERROR_LEVEL, margin: float = MARGIN
) -> Fleet:
    """The disks of all kept runs, practice disks and unreadable runs left out."""
    return fleet_of(_newest_kept(store), error_level, margin)


def fleet_of(
    results: Iterable[FleetResult], error_level: float = ERROR_LEVEL, margin: float = MARGIN
) -> Fleet:
    """The disks of ``results``, each by its newest one."""
    newest = {f"{number}": each for number, each in enumerate(_newest(results))}
    groups: dict[tuple[str, int | None], dict[str, SessionRecord]] = {}
    for name, result in newest.items():
        device = result.record.device
        model, size = (device.model or "", device.size_bytes) if device else ("", None)
        # disks of unknown models aren't each other's siblings
        key = model_key(model or name, size)
        groups.setdefault(key, {})[name] = result.record
    figures = figures_of_fleet([*groups.values()], error_level, margin)
    return Fleet(
        tuple(
            _disk(newest[name], name, figures[name], group)
            for group in groups.values()
            for name in group
        ),
        error_level,
        margin,
    )


def result_of(record: SessionRecord, host: str = "") -> FleetResult:
    """The result of a session outside the store; ``host`` is used if it doesn't name its own."""
    return FleetResult(record.machine.host or host, record, recommended_of(judge_session(record)))


def _newest_kept(store: RunStore) -> Iterator[FleetResult]:
    lines: dict[tuple[str, str], StoredRun] = {}
    for line in describing_disks(store.listed()):
        lines.setdefault((line.host, line.device_key), line)
    for line in lines.values():
        for record in records_of(store, [line]):
            recommended = line.recommended
            if recommended is None:
                recommended = recommended_of(judge_session(record))
            yield FleetResult(line.host, record, recommended)


def _newest(results: Iterable[FleetResult]) -> list[FleetResult]:
    """The newest of each disk, a quick test only if there is no other session."""
    usable = [each for each in results if is_of_disk(each.record)]
    usable.sort(key=lambda each: moment_of(each.record.created_at), reverse=True)
    found: dict[tuple[str, str], FleetResult] = {}
    for result in quick_tests_last(usable, lambda each: kind_of(each.record.plan)):
        found.setdefault((result.host, device_key_of(result.record.device)), result)
    return list(found.values())


def is_of_disk(record: SessionRecord) -> bool:
    """Whether anything was measured of a disk that can be compared; a practice disk is none."""
    return (
        bool(record.measurements)
        and record.device is not None
        and record.plan.target.kind is not TargetKind.PRACTICE
        and kind_of(record.plan) in OF_A_DISK
    )


def _disk(
    result: FleetResult, name: str, figures: tuple[FleetFigure, ...], group: Group
) -> FleetDisk:
    record, device = result.record, result.record.device
    assert device is not None
    deviates = any(figure.deviates for figure in figures)
    return FleetDisk(
        result.host,
        device.name,
        device.model or "",
        device.size_bytes,
        record.original_settings.get("scheduler", ""),
        result.recommended,
        record.created_at,
        figures,
        unusual_conditions(name, group) if deviates else (),
    )
