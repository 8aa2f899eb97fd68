"""Saves a result in all formats, and previews the files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.unexpected_errors import words_of
from storage_tuner.report.layout import Layout, Paper
from storage_tuner.store.languages import language


@dataclass(frozen=True)
class ReportRequest:
    """``files`` are kinds of the writers with their paths, ``language`` a code; ``share``: without
    identifying information."""

    files: tuple[tuple[str, Path], ...]
    paper: Paper = Paper.A4
    language: str = "en"
    share: bool = False


def write_reports(
    record: SessionRecord, judgement: Judgement, request: ReportRequest
) -> tuple[Path, ...]:
    """Write the files, and return their paths."""
    # the window starts faster without modules that only a report needs
    from storage_tuner.report.writers import WRITERS

    record, judgement = _as_shared(record, judgement, request)
    for kind, path in request.files:
        WRITERS[kind].write(record, judgement, path, _layout(request))
    return tuple(path for _, path in request.files)


def preview(record: SessionRecord, judgement: Judgement, request: ReportRequest) -> str:
    """A preview of the files, in Markdown."""
    from storage_tuner.report.text.markdown_and_plain import markdown

    record, judgement = _as_shared(record, judgement, request)
    return markdown(record, judgement, _layout(request))


def not_written(error: Exception) -> StorageTunerError:
    """The message for an unexpected error."""
    return StorageTunerError(
        sentence("The report couldn't be written: {error}.", error=words_of(error)),
        sentence("The result is kept, and you can save the report again. The log has the details."),
    )


def _as_shared(
    record: SessionRecord, judgement: Judgement, request: ReportRequest
) -> tuple[SessionRecord, Judgement]:
    from storage_tuner.jobs.results.sharing import to_share

    return to_share(record) if request.share else (record, judgement)


def _layout(request: ReportRequest) -> Layout:
    return Layout(request.paper, language(request.language))
