"""One live comparison from its request to its kept result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storage_tuner.bench.live import BUDGET_S, SLICE_S
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from storage_tuner.present.live import FigureRow, rows_so_far
from storage_tuner.services.helper import HelperConnection
from storage_tuner.services.live import LiveSession, Wish, live_plan_for, live_target
from storage_tuner.services.progress import Progress
from storage_tuner.store.kept import keep


@dataclass(frozen=True)
class LiveRequest:
    """Which device is watched, what is compared there, and for how long at most."""

    device: str
    wish: Wish = Wish()  # noqa: RUF009 - frozen
    budget_s: float = BUDGET_S
    slice_s: float = SLICE_S


@dataclass(frozen=True)
class LiveEvents:
    """What is called meanwhile: ``begun`` with the plan, ``seen`` with the figures so far,
    ``judged`` with record and judgement, however the watching ended; ``not_saved`` comes before it
    and has why the result isn't among the kept ones."""

    begun: Callable[[Plan], None]
    progressed: Callable[[Progress], None]
    seen: Callable[[tuple[FigureRow, ...]], None]
    judged: Callable[[SessionRecord, Judgement], None]
    not_saved: Callable[[StorageTunerError], None]


class LiveComparison:
    """Hears the session, too: hands on the figures of all that was seen."""

    def __init__(self, connect: Callable[[], HelperConnection], events: LiveEvents) -> None:
        self._events = events
        self._seen: dict[tuple[int, Operation], Measurement] = {}
        self._plan: Plan | None = None
        self._session = LiveSession(connect, self)

    def carry_out(self, request: LiveRequest) -> None:
        """Watch, judge and keep. The settings are back then, unless ``NotRestored`` or
        ``HelperGone`` is raised."""
        with self._session as session:
            target = live_target(request.device, request.wish)
            plan = live_plan_for(
                target, request.wish, budget_s=request.budget_s, slice_s=request.slice_s
            )
            session.open(target)
            self._plan = plan
            self._events.begun(plan)
            try:
                self._judge(session.watch(plan))
            except StorageTunerError as error:
                if error.record is not None:
                    self._judge(error.record)
                raise

    def cancel(self) -> None:
        """End it soon; what was seen so far is judged."""
        self._session.cancel()

    def progressed(self, progress: Progress) -> None:
        self._events.progressed(progress)

    def measured(self, measurement: Measurement) -> None:
        self._seen[measurement.index, measurement.operation] = measurement
        if self._plan is not None:
            self._events.seen(rows_so_far(self._plan, tuple(self._seen.values())))

    def _judge(self, record: SessionRecord) -> None:
        if not record.measurements:
            return
        judgement = self._session.judge(record)
        try:
            keep(record, judgement)
        except StorageTunerError as error:
            self._events.not_saved(error)
        self._events.judged(record, judgement)
