"""What is offered to be set, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import DeviceGone, ValueNotTaken
from storage_tuner.ui.assistant.steps.step import Step
from tests.ui import sample_results, samples
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    page = assistant.pages.apply
    for kind in ("adaptive", "several", "equal", "article", "array"):
        assistant.running.show_measured(*sample_results.judged(kind))
        assistant.navigation.go(Step.APPLY)
        yield f"apply-{kind}", assistant
    for row in page.beside.rows:
        row.box.setChecked(True)
    page.show_tried()
    yield "apply-array-trying", assistant
    page.show_error(ValueNotTaken("NotApplied", "queue_depth is 1 and not 32", "sdb"))
    yield "apply-array-refused", assistant
    page.show_error(DeviceGone("sdb"))
    yield "apply-array-gone", assistant
    assistant.running.show_measured(*sample_results.judged("several"))
    assistant.navigation.go(Step.APPLY)
    page.measured.rows[0].box.setChecked(False)
    yield "apply-several-part", assistant
