"""Saving what was found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import NoSpace
from storage_tuner.ui.assistant.steps.step import Step
from tests.ui import sample_results, samples
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    page = assistant.pages.report
    assistant.running.show_measured(*sample_results.judged("adaptive"))
    assistant.navigation.go(Step.REPORT)
    yield "report-choice", assistant
    page.show_saved(Path("/home/you/Documents/storage-tuner-sda-2026-03-03.pdf"))
    yield "report-saved", assistant
    page.opening.show_unopened(Path("/home/you/Documents/storage-tuner-sda-2026-03-03.json"))
    yield "report-unopened", assistant
    page.show_error(NoSpace("to write /media/stick/report.pdf"))
    yield "report-failed", assistant
