"""Requests to jobs, as values: the same from the window and the terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from storage_tuner.bench.live.plan import BUDGET_S, SLICE_S
from storage_tuner.bench.sustained import SUSTAINED_WRITE
from storage_tuner.bench.variant_series import Parameter, Series, parameters_in
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import (
    UNCHANGED,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.live_session import LiveComparison
from storage_tuner.store.folders import StoredSession
from storage_tuner_protocol.workload import MAXIMUM_THREADS

MOST_PERCENT = 95
"""The largest part of the highest throughput at which requests can still be offered evenly."""


class Keep(StrEnum):
    """The duration for which the recommended settings stay set."""

    NOTHING = "nothing"
    UNTIL_RESTART = "until-restart"
    PERMANENTLY = "permanently"


@dataclass(frozen=True)
class LoadSearch:
    """A load that is found by measuring: how many threads saturate the target, at most
    ``most_threads`` and as long as the mean latency stays within ``latency_limit_ms``.

    With ``percent`` the variants are then compared at this part of the highest rate.
    """

    percent: int | None = None
    latency_limit_ms: float | None = None
    most_threads: int = MAXIMUM_THREADS


@dataclass(frozen=True)
class TuningRequest:
    """What to measure, and with which priorities.

    The ``variants`` are compared if there are any, else the values of ``varied`` combined by
    ``series``, else ``schedulers`` (none: all available). Empty ``workloads`` and ``threads`` mean
    the default ones, empty ``aims`` those of the use. ``repeats`` is how many runs each test has
    with each variant (None: as many as the protocol makes, which the adaptive one always decides).
    ``overwrite`` is what a person typed to allow overwriting the disk; "" if it isn't allowed.

    ``budget_s`` is the longest total time, instead of that of ``thoroughness``. ``margin`` and
    ``error_level`` are shares; None: those of the plan. ``allowed_risks`` are the names of the
    hazards that a person agreed to. With ``wait`` the measurement begins only after an array's own
    work.
    """

    target: Target
    use: Use = Use.NOT_SURE
    thoroughness: Thoroughness = Thoroughness.NORMAL
    aims: tuple[Aim, ...] = ()
    protocol: Protocol = Protocol.ADAPTIVE
    workloads: tuple[Workload, ...] = ()
    threads: tuple[int, ...] = ()
    schedulers: tuple[str, ...] = ()
    varied: tuple[Parameter, ...] = ()
    series: Series = Series.ONE_AT_A_TIME
    variants: tuple[Variant, ...] = ()
    overwrite: str = ""
    repeats: int | None = None
    budget_s: float | None = None
    load: LoadSearch | None = None
    fairness: bool = False
    margin: float | None = None
    error_level: float | None = None
    allow_risky: bool = False
    allowed_risks: tuple[str, ...] = ()
    wait: bool = False
    keep: Keep = Keep.NOTHING

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All settings that are changed, unless it's only the scheduler."""
        return self.varied or parameters_in(self.variants)


def sustained_request(target: Target, amount_bytes: int) -> TuningRequest:
    """The request to write ``amount_bytes`` continuously with the current settings."""
    if target.kind is TargetKind.FILE:
        target = replace(target, device=None)
    return TuningRequest(
        replace(target, size_bytes=amount_bytes),
        protocol=Protocol.SUSTAINED,
        workloads=(SUSTAINED_WRITE,),
        variants=(Variant(UNCHANGED, ()),),
    )


@dataclass(frozen=True)
class ResumeRequest:
    """The rest of an interrupted session, as it was planned; the others as in ``TuningRequest``."""

    stored: StoredSession
    overwrite: str = ""
    wait: bool = False
    keep: Keep = Keep.NOTHING


@dataclass(frozen=True)
class ConfirmRequest:
    """A repetition of the decided tests of ``before`` with separate runs, as in ``plan``."""

    before: SessionRecord
    plan: Plan
    overwrite: str = ""
    wait: bool = False


@dataclass(frozen=True)
class LiveRequest:
    """The device to watch, the settings to compare there, and the longest duration."""

    device: str
    comparison: LiveComparison = LiveComparison()  # noqa: RUF009 - frozen
    budget_s: float = BUDGET_S
    slice_s: float = SLICE_S
