"""``report``: turn a saved result into PDF, CSV, HTML or JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from storage_tuner.cli.wishes import add_judging_anew, background_of, judged_anew
from storage_tuner.core.errors import InvalidInput
from storage_tuner.report.writers import WRITERS
from storage_tuner.services.judging import judge_session
from storage_tuner.store.kept import named_session


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "report",
        help="turn a saved result into PDF, CSV, HTML or JSON",
        description="Judges a saved result anew and writes it. An existing file is replaced.",
    )
    parser.add_argument("result", metavar="RESULT", type=Path, help="a kept run, or a results.json")
    for name, writer in WRITERS.items():
        parser.add_argument(f"--{name}", metavar="FILE", type=Path, help=f"write {writer.meaning}")
    add_judging_anew(parser)
    parser.set_defaults(run=run_report)


def run_report(arguments: argparse.Namespace) -> int:
    """Write what was asked for and say so.

    Raises ``InvalidInput`` without an output, ``UnreadableResult``, ``NoSpace``, ``ToolFailed``.
    """
    wanted: dict[str, Path] = {
        name: path for name in WRITERS if (path := getattr(arguments, name)) is not None
    }
    if not wanted:
        raise InvalidInput(
            "There is nothing to write.", "Say where with --pdf, --csv, --html or --json FILE."
        )
    if arguments.result.suffix.lower() == ".csv":
        raise InvalidInput(
            "A CSV holds the runs only, not the device and the plan that a report shows.",
            "Give the results.json; 'storage-tuner verdict' judges a CSV.",
        )
    record = judged_anew(named_session(arguments.result).record, arguments)
    judgement = judge_session(record, background_of(arguments))
    for name, path in wanted.items():
        WRITERS[name].write(record, judgement, path)
        if path.is_file():
            print(f"Written: {path}")
    return 0
