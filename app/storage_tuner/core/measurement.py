"""Measurements: one value per fio execution, and the session around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from storage_tuner.core.circumstances import Circumstances
from storage_tuner.core.device import Device
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.plan import Plan
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.workload import Operation, RateUnit


class Metric(StrEnum):
    """A metric that is judged. At a fixed number of threads the mean latency follows from the
    throughput (Little's law), so the p99 latency is judged as well. The spread is p99 ÷ median
    latency: it shows how evenly requests are served at any latency, and counts in no use's score.
    """

    RATE = "rate"
    ACCESS_TIME = "access_time"
    ACCESS_TIME_P99 = "access_time_p99"
    CPU_EFFICIENCY = "cpu_efficiency"
    SPREAD = "spread"

    @property
    def higher_is_better(self) -> bool:
        return self in (Metric.RATE, Metric.CPU_EFFICIENCY)

    @property
    def label(self) -> Message:
        return {
            Metric.RATE: sentence("Throughput"),
            Metric.ACCESS_TIME: sentence("Mean latency"),
            Metric.ACCESS_TIME_P99: sentence("p99 latency"),
            Metric.CPU_EFFICIENCY: sentence("CPU efficiency"),
            Metric.SPREAD: sentence("Spread"),
        }[self]

    @property
    def phrase(self) -> Message:
        """The label within a sentence."""
        return {
            Metric.RATE: sentence("throughput"),
            Metric.ACCESS_TIME: sentence("mean latency"),
            Metric.ACCESS_TIME_P99: sentence("p99 latency"),
            Metric.CPU_EFFICIENCY: sentence("CPU efficiency"),
            Metric.SPREAD: sentence("spread"),
        }[self]

    @property
    def comparative(self) -> Message:
        """The comparative for the better of two: "more", "less" or "shorter"."""
        if self is Metric.SPREAD:
            return sentence("less")
        return sentence("more") if self.higher_is_better else sentence("shorter")

    def unit(self, operation: Operation) -> Text:
        if self is Metric.RATE:
            return operation.unit.value
        if self is Metric.SPREAD:
            return "×"
        return sentence("MB per CPU second") if self is Metric.CPU_EFFICIENCY else "ms"


@dataclass(frozen=True)
class Measurement:
    """One run, or one slice of a long one. Rates in MB/s (10⁶ bytes) and IOPS, latencies in ms, CPU
    times in seconds summed over fio's threads. ``started_at`` is ISO 8601 in UTC. None means not
    measured (an imported table may even lack the rate).

    ``whole_system_cpu_s`` is the kernel CPU time of the whole machine during the run, interrupts
    included, minus that of an idle machine. ``utilisation`` (0…1) and ``queue_length`` are the
    kernel's figures for the device. ``disturbed`` is a phrase on why the run is unreliable.
    ``temperature_c`` is that of the hottest drive when the run ended. ``fairness`` is Jain's index
    over the threads' throughput (1: all the same), from a separate short run after this one.
    ``missed_per_minute`` counts missed deadlines; None for a stream without deadlines.
    """

    variant: str
    operation: Operation
    threads: int
    repeat: int
    index: int
    started_at: str
    duration_s: float
    rate_mb_s: float | None
    iops: float | None
    latency_mean_ms: float | None
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    latency_p99_ms: float | None
    latency_p999_ms: float | None
    system_cpu_s: float | None
    user_cpu_s: float | None
    bytes_moved: int
    latency_min_ms: float | None = None
    latency_max_ms: float | None = None
    latency_sd_ms: float | None = None
    latency_p9999_ms: float | None = None
    whole_system_cpu_s: float | None = None
    utilisation: float | None = None
    queue_length: float | None = None
    disturbed: Text | None = None
    temperature_c: float | None = None
    fairness: float | None = None
    missed_per_minute: float | None = None

    @property
    def cpu_mb_per_s(self) -> float | None:
        """CPU efficiency: MB moved per second of fio's system CPU time; not per wall time."""
        if not self.system_cpu_s:
            return None
        return self.bytes_moved / 1e6 / self.system_cpu_s

    @property
    def spread(self) -> float | None:
        """p99 ÷ median latency."""
        if not self.latency_p50_ms or self.latency_p99_ms is None:
            return None
        return self.latency_p99_ms / self.latency_p50_ms

    def value(self, metric: Metric) -> float | None:
        """The run's value of ``metric``, in the unit that ``Metric.unit`` names."""
        if metric is Metric.RATE:
            in_bytes = self.operation.unit is RateUnit.MEGABYTES
            return self.rate_mb_s if in_bytes else self.iops
        if metric is Metric.ACCESS_TIME:
            return self.latency_mean_ms
        if metric is Metric.ACCESS_TIME_P99:
            return self.latency_p99_ms
        return self.spread if metric is Metric.SPREAD else self.cpu_mb_per_s


@dataclass(frozen=True)
class MeanOfRuns:
    """One variant in one cell, from a table that doesn't list its runs. ``mean`` and ``deviation``
    (of ``count`` runs, not of the mean; None: not reported) in the unit of the metric; ``threads``
    is None where no thread count is reported."""

    variant: str
    operation: Operation
    metric: Metric
    threads: int | None
    mean: float
    deviation: float | None
    count: int


@dataclass(frozen=True)
class Machine:
    """The computer of a measurement; memory in bytes. ``virtual_machine`` is None if unknown."""

    host: str
    kernel: str
    distribution: str
    processor: str
    processors: int
    memory_bytes: int
    fio: str
    storage_tuner: str
    virtual_machine: bool | None = None


MOST_RAW_BYTES = 64 << 20
"""The maximum of fio output kept per session, in bytes; later output is dropped."""


@dataclass(frozen=True)
class RawOutput:
    """Output of fio; ``label`` describes for the user which run it comes from."""

    label: str
    text: str


class SettingsOutcome(StrEnum):
    """The state of the settings at the end of the session."""

    RESTORED = "restored"
    KEPT = "kept"


@dataclass(frozen=True)
class SessionRecord:
    """Everything needed to judge again and to report; the content of ``results.json``.

    ``original_settings`` are the previous values; ``caveats`` are sentences for the user about
    possible interference with the result. ``completed`` is False after a cancel. ``related`` are
    the devices underlying the measured one, the arrays stacked on it and their underlying devices;
    ``rpm`` maps disk names to the rotation speed (0: not rotational), where reported.
    ``time_course`` is empty where the kernel has no counters for the target.
    """

    created_at: str
    machine: Machine
    device: Device | None
    plan: Plan
    original_settings: dict[str, str]
    measurements: tuple[Measurement, ...]
    caveats: tuple[Text, ...] = ()
    completed: bool = True
    outcome: SettingsOutcome = SettingsOutcome.RESTORED
    related: tuple[Device, ...] = ()
    rpm: dict[str, int] = field(default_factory=dict)
    circumstances: Circumstances = field(default_factory=Circumstances)
    time_course: TimeCourse = field(default_factory=TimeCourse)
