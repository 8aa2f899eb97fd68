"""The outcome of a measuring job, and the steps between the measurement and its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.confirmation import Confirmation
from storage_tuner.bench.searches.coordinate_search import SearchStep, settings_after
from storage_tuner.bench.variant_series import Parameter, base_of, variant_name
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import RawOutput, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import UNCHANGED
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.device_job import DeviceJob
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.kept_sessions import address_of, keep, supersede


@dataclass(frozen=True)
class Search:
    """The course of a search for the best settings, starting from the ``present`` ones."""

    parameters: tuple[Parameter, ...]
    present: Mapping[str, str]
    steps: tuple[SearchStep, ...] = ()

    @property
    def best(self) -> str:
        """The name of the best variant; "" when nothing is better than what was present."""
        found = settings_after(self.parameters, self.present, self.steps)
        name = variant_name(found, base_of(self.parameters, self.present))
        return "" if name == UNCHANGED else name


@dataclass(frozen=True)
class Outcome:
    """``problem`` is the error that interrupted it, ``stored`` the kept session, if it was
    saved."""

    record: SessionRecord
    judgement: Judgement
    problem: StorageTunerError | None = None
    stored: str | None = None
    confirmations: tuple[Confirmation, ...] = ()
    search: Search | None = None


def outcome_of(measure: Callable[[], SessionRecord]) -> Outcome:
    """The judged result of ``measure``, including an error raised after the first block."""
    try:
        record = measure()
    except StorageTunerError as error:
        if error.record is None or not error.record.measurements:
            raise
        return Outcome(error.record, judge_session(error.record), error)
    return Outcome(record, judge_session(record))


def saved(outcome: Outcome, listener: JobListener, raw: Iterable[RawOutput] = ()) -> Outcome:
    """Save ``outcome`` among the kept sessions, if something was measured and that is possible."""
    if not outcome.record.measurements:
        return outcome
    try:
        return replace(outcome, stored=keep(outcome.record, outcome.judgement, raw))
    except StorageTunerError as error:
        listener.not_saved(error)
        return outcome


def ended(work: DeviceJob, outcome: Outcome, listener: JobListener) -> Outcome:
    """Close ``work``. A setting that isn't restored takes precedence over any other problem, which
    becomes a warning."""
    try:
        work.close()
    except StorageTunerError as left:
        problem = outcome.problem
        if problem is not None and str(problem) != str(left):
            listener.warned(problem.summary)
        return replace(outcome, problem=left)
    return outcome


def in_place_of(before: Path, outcome: Outcome, listener: JobListener) -> Outcome:
    """Remove ``before``, the session that was resumed. Failing to is a problem, or a warning where
    there is another one."""
    if outcome.stored is None:
        return outcome
    try:
        supersede(before, address_of(outcome.stored))
    except StorageTunerError as error:
        left = error
    except OSError as error:
        left = StorageTunerError(
            sentence(
                "The earlier part of the session can't be removed: {before}: {reason}.",
                before=before,
                reason=error.strerror,
            ),
            sentence(
                "The new result includes it. Remove it yourself, or it is offered for resuming "
                "again."
            ),
        )
    else:
        return outcome
    if outcome.problem is None:
        return replace(outcome, problem=left)
    listener.warned(str(left))
    return outcome
