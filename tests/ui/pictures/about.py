"""The box that says what this program is."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.ui.window.about import AboutDialog
from tests.ui.pictures.studio import Studio


def pictures(_: Studio) -> Iterator[tuple[str, QWidget]]:
    yield "about", AboutDialog()
