"""``compare --by``: which disks of many computers deviate from others of their model."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from storage_tuner.cli.options import report_options
from storage_tuner.cli.options.judging_options import levels_of
from storage_tuner.cli.options.option_types import one_of
from storage_tuner.cli.options.result_argument import given
from storage_tuner.cli.output.terminal import print_error, print_json, printable
from storage_tuner.cli.runs_files import opened_runs
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.fleet import Fleet, Grouping
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence, tr
from storage_tuner.jobs.results.fleet import (
    FleetResult,
    fleet_of,
    fleet_of_store,
    is_of_disk,
    result_of,
)
from storage_tuner.report.fleet import write_fleet
from storage_tuner.report.text.terminal import fleet_lines
from storage_tuner.store.results import fleet_document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--by``."""
    parser.add_argument(
        "--by",
        type=one_of(Grouping),
        help=tr(
            "{groupings}: compare each disk with the others of its model, in the RESULTs, or "
            "without any in all saved results (docs/fleet.md)",
            groupings=", ".join(Grouping),
        ),
    )


def run_fleet(arguments: argparse.Namespace) -> int:
    """Print the fleet, and write its report. Raises ``UnreadableResult`` and the errors of
    ``open_runs`` and ``write_fleet``."""
    report_options.require_folder(arguments.report)
    fleet = _fleet(arguments.results, *levels_of(arguments).both)
    if arguments.report is not None:
        layout = report_options.layout_of(arguments)
        for path in write_fleet(fleet, arguments.by, arguments.report, layout):
            print(tr("Wrote {path}", path=path), file=sys.stderr)
    if arguments.json:
        print_json(fleet_document(fleet, arguments.by))
    else:
        print("\n".join(fleet_lines(fleet, arguments.by)))
    return 0


def _fleet(paths: Sequence[Path], error_level: float, margin: float) -> Fleet:
    if paths:
        return fleet_of(_results(paths), error_level, margin)
    with opened_runs() as runs:
        return fleet_of_store(runs, error_level, margin)


def _results(paths: Sequence[Path]) -> Iterator[FleetResult]:
    """A result that doesn't name its host gets the name of its file; what isn't of a disk is left
    out with a message."""
    for path in paths:
        for each in given(path, path.stem):
            if not isinstance(each.content, SessionRecord):
                raise UnreadableResult(str(path), sentence("a CSV doesn't name the disk"))
            if is_of_disk(each.content):
                yield result_of(each.content, each.name)
            else:
                print_error(
                    tr(
                        "{path} was left out: only results of disks under Storage Tuner's own load "
                        "can be compared by model.",
                        path=printable(str(path)),
                    )
                )
