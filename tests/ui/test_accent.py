"""The desktop's accent colour, as far as it can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.ui.style import colours, theme
from storage_tuner.ui.style.colours import DARK, LIGHT, Colours, with_accent
from storage_tuner.ui.style.theme import Theme
from storage_tuner.ui.window.services import Services


def contrast(one: str, other: str) -> float:
    return colours.contrast(colours.rgb(one), colours.rgb(other))


@pytest.mark.parametrize("usual", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "accent", ["#ffffff", "#000000", "#ffff00", "#3584e4", "#e62d42", "#9141ac", "#6f8396"]
)
def test_any_accent_can_be_read(usual: Colours, accent: str) -> None:
    found = with_accent(usual, accent)
    assert contrast(found.accent, found.base) >= 4.5
    assert contrast(found.accent_text, found.accent) >= 4.5
    assert contrast(found.text, found.choice) >= 4.5


@pytest.mark.parametrize("usual", [LIGHT, DARK], ids=["light", "dark"])
def test_what_was_made_readable_stays_as_it_is(usual: Colours) -> None:
    """Who paints asks with the palette, which has the readable one."""
    for number in range(0, 1 << 24, 40_009):
        found = with_accent(usual, f"#{number:06x}")
        assert with_accent(usual, found.accent) == found


def test_one_that_can_be_read_stays_as_it_is() -> None:
    assert with_accent(LIGHT, "#1a5fb4").accent == "#1a5fb4"


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_widgets_paint_with_the_desktops_accent(
    qapp: QApplication, services: Services, qtbot: QtBot
) -> None:
    before = qapp.palette(), qapp.styleSheet()
    made = Theme(qapp, services.settings)
    try:
        with qtbot.waitSignal(made.changed):
            made.take_accent("#9141ac")
        chosen = theme.colours(qapp.palette())
        assert chosen.accent == "#9141ac"
        assert qapp.palette().color(QPalette.ColorRole.Highlight) == QColor("#9141ac")
        assert "#9141ac" in qapp.styleSheet()
        made.take_accent("")
        assert theme.colours(qapp.palette()).accent in (LIGHT.accent, DARK.accent)
    finally:
        made.deleteLater()
        qapp.setPalette(before[0])
        qapp.setStyleSheet(before[1])
