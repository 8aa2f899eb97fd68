"""A quick test from its request to its kept result, and the last one of a device."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.progress import Progress

# here and below: the window starts faster without modules for measuring and judging
if TYPE_CHECKING:
    from storage_tuner.jobs.quick_test.request import Figure, QuickResult, QuickTestRequest
    from storage_tuner.jobs.tuning_session import TuningSession


class FiguresSoFar:
    """Listens to a session: ``measured`` is called with all figures so far, again when a test is
    repeated."""

    def __init__(
        self,
        progressed: Callable[[Progress], None],
        measured: Callable[[tuple[Figure, ...]], None],
    ) -> None:
        self.progressed = progressed
        self._measured = measured
        self._runs: list[Measurement] = []

    def measured(self, measurement: Measurement) -> None:
        from storage_tuner.jobs.provisional_standings import take_in
        from storage_tuner.jobs.quick_test.run import figures_of

        take_in(measurement, self._runs)
        self._measured(figures_of(self._runs))


def carry_out(
    session: TuningSession,
    request: QuickTestRequest,
    not_saved: Callable[[StorageTunerError], None],
) -> QuickResult:
    """Measure, keep and close ``session``; ``not_saved`` is called with the reason if the result
    isn't kept.

    Raises as ``measure_quickly``.
    """
    from storage_tuner.jobs.planning.workload_catalogue import known_workloads
    from storage_tuner.jobs.quick_test.run import (
        measure_quickly,
        quick_tests_of,
        result_of,
        workloads_of,
    )
    from storage_tuner.store.database.run_store import open_runs

    with session:
        record = measure_quickly(session, request, workloads_of(request, known_workloads()))
        _save(session, record, not_saved)
    with open_runs() as runs:
        return result_of(record, quick_tests_of(runs, request.device))


def last_quick_test(device: Device | None) -> QuickResult | None:
    """The last quick test of ``device``, or of practice disks if it's None."""
    from storage_tuner.jobs.quick_test.run import quick_tests_of, result_of
    from storage_tuner.store.database.run_store import open_runs

    with open_runs() as runs:
        last = next((each for each in quick_tests_of(runs, device) if each.completed), None)
        return None if last is None else result_of(last, quick_tests_of(runs, device))


def _save(
    session: TuningSession, record: SessionRecord, not_saved: Callable[[StorageTunerError], None]
) -> None:
    from storage_tuner.jobs.judging import judge_session
    from storage_tuner.store.kept_sessions import keep

    try:
        keep(record, judge_session(record), session.raw)
    except StorageTunerError as error:
        not_saved(error)
    else:
        session.note_saved(record)
