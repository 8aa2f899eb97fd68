"""``metrics``: settings and results of this computer in the OpenMetrics format."""

from __future__ import annotations

import argparse

from storage_tuner.cli.devices import add_sysroot, checked_root
from storage_tuner.cli.options.option_types import named_path
from storage_tuner.cli.permanent import compared
from storage_tuner.cli.runs_files import opened_runs
from storage_tuner.core.member_settings import listed_devices
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.core.tunable_target import tuned_device, tuned_memory
from storage_tuner.jobs.metrics import metric_families, newest_records
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.open_metrics import open_metrics


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``metrics``; it sets ``run``, which takes the parsed arguments."""
    parser = subparsers.add_parser(
        "metrics",
        help=tr("print settings and results for Prometheus"),
        description=tr(
            "Prints current and permanent settings, which of these other programs undid, and the "
            "newest results of the devices in the OpenMetrics format."
        ),
        epilog=tr("docs/fleet.md lists the metrics."),
    )
    parser.add_argument(
        "--output",
        metavar=tr("FILE"),
        type=named_path,
        help=tr("replace FILE atomically instead, such as for node_exporter's textfile collector"),
    )
    add_sysroot(parser)
    parser.set_defaults(run=run_metrics)


def run_metrics(arguments: argparse.Namespace) -> int:
    """Print or write the metrics. Raises ``InvalidInput``, ``NoSpace`` and the errors of
    ``open_runs``."""
    root = checked_root(arguments.sysroot)
    devices = read_devices(root)
    targets = [
        *map(tuned_device, devices),
        tuned_memory(VIRTUAL_MEMORY, read_virtual_memory(root)),
    ]
    with opened_runs() as runs:
        results = newest_records(listed_devices(devices), runs)
    text = open_metrics(metric_families(targets, compared(targets, root), results))
    if arguments.output is None:
        print(text, end="")
    else:
        write_atomically(arguments.output, text.encode())
    return 0
