"""Blocks as widgets: the answer, tables, plots, and what is folded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.present import blocks
from storage_tuner.present.blocks import Dot, DotPlot, Headline, Mark
from storage_tuner.ui.blocks.messages import HeadlineCard
from storage_tuner.ui.blocks.rendering import Blocks, SectionFold
from storage_tuner.ui.blocks.table import BlockTable, shared
from storage_tuner.ui.charts import exporting
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.charts.rows_drawing import DotsDrawing, mark_colour
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.elements import Tone
from storage_tuner.ui.widgets.facts import Facts
from tests.ui import sample_blocks
from tests.ui.conftest import cell

_DARK = 160
"""The lightness, of 255, of what belongs to a mark is less."""


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[Blocks]:
    made = Blocks()
    qtbot.addWidget(made)
    made.resize(840, 700)
    made.show_blocks(sample_blocks.ALL)
    made.show()
    yield made


@pytest.fixture
def table(page: Blocks) -> BlockTable:
    return page.findChildren(BlockTable)[0]


@pytest.fixture
def plot(page: Blocks) -> ResultChart:
    return page.findChildren(ResultChart)[0]


@pytest.mark.parametrize("tone", blocks.Tone)
def test_only_what_is_decided_is_green(qtbot: QtBot, tone: blocks.Tone) -> None:
    card = HeadlineCard()
    qtbot.addWidget(card)
    card.show_headline(Headline(tone, "Keep it."))
    is_green = card.property("tone") == Tone.GOOD.value
    assert is_green == (tone is blocks.Tone.DECIDED)


def test_the_answer_is_said_to_screen_readers(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = HeadlineCard()
    qtbot.addWidget(card)
    said: list[str] = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: said.append(event.message())
    )
    card.show_headline(sample_blocks.HEADLINE)
    assert said == [f"{sample_blocks.HEADLINE.text} {sample_blocks.HEADLINE.details[0]}"]
    assert card.accessibleName() == sample_blocks.HEADLINE.text


def test_what_is_sure_is_bold_and_what_is_open_is_pale(table: BlockTable) -> None:
    colours = theme.colours(table.palette())
    for row, cells in enumerate(sample_blocks.TABLE.rows):
        for column, each in enumerate(cells):
            item = cell(table, row, column)
            sure = each.mark in (Mark.FASTER, Mark.SLOWER, Mark.SAME)
            assert item.font().bold() == sure
            assert item.text().replace("\u2011", "-").startswith(each.mark.value)
            if each.mark is Mark.INCONCLUSIVE:
                assert item.foreground().color().name() == colours.subtle.lower()


def test_a_field_says_in_words_what_it_is(table: BlockTable) -> None:
    spoken = cell(table, 0, 4).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Sequential read, bfq: −33 %; slower; between −45 % and −19 %"
    assert cell(table, 0, 4).toolTip() == "between −45 % and −19 %"


def test_a_table_is_read_and_copied_by_keys(table: BlockTable, qtbot: QtBot) -> None:
    table.setFocus()
    table.setCurrentCell(0, 0)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert (table.currentRow(), table.currentColumn()) == (1, 1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert copied[0] == [*sample_blocks.TABLE.heads]
    assert copied[1] == ["Sequential read", "1146 MB/s", "? −2 %", "▲ +6 %", "▼ −33 %"]


def test_figures_are_never_broken(page: Blocks, table: BlockTable) -> None:
    for width in (840, 500, 320):
        page.resize(width, 700)
        QApplication.processEvents()
        for column in range(1, table.columnCount()):
            assert table.sizeHintForColumn(column) <= table.columnWidth(column), width


@pytest.mark.parametrize(
    ("room", "widths"), [(300, [140, 160]), (200, [90, 110]), (150, [70, 80]), (90, [50, 50])]
)
def test_columns_share_the_room(room: int, widths: list[int]) -> None:
    assert shared(room, [(50, 90), (50, 110)])[0] == pytest.approx(widths[0], abs=1)
    assert shared(room, [(50, 90), (50, 110)])[1] == pytest.approx(widths[1], abs=6)


def test_dots_lie_where_their_values_are(plot: ResultChart) -> None:
    places = plot.places()
    assert [place.x() for place in places] == sorted((p.x() for p in places), reverse=True)
    assert plot.view is not None
    frame = plot.view.frame
    assert frame is not None
    zero, ten = frame.x(0), frame.x(10)
    assert plot.view.places[3].x() == pytest.approx(zero + (ten - zero) * -3.3)
    assert frame.shown.left() <= -45
    assert frame.shown.right() >= 11
    assert 0 in dict(frame.across)


def test_a_dot_has_its_colour_where_it_is(plot: ResultChart) -> None:
    image = plot.grab().toImage()
    colours = theme.colours(plot.palette())
    for dot, place in zip(sample_blocks.PLOT.dots, plot.places(), strict=True):
        filled = dot.mark is not Mark.INCONCLUSIVE
        expected = mark_colour(dot.mark, colours) if filled else colours.base
        assert image.pixelColor(place.toPoint()).name() == expected.lower(), dot.label


def test_one_wide_interval_leaves_room_for_the_others() -> None:
    wide = Dot("bfq", 1.0, -80.0, 900.0, Mark.INCONCLUSIVE, "+1 %")
    low, high = DotsDrawing(DotPlot("", (wide,), 3.0)).ends
    assert low <= -12
    assert high < 25


def test_a_plot_of_nothing_but_zeros_has_an_axis() -> None:
    same = Dot("bfq", 0.0, None, None, Mark.SAME, "0 %")
    low, high = DotsDrawing(DotPlot("", (same,), 0.0)).ends
    assert low < 0 < high


def test_marks_differ_by_shape_not_only_by_colour(qtbot: QtBot) -> None:
    pictures = set()
    for mark in (Mark.FASTER, Mark.SLOWER, Mark.SAME, Mark.INCONCLUSIVE):
        dot = Dot("bfq", 0.0, None, None, mark, "")
        chart = ResultChart()
        qtbot.addWidget(chart)
        chart.show_chart(DotPlot("", (dot,), 3.0))
        chart.resize(300, 90)
        chart.show()
        image, middle = chart.grab().toImage(), chart.places()[0].toPoint()
        grid = [
            image.pixelColor(middle.x() + x, middle.y() + y).lightness() < _DARK
            for x in range(-8, 9)
            for y in range(-8, 9)
        ]
        assert any(grid)
        pictures.add(tuple(grid))
    assert len(pictures) == 4
    assert mark_colour(Mark.FASTER, theme.LIGHT) != mark_colour(Mark.SLOWER, theme.LIGHT)


def test_dots_are_read_by_pointer_and_keys(plot: ResultChart, qtbot: QtBot) -> None:
    whole = plot.accessibleDescription()
    assert whole.count(";") == len(sample_blocks.PLOT.dots) - 1
    plot.setFocus()
    for dot in sample_blocks.PLOT.dots:
        qtbot.keyClick(plot, Qt.Key.Key_Down)
        assert plot.words_read() == f"{dot.label}: {dot.text}"
        assert plot.accessibleDescription() == plot.words_read()
    qtbot.keyClick(plot, Qt.Key.Key_Escape)
    assert plot.accessibleDescription() == whole
    plot.read_near(plot.places()[1] + QPointF(2, 0))
    assert plot.words_read().startswith("adios")


def test_where_it_is_narrow_the_words_stand_above_the_dots(plot: ResultChart) -> None:
    assert plot.view is not None
    wide = plot.places()
    plot.resize(300, plot.heightForWidth(300))
    narrow = plot.places()
    assert plot.heightForWidth(300) > plot.heightForWidth(800)
    assert narrow[1].y() - narrow[0].y() > 1.5 * (wide[1].y() - wide[0].y())
    frame = plot.view.frame
    assert frame is not None
    assert frame.area.width() > 200


def test_a_plot_is_saved_with_its_values(plot: ResultChart) -> None:
    file = plot.as_file()
    assert file is not None
    assert b"kyber" in exporting.svg(file)
    rows = list(csv.reader(io.StringIO(exporting.values(file).decode())))
    assert rows[0] == ["setting", "percent", "low", "high"]
    assert rows[4] == ["bfq", "-33", "-45", "-19"]
    assert not exporting.picture(file).isNull()


def test_what_is_folded_is_made_when_it_is_opened(page: Blocks) -> None:
    (fold,) = page.findChildren(SectionFold)
    assert page.findChildren(Facts) == []
    fold.set_open(True)
    fold.set_open(False)
    fold.set_open(True)
    (facts,) = page.findChildren(Facts)
    assert facts.facts == sample_blocks.FACTS.rows


def test_colours_follow_the_palette(table: BlockTable, qapp: QApplication) -> None:
    before = qapp.palette(), qapp.styleSheet()
    qapp.setStyleSheet("")
    qapp.setPalette(theme.palette(theme.DARK))
    qapp.processEvents()
    try:
        assert cell(table, 0, 4).foreground().color().name() == theme.DARK.bad
    finally:
        qapp.setPalette(before[0])
        qapp.setStyleSheet(before[1])


def test_other_blocks_take_their_place(page: Blocks) -> None:
    page.show_blocks((replace(sample_blocks.WARNING, text="Only this."),))
    QApplication.processEvents()
    assert not any(each.isVisible() for each in page.findChildren(BlockTable))
    page.show_blocks(())
    assert page.isHidden()
