"""``sweep --saturate`` and ``sweep --offered-load``: the loads that are found by measuring."""

from __future__ import annotations

import argparse
import itertools
import math

from storage_tuner.bench.searches.saturation import Knee, Reason
from storage_tuner.bench.searches.saturation_runner import RulesFor, SaturationCurve, curves
from storage_tuner.bench.thread_counts import LoadLimits
from storage_tuner.cli import chosen
from storage_tuner.cli.terminal import UNKNOWN, columns, table
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.workload import Operation, Workload, classical_workload
from storage_tuner.measuring.load_searches import (
    OfferedLoad,
    SaturationSearch,
    WithFairness,
    rules_for,
)
from storage_tuner.measuring.run_context import Procedure, RunContext
from storage_tuner.store.documents import document_of
from storage_tuner_protocol.workload import MAXIMUM_THREADS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("loads that are found by measuring")
    either = group.add_mutually_exclusive_group()
    either.add_argument(
        "--saturate",
        action="store_true",
        help="with how many threads is the disk busy? Doubles them until they bring no more, and "
        "prints a table (default workload: rand-read)",
    )
    either.add_argument(
        "--offered-load",
        metavar="PERCENT",
        type=_percent,
        help="compare latencies at a fixed rate of requests: this part of what the present "
        "setting does at most, 70 for example (default workload: rand-read)",
    )
    group.add_argument(
        "--latency-limit",
        metavar="MS",
        type=_milliseconds,
        help="with --saturate: the mean latency that is still good enough",
    )
    group.add_argument(
        "--most-threads",
        metavar="N",
        type=_threads,
        default=MAXIMUM_THREADS,
        help=f"try no more threads (default {MAXIMUM_THREADS}, or what fits)",
    )


def is_wanted(arguments: argparse.Namespace) -> bool:
    return bool(arguments.saturate or arguments.offered_load)


def check(arguments: argparse.Namespace) -> None:
    """Raises ``InvalidInput`` for what doesn't go together."""
    if arguments.latency_limit is not None and not arguments.saturate:
        raise InvalidInput("--latency-limit belongs to --saturate.")
    if not is_wanted(arguments):
        if arguments.most_threads != MAXIMUM_THREADS:
            raise InvalidInput("--most-threads belongs to --saturate and --offered-load.")
        return
    option = "--saturate" if arguments.saturate else "--offered-load"
    if arguments.threads:
        raise InvalidInput(f"{option} finds out the number of threads by itself: no --threads.")
    if arguments.check:
        raise InvalidInput(
            f"--check shows the plan, and {option} finds its own while it measures.",
            f"Leave {option} out to see what may spoil the result.",
        )
    if arguments.protocol not in (Protocol.ADAPTIVE, Protocol.RESTARTS):
        raise InvalidInput(f"{option} has an order of its own: no --protocol.")
    if arguments.minutes is not None:
        raise InvalidInput(f"{option} takes as long as it takes: no --minutes.")


def default_workloads(
    workloads: tuple[Workload, ...], arguments: argparse.Namespace
) -> tuple[Workload, ...]:
    """Random reads where nothing was chosen. Raises ``InvalidInput`` for what has no threads that
    could be chosen."""
    if not is_wanted(arguments):
        return workloads
    for workload in workloads:
        if workload.fixed_threads is not None:
            raise InvalidInput(
                f"{workload.label} has a number of threads of its own.",
                "Choose one with as many threads as one likes, such as rand-read.",
            )
    return workloads or (classical_workload(Operation.RANDOM_READ),)


def protocol(arguments: argparse.Namespace) -> Protocol | None:
    """The one that these loads are measured by; None for other loads."""
    return Protocol.RESTARTS if is_wanted(arguments) else None


def procedure(plan: Plan, arguments: argparse.Namespace) -> Procedure:
    """How ``plan`` is to be measured."""
    found = _procedure(plan, arguments)
    return WithFairness(found) if arguments.fairness else found


def _procedure(plan: Plan, arguments: argparse.Namespace) -> Procedure:
    if not is_wanted(arguments):
        return RunContext.carry_out
    rules = _rules(chosen.bounds_of(plan, arguments), arguments)
    if arguments.saturate:
        return SaturationSearch(rules)
    return OfferedLoad(arguments.offered_load, rules)


def _rules(bounds: LoadLimits, arguments: argparse.Namespace) -> RulesFor:
    return rules_for(bounds, arguments.latency_limit, arguments.most_threads)


def plan_lines(plan: Plan, arguments: argparse.Namespace) -> list[str]:
    """What is going to be done, for persons; nothing for other loads."""
    if not is_wanted(arguments):
        return []
    variants = ", ".join(variant.name for variant in plan.variants)
    workloads = ", ".join(workload.phrase for workload in plan.workloads)
    course = (
        "Doubles the threads of each until they bring no more."
        if arguments.saturate
        else "Looks for the most that the present setting does, then measures all of them at "
        f"{arguments.offered_load} % of it."
    )
    return [f"Compares {variants}: {workloads}.", f"{course} Ctrl-C stops and puts all back."]


def document(record: SessionRecord, arguments: argparse.Namespace) -> dict[str, object]:
    """The key ``saturation`` of ``sweep --saturate --json``; nothing without that option."""
    if not arguments.saturate:
        return {}
    return {
        "saturation": [
            {
                "workload": curve.workload.name,
                "unit": curve.workload.operations[0].unit.value,
                "variant": curve.variant,
                "points": [document_of(point) for point in curve.points],
                "knee": document_of(curve.knee) if curve.knee else None,
            }
            for curve in _found(record, arguments)
        ]
    }


def saturation_lines(record: SessionRecord, arguments: argparse.Namespace) -> list[str]:
    """A table a workload, and below it where each variant has enough."""
    lines: list[str] = []
    found = _found(record, arguments)
    for workload, group in itertools.groupby(found, lambda curve: curve.workload):
        each = list(group)
        lines += ["", f"{workload.label}:", *_table(each), ""]
        lines += [_knee_line(curve, arguments) for curve in each]
    return lines[1:]


def _found(record: SessionRecord, arguments: argparse.Namespace) -> tuple[SaturationCurve, ...]:
    """As the search saw it; a practice disk is gone by now."""
    bounds = LoadLimits(record.plan.target.size_bytes, record.machine.memory_bytes or None)
    return curves(record.plan, record.measurements, _rules(bounds, arguments))


def _table(group: list[SaturationCurve]) -> list[str]:
    """A line a thread count: throughput and mean latency of each variant, "*" at the knee."""
    unit = group[0].workload.operations[0].unit.value
    heads = [(f"{curve.variant} {unit}", "ms", "") for curve in group]
    counts = sorted({point.threads for curve in group for point in curve.points})
    rows = [("THREADS", *itertools.chain.from_iterable(heads))]
    for threads in counts:
        cells = (_cells(curve, threads) for curve in group)
        rows.append((str(threads), *itertools.chain.from_iterable(cells)))
    numbers = tuple(column for column in range(len(rows[0])) if column % 3 != 0 or column == 0)
    return table(rows, columns(), right=numbers)


def _cells(curve: SaturationCurve, threads: int) -> tuple[str, str, str]:
    for point in curve.points:
        if point.threads == threads:
            latency = UNKNOWN if point.latency_ms is None else f"{point.latency_ms:.3g}"
            at_knee = curve.knee is not None and curve.knee.point == point
            return f"{point.rate:,.0f}", latency, "*" if at_knee else ""
    return "", "", ""


def _knee_line(curve: SaturationCurve, arguments: argparse.Namespace) -> str:
    limit_ms = arguments.latency_limit
    if curve.knee is None:
        waits = f"waits longer than {limit_ms:g} ms with a single thread" if limit_ms else ""
        return f"{curve.variant}: {waits if curve.points and waits else 'not found'}."
    return f"{curve.variant}: {_knee_text(curve.knee, limit_ms, arguments.most_threads)}"


def _knee_text(knee: Knee, limit_ms: float | None, most_threads: int) -> str:
    threads = knee.point.threads
    count = f"{threads} thread{'' if threads == 1 else 's'}"
    if knee.reason is Reason.LATENCY:
        return f"{count} at most: with more the mean latency is above {limit_ms:g} ms."
    if knee.reason is Reason.MOST_THREADS:
        wished = threads == most_threads < MAXIMUM_THREADS
        most = "--most-threads allows" if wished else "can be measured here"
        return f"still gains with {count}, the most that {most}."
    verb = "is" if threads == 1 else "are"
    return f"{count} {verb} enough: more bring hardly anything."


def _percent(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:4]) <= 95:
        raise argparse.ArgumentTypeError("a percentage from 1 to 95 is expected")
    return int(text)


def _threads(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= MAXIMUM_THREADS:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MAXIMUM_THREADS} is expected")
    return int(text)


def _milliseconds(text: str) -> float:
    try:
        limit = float(text)
    except ValueError:
        limit = math.nan
    if not 0 < limit <= 1e6:
        raise argparse.ArgumentTypeError("a time in milliseconds is expected")
    return limit
