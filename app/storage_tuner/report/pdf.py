"""The report as a PDF."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

from storage_tuner import process
from storage_tuner.core.errors import NoSpace, ToolFailed
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.html import render_html
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.store.atomic_files import explained, write_atomically

TIMEOUT_S = 300
_MODULE = "storage_tuner.report.render_pdf"


def write_pdf(
    record: SessionRecord, judgement: Judgement, path: Path, layout: Layout = PLAIN
) -> None:
    """Write the report to ``path``, whole or not at all; takes seconds.

    Raises ``NoSpace``, ``InvalidInput`` when ``path`` can't be written, and ``ToolFailed`` when
    the child process that lays it out fails.
    """
    write_pdf_of(render_html(record, judgement, layout), path)


def write_pdf_of(html: str, path: Path) -> None:
    """As ``write_pdf``, of a page."""
    with _scratch_folder() as name:
        write_atomically(path, _laid_out(html, Path(name)))


def _scratch_folder() -> tempfile.TemporaryDirectory[str]:
    with explained(Path(os.environ.get("TMPDIR", "/tmp"))):  # noqa: S108 - named in a message only
        return tempfile.TemporaryDirectory(prefix="storage-tuner-")


def _laid_out(html: str, folder: Path) -> bytes:
    source, destination = folder / "report.html", folder / "report.pdf"
    with explained(source):
        source.write_text(html, encoding="utf-8")
    outcome = _run_layout(source, destination)
    if outcome.exit_code == -signal.SIGSEGV:
        # Pango is known to crash now and then: github.com/Kozea/WeasyPrint/issues/1402
        outcome = _run_layout(source, destination)
    if outcome.exit_code == NoSpace.exit_code:
        raise NoSpace(f"in {folder.parent}")
    if not outcome.succeeded:
        raise ToolFailed("The PDF layout", outcome.reason)
    return destination.read_bytes()


def _run_layout(source: Path, destination: Path) -> process.ChildOutcome:
    return process.run(
        (*process.own_interpreter(), "-m", _MODULE, str(source), str(destination)),
        timeout=TIMEOUT_S,
        environment=_environment(),
    )


def _environment() -> dict[str, str]:
    """Clean, but able to find our own packages, and fonts and their cache below the home folder."""
    kept = {name: os.environ[name] for name in ("HOME", "XDG_CACHE_HOME") if name in os.environ}
    return {**process.CLEAN_ENVIRONMENT, **kept, "PYTHONPATH": os.pathsep.join(process.OWN_FOLDERS)}
