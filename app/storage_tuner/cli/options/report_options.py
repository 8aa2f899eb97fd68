"""Options for reports: paper, language, and omitted details."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.cli.options.option_types import named_path, one_of
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.results.sharing import to_share
from storage_tuner.report.layout import Layout, Paper, usual_paper
from storage_tuner.report.writers import write_bundle
from storage_tuner.store.atomic_files import explained
from storage_tuner.store.languages import known_languages, language, wanted_language


@dataclass(frozen=True)
class WantedReport:
    """The report requested by ``--report`` and its options."""

    folder: Path
    layout: Layout
    share: bool

    def write(self, record: SessionRecord, judgement: Judgement) -> tuple[Path, ...]:
        """Write the files; return their paths. Raises ``NoSpace``, ``InvalidInput`` and
        ``ToolFailed``."""
        if self.share:
            record, judgement = to_share(record)
        return write_bundle(record, judgement, self.folder, self.layout)


def add_report(parser: argparse.ArgumentParser) -> None:
    """Add ``--report`` and its options, which ``report_of`` reads."""
    parser.add_argument(
        "--report",
        metavar=tr("DIR"),
        type=named_path,
        help=tr("write report.pdf, results.csv, results.json"),
    )
    add_arguments(parser)


def report_of(arguments: argparse.Namespace) -> WantedReport | None:
    if arguments.report is None:
        return None
    return WantedReport(arguments.report, layout_of(arguments), arguments.share)


def require_folder(folder: Path | None) -> None:
    """Create the folder and check that the report can be written, before an hour of measuring.

    Raises ``InvalidInput`` and ``NoSpace``.
    """
    if folder is None:
        return
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        # an existing folder may belong to another user, or be on a read-only file system
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".storage-tuner-", suffix=".part"):
            pass


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--paper``, ``--language`` and ``--share``."""
    add_layout(parser)
    parser.add_argument(
        "--share",
        action="store_true",
        help=tr("omit serial numbers, host and user names, folders and mount points"),
    )


def add_layout(parser: argparse.ArgumentParser) -> None:
    """Add ``--paper`` and ``--language``, which ``layout_of`` reads."""
    parser.add_argument(
        "--paper",
        type=one_of(Paper),
        help=tr("A4 or letter (default: by locale)"),
    )
    parser.add_argument(
        "--language",
        metavar=tr("CODE"),
        choices=known_languages(),
        default=wanted_language(os.environ).code,
        help=tr(
            "report language: {languages} (default: the terminal's)",
            languages=", ".join(known_languages()),
        ),
    )


def layout_of(arguments: argparse.Namespace) -> Layout:
    """The requested layout. Raises ``InvalidInput`` when the translation can't be read."""
    paper = arguments.paper or usual_paper(_locale(os.environ))
    return Layout(paper, language(arguments.language))


def _locale(environment: Mapping[str, str]) -> str:
    names = (environment.get(name) for name in ("LC_ALL", "LC_PAPER", "LANG"))
    return next(filter(None, names), "")
