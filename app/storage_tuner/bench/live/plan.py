"""Chooses what to watch next in the live protocol, and when to stop. Pure: from the history.

The load isn't ours: it comes and goes, drifts, and may have a rhythm. So every block has each
variant once, in a new random order and for random durations: no rhythm of the load can stay in step
with that, and changes of the load affect all variants alike. Within a block the mean latencies are
compared. Throughput is mostly determined by what the programs request, so it's reported but decides
nothing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.advice.statistics.sequential import RACED_SHARE
from storage_tuner.bench.race import Block, CellRace, RaceRules, standing, trusted_blocks
from storage_tuner.core.device import Activity
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, Protocol, Target, Variant
from storage_tuner.core.workload import LIVE_READ, LIVE_WORKLOAD, LIVE_WRITE, Operation

SAMPLE_S = 1.0
"""The interval between two readings of the counters."""

WASH_OUT_MS = 1000
"""The time after a switch until older requests are completed and queues have settled."""

SLICE_S = 8.0
"""The mean time between two switches: long enough to contain some bursts, short enough for eight
blocks of four variants in five minutes."""

SHORTEST, LONGEST = 0.5, 1.5
"""The range of a slice's random length, as shares of the mean."""

LEAST_REQUESTS = 20
"""Required of one kind in a slice; the mean latency of fewer isn't meaningful."""

WORTH_DECIDING = 0.1
"""Reads or writes with a smaller share of all requests don't prolong a session."""

BUDGET_S = 1800.0
MOST_BLOCKS = 10_000

OPERATIONS = (LIVE_READ, LIVE_WRITE)


@dataclass(frozen=True)
class Turn:
    """One turn of ``variant``, watched for ``seconds`` after the switch and its wash-out."""

    variant: Variant
    seconds: float


@dataclass(frozen=True)
class Rotation:
    """One block: its turns in their order."""

    block: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class OperationSide:
    """The state of the comparison for reads or for writes. ``share`` is their share of all requests
    so far; ``blocks`` in ``standing`` are those in which each variant had enough of them."""

    operation: Operation
    share: float
    standing: CellRace

    @property
    def counts(self) -> bool:
        """Whether there are enough of them to wait for a decision."""
        return self.share >= WORTH_DECIDING


def live_plan(
    target: Target,
    variants: tuple[Variant, ...],
    *,
    current: str | None,
    seed: int,
    budget_s: float = BUDGET_S,
    slice_s: float = SLICE_S,
) -> Plan:
    return Plan(
        target=target,
        variants=variants,
        workloads=(LIVE_WORKLOAD,),
        threads=(1,),
        repeats=MOST_BLOCKS,
        runtime_ms=round(1000 * slice_s),
        ramp_ms=WASH_OUT_MS,
        seed=seed,
        current=current,
        protocol=Protocol.LIVE,
        budget_s=budget_s,
    )


def next_rotation(
    plan: Plan, measurements: Sequence[Measurement], elapsed_s: float
) -> Rotation | None:
    """The next block; None when all is decided, or there's no time for a whole one.

    ``measurements`` are those of whole blocks so far. The result depends on nothing else; orders
    and lengths come from the plan's seed.
    """
    found = sides(plan, measurements)
    block = max((item.repeat for item in measurements), default=-1) + 1
    running = still_running(plan, found)
    if not running or block >= plan.repeats:
        return None
    rotation = _rotation(plan, block, running)
    if plan.budget_s is not None and elapsed_s + seconds_of(plan, rotation) > plan.budget_s:
        return None
    return rotation


def seconds_of(plan: Plan, rotation: Rotation) -> float:
    """The duration of a block with its wash-outs, in seconds."""
    return math.fsum(turn.seconds + plan.ramp_ms / 1000 for turn in rotation.turns)


def sides(plan: Plan, measurements: Sequence[Measurement]) -> tuple[OperationSide, ...]:
    """The state of the comparison for reads and for writes in whole blocks."""
    counts = {
        operation: math.fsum(
            (item.iops or 0.0) * item.duration_s
            for item in measurements
            if item.operation == operation
        )
        for operation in plan.operations
    }
    total = math.fsum(counts.values())
    names = tuple(variant.name for variant in plan.variants)
    return tuple(
        OperationSide(
            operation,
            counts[operation] / total if total else 0.0,
            standing(names, timed_blocks(operation, measurements), race_rules(plan)),
        )
        for operation in plan.operations
    )


def still_running(plan: Plan, found: Sequence[OperationSide]) -> tuple[Variant, ...]:
    """The variants still to be watched, because reads or writes are undecided; empty when all is
    decided."""
    counting = [side for side in found if side.counts]
    if not counting:
        return plan.variants
    wanted = {
        name for side in counting if not side.standing.decided for name in side.standing.running
    }
    return tuple(variant for variant in plan.variants if variant.name in wanted)


def race_rules(plan: Plan) -> RaceRules:
    """The session's error level, divided over reads and writes and the pairs of variants."""
    level = plan.error_level * RACED_SHARE / len(plan.operations)
    return RaceRules(level / max(math.comb(len(plan.variants), 2), 1), level, plan.margin)


def timed_blocks(operation: Operation, measurements: Sequence[Measurement]) -> list[Block]:
    """The blocks in which each variant that was still watched had enough requests: variant →
    requests per second if completed one after the other."""
    mine = (item for item in measurements if item.operation == operation)
    return list(trusted_blocks(mine, _speed).values())


def slice_measurements(
    turn: Turn,
    rotation: Rotation,
    index: int,
    seconds: Sequence[Activity],
    *,
    started_at: str,
    disturbed: Text | None = None,
) -> tuple[Measurement, Measurement]:
    """The measurements of reads and of writes in a turn, from its seconds.

    Rates are over the whole time, idle or not. A mean latency is that of all requests, None when
    there were fewer than ``LEAST_REQUESTS``. Utilisation and queue are those of the device, so the
    same in both, over the seconds with any requests; None when there were none.
    """
    duration_s = math.fsum(second.seconds for second in seconds)
    busy = [second for second in seconds if _is_busy(second)]

    def measured(operation: Operation) -> Measurement:
        parts = [_part(operation, second) for second in seconds]
        requests = math.fsum(part.requests for part in parts)
        megabytes = math.fsum(part.megabytes for part in parts)
        waited_ms = math.fsum(part.waited_ms for part in parts)
        enough = round(requests) >= LEAST_REQUESTS
        return Measurement(
            variant=turn.variant.name,
            operation=operation,
            threads=1,
            repeat=rotation.block,
            index=index,
            started_at=started_at,
            duration_s=duration_s,
            rate_mb_s=megabytes / duration_s if duration_s else 0.0,
            iops=requests / duration_s if duration_s else 0.0,
            latency_mean_ms=waited_ms / requests if enough else None,
            latency_p50_ms=None,
            latency_p95_ms=None,
            latency_p99_ms=None,
            latency_p999_ms=None,
            system_cpu_s=None,
            user_cpu_s=None,
            bytes_moved=round(megabytes * 1e6),
            utilisation=_mean([(one.seconds, one.utilisation) for one in busy]),
            queue_length=_mean([(one.seconds, one.queue_length) for one in busy]),
            disturbed=disturbed,
        )

    return measured(LIVE_READ), measured(LIVE_WRITE)


def was_idle(measurements: Sequence[Measurement]) -> bool:
    """Return whether no slice had enough requests to be meaningful."""
    return all(item.latency_mean_ms is None for item in measurements)


@dataclass(frozen=True)
class _Part:
    """Reads or writes in one second."""

    requests: float
    megabytes: float
    waited_ms: float


def _part(operation: Operation, second: Activity) -> _Part:
    if operation.writes:
        iops, mb_s, latency_ms = second.write_iops, second.write_mb_s, second.write_latency_ms
    else:
        iops, mb_s, latency_ms = second.read_iops, second.read_mb_s, second.read_latency_ms
    requests = iops * second.seconds
    return _Part(requests, mb_s * second.seconds, requests * (latency_ms or 0.0))


def _is_busy(second: Activity) -> bool:
    done = second.read_iops + second.write_iops
    return done > 0 or second.in_flight > 0 or second.utilisation > 0


def _mean(weighted: Sequence[tuple[float, float]]) -> float | None:
    total = math.fsum(weight for weight, _ in weighted)
    if total <= 0:
        return None
    return math.fsum(weight * value for weight, value in weighted) / total


def _rotation(plan: Plan, block: int, running: Sequence[Variant]) -> Rotation:
    """A new random order and lengths for each block. (Repeating an order in reverse would guard
    against steady drift, but a rhythm with a period of two blocks would then make all differences
    of a pair alike.)"""
    source = random.Random(f"{plan.seed} live {block}")  # noqa: S311 - an order, not a secret
    order = source.sample(list(running), len(running))
    mean_s = plan.runtime_ms / 1000
    return Rotation(
        block,
        tuple(Turn(variant, mean_s * source.uniform(SHORTEST, LONGEST)) for variant in order),
    )


def _speed(item: Measurement) -> float | None:
    latency_ms = item.value(Metric.ACCESS_TIME)
    return 1000 / latency_ms if latency_ms else None
