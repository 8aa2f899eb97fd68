"""Procedures that determine their loads first: the threads that saturate a disk, the latency at a
part of its highest throughput, and the map of latencies over parts of it.

Only a map keeps a journal of blocks: otherwise the next step follows from the results, and an
interrupted search starts over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from storage_tuner.bench.control import Control
from storage_tuner.bench.fairness import measure_fairness
from storage_tuner.bench.listener import Listener, PositionsOnly, WithoutBlocks
from storage_tuner.bench.planning import scheduler_variants
from storage_tuner.bench.runner import RunLog, RunPosition, carry_out
from storage_tuner.bench.searches.load_map import Highest, is_map, map_workloads, slice_ms
from storage_tuner.bench.searches.load_map_runner import TimedPositions, measure_map, seconds_of
from storage_tuner.bench.searches.offered_load import offered, require_one_free_stream, shortfalls
from storage_tuner.bench.searches.saturation import SaturationRules
from storage_tuner.bench.searches.saturation_runner import (
    RulesFor,
    SaturationCurve,
    curves,
    measured_plan,
    search,
)
from storage_tuner.bench.thread_counts import LoadLimits, refusal
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Cell, Plan, Protocol, Variant, shown_name
from storage_tuner.core.workload import Workload, threads_phrase
from storage_tuner.measuring.run_context import Procedure, RunContext
from storage_tuner_protocol.workload import MAXIMUM_THREADS

MOST_MAP_THREADS = 256
"""For reads and writes of a map together."""

SEARCH_REPEATS = 2
"""The runs of each thread count; a single one might be disturbed."""


def rules_for(
    bounds: LoadLimits, latency_limit_ms: float | None = None, most_threads: int = MAXIMUM_THREADS
) -> RulesFor:
    """Rules with at most ``most_threads``, limited by what the target and the computer support."""

    def rules(workload: Workload) -> SaturationRules:
        most = most_threads
        while most > 1 and refusal(Cell(workload, most), bounds):
            most //= 2
        return SaturationRules(latency_limit_ms=latency_limit_ms, most_threads=most)

    return rules


@dataclass(frozen=True)
class SaturationSearch:
    """A ``Procedure`` that finds the knee of every variant of every workload. The plan in the
    record has the measured cells."""

    rules: RulesFor

    def __call__(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        /,
    ) -> None:
        repeated = replace(plan, repeats=SEARCH_REPEATS)
        try:
            search(
                repeated,
                context.executor,
                log,
                control,
                self.rules,
                listener,
                background_work=context.background_work,
            )
        finally:
            log.plan = measured_plan(repeated, log.measurements)


@dataclass(frozen=True)
class OfferedLoad:
    """A ``Procedure`` that finds the highest throughput with the current setting, and then measures
    all variants at ``percent`` of it. The record mentions the search only in its caveats."""

    percent: int
    rules: RulesFor

    def __call__(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        /,
    ) -> None:
        for workload in plan.workloads:
            require_one_free_stream(workload)
        found = RunLog([], [])
        before = replace(plan, variants=(current_variant(plan),), repeats=SEARCH_REPEATS)
        heard = PositionsOnly(listener)
        work = context.background_work
        search(before, context.executor, found, control, self.rules, heard, background_work=work)
        log.failures.extend(found.failures)
        knees = curves(before, found.measurements, self.rules)
        log.plan = replace(
            plan, workloads=tuple(self._offered(curve, found.measurements) for curve in knees)
        )
        log.failures.extend(_sentence(curve, self.percent) for curve in knees)
        carry_out(
            log.plan, context.executor, log, control, WithoutBlocks(listener), background_work=work
        )
        log.failures.extend(shortfalls(log.plan, log.measurements))

    def _offered(self, curve: SaturationCurve, measurements: Sequence[Measurement]) -> Workload:
        most = _highest_iops(curve, measurements)
        assert curve.knee is not None
        return offered(curve.workload, curve.knee, most, self.percent)


@dataclass(frozen=True)
class MapOfLoads:
    """A ``Procedure`` that finds the highest throughput of reads, and of writes if there are any,
    with the current setting, and then measures all variants at parts of both. The plan in the
    record has these loads; with such a plan, a map is resumed."""

    rules: RulesFor

    def __call__(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        /,
    ) -> None:
        spent_s = seconds_of(plan, log.measurements)
        timed = TimedPositions(listener, control, max((plan.budget_s or 0.0) - spent_s, 0.0))
        log.plan = plan if is_map(plan) else self._found(context, plan, log, control, timed)
        work = context.background_work
        measure_map(log.plan, context.executor, log, control, timed, background_work=work)

    def _found(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        timed: TimedPositions,
    ) -> Plan:
        """``plan`` with the loads, which are found first."""
        timed.doing = sentence("finding the highest throughput")
        found = self._highest(context, plan, log, control, timed)
        timed.doing = ""
        reads, *others = found
        most = self.rules(plan.workloads[0]).most_threads
        workloads = map_workloads(reads, others[0] if others else None, most)
        log.notes.extend(_highest_sentence(plan, each) for each in found)
        return replace(plan, workloads=workloads, runtime_ms=slice_ms(workloads))

    def _highest(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        listener: TimedPositions,
    ) -> list[Highest]:
        """The highest throughput of each workload, in the order of the plan."""
        searched = replace(
            plan,
            variants=(current_variant(plan),),
            repeats=1,  # the highest throughput only scales the axes
            protocol=Protocol.RESTARTS,
            budget_s=None,
        )
        made = RunLog([], [])
        heard = PositionsOnly(listener)
        work = context.background_work
        search(searched, context.executor, made, control, self.rules, heard, background_work=work)
        log.failures.extend(made.failures)
        return [
            Highest(
                curve.workload.streams[0],
                _highest_iops(curve, made.measurements),
                curve.knee.point.threads if curve.knee else 1,
            )
            for curve in curves(searched, made.measurements, self.rules)
        ]


@dataclass(frozen=True)
class WithFairness:
    """A ``Procedure`` that carries out another one, and then a short run of each cell and variant
    that measures its threads separately."""

    procedure: Procedure

    def __call__(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        /,
    ) -> None:
        self.procedure(context, plan, log, control, listener)
        measure_fairness(log.plan or plan, context.executor, log, control, listener)


def current_variant(plan: Plan) -> Variant:
    """The variant with the current settings, or else the first one."""
    wanted = scheduler_variants((plan.current,)) if plan.current else ()
    return next((each for each in plan.variants if each in wanted), plan.variants[0])


def _highest_iops(curve: SaturationCurve, measurements: Sequence[Measurement]) -> float:
    """The rate at the knee of ``curve``. Raises ``ToolFailed`` where there is none."""
    if curve.knee is None:
        raise ToolFailed(
            "fio",
            sentence("the limit of {workload} wasn't found", workload=curve.workload.phrase),
        )
    at_knee = curve.workload.operations[0], curve.knee.point.threads
    made = [run for run in measurements if (run.operation, run.threads) == at_knee]
    # the runs over which the knee's rate is averaged
    runs = [run for run in made if not run.disturbed] or made
    return fmean(run.iops for run in runs if run.iops is not None)


def _highest_sentence(plan: Plan, highest: Highest) -> Message:
    """A sentence on what 100 % is."""
    return sentence(
        "{operation}: 100 % is {iops:,.0f} IOPS, the highest throughput of {variant}, reached "
        "with {threads}.",
        operation=highest.stream.operation.label,
        iops=highest.iops,
        variant=shown_name(current_variant(plan).name),
        threads=threads_phrase(highest.threads),
    )


def _sentence(curve: SaturationCurve, percent: int) -> Message:
    """A sentence on the basis of the offered load."""
    assert curve.knee is not None
    point = curve.knee.point
    unit = curve.workload.operations[0].unit.value
    return sentence(
        "{label}: the load was {percent} % of {rate:,.0f} {unit}, the limit of {variant} "
        "with {threads} threads; more threads added nothing.",
        label=curve.workload.label,
        percent=percent,
        rate=point.rate,
        unit=unit,
        variant=curve.variant,
        threads=point.threads,
    )
