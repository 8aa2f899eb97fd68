"""Results of every kind of session."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QWidget

from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.results import session_of
from storage_tuner.ui.widgets.fold import Fold
from tests.ui import sample_decisions, sample_results, samples
from tests.ui.pictures.studio import Studio

TALL = ("array", "several", "fairness", "map")
REAL = Path(__file__).parents[2] / "data" / "sessions" / "practice-disk.json.gz"
"""Written by ``tune --practice --share`` on a virtual machine."""


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
    real = session_of(REAL.name, gzip.decompress(REAL.read_bytes()))
    assistant.running.show_measured(real, judge_session(real))
    yield "result-real", assistant
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
