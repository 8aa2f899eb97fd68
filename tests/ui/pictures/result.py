"""Results of every kind of session."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.ui.widgets.fold import Fold
from tests.ui import sample_decisions, sample_results, samples
from tests.ui.pictures.studio import Studio

TALL = ("array", "several", "fairness")


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    page = assistant.pages.result
    assistant.resize(1024, 700)
    answers = {name: answer() for name, answer in sample_decisions.ANSWERS.items()}
    others = {kind: sample_results.judged(kind) for kind in sample_results.KINDS}
    for name, (record, judgement) in {**others, **answers}.items():
        assistant.running.show_measured(record, judgement)
        page.verticalScrollBar().setValue(0)
        yield f"result-{name}", assistant
    assistant.resize(assistant.width(), 4 * assistant.height())
    for name in TALL:
        assistant.running.show_measured(*others[name])
        _open_all(page)
        studio.settle(200)
        page.verticalScrollBar().setValue(0)
        yield f"result-{name}-open", assistant
    assistant.running.show_measured(*answers["decided"])
    _open_all(page)
    studio.settle(200)
    page.verticalScrollBar().setValue(0)
    yield "result-decided-open", assistant
    assistant.resize(640, 700)
    yield "result-decided-narrow", assistant


def _open_all(page: QWidget) -> None:
    for fold in page.findChildren(Fold):
        if fold.isVisibleTo(page):
            fold.set_open(True)
