"""``--workloads`` and ``--threads`` of ``tune`` and ``sweep``: what is measured, and with how many
threads."""

from __future__ import annotations

import argparse
from pathlib import Path

from storage_tuner.bench.catalogue import MOST_THREADS
from storage_tuner.bench.fairness import MOST_THREADS as MOST_FAIR_THREADS
from storage_tuner.bench.thread_counts import Bounds, refusal, with_threads
from storage_tuner.cli.terminal import tell_aside
from storage_tuner.cli.varied import several
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Plan, Target
from storage_tuner.core.workload import Workload
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.machine import read_machine
from storage_tuner.services.checking import measured_bytes
from storage_tuner.services.workload_catalogue import find_workloads, known_workloads


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workloads",
        dest="workload_names",
        metavar="NAME,NAME…",
        type=several,
        default=(),
        help="measure these; 'storage-tuner workloads' lists them, your own among them",
    )
    parser.add_argument(
        "--threads",
        metavar="N,N…",
        type=_thread_counts,
        default=(),
        help=f"with so many threads, up to {MOST_THREADS} (default 1,2,4,8)",
    )
    parser.add_argument(
        "--fairness",
        action="store_true",
        help=f"look also at each of up to {MOST_FAIR_THREADS} threads by itself: do they get equal "
        "shares?",
    )


def workloads(arguments: argparse.Namespace) -> tuple[Workload, ...]:
    """Those that ``--workloads`` names. Raises ``InvalidInput``."""
    if not arguments.workload_names:
        return ()
    known = known_workloads()
    for problem in known.broken:
        tell_aside(problem.summary)
    return find_workloads(arguments.workload_names, known)


def without_repetition(*workloads: Workload) -> tuple[Workload, ...]:
    """The first of each name: the classical ones are in the catalogue, too."""
    return tuple({workload.name: workload for workload in reversed(workloads)}.values())[::-1]


def with_chosen_threads(plan: Plan, arguments: argparse.Namespace) -> Plan:
    """``plan`` with the counts of ``--threads``, if any were given.

    Raises ``InvalidInput`` when the target or the computer can't bear a cell of the plan.
    """
    if arguments.threads:
        plan = with_threads(plan, arguments.threads)
    bounds = bounds_of(plan, arguments)
    for cell in plan.cells:
        if reason := refusal(cell, bounds):
            raise InvalidInput(reason, "Choose fewer threads, another workload or a larger target.")
    return plan


def bounds_of(plan: Plan, arguments: argparse.Namespace) -> Bounds:
    """What the loads of ``plan`` have to get by with."""
    device = _device(plan.target)
    size = measured_bytes(plan.target, device, arguments.size)
    smallest = device.logical_block_bytes if device else None
    return Bounds(size, read_machine("").memory_bytes or None, smallest)


def _device(target: Target) -> Device | None:
    """The one that is measured, or lies beneath the file; None when it isn't known (yet)."""
    if target.device is None:
        return None
    return find_device(target.device, read_devices(Path("/")))


def _thread_counts(text: str) -> tuple[int, ...]:
    words = several(text)
    good = words and all(
        word.isascii() and word.isdecimal() and 1 <= int(word[:9]) <= MOST_THREADS for word in words
    )
    if not good:
        raise argparse.ArgumentTypeError(f"numbers from 1 to {MOST_THREADS} are expected")
    return tuple(sorted({int(word) for word in words}))
