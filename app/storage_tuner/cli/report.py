"""``report``: write a saved result to files."""

from __future__ import annotations

import argparse
from pathlib import Path

from storage_tuner.cli.options import report_options
from storage_tuner.cli.options.judging_options import add_judging_anew, judging_request_of
from storage_tuner.cli.options.option_types import named_path
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence, tr
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.sharing import to_share
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.atomic_files import is_file_by_name
from storage_tuner.store.kept_sessions import named_session


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "report",
        help=tr("write a saved result as PDF, HTML, text or data"),
        description=tr(
            "Re-evaluates a saved result and writes it as PDF, HTML, text or data. Existing files "
            "are replaced."
        ),
    )
    parser.add_argument(
        "result", metavar=tr("RESULT"), type=named_path, help=tr("a saved result or results.json")
    )
    for name, writer in WRITERS.items():
        parser.add_argument(
            f"--{name}",
            metavar=tr("FILE"),
            type=named_path,
            help=tr("write {meaning}", meaning=writer.meaning),
        )
    report_options.add_arguments(parser)
    add_judging_anew(parser)
    parser.set_defaults(run=run_report)


def run_report(arguments: argparse.Namespace) -> int:
    """Write the requested files and print their paths.

    Raises ``InvalidInput`` without an output, ``UnreadableResult``, ``NoSpace``, ``ToolFailed``.
    """
    wanted: dict[str, Path] = {
        name: path for name in WRITERS if (path := getattr(arguments, name)) is not None
    }
    if not wanted:
        raise InvalidInput(
            sentence("No output file is given."),
            sentence("Add at least one of --{options} FILE.", options=", --".join(WRITERS)),
        )
    if arguments.result.suffix.lower() == ".csv":
        raise InvalidInput(
            sentence("A CSV lacks the device and the plan that a report shows."),
            sentence("Use the results.json, or evaluate the CSV with 'storage-tuner verdict'."),
        )
    judging = judging_request_of(arguments)
    record = judging.of(named_session(arguments.result).record)
    background = judging.background
    layout = report_options.layout_of(arguments)
    judgement = judge_session(record, background)
    if arguments.share:
        record, judgement = to_share(record, background)
    for name, path in wanted.items():
        WRITERS[name].write(record, judgement, path, layout)
        if is_file_by_name(path):
            print(tr("Wrote {path}", path=path))
    return 0
