"""The question before something is kept for good."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.ui.assistant.result.keep_dialog import KeepDialog
from tests.ui import samples
from tests.ui.pictures.studio import Studio


def pictures(_: Studio) -> Iterator[tuple[str, QWidget]]:
    """The question before something is kept for good: short, as long as it gets, and without a
    text for what a controller keeps."""
    yield "keep-one", KeepDialog(None, samples.KEPT_TEXTS[:1], (), asks_for_password=True)
    several = KeepDialog(None, samples.KEPT_TEXTS, samples.UNDOING, asks_for_password=True)
    yield "keep-array", several
    several.resize(520, 420)
    yield "keep-narrow", several
    by_itself = (PersistentText("sda", "", "", "", ""),)
    yield "keep-threeware", KeepDialog(None, by_itself, (), asks_for_password=True)
