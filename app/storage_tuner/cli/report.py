"""``report``: turn a saved result into PDF, CSV, HTML or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from storage_tuner.advice.judgement import judge
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.html import write_html
from storage_tuner.report.pdf import write_pdf
from storage_tuner.store.results import read_results, write_results
from storage_tuner.store.table import write_csv

Writer = Callable[[SessionRecord, Judgement, Path], None]

_WRITERS: dict[str, tuple[Writer, str]] = {
    "pdf": (write_pdf, "the report for persons, with charts"),
    "csv": (lambda record, _, path: write_csv(record, path), "one row per run"),
    "html": (write_html, "the report as one web page"),
    "json": (write_results, "the result with verdicts judged anew"),
}


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "report",
        help="turn a saved result into PDF, CSV, HTML or JSON",
        description="Judges a saved result anew and writes it. An existing file is replaced.",
    )
    parser.add_argument("result", metavar="RESULT", type=Path, help="a results.json")
    for name, (_, meaning) in _WRITERS.items():
        parser.add_argument(f"--{name}", metavar="FILE", type=Path, help=f"write {meaning}")
    parser.set_defaults(run=run_report)


def run_report(arguments: argparse.Namespace) -> int:
    """Write what was asked for and say so.

    Raises ``InvalidInput`` without an output, ``UnreadableResult``, ``NoSpace``, ``ToolFailed``.
    """
    wanted: dict[str, Path] = {
        name: path for name in _WRITERS if (path := getattr(arguments, name)) is not None
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
    record = read_results(arguments.result)
    judgement = judge(record)
    for name, path in wanted.items():
        _WRITERS[name][0](record, judgement, path)
        if path.is_file():
            print(f"Written: {path}")
    return 0
