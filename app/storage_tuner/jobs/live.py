"""Carries out requests to a live session: compares settings under the existing load."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.live_session import LiveSession, LiveTarget, live_plan_for, live_target
from storage_tuner.jobs.outcome import Outcome, ended, outcome_of, saved
from storage_tuner.jobs.requests import LiveRequest
from storage_tuner.present.live import FigureRow, rows_so_far


def plan_live(request: LiveRequest) -> tuple[LiveTarget, Plan]:
    """The target and plan of a live session; needs no helper. Raises ``InvalidInput`` and
    ``DeviceError``."""
    target = live_target(request.device, request.comparison)
    plan = live_plan_for(
        target, request.comparison, budget_s=request.budget_s, slice_s=request.slice_s
    )
    return target, plan


def watch(session: LiveSession, target: LiveTarget, plan: Plan, listener: JobListener) -> Outcome:
    """Watch, and close ``session``; the caller must close it in every case, too. Raises the error
    that ends it before anything was measured."""
    session.open(target)
    listener.begins(target.device, plan, None)
    outcome = outcome_of(lambda: session.watch(plan))
    return saved(ended(session, outcome, listener), listener)


@dataclass(frozen=True)
class LiveEvents:
    """The callbacks of a ``LiveJob``: ``begun`` with the plan, ``seen`` with the figures so far,
    ``judged`` with record and judgement once the settings are back, however the watching ended;
    ``not_saved`` is called before it, with the reason if the result isn't saved."""

    begun: Callable[[Plan], None]
    progressed: Callable[[Progress], None]
    seen: Callable[[tuple[FigureRow, ...]], None]
    judged: Callable[[SessionRecord, Judgement], None]
    not_saved: Callable[[StorageTunerError], None]


class LiveJob(JobListener):
    """A live comparison from its request to its kept result, with the figures so far as events."""

    def __init__(self, connect: Callable[[], HelperConnection], events: LiveEvents) -> None:
        self._events = events
        self._seen: dict[tuple[int, Operation], Measurement] = {}
        self._plan: Plan | None = None
        self._session = LiveSession(connect, self)

    def carry_out(self, request: LiveRequest) -> None:
        """Watch, judge and save. The previous settings are then restored, unless ``NotRestored`` or
        ``HelperGone`` is raised."""
        with self._session as session:
            target, plan = plan_live(request)
            outcome = watch(session, target, plan, self)
        if outcome.record.measurements:
            self._events.judged(outcome.record, outcome.judgement)
        if outcome.problem is not None:
            raise outcome.problem

    def cancel(self) -> None:
        """Stop soon; the measurements so far are judged."""
        self._session.cancel()

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        del device, begun
        self._plan = plan
        self._events.begun(plan)

    def progressed(self, progress: Progress) -> None:
        self._events.progressed(progress)

    def measured(self, measurement: Measurement) -> None:
        self._seen[measurement.index, measurement.operation] = measurement
        if self._plan is not None:
            self._events.seen(rows_so_far(self._plan, tuple(self._seen.values())))

    def warned(self, text: Text) -> None:
        self._events.progressed(Progress(Phase.RESTORING, 1, text, notice=text))

    def not_saved(self, error: StorageTunerError) -> None:
        self._events.not_saved(error)
