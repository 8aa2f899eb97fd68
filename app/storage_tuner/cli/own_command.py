"""``--command`` and what belongs to it: the user's own program as a workload."""

from __future__ import annotations

import argparse
import math
import os
import statistics
from collections.abc import Iterable, Sequence

from storage_tuner.bench.planning import MOST_REPEATS, with_repeats
from storage_tuner.bench.programs.command import (
    LONGEST_TIMEOUT_S,
    command_workload,
    shell_note,
    words_of,
)
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.workload import Command, RateUnit, Workload

_TEXTS = ("command", "prepare", "clean_up")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "your own command",
        "It works in the folder TARGET, as you and without a shell, and its time is measured.",
    )
    group.add_argument(
        "--command", metavar="TEXT", help="a program with its arguments, such as 'make -C src'"
    )
    group.add_argument(
        "--prepare", metavar="TEXT", help="a command that is run before each timed run"
    )
    group.add_argument(
        "--clean-up",
        metavar="TEXT",
        help="a command that is run after each, also after a failure or Ctrl-C",
    )
    group.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=_seconds,
        help=f"end each command after so long (default {Command.timeout_s:g})",
    )


def add_repeats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repeats",
        "--times",
        dest="times",
        metavar="N",
        type=_times,
        help="so many runs of each test with each setting: of your own command and of the "
        "protocols restarts, article and repeats",
    )


def check(arguments: argparse.Namespace) -> None:
    """Raises ``InvalidInput`` for what can't be done, before anything is made for it."""
    workloads = (*arguments.workloads, *own_workloads(arguments))
    if arguments.command is not None and arguments.practice:
        raise InvalidInput(
            "A --command works in a folder, and a practice disk has none.",
            "Give a folder as TARGET.",
        )
    if arguments.times is not None:
        _require_counted(protocol_for(workloads, arguments))


def own_workloads(arguments: argparse.Namespace) -> tuple[Workload, ...]:
    """The command that was given, if any. Raises ``InvalidInput``."""
    if arguments.command is None:
        for option in ("prepare", "clean_up", "time_limit"):
            if getattr(arguments, option) is not None:
                name = option.replace("_", "-")
                raise InvalidInput(f"--{name} belongs to a --command, and none is given.")
        return ()
    prepare, clean_up = (
        () if text is None else words_of(text, option)
        for text, option in (
            (arguments.prepare, "--prepare"),
            (arguments.clean_up, "--clean-up"),
        )
    )
    return (
        command_workload(
            words_of(arguments.command, "--command"),
            prepare=prepare,
            clean_up=clean_up,
            timeout_s=arguments.time_limit or Command.timeout_s,
        ),
    )


def notes(arguments: argparse.Namespace) -> list[str]:
    """Sentences for who starts a command, before it's started."""
    if arguments.command is None:
        return []
    texts = (getattr(arguments, name) for name in _TEXTS)
    found = [note for text in texts if text is not None and (note := shell_note(text))]
    if os.geteuid() == 0:
        found.append("Storage Tuner runs as root, so the command runs as root, too.")
    return found


def repeated(plan: Plan, times: int | None) -> Plan:
    """``plan`` with so many runs of each test and setting, if that was asked for."""
    if times is None:
        return plan
    _require_counted(plan.protocol)
    return with_repeats(plan, times)


def _require_counted(protocol: Protocol) -> None:
    if protocol is Protocol.ADAPTIVE:
        raise InvalidInput(
            "--repeats is for runs that are started one by one.",
            "Add --protocol restarts, article or repeats.",
        )


def protocol_for(workloads: Iterable[Workload], arguments: argparse.Namespace) -> Protocol:
    """A fixed number of runs of what can't be switched beneath a load anyway is made by restarts;
    else what was asked for."""
    wanted: Protocol = arguments.protocol
    kinds = {bool(workload.streams) for workload in workloads}
    if arguments.times is not None and kinds == {False} and wanted is Protocol.ADAPTIVE:
        return Protocol.RESTARTS
    return wanted


def time_lines(record: SessionRecord) -> list[str]:
    """How long the runs of each own command took, with each setting."""
    lines = []
    for operation in record.plan.operations:
        if operation.unit is not RateUnit.RUNS:
            continue
        lines += ["", f"{operation.label}:"]
        for variant in record.plan.variants:
            runs = [
                run.duration_s
                for run in record.measurements
                if (run.operation, run.variant) == (operation, variant.name) and not run.disturbed
            ]
            lines.append(f"  {variant.name}: {_time_text(runs)}")
    return lines


def _time_text(seconds: Sequence[float]) -> str:
    if not seconds:
        return "not measured"
    mean = statistics.fmean(seconds)
    count = f"{len(seconds)} run{'s' if len(seconds) > 1 else ''}"
    if len(seconds) < 2:
        return f"{mean:.3g} s ({count})"
    spread = statistics.stdev(seconds)
    places = max(0, 1 - math.floor(math.log10(spread))) if spread > 0 else 3
    return f"{mean:.{places}f} s ± {spread:.{places}f} s ({count})"


def _times(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= MOST_REPEATS:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST_REPEATS} is expected")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST_TIMEOUT_S:
        raise argparse.ArgumentTypeError("a number of seconds, up to a day, is expected")
    return seconds
