"""The progress of a measurement in words: position, current step, time left."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from storage_tuner.core.progress import Phase, Progress
from storage_tuner.ui import wording
from storage_tuner.ui.language import translated

translate = QCoreApplication.translate

_WORTH_A_CLOCK_S = 120
"""Whoever waits for less doesn't look at the clock."""


def where_text(progress: Progress) -> str:
    """ "Test 3 of 16 · about 10 minutes left · done around 15:12"."""
    if progress.phase is not Phase.MEASURING:
        return translated(progress.sentence)
    template = (
        translate("Progress", "Run {run} of {runs}")
        if progress.block is None
        else translate("Progress", "Test {run} of {runs}")
    )
    text = template.format(run=progress.run, runs=progress.runs)
    if progress.remaining_s is None:
        return text
    text = f"{text} · {wording.remaining(progress.remaining_s)}"
    if progress.remaining_s < _WORTH_A_CLOCK_S:
        return text
    end = QDateTime.currentDateTime().addSecs(round(progress.remaining_s)).time()
    clock = QLocale().toString(end, QLocale.FormatType.ShortFormat)
    return translate("Progress", "{text} · done around {clock}").format(text=text, clock=clock)


def now_text(progress: Progress, slice_s: float | None) -> str:
    """What is under way; ``slice_s`` is how long each has its turn."""
    if progress.phase is Phase.CONNECTING:
        return translate("Progress", "You may be asked for your password.")
    run = progress.specification
    if run is None:
        return ""
    what = translated(run.cell.workload.phrase)
    threads = wording.threads(run.cell.threads)
    if progress.doing:
        return translate("Progress", "Now: {operation}, {threads}: {doing}").format(
            operation=what, threads=threads, doing=translated(progress.doing)
        )
    if progress.block is None:
        return translate("Progress", "Now: {scheduler}, {operation}, {threads}").format(
            scheduler=run.variant.name, operation=what, threads=threads
        )
    text = translate("Progress", "Now: {operation}, {threads}, round {block}").format(
        operation=what, threads=threads, block=progress.block
    )
    if not slice_s:
        return text
    return translate("Progress", "{now}, {seconds} s a turn").format(
        now=text, seconds=QLocale().toString(slice_s, "f", 1)
    )
