"""Results of every kind of session."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from tests.ui import sample_results, samples
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    page = assistant.pages.result
    for kind in sample_results.KINDS:
        assistant.running.show_measured(*sample_results.judged(kind))
        page.verticalScrollBar().setValue(0)
        yield f"result-{kind}", assistant
    assistant.resize(assistant.width(), 2 * assistant.height())
    for kind in ("adaptive", "array", "several", "fairness"):
        assistant.running.show_measured(*sample_results.judged(kind))
        for part in page.by_setting.parts[:1]:
            part.why.set_open(True)
        page.verticalScrollBar().setValue(0)
        yield f"result-{kind}-tall", assistant
        page.verdicts.by_threads.set_open(True)
        studio.settle(200)  # the page grows, and what is below moves
        page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
        yield f"result-{kind}-below", assistant
        page.verdicts.by_threads.set_open(False)
