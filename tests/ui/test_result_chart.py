"""Charts of results in the window: values are read where they are drawn, and saved as they are."""

from __future__ import annotations

import csv
import dataclasses
import io
import xml.etree.ElementTree as ElementTree

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from storage_tuner.report.charts import svg as charts
from storage_tuner.report.charts.heat_map import HeatCell, HeatMap
from storage_tuner.report.charts.svg import (
    BarChart,
    ChartBar,
    ChartLine,
    ChartPoint,
    LineChart,
    ScatterChart,
    ScatterPoint,
)
from storage_tuner.report.charts.viridis import viridis_name
from storage_tuner.ui.charts import exporting
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.charts.result_file import Chart
from storage_tuner.ui.style import theme

RATES = LineChart(
    "Random read",
    "bfq leads at 4 threads.",
    "threads",
    "Throughput in MB/s",
    ("1", "4", "16"),
    (
        ChartLine(
            "bfq",
            0,
            (ChartPoint(0, 100, 95, 105), ChartPoint(1, 400, 390, 410), ChartPoint(2, 420)),
        ),
        ChartLine("none", 1, (ChartPoint(0, 90, 85, 95), ChartPoint(2, 300, 290, 310))),
    ),
)
POWERS = LineChart(
    "Spread",
    "bfq is even.",
    "share",
    "Latency (ms)",
    ("50 %", "99 %", "100 %"),
    (ChartLine("bfq", 0, (ChartPoint(0, 0.1), ChartPoint(1, 1.0), ChartPoint(2, 10.0))),),
    logarithmic=True,
)
TIMES = BarChart(
    "Latency",
    "bfq is quickest.",
    "ms",
    (
        ChartBar("bfq", 0, 2.0, 1.9, 2.1, "2.00 ms (1.90 … 2.10)", True),
        ChartBar("none", 1, 5.0, 4.5, 5.5, "5.00 ms (4.50 … 5.50)", False),
    ),
)
HEAT = HeatMap(
    "Mean latency of reads",
    "Reads are quick beside few writes.",
    "Writes (%)",
    "Reads (%)",
    ("0", "20"),
    ("bfq", "none"),
    (
        HeatCell(0, 0, 1.0, "1.00 ms", "No writes: 1.00 ms"),
        HeatCell(0, 1, 10.0, "10.0 ms", "Writes at 20 %: 10.0 ms"),
        HeatCell(1, 1, None, "full", "Writes at 20 %: full"),
    ),
    1.0,
    10.0,
    ("1.00 ms", "10.0 ms"),
    "full: not reached",
)


POINTS = ScatterChart(
    "Latency against background",
    "none: 8 ms; bfq: 3 ms.",
    "Mean latency (ms)",
    "Background (MB/s)",
    (
        ScatterPoint("none", 0, 8.0, 200.0, (7.5, 8.5), (190.0, 210.0), True),
        ScatterPoint("bfq", 1, 3.0, 170.0, None, None, True),
    ),
)


@pytest.fixture
def chart(qtbot: QtBot) -> ResultChart:
    made = ResultChart()
    qtbot.addWidget(made)
    made.resize(600, 320)
    made.show_chart(RATES)
    made.show()
    return made


def series(chart: ResultChart, style: int) -> str:
    dark = theme.colours(chart.palette()).dark
    return (charts.DARK if dark else charts.LIGHT).series[style].lower()


def shown(chart: ResultChart) -> QRectF:
    assert chart.view is not None
    frame = chart.view.frame
    assert frame is not None
    return frame.shown


def wheel(chart: ResultChart, at: QPointF, notches: int, keys: Qt.KeyboardModifier) -> QWheelEvent:
    event = QWheelEvent(
        at,
        chart.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chart, event)
    return event


def test_values_are_read_where_they_are_drawn(chart: ResultChart) -> None:
    image = chart.grab().toImage()
    styles = [line.style for line in RATES.lines for _ in line.points]
    for place, style in zip(chart.places(), styles, strict=True):
        assert image.pixelColor(place.toPoint()).name() == series(chart, style)


def test_points_are_read_where_they_are_drawn_and_saved_with_both_values(
    chart: ResultChart, qtbot: QtBot
) -> None:
    chart.show_chart(POINTS)
    image = chart.grab().toImage()
    none, bfq = chart.places()
    for place, style in ((none, 0), (bfq, 1)):
        assert image.pixelColor(place.toPoint()).name() == series(chart, style)
    assert bfq.x() < none.x() and bfq.y() > none.y()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.words_read().splitlines() == [
        "none",
        "Mean latency (ms): 8.00 (7.50 … 8.50)",
        "Background (MB/s): 200 (190 … 210)",
    ]
    file = chart.as_file()
    assert file is not None
    assert file.rows()[1:] == [
        ["none", "8", "7.5", "8.5", "200", "190", "210"],
        ["bfq", "3", "", "", "170", "", ""],
    ]
    assert ElementTree.fromstring(file.svg()).findall(".//{http://www.w3.org/2000/svg}g")


def test_what_is_given_to_a_chart_that_is_seen_already_is_drawn(qtbot: QtBot) -> None:
    seen = ResultChart()
    qtbot.addWidget(seen)
    seen.resize(600, 320)
    seen.show()
    seen.show_chart(RATES)
    assert seen.view is not None
    assert seen.view.widget.isVisible()
    place = seen.places()[0].toPoint()
    assert seen.grab().toImage().pixelColor(place).name() == series(seen, 0)


def test_the_nearest_value_is_read(chart: ResultChart, qtbot: QtBot) -> None:
    values = [(line, point) for line in RATES.lines for point in line.points]
    assert len(chart.places()) == 5
    for place, (line, point) in zip(chart.places(), values, strict=True):
        beside = place + QPointF(2, -2)
        qtbot.mouseMove(chart, beside.toPoint())
        chart.read_near(beside)
        words = chart.words_read().splitlines()
        assert words[0] == line.name
        assert words[1] == f"threads: {RATES.categories[point.position]}"
        assert words[2].startswith(f"Throughput in MB/s: {point.value:.3g}")
        assert chart.accessibleDescription() == chart.words_read()
    assert chart.words_read().endswith("300 (290 … 310)")
    chart.read_near(QPointF(5, 5))
    assert chart.words_read() == ""
    assert chart.accessibleDescription() == RATES.description


def test_arrow_keys_read_every_value(chart: ResultChart, qtbot: QtBot) -> None:
    said = []
    for _ in range(5):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
        said.append(chart.words_read())
    assert len(set(said)) == 5
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.words_read() == said[3]
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.words_read() == ""


def test_what_is_read_is_ringed(chart: ResultChart, qtbot: QtBot) -> None:
    before = chart.grab().toImage()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    (spot,) = chart.places()[:1]
    around = QRect(0, 0, 16, 16)
    around.moveCenter(spot.toPoint())
    assert chart.grab().toImage().copy(around) != before.copy(around)


def test_powers_of_ten_are_equally_far_apart(chart: ResultChart) -> None:
    chart.show_chart(POWERS)
    low, middle, high = (place.y() for place in chart.places())
    assert low - middle == pytest.approx(middle - high)
    assert chart.view is not None
    assert chart.view.frame is not None
    assert {"0.1", "1", "10"} <= {name for _, name in chart.view.frame.up}


def test_bars_are_read_too(chart: ResultChart, qtbot: QtBot) -> None:
    chart.show_chart(TIMES)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chart.words_read() == "none: 5.00 ms (4.50 … 5.50)"
    image = chart.grab().toImage()
    inside = chart.places()[0].toPoint() - QPoint(15, 0)
    assert image.pixelColor(inside).name() == series(chart, 0)


def test_cells_are_read_where_they_are_drawn(chart: ResultChart, qtbot: QtBot) -> None:
    chart.show_chart(HEAT)
    image = chart.grab().toImage()
    beside = [(place + QPointF(45, 9)).toPoint() for place in chart.places()]
    colours = [image.pixelColor(point).name() for point in beside]
    assert colours[:2] == [viridis_name(1), viridis_name(0)]
    assert colours[2] == theme.colours(chart.palette()).grid
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.words_read() == "No writes: 1.00 ms"


def test_the_wheel_zooms_with_control_only(chart: ResultChart) -> None:
    whole, at = shown(chart), chart.places()[1]
    assert not wheel(chart, at, 1, Qt.KeyboardModifier.NoModifier).isAccepted()
    assert shown(chart) == whole
    assert wheel(chart, at, 3, Qt.KeyboardModifier.ControlModifier).isAccepted()
    assert shown(chart).width() == pytest.approx(whole.width() * 0.8**3)
    assert shown(chart).height() == pytest.approx(whole.height() * 0.8**3)
    # what is under the pointer stays there
    assert (chart.places()[1] - at).manhattanLength() < 4
    wheel(chart, at, -20, Qt.KeyboardModifier.ControlModifier)
    assert shown(chart) == whole


def test_keys_zoom_and_bring_in_what_is_read(chart: ResultChart, qtbot: QtBot) -> None:
    whole = shown(chart)
    for _ in range(6):
        qtbot.keyClick(chart, Qt.Key.Key_Plus)
    assert shown(chart).width() < whole.width() / 3
    assert chart.view is not None
    for _ in range(5):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
        assert chart.rect().toRectF().contains(QRectF(chart.places()[_], QSizeF(1, 1)))
    qtbot.keyClick(chart, Qt.Key.Key_Minus)
    assert shown(chart).width() < whole.width()
    qtbot.keyClick(chart, Qt.Key.Key_0)
    assert shown(chart) == whole


def test_more_values_of_the_same_chart_leave_what_is_shown(
    chart: ResultChart, qtbot: QtBot
) -> None:
    for _ in range(4):
        qtbot.keyClick(chart, Qt.Key.Key_Plus)
    part = shown(chart)
    chart.show_chart(dataclasses.replace(RATES, lines=RATES.lines[:1]))
    assert shown(chart) == part
    chart.show_chart(POWERS)
    assert shown(chart).height() < part.height()
    assert chart.view is not None
    assert chart.view.is_whole


def test_fewer_values_leave_no_ring_behind(chart: ResultChart, qtbot: QtBot) -> None:
    """An index beyond the values would end the process in the middle of painting."""
    for _ in range(5):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
    one = dataclasses.replace(RATES.lines[0], points=RATES.lines[0].points[:1])
    chart.show_chart(dataclasses.replace(RATES, title="Another", lines=(one,)))
    assert chart.words_read() == ""
    plain = chart.grab().toImage()
    chart.leaveEvent(QEvent(QEvent.Type.Leave))
    assert chart.grab().toImage() == plain


def test_what_is_read_stays_while_values_are_added(chart: ResultChart, qtbot: QtBot) -> None:
    for _ in range(4):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
    before = chart.words_read()
    assert before.startswith("none\nthreads: 1\n")
    longer = dataclasses.replace(
        RATES.lines[0], points=(*RATES.lines[0].points, ChartPoint(3, 500))
    )
    categories = (*RATES.categories, "64")
    grown = dataclasses.replace(RATES, categories=categories, lines=(longer, RATES.lines[1]))
    chart.show_chart(grown)
    assert chart.words_read() == before
    assert chart.accessibleDescription() == before


def test_another_spacing_is_shown_whole(chart: ResultChart, qtbot: QtBot) -> None:
    for _ in range(4):
        qtbot.keyClick(chart, Qt.Key.Key_Plus)
    chart.show_chart(dataclasses.replace(RATES, categories=("2", "8", "32")))
    assert chart.view is not None
    assert chart.view.is_whole


@pytest.mark.parametrize("size", [(300, 40), (90, 80), (40, 300), (1, 1)])
@pytest.mark.parametrize(
    "drawn", [RATES, TIMES, POWERS, HEAT], ids=["lines", "bars", "powers", "heat"]
)
def test_without_room_nothing_breaks(
    chart: ResultChart, qtbot: QtBot, drawn: Chart, size: tuple[int, int]
) -> None:
    chart.show_chart(drawn)
    chart.setMinimumSize(1, 1)
    chart.resize(*size)
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_0):
        qtbot.keyClick(chart, key)
    wheel(chart, QPointF(0, 0), 3, Qt.KeyboardModifier.ControlModifier)
    chart.grab()
    chart.resize(600, 320)
    qtbot.keyClick(chart, Qt.Key.Key_0)
    assert chart.view is not None
    assert chart.view.is_whole


def test_a_part_of_one_decade_has_ticks(chart: ResultChart, qtbot: QtBot) -> None:
    chart.show_chart(POWERS)
    for _ in range(9):
        qtbot.keyClick(chart, Qt.Key.Key_Plus)
    assert chart.view is not None
    assert chart.view.frame is not None
    assert len(chart.view.frame.up) >= 2


def test_a_pointer_without_a_button_moves_nothing(chart: ResultChart, qtbot: QtBot) -> None:
    for _ in range(4):
        qtbot.keyClick(chart, Qt.Key.Key_Plus)
    part, middle = shown(chart), chart.rect().center()
    qtbot.mousePress(chart, Qt.MouseButton.LeftButton, pos=middle)
    # the release went to who took the pointer away
    hover = moved(chart, middle + QPoint(60, 0), Qt.MouseButton.NoButton)
    chart.mouseMoveEvent(hover)
    assert shown(chart) == part


@pytest.mark.parametrize("direction", [*Qt.LayoutDirection][:2])
def test_the_button_lies_beside_the_rows(chart: ResultChart, direction: Qt.LayoutDirection) -> None:
    chart.setLayoutDirection(direction)
    chart.show_chart(TIMES)
    (button,) = chart.findChildren(QToolButton)
    assert chart.view is not None
    assert not chart.view.widget.geometry().intersects(button.geometry())


def test_dragging_moves_a_part_and_never_the_whole(chart: ResultChart, qtbot: QtBot) -> None:
    whole, middle = shown(chart), chart.rect().center()

    def drag() -> None:
        qtbot.mousePress(chart, Qt.MouseButton.LeftButton, pos=middle)
        for step in (10, 40):
            qtbot.mouseMove(chart, middle + QPoint(step, 0))
            chart.mouseMoveEvent(moved(chart, middle + QPoint(step, 0)))
        qtbot.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=middle + QPoint(40, 0))

    drag()
    assert shown(chart) == whole
    chart.setFocus()
    for _ in range(4):
        qtbot.keyClick(chart, Qt.Key.Key_Plus)
    part = shown(chart)
    drag()
    assert shown(chart).left() < part.left()
    assert shown(chart).width() == pytest.approx(part.width())
    qtbot.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=middle)
    assert shown(chart) == whole


def moved(
    chart: ResultChart, place: QPoint, held: Qt.MouseButton = Qt.MouseButton.LeftButton
) -> QMouseEvent:
    at = QPointF(place)
    return QMouseEvent(
        QMouseEvent.Type.MouseMove,
        at,
        chart.mapToGlobal(at),
        Qt.MouseButton.NoButton,
        held,
        Qt.KeyboardModifier.NoModifier,
    )


@pytest.mark.parametrize(
    ("drawn", "count"), [(RATES, 5), (TIMES, 2), (HEAT, 3)], ids=["lines", "bars", "heat"]
)
def test_saved_charts_can_be_read(
    chart: ResultChart, drawn: LineChart | BarChart | HeatMap, count: int
) -> None:
    chart.show_chart(drawn)
    file = chart.as_file()
    assert file is not None
    rows = list(csv.reader(io.StringIO(exporting.KINDS[".csv"](file).decode())))
    assert len(rows) == count + 1
    assert rows[1][0] == "bfq"
    assert {len(row) for row in rows} == {len(rows[0])}
    image = QImage.fromData(exporting.KINDS[".png"](file))
    assert image.size() == file.size * 2
    pixels = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(image.height())}
    assert len(pixels) > 8
    document = ElementTree.fromstring(exporting.KINDS[".svg"](file))
    assert document.findtext("{http://www.w3.org/2000/svg}desc") == drawn.description
    assert file.name.startswith("storage-tuner-")


def test_the_menu_can_be_reached_and_copies(chart: ResultChart) -> None:
    (button,) = chart.findChildren(QToolButton)
    assert button.accessibleName() == "Copy or save: Random read"
    assert button.isVisible()
    chart.actions_menu.values.trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "setting\tthreads\tThroughput in MB/s\tlow\thigh"
    assert lines[2] == "bfq\t4\t400\t390\t410"
    chart.actions_menu.image.trigger()
    assert not QGuiApplication.clipboard().image().isNull()


def test_nothing_shown_has_nothing_to_read_or_save(qtbot: QtBot) -> None:
    empty = ResultChart()
    qtbot.addWidget(empty)
    empty.show()
    qtbot.keyClick(empty, Qt.Key.Key_Right)
    assert empty.words_read() == ""
    assert empty.as_file() is None
    empty.actions_menu.copy_image()
