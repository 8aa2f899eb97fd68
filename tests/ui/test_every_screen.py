"""What holds for every page and dialog, in each state that there is a picture of.

``test_german_screens`` holds German to the same rules, as part of ``./test``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.pictures.studio import Studio
from tests.ui.render_screens import areas
from tests.ui.screen_rules import RULES

DIRECTIONS = (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft)
AREAS = sorted(name for name, _ in areas("*"))


@pytest.fixture
def studio(qapp: QApplication, tmp_path: Path) -> Iterator[Studio]:
    made = Studio(tmp_path, "light")
    made.begin()
    yield made
    made.end()
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def screens(studio: Studio, area: str) -> Iterator[tuple[str, QWidget]]:
    """Each state of an area, while it's shown."""
    pictures = dict(areas(area))[area]
    for title, widget in pictures(studio):
        widget.show()
        widget.activateWindow()
        studio.settle(30)
        yield title, widget
        widget.hide()


@pytest.mark.slow
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("area", AREAS)
def test_what_is_shown_keeps_the_rules(
    studio: Studio, qapp: QApplication, area: str, direction: Qt.LayoutDirection
) -> None:
    qapp.setLayoutDirection(direction)
    broken = [
        f"{title}: {rule}: {found}"
        for title, widget in screens(studio, area)
        for rule, check in RULES.items()
        for found in check(widget)
    ]
    assert not broken, "\n".join(dict.fromkeys(broken))
