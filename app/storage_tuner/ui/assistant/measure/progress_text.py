"""The progress of a measurement in words: position, current step, time left."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale

from storage_tuner.core.message import tr
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.present.decision import named
from storage_tuner.ui import wording

_WORTH_A_CLOCK_S = 120
"""The end time is shown only above this remaining time."""


def where_text(progress: Progress) -> str:
    """ "Test 3 of 16 · about 10 minutes left · done around 15:12"."""
    if progress.phase is not Phase.MEASURING:
        return str(progress.sentence)
    template = tr("Run {run} of {runs}") if progress.block is None else tr("Test {run} of {runs}")
    text = template.format(run=progress.run, runs=progress.runs) if progress.runs else ""
    if progress.remaining_s is None:
        return text
    text = " · ".join(filter(None, (text, wording.remaining(progress.remaining_s))))
    if progress.remaining_s < _WORTH_A_CLOCK_S:
        return text
    end = QDateTime.currentDateTime().addSecs(round(progress.remaining_s)).time()
    clock = QLocale().toString(end, QLocale.FormatType.ShortFormat)
    return tr("{text} · done around {clock}", text=text, clock=clock)


def now_text(progress: Progress, slice_s: float | None) -> str:
    """The current step; ``slice_s`` is the length of a slice."""
    if progress.phase is Phase.CONNECTING:
        return tr("You may be asked for your password.")
    run = progress.specification
    if run is None:
        return ""
    what = str(run.cell.workload.phrase)
    threads = wording.threads(run.cell.threads)
    if progress.doing:
        return tr(
            "Now: {operation}, {threads}: {doing}",
            operation=what,
            threads=threads,
            doing=str(progress.doing),
        )
    if progress.block is None:
        return tr(
            "Now: {scheduler}, {operation}, {threads}",
            scheduler=str(named(run.variant.name)),
            operation=what,
            threads=threads,
        )
    text = tr(
        "Now: {operation}, {threads}, round {block}",
        operation=what,
        threads=threads,
        block=progress.block,
    )
    if not slice_s:
        return text
    return tr("{now}, {seconds} s per slice", now=text, seconds=QLocale().toString(slice_s, "f", 1))
