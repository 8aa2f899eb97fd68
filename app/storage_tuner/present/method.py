"""The method of measuring and judging, in paragraphs of the report."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.advice.statistics.methods import ERROR_LEVEL, MARGIN
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import listed, together, tr, trn
from storage_tuner.core.plan import Plan, Protocol, TargetKind, Thoroughness
from storage_tuner.present import numbers


def method(record: SessionRecord) -> tuple[str, ...]:
    plan = record.plan
    if plan.protocol is Protocol.LIVE:
        return _live(plan)
    if plan.protocol is Protocol.IMPORTED:
        judged = str(together((_judging(ERROR_LEVEL, MARGIN), _compared_as_reported())))
        return _of_another_program(), judged, _intervals(adaptive=False)
    adaptive = plan.protocol is Protocol.ADAPTIVE
    return (
        _comparison(plan),
        _order(plan),
        _safety(plan),
        str(
            together(
                (
                    _judging(plan.error_level, plan.margin),
                    _compared_slices(plan) if adaptive else _compared_runs(),
                )
            )
        ),
        _metrics(),
        _intervals(adaptive),
    )


def _live(plan: Plan) -> tuple[str, ...]:
    """How it was measured, in paragraphs."""
    limit = numbers.duration(plan.budget_s) if plan.budget_s else ""
    variants = trn(len(plan.variants), "{count} variant", "{count} variants")
    return (
        tr(
            "No load was made, and nothing was read or written: {variants} took turns under what "
            "other programs did (the protocol “live”){limit}. Every block has each variant that is "
            "still in the race once, for {slices} on average. Orders and lengths were drawn anew "
            "for each block (seed {seed} gives the same again), so that neither drift nor a rhythm "
            "of the load can take a side. What was in the {settling} after a switch doesn’t count. "
            "The kernel’s counters were read each second.",
            variants=variants,
            limit=tr(", for at most {limit}", limit=limit) if limit else "",
            slices=numbers.duration_ms(plan.runtime_ms),
            seed=str(plan.seed),
            settling=numbers.duration_ms(plan.ramp_ms),
        ),
        tr(
            "The load isn’t ours, so how much was read and written is mostly what the programs "
            "asked for. The verdict is about the time that requests took at the load that was "
            "there, compared within blocks as differences of logarithms; rates stand beside it. "
            "The mean time is that of all requests of a slice, and where there were hardly any, "
            "there is none. Busy and queue are over the seconds in which there was something to "
            "do. The kernel counts a request from its beginning to its end: what a program waits "
            "before, for a free request or for throttled writing, is in no counter, so a variant "
            "under which surely less was done is never advised. It doesn’t tell percentiles either."
        ),
        str(
            together(
                (
                    _judging(plan.error_level, plan.margin),
                    _at_any_time(),
                    tr("It holds for this load: another day’s may be another one."),
                )
            )
        ),
        tr(
            "The figures at the same load are over the blocks that all variants were in. Their "
            "95 % intervals are of what a variant adds to the mean of its block, so the load’s "
            "coming and going isn’t in them."
        ),
    )


def _judging(error_level: float, margin: float) -> str:
    """When something is claimed (``advice.statistics.error_budget``)."""
    return tr(
        "The chance that anything claimed is false is at most {level:g} %: the score for the "
        "purpose is asked first and has half of it, then come the operations, then single numbers "
        "of threads, each group with Holm’s correction. Faster and slower need an interval without "
        "zero and a difference of at least {margin:g} %, the same needs an interval wholly within "
        "{margin:g} %. All else is inconclusive. Intervals of differences are as wide as that "
        "demands.",
        level=100 * error_level,
        margin=100 * margin,
    )


def _at_any_time() -> str:
    """Of what is looked at after every block."""
    return tr(
        "These intervals (t confidence sequences) hold however often one looks, so that a session "
        "may end as soon as it is decided."
    )


def _metrics() -> str:
    rates = tr(
        "Rates are in MB/s (1 MB = 1 000 000 bytes) for sequential and in requests per second "
        "(IOPS) for random operations. CPU efficiency is MB moved per second of system CPU "
        "time that fio spent, not per second of the clock. At a fixed number of threads the "
        "throughput and the mean latency are one and the same measurement; the p99 latency "
        "(99th percentile of the latencies) tell more."
    )
    spread = tr(
        "The spread is the 99th percentile of the latencies divided by their median: the "
        "smaller, the more evenly requests are served. It doesn’t count for the recommendation."
    )
    return str(together((rates, spread)))


def _of_another_program() -> str:
    return tr(
        "This was imported: another program measured it, or it stood in a table. How it was "
        "measured is known only as far as the names of the operations and the caveats tell. Rates "
        "are in MB/s (1 MB = 1 000 000 bytes) or in requests per second (IOPS)."
    )


def _intervals(adaptive: bool) -> str:
    repeated = tr("slices") if adaptive else tr("repeated runs")
    return tr(
        "Values over several numbers of threads are geometric means. Intervals of single values "
        "are 95 % confidence intervals over the {repeated}; they say nothing about what another "
        "day, another load or a fuller disk would give. In a chart, an arrow means that the "
        "interval goes on outside.",
        repeated=repeated,
    )


def _compared_runs() -> str:
    return tr("Runs of the same block are compared, as differences of logarithms.")


def _compared_as_reported() -> str:
    return tr("What is compared with what depends on what is known of the order of the runs.")


def _compared_slices(plan: Plan) -> str:
    slices = tr("Slices of the same block are compared, as differences of logarithms.")
    rounds = tr(
        "One looks after each round of blocks, and every look has its share of the chance of an "
        "error, so that a session may end as soon as it is decided."
    )
    confirm = tr(
        "Slices under one load may differ from separate runs: the same plan with the protocol "
        "“restarts” (tune --protocol restarts) confirms a result with a new start of fio for every "
        "run."
    )
    return str(together((slices, _at_any_time() if plan.contests else rounds, confirm)))


def _comparison(plan: Plan) -> str:
    """What was compared, and how much of it."""
    effort = {
        Thoroughness.QUICK: tr("a quick measurement"),
        Thoroughness.NORMAL: tr("a normal measurement"),
        Thoroughness.THOROUGH: tr("a thorough measurement"),
    }[plan.thoroughness]
    threads = listed(str(count) for count in plan.threads)
    compared = tr(
        "The plan was {effort}: {variants} in {operations} with {threads}, {amount}.",
        effort=effort,
        variants=variant_count(plan),
        operations=listed(operation.phrase for operation in plan.operations),
        threads=tr("{counts} thread", counts=threads)
        if plan.threads == (1,)
        else tr("{counts} threads", counts=threads),
        amount=_amount(plan),
    )
    blocks = tr(
        "Sequential operations use blocks of 1 MiB, random ones of 4 KiB, past the page cache "
        "(direct I/O)."
    )
    return str(together((compared, blocks)))


def variant_count(plan: Plan) -> str:
    return trn(len(plan.variants), "{count} variant", "{count} variants")


def _amount(plan: Plan) -> str:
    """How much is measured, as the end of a sentence."""
    if plan.raced and plan.budget_s:
        limit = numbers.duration(plan.budget_s)
        return tr("until it is decided, at most {limit} in all", limit=limit)
    if plan.raced:
        return tr("until it is decided")
    runs = plan.repeats * len(plan.variants) * len(plan.operations) * len(plan.threads)
    amount = tr(
        "each {times} times: {runs} runs of {runtime} after {ramp} of running in",
        times=numbers.whole(plan.repeats),
        runs=numbers.whole(runs),
        runtime=numbers.duration_ms(plan.runtime_ms),
        ramp=numbers.duration_ms(plan.ramp_ms),
    )
    if not plan.pause_ms:
        return amount
    return tr("{amount}, {pause} apart", amount=amount, pause=numbers.duration_ms(plan.pause_ms))


def _span(times_ms: Sequence[int]) -> str:
    """``500 ms``, or ``500 ms to 2 s`` where it wasn't the same everywhere."""
    low, high = (numbers.duration_ms(bound) for bound in (min(times_ms), max(times_ms)))
    return low if low == high else tr("{low} to {high}", low=low, high=high)


def _order(plan: Plan) -> str:
    """In which order the variants had their turns, and why."""
    if plan.protocol is Protocol.ADAPTIVE:
        paced = [plan.paced(cell) for cell in plan.cells] or [plan]
        return tr(
            "The protocol was “adaptive”: one long load for each operation and number of threads, "
            "under which the variants were switched. Every block has a slice of {slices} of each "
            "variant that is still in the race, {settling} after its switch, in random order "
            "(seed {seed} gives the same order again), so that slow drift meets all alike. A slice "
            "that other work disturbed is marked, measured again, and not judged.",
            slices=_span([pace.runtime_ms for pace in paced]),
            settling=_span([pace.ramp_ms for pace in paced]),
            seed=str(plan.seed),
        )
    if plan.protocol is Protocol.ARTICLE:
        return tr(
            "The protocol was that of published comparisons (“article”): one variant after the "
            "other. Slow drift of the disk can look like a difference between them."
        )
    if plan.protocol is Protocol.IMPORTED:
        return tr(
            "The runs were made by another program and taken over from it: in which order, and "
            "what else went on, isn’t known."
        )
    return tr(
        "The protocol was “{name}”: fio was started anew for every run. The runs were interleaved: "
        "every block has each variant once, in random order (seed {seed} gives the same order "
        "again), so that slow drift meets all alike.",
        name="repeats" if plan.protocol is Protocol.REPEATS else "restarts",
        seed=str(plan.seed),
    )


def _safety(plan: Plan) -> str:
    if plan.target.kind is TargetKind.PRACTICE:
        return tr(
            "Measured was a practice disk: a file behind a loop device, made for this and removed."
        )
    if plan.target.kind is TargetKind.FILE:
        return tr("Measured was a file on a file system; what else is on it was not touched.")
    if plan.overwrites_device:
        return tr("The device itself was written to: what was on it is gone.")
    return tr("The device was only read; nothing was written to it.")
