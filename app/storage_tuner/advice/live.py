"""The judgement of a live session: figures of each variant, and the recommendation under that load.

Other programs make the load. How much they read and wrote mostly reflects what they requested, so
the latency of the requests decides, compared within blocks; amounts are shown for information. A
variant that significantly moved less data or had smaller requests isn't recommended, however low
its latency: no counter includes the waiting before a request is created.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.decision.scoring import Scores
from storage_tuner.advice.statistics.methods import Block, Estimate, StatisticalMethod
from storage_tuner.advice.statistics.sequential import confidence_sequence
from storage_tuner.advice.verdict import block_differences, percent_more
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Message, Text, quantity, sentence
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Evidence
from storage_tuner.core.workload import LIVE_READ, LIVE_WRITE, Operation

UNSEEN_WAITING = (
    "nr_requests",
    "wbt_lat_usec",
    "async_depth",
    "max_sectors_kb",
    "nomerges",
    "read_ahead_kb",
)
"""Tunables that decide how long a program waits before the kernel's clock of a request starts
(block/blk-mq.c sets it when the request was granted), or how large requests become."""

CONFIDENCE = 0.95
"""Of figures that are shown without any claim."""

_THIS = sentence("this measurement")


@dataclass(frozen=True)
class RelativeMean:
    """A mean with bounds relative to the other variants under the same load; no bounds from fewer
    than two blocks."""

    mean: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class VariantFigures:
    """Figures of one variant, over the blocks that contain all variants. MB/s and IOPS of reads and
    writes together, over the whole time; times in ms; utilisation (0…1) and queue over seconds
    with I/O. ``seconds`` and ``requests`` are totals over all blocks."""

    variant: str
    seconds: float
    requests: int
    mb_s: RelativeMean | None
    iops: RelativeMean | None
    read_ms: RelativeMean | None
    write_ms: RelativeMean | None
    queue: RelativeMean | None
    utilisation: RelativeMean | None


def variant_figures(plan: Plan, measurements: Sequence[Measurement]) -> tuple[VariantFigures, ...]:
    """Figures of each observed variant, in the plan's order."""
    trusted = _trusted(measurements)
    amounts = {
        name: _linear(_summed(trusted, value)) for name, value in (("mb_s", _mb_s), ("iops", _iops))
    }
    device = [item for item in trusted if item.operation == LIVE_READ]
    queues = _linear(_single(device, lambda item: item.queue_length))
    utilisations = _linear(_single(device, lambda item: item.utilisation), most=1.0)
    reads, writes = (_times(trusted, operation) for operation in (LIVE_READ, LIVE_WRITE))
    return tuple(
        VariantFigures(
            variant.name,
            math.fsum(item.duration_s for item in device if item.variant == variant.name),
            round(_requests(item for item in trusted if item.variant == variant.name)),
            amounts["mb_s"].get(variant.name),
            amounts["iops"].get(variant.name),
            reads.get(variant.name),
            writes.get(variant.name),
            queues.get(variant.name),
            utilisations.get(variant.name),
        )
        for variant in plan.variants
        if any(item.variant == variant.name for item in device)
    )


def live_scores(
    plan: Plan, measurements: Sequence[Measurement], reference: str, method: StatisticalMethod
) -> Scores:
    """How much less time requests took under each other variant than under ``reference``."""
    found = {
        variant.name: method.estimate(_time_gains(plan, measurements, variant.name, reference))
        for variant in plan.variants
        if variant.name != reference
    }
    return Scores({name: each for name, each in found.items() if each is not None})


def live_refusals(
    plan: Plan, measurements: Sequence[Measurement], reference: str, method: StatisticalMethod
) -> dict[str, Text]:
    """Reasons why lower latency may be meaningless, as clauses by variant."""
    found = {
        variant.name: _why_doubtful(plan, measurements, variant.name, reference, method)
        for variant in plan.variants
        if variant.name != reference
    }
    return {name: reason for name, reason in found.items() if reason}


def live_evidence(
    plan: Plan, measurements: Sequence[Measurement], reference: str, method: StatisticalMethod
) -> tuple[Evidence, ...]:
    """The load, the data moved, and the limits of the counters."""
    return (
        _load_evidence(measurements),
        *(
            each
            for variant in plan.variants
            if variant.name != reference
            for each in _amount_evidence(measurements, variant.name, reference, method)
        ),
        *_hidden_evidence(plan),
    )


def _why_doubtful(
    plan: Plan,
    measurements: Sequence[Measurement],
    variant: str,
    reference: str,
    method: StatisticalMethod,
) -> Text:
    if varied := _varied_unseen(plan):
        return sentence(
            "the kernel doesn't count the waiting that {setting} affects", setting=varied[0]
        )
    if _surely_less(method.estimate(_amount_gains(measurements, variant, reference)), method):
        return sentence(
            "it moved less data, so programs may have waited where the kernel doesn't count it"
        )
    if _surely_less(method.estimate(_size_gains(measurements, variant, reference)), method):
        return sentence("its requests were smaller")
    return ""


def _amount_evidence(
    measurements: Sequence[Measurement], variant: str, reference: str, method: StatisticalMethod
) -> tuple[Evidence, ...]:
    amount = method.estimate(_amount_gains(measurements, variant, reference))
    if amount is None:
        return ()
    low, high = amount.interval(CONFIDENCE)
    return (
        Evidence(
            sentence(
                "Data moved with {variant}: {moved:+.1f} % ({least:+.1f} … {most:+.1f} %) "
                "compared with {reference}.",
                variant=variant,
                moved=percent_more(amount.mean),
                least=percent_more(low),
                most=percent_more(high),
                reference=reference,
            ),
            _THIS,
        ),
    )


def _surely_less(estimate: Estimate | None, method: StatisticalMethod) -> bool:
    if estimate is None or estimate.mean > -math.log1p(method.margin):
        return False
    return estimate.p_at(0.0) < method.error_level


def _time_gains(
    plan: Plan, measurements: Sequence[Measurement], variant: str, first: str
) -> dict[Block, float]:
    """Of each block that has reads or writes of both: the difference of logarithms of their times,
    reads and writes weighed by their share of all requests."""
    shares = {
        operation: _requests(item for item in measurements if item.operation == operation)
        for operation in plan.operations
    }
    found = {
        operation: block_differences(measurements, operation, Metric.ACCESS_TIME, variant, first)
        for operation in plan.operations
    }
    blocks = sorted(set().union(*found.values()))
    return {block: _weighed(block, found, shares) for block in blocks}


def _weighed(
    block: Block,
    found: Mapping[Operation, Mapping[Block, float]],
    shares: Mapping[Operation, float],
) -> float:
    there = [operation for operation in found if block in found[operation]]
    total = math.fsum(shares[operation] for operation in there)
    return math.fsum(shares[each] * found[each][block] for each in there) / total


def _amount_gains(
    measurements: Sequence[Measurement], variant: str, first: str
) -> dict[Block, float]:
    return _ratios(_summed(_trusted(measurements), _mb_s), variant, first)


def _size_gains(
    measurements: Sequence[Measurement], variant: str, first: str
) -> dict[Block, float]:
    """Of the mean size of a request."""
    trusted = _trusted(measurements)
    moved = _ratios(_summed(trusted, _mb_s), variant, first)
    done = _ratios(_summed(trusted, _iops), variant, first)
    return {block: moved[block] - done[block] for block in moved if block in done}


def _ratios(values: _Values, variant: str, first: str) -> dict[Block, float]:
    """Differences of logarithms."""
    return {
        (1, block): math.log(of_block[variant] / of_block[first])
        for block, of_block in values.items()
        if of_block.get(variant, 0) > 0 and of_block.get(first, 0) > 0
    }


def _trusted(measurements: Sequence[Measurement]) -> list[Measurement]:
    return [item for item in measurements if item.disturbed is None]


def _load_evidence(measurements: Sequence[Measurement]) -> Evidence:
    """The load to which the verdict applies."""
    device = [item for item in measurements if item.operation == LIVE_READ]
    seconds = math.fsum(item.duration_s for item in device)
    total = _requests(measurements)
    writes = _requests(item for item in measurements if item.operation == LIVE_WRITE)
    share = sentence(", {share:.0f} % of them writes", share=100 * writes / total) if total else ""
    per_second = total / seconds if seconds else 0.0
    return Evidence(
        sentence(
            "The load of other programs was observed for {seconds}: {per_second:.0f} requests per "
            "second on average{share}. The verdict is about their latency; their number depends "
            "on the programs.",
            seconds=_duration(seconds),
            per_second=per_second,
            share=share,
        ),
        _THIS,
    )


def _duration(seconds: float) -> Message:
    if seconds < 120:
        return quantity(seconds, ".0f", "s")
    return quantity(seconds / 60, ".0f", "min")


def _hidden_evidence(plan: Plan) -> tuple[Evidence, ...]:
    return (Evidence(unseen_caveat(plan), "block/blk-mq.c"),) if _varied_unseen(plan) else ()


def unseen_caveat(plan: Plan) -> Text:
    """The effects of this plan's settings that the counters miss; "" without any."""
    varied = _varied_unseen(plan)
    if not varied:
        return ""
    return sentence(
        "{varied} affects request sizes, or how long programs wait before a request exists, which "
        "the kernel doesn't count. Latency alone is therefore misleading: compare throughput too, "
        "or use 'storage-tuner tune'.",
        varied=varied[0],
    )


def _varied_unseen(plan: Plan) -> list[str]:
    names = {name for variant in plan.variants for name, _ in variant.settings}
    return [name for name in UNSEEN_WAITING if name in names]


_Values = dict[int, dict[str, float]]
"""Block → variant → value."""


def _mb_s(item: Measurement) -> float:
    return item.rate_mb_s or 0.0


def _iops(item: Measurement) -> float:
    return item.iops or 0.0


def _requests(measurements: Iterable[Measurement]) -> float:
    return math.fsum((item.iops or 0.0) * item.duration_s for item in measurements)


def _summed(measurements: Sequence[Measurement], value: Callable[[Measurement], float]) -> _Values:
    """Reads and writes together."""
    found: _Values = {}
    for item in measurements:
        block = found.setdefault(item.repeat, {})
        block[item.variant] = block.get(item.variant, 0.0) + value(item)
    return found


def _single(
    measurements: Sequence[Measurement], value: Callable[[Measurement], float | None]
) -> _Values:
    found: _Values = {}
    for item in measurements:
        if (one := value(item)) is not None:
            found.setdefault(item.repeat, {})[item.variant] = one
    return found


def _times(measurements: Sequence[Measurement], operation: Operation) -> dict[str, RelativeMean]:
    """Geometric means of the slices' mean times."""
    mine = [item for item in measurements if item.operation == operation]
    values = _single(mine, lambda item: item.latency_mean_ms)
    logarithms = {
        block: {variant: math.log(value) for variant, value in of_block.items() if value > 0}
        for block, of_block in values.items()
    }
    return {
        variant: RelativeMean(
            math.exp(figure.mean),
            None if figure.low is None else math.exp(figure.low),
            None if figure.high is None else math.exp(figure.high),
        )
        for variant, figure in _linear(logarithms, least=-math.inf).items()
    }


def _linear(
    values: Mapping[int, Mapping[str, float]], least: float = 0.0, most: float = math.inf
) -> dict[str, RelativeMean]:
    """Means over the blocks that have all variants, and bounds on a variant's difference
    from its block's mean, which exclude changes of the load. Bounds are clipped to ``least`` and
    ``most``, the limits of the values."""
    everyone = {variant for block in values.values() for variant in block}
    common = [block for block in values.values() if set(block) == everyone]
    if not common:
        return {}
    middles = [math.fsum(block.values()) / len(block) for block in common]
    middle = math.fsum(middles) / len(middles)
    figures = {}
    for variant in everyone:
        added = [block[variant] - mean for block, mean in zip(common, middles, strict=True)]
        bounds = confidence_sequence(added, 1 - CONFIDENCE)
        known = math.isfinite(bounds.radius) and len(everyone) > 1
        figures[variant] = RelativeMean(
            middle + bounds.mean,
            max(middle + bounds.low, least) if known else None,
            min(middle + bounds.high, most) if known else None,
        )
    return figures
