"""Colours, letters, scale and direction: what the desktop says, and what can be read."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.ui.style import colours, theme
from storage_tuner.ui.style.colours import Colours
from storage_tuner.ui.style.theme import Scheme
from storage_tuner.ui.widgets.elements import Text
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.packages import PACKAGES
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS

PROJECT = Path(__file__).parents[2]
NAMES = ("light", "dark", "light with more contrast", "dark with more contrast")
CONTRASTS = (colours.LIGHT_CONTRAST, colours.DARK_CONTRAST)


def contrast(one: str, other: str) -> float:
    """WCAG 2.1: the relation of two colours' luminance, 1 … 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable(each: Colours) -> Iterator[tuple[str, str, str]]:
    """Every text with what it may stand on, and what that is."""
    grounds = {name: getattr(each, name) for name in ("window", "base", "alternate", "button")}
    grounds["button_hover"] = each.button_hover
    for name, ground in grounds.items():
        for text in ("text", "subtle", "accent", "good", "caution", "bad"):
            yield f"{text} on {name}", getattr(each, text), ground
    for tone in ("good", "caution", "bad"):
        fill = getattr(each, f"{tone}_fill")
        yield f"{tone} on its fill", getattr(each, tone), fill
        yield f"text on the fill of {tone}", each.text, fill
    yield "text on a choice", each.text, each.choice
    yield "text on accent", each.accent_text, each.accent
    yield "text on accent below the mouse", each.accent_text, each.accent_hover


@pytest.mark.parametrize("each", colours.ALL, ids=NAMES)
def test_every_text_can_be_read(each: Colours) -> None:
    """WCAG 2.1, 1.4.3."""
    faint = {
        name: round(contrast(text, ground), 2)
        for name, text, ground in readable(each)
        if contrast(text, ground) < 4.5
    }
    assert not faint


@pytest.mark.parametrize("each", CONTRASTS, ids=NAMES[2:])
def test_more_contrast_is_more(each: Colours) -> None:
    """WCAG 2.1, 1.4.6; borders and curves as texts."""
    for _, text, ground in readable(each):
        assert contrast(text, ground) >= 7
    for line in (each.border, each.field_border):
        assert contrast(line, each.base) >= 4.5


@pytest.mark.parametrize("each", colours.ALL, ids=NAMES)
def test_lines_can_be_seen(each: Colours) -> None:
    """WCAG 2.1, 1.4.11: what isn't text."""
    assert contrast(each.field_border, each.base) >= 3
    for series in each.series:
        assert contrast(series, each.base) >= 2.5


@pytest.mark.parametrize("each", colours.ALL, ids=NAMES)
def test_who_paints_finds_the_colours_by_the_palette(each: Colours, qapp: QApplication) -> None:
    assert theme.colours(theme.palette(each)) == each


@pytest.fixture
def shown(services: Services, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(services)
    qtbot.addWidget(made)
    made.resize(1240, 800)
    made.show()
    made.show_devices(samples.DEVICES)
    made.tree.choose("nvme0n1")
    yield made
    made.close()


def test_the_desktops_scheme_is_followed_while_running(
    shown: MainWindow, services: Services, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt's platform without a screen has no scheme of its own: what it would tell is told here."""
    services.theme.choose(Scheme.SYSTEM)
    for scheme, expected in (
        (Qt.ColorScheme.Dark, colours.DARK),
        (Qt.ColorScheme.Light, colours.LIGHT),
    ):
        told = scheme is Qt.ColorScheme.Dark
        monkeypatch.setattr(services.theme, "_is_desktop_dark", lambda told=told: told)
        qapp.styleHints().colorSchemeChanged.emit(scheme)
        assert theme.colours(shown.palette()) == expected
    services.theme.choose(Scheme.DARK)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert theme.colours(shown.palette()) == colours.DARK
    services.theme.choose(Scheme.LIGHT)


@pytest.mark.slow
def test_the_desktops_wish_for_contrast_is_followed(
    shown: MainWindow, services: Services, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.theme.choose(Scheme.LIGHT)
    monkeypatch.setattr(services.theme, "wants_contrast", lambda: True)
    hints = qapp.styleHints()
    hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert theme.colours(shown.palette()) == colours.LIGHT_CONTRAST
    monkeypatch.undo()
    services.theme.choose(Scheme.LIGHT)
    assert theme.colours(shown.palette()) == colours.LIGHT


@pytest.fixture
def letters(qapp: QApplication) -> Iterator[QFont]:
    """The application's letters, which come back."""
    before = qapp.font()
    yield QFont(before)
    qapp.setFont(before)


@pytest.mark.slow
def test_the_desktops_letters_are_followed_while_running(
    shown: MainWindow, letters: QFont, qapp: QApplication, qtbot: QtBot
) -> None:
    title = shown.page.head.title
    texts = {text: text.font().pointSizeF() for text in shown.findChildren(Text)}
    height = title.sizeHint().height()
    larger = QFont(letters)
    larger.setPointSizeF(letters.pointSizeF() + 4)
    qapp.setFont(larger)
    size = letters.pointSizeF() + 4
    qtbot.waitUntil(lambda: shown.tree.font().pointSizeF() == size, timeout=PATIENCE_MS)
    assert title.sizeHint().height() > height
    for text, before in texts.items():
        assert text.font().pointSizeF() == before + 4, text.text()
    assert shown.page.tune.font().pointSizeF() == size
    assert title.font().bold()


def mirrored(widget: QWidget, window: QWidget) -> tuple[int, int]:
    """Its left edge, and its right one counted from the right."""
    left = widget.mapTo(window, widget.rect().topLeft()).x()
    return left, window.width() - left - widget.width()


def pieces(window: MainWindow) -> list[QWidget]:
    page = window.page
    return [
        window.search, window.right_side, page.head, page.tune, page.overview.identity,
        page.overview.health,
    ]  # fmt: skip


def test_everything_changes_sides_where_one_writes_from_right_to_left(
    shown: MainWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    qapp.processEvents()
    before = [mirrored(piece, shown) for piece in pieces(shown)]

    def has_changed_sides() -> bool:
        now = [mirrored(piece, shown) for piece in pieces(shown)]
        return all(
            left != right and abs(left - new_right) <= 2 and abs(right - new_left) <= 2
            for (left, right), (new_left, new_right) in zip(before, now, strict=True)
        )

    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        qtbot.waitUntil(has_changed_sides, timeout=PATIENCE_MS)
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


SCALED = """
import sys
from pathlib import Path
from tests.ui.pictures.studio import Studio
from tests.ui.render_screens import areas
from tests.ui.screen_rules import cut_off, outside, overlapping
studio = Studio(Path(sys.argv[1]), "light")
for title, widget in dict(areas("main"))["main"](studio):
    widget.show()
    studio.settle(20)
    for rule in (cut_off, overlapping, outside):
        for found in rule(widget):
            print(title, rule.__name__, found)
print("seen at", widget.devicePixelRatioF())
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("scale", ["1.25", pytest.param("3", marks=pytest.mark.slow)])
def test_nothing_is_cut_at_any_scale(scale: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCALED, str(tmp_path)],
        cwd=PROJECT,
        env={
            **os.environ,
            "PYTHONPATH": f"{PACKAGES}:{PROJECT}",
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": scale,
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"seen at {float(scale)}\n"
