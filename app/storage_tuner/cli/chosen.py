"""``--workloads``, ``--sizes`` and ``--threads`` of ``tune`` and ``sweep``: what is measured, with
requests of which sizes, and with how many threads."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.bench.fairness import MOST_THREADS as MOST_FAIR_THREADS
from storage_tuner.bench.thread_counts import LoadLimits, refusal, with_threads
from storage_tuner.cli.terminal import tell_aside
from storage_tuner.cli.varied import several
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Plan, Target
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.conditions import measured_bytes
from storage_tuner.jobs.workload_catalogue import find_workloads, known_workloads
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.files.target import resolve_path
from storage_tuner.probe.load.machine import read_machine
from storage_tuner_protocol.workload import MAXIMUM_BLOCK_BYTES, MAXIMUM_THREADS, SECTOR_BYTES

REMEDY = "Choose fewer threads, requests of another size, another workload or a larger target."


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
        "--sizes",
        metavar="SIZE,SIZE…",
        type=_block_sizes,
        default=(),
        help="measure each workload with requests of these sizes, such as 512,4k,64k,1M, instead "
        "of its own",
    )
    parser.add_argument(
        "--threads",
        metavar="N,N…",
        type=_thread_counts,
        default=(),
        help=f"with so many threads, up to {MAXIMUM_THREADS} (default 1,2,4,8); those of a mix "
        "read and write",
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


def with_sizes(
    workloads: tuple[Workload, ...], arguments: argparse.Namespace
) -> tuple[Workload, ...]:
    """``workloads`` with each of ``--sizes``. Raises ``InvalidInput``."""
    if arguments.sizes and not workloads:
        raise InvalidInput("--sizes needs --workloads or --operations.")
    return of_sizes(workloads, arguments.sizes)


def with_chosen_threads(plan: Plan, arguments: argparse.Namespace) -> Plan:
    """``plan`` with the counts of ``--threads``, if any were given.

    Raises ``InvalidInput`` when the target or the computer can't bear a cell of the plan.
    """
    if arguments.threads:
        plan = with_threads(plan, arguments.threads)
    bounds = bounds_of(plan, arguments)
    for cell in plan.cells:
        if reason := refusal(cell, bounds):
            raise InvalidInput(reason, REMEDY)
    return plan


def bounds_of(plan: Plan, arguments: argparse.Namespace) -> LoadLimits:
    """What the loads of ``plan`` have to get by with."""
    device = _device(plan.target)
    size = measured_bytes(plan.target, device, arguments.size)
    smallest = device.logical_block_bytes if device else None
    return LoadLimits(size, read_machine("").memory_bytes or None, smallest)


def _device(target: Target) -> Device | None:
    """The one that is measured, or lies beneath the file; None when it isn't known (yet)."""
    name = target.device or _beneath(target)
    return find_device(name, read_devices(Path("/"))) if name else None


def _beneath(target: Target) -> str | None:
    """Also of a file that is measured as it is, whose device gets no settings."""
    found = resolve_path(Path(target.path)).devices if target.path else ()
    return found[0] if found else None


def _block_sizes(text: str) -> tuple[int, ...]:
    found = [re.fullmatch(r"([0-9]{1,8})([kKM]?)(?:i?B)?", word) for word in several(text)]
    sizes = [int(each[1]) << {"": 0, "M": 20}.get(each[2], 10) if each else 0 for each in found]
    good = all(
        SECTOR_BYTES <= size <= MAXIMUM_BLOCK_BYTES and size % SECTOR_BYTES == 0 for size in sizes
    )
    if not sizes or not good:
        raise argparse.ArgumentTypeError(
            "sizes such as 512,4k,64k,1M are expected: multiples of 512, up to 16M"
        )
    return tuple(sorted(set(sizes)))


def _thread_counts(text: str) -> tuple[int, ...]:
    words = several(text)
    good = words and all(
        word.isascii() and word.isdecimal() and 1 <= int(word[:9]) <= MAXIMUM_THREADS
        for word in words
    )
    if not good:
        raise argparse.ArgumentTypeError(f"numbers from 1 to {MAXIMUM_THREADS} are expected")
    return tuple(sorted({int(word) for word in words}))
