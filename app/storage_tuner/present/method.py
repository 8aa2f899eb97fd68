"""The method of measuring and judging, as paragraphs of the report."""

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
    if plan.protocol is Protocol.SUSTAINED:
        return _sustained(), _safety(plan)
    if plan.protocol is Protocol.MAP:
        return _map(plan), _safety(plan), _map_judging(plan)
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


def _sustained() -> str:
    return tr(
        "Protocol “sustained”: one thread wrote without a pause, sequentially in requests of 1 MiB "
        "with 8 in flight, past the page cache, and with the current settings. fio’s counters were "
        "read several times a second at first, later every second. A drop counts if throughput "
        "falls by at least 25 %, suddenly, and stays there for at least 10 % of the data and "
        "5 s; short pauses of the drive don’t count. The intervals are from a moving-block "
        "bootstrap over the slices of a level."
    )


def _map(plan: Plan) -> str:
    return tr(
        "Protocol “map”: the highest throughput of random reads and of random writes of 4 KiB was "
        "found first, each alone and with the current settings. Then reads at 5 to 80 % of theirs "
        "were measured beside writes at up to 80 % of theirs. Each block has one slice per load "
        "and variant, {slice} after a wash-out of {settle}, with its own fio process and in random "
        "order (seed {seed} reproduces it). Each thread sends its requests at random times. A "
        "load wasn’t reached if less than 97 % of its reads or writes were completed, beyond "
        "random variation.",
        slice=numbers.duration_ms(plan.runtime_ms),
        settle=numbers.duration_ms(plan.ramp_ms),
        seed=str(plan.seed),
    )


def _map_judging(plan: Plan) -> str:
    return tr(
        "Latencies are compared as differences of logarithms within blocks, by paired t tests. "
        "Half of the error level of {level} is for the write limits and half for comparisons of "
        "variants, each divided by their number (Bonferroni). A variant is faster or slower if "
        "the difference is at least {margin} and its interval excludes 0. A p99 latency is shown "
        "where each slice had at least 100 reads.",
        level=numbers.percent(100 * plan.error_level),
        margin=numbers.percent(100 * plan.margin),
    )


def _live(plan: Plan) -> tuple[str, ...]:
    """The method of a live session, as paragraphs."""
    limit = numbers.duration(plan.budget_s) if plan.budget_s else ""
    variants = trn(len(plan.variants), "{count} variant", "{count} variants")
    return (
        tr(
            "Protocol “live”: {variants} alternated under the load of other programs{limit}; "
            "Storage Tuner itself created no load. Each block has one slice per remaining "
            "variant, {slices} long on average. Order and lengths are random in each block (seed "
            "{seed} reproduces them), so drift and rhythms of the load affect all variants "
            "equally. The first {settling} after each switch are excluded. The kernel’s counters "
            "were read every second.",
            variants=variants,
            limit=tr(", for at most {limit}", limit=limit) if limit else "",
            slices=numbers.duration_ms(plan.runtime_ms),
            seed=str(plan.seed),
            settling=numbers.duration_ms(plan.ramp_ms),
        ),
        tr(
            "The verdict compares the latency of requests, because throughput mostly depends on "
            "what the programs asked for; throughput and IOPS are shown for information. "
            "Latencies are compared within blocks, as differences of logarithms; slices with very "
            "few requests have none. “Busy” and “Queue” cover only seconds with I/O. The kernel "
            "times a request from creation to completion and reports no percentiles. Waits before "
            "creation (no free request, throttled writes) aren’t counted, so a variant that "
            "clearly moved less data is never recommended."
        ),
        str(
            together(
                (
                    _judging(plan.error_level, plan.margin),
                    _at_any_time(),
                    tr("The result holds for this load; another day’s load may differ."),
                )
            )
        ),
        tr(
            "“Results under the same load” uses only blocks that contain all variants. The 95 % "
            "intervals are for each variant’s difference from its block’s mean, so changes of the "
            "load itself don’t count."
        ),
    )


def _judging(error_level: float, margin: float) -> str:
    """When something is claimed (``advice.statistics.error_budget``)."""
    return tr(
        "At most {level:g} % of sessions contain any false claim. Half of this is spent on the "
        "overall score, the rest on operations and then on single thread counts, with Holm’s "
        "correction in each group. “Faster” and “slower” need an interval that excludes zero and "
        "a difference of at least {margin:g} %; “same” needs an interval within ±{margin:g} %. "
        "Everything else is inconclusive. Intervals are widened accordingly.",
        level=100 * error_level,
        margin=100 * margin,
    )


def _at_any_time() -> str:
    """For data that is checked after every block."""
    return tr(
        "These intervals (t confidence sequences) remain valid however often the data is checked, "
        "so a session can end as soon as it is decided."
    )


def _metrics() -> str:
    rates = tr(
        "Throughput is in MB/s (1 MB = 1 000 000 bytes) for sequential operations and in IOPS "
        "(requests per second) for random ones. CPU efficiency is MB moved per second of system "
        "CPU time used by fio. At a fixed thread count, mean latency follows directly from "
        "throughput, so only p99 latency (99th percentile) is tested as well."
    )
    spread = tr(
        "The spread is the p99 latency divided by the median latency; smaller is more consistent. "
        "It doesn’t affect the recommendation."
    )
    return str(together((rates, spread)))


def _of_another_program() -> str:
    return tr(
        "Imported: measured by another program or copied from a table. Only the names of the "
        "operations and the caveats describe how it was measured. Throughput is in MB/s (1 MB = 1 "
        "000 000 bytes) or in IOPS (requests per second)."
    )


def _intervals(adaptive: bool) -> str:
    repeated = tr("slices") if adaptive else tr("repeated runs")
    return tr(
        "Values over several thread counts are geometric means. Intervals of single values are 95 "
        "% confidence intervals over the {repeated}; another day, another load or a fuller disk "
        "may give other values. In a chart, an arrow means that the interval extends beyond the "
        "edge.",
        repeated=repeated,
    )


def _compared_runs() -> str:
    return tr("Runs of the same block are compared, as differences of logarithms.")


def _compared_as_reported() -> str:
    return tr("Which runs are compared depends on what is known about their order.")


def _compared_slices(plan: Plan) -> str:
    slices = tr("Slices of the same block are compared, as differences of logarithms.")
    rounds = tr(
        "Results are evaluated after each round of blocks. Each evaluation spends part of the "
        "allowed error probability, so a session can end as soon as all comparisons are decided."
    )
    confirm = tr(
        "Slices of one continuous load can differ from separate runs. To verify decided tests "
        "with separate runs, use 'storage-tuner confirm'."
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
        "This was {effort}: {variants} in {operations} with {threads}, {amount}.",
        effort=effort,
        variants=variant_count(plan),
        operations=listed(operation.phrase for operation in plan.operations),
        threads=tr("{counts} thread", counts=threads)
        if plan.threads == (1,)
        else tr("{counts} threads", counts=threads),
        amount=_amount(plan),
    )
    blocks = tr(
        "Sequential operations use 1 MiB blocks, random ones 4 KiB blocks, bypassing the page "
        "cache (direct I/O)."
    )
    return str(together((compared, blocks)))


def variant_count(plan: Plan) -> str:
    return trn(len(plan.variants), "{count} variant", "{count} variants")


def _amount(plan: Plan) -> str:
    """How much is measured, as the end of a sentence."""
    if plan.raced and plan.budget_s:
        limit = numbers.duration(plan.budget_s)
        return tr("until decided, for at most {limit}", limit=limit)
    if plan.raced:
        return tr("until decided")
    runs = plan.repeats * len(plan.variants) * len(plan.operations) * len(plan.threads)
    amount = tr(
        "each {times} times ({runs} runs of {runtime}, after a ramp time of {ramp})",
        times=numbers.whole(plan.repeats),
        runs=numbers.whole(runs),
        runtime=numbers.duration_ms(plan.runtime_ms),
        ramp=numbers.duration_ms(plan.ramp_ms),
    )
    if not plan.pause_ms:
        return amount
    return tr("{amount}, {pause} apart", amount=amount, pause=numbers.duration_ms(plan.pause_ms))


def _span(times_ms: Sequence[int]) -> str:
    """``500 ms``, or ``500 ms to 2 s`` where it varied."""
    low, high = (numbers.duration_ms(bound) for bound in (min(times_ms), max(times_ms)))
    return low if low == high else tr("{low} to {high}", low=low, high=high)


def _order(plan: Plan) -> str:
    """The order of the variants, and its reason."""
    if plan.protocol is Protocol.ADAPTIVE:
        paced = [plan.paced(cell) for cell in plan.cells] or [plan]
        return tr(
            "Protocol “adaptive”: each operation and thread count runs as one long load while the "
            "variants are switched. Each block measures one slice of {slices} per remaining "
            "variant, in random order (seed {seed} reproduces it), so slow drift affects all "
            "variants equally. A slice starts {settling} after its switch. Slices with "
            "interference are marked, excluded and repeated.",
            slices=_span([pace.runtime_ms for pace in paced]),
            settling=_span([pace.ramp_ms for pace in paced]),
            seed=str(plan.seed),
        )
    if plan.protocol is Protocol.ARTICLE:
        return tr(
            "Protocol “article”: one variant after the other, as in the published articles. Slow "
            "drift of the disk can look like a difference between variants."
        )
    if plan.protocol is Protocol.IMPORTED:
        return tr(
            "The runs were imported from another program: their order and other activity are "
            "unknown."
        )
    return tr(
        "Protocol “{name}”: fio was started separately for every run. Each block has each variant "
        "once, in random order (seed {seed} reproduces it), so slow drift affects all variants "
        "equally.",
        name="repeats" if plan.protocol is Protocol.REPEATS else "restarts",
        seed=str(plan.seed),
    )


def _safety(plan: Plan) -> str:
    if plan.target.kind is TargetKind.PRACTICE:
        return tr(
            "A practice disk was measured: a file behind a loop device, created for this and "
            "removed afterwards."
        )
    if plan.target.kind is TargetKind.FILE:
        return tr("A file on a file system was measured; other files weren’t touched.")
    if plan.overwrites_device:
        return tr("The device itself was written to: its previous content is lost.")
    return tr("The device was only read; nothing was written to it.")
