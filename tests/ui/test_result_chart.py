"""Charts of results in the window: values are read where they are drawn, and saved as they are."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ElementTree

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from storage_tuner.report.charts import Bar, BarChart, Line, LineChart, Point
from storage_tuner.ui.charts import exporting
from storage_tuner.ui.charts.result_chart import ResultChart

RATES = LineChart(
    "Random read",
    "bfq leads at 4 threads.",
    "threads",
    "Throughput in MB/s",
    ("1", "4", "16"),
    (
        Line("bfq", 0, (Point(0, 100, 95, 105), Point(1, 400, 390, 410), Point(2, 420))),
        Line("none", 1, (Point(0, 90, 85, 95), Point(2, 300, 290, 310))),
    ),
)
TIMES = BarChart(
    "Latency",
    "bfq is quickest.",
    "ms",
    (
        Bar("bfq", 0, 2.0, 1.9, 2.1, "2.00 ms (1.90 … 2.10)", True),
        Bar("none", 1, 5.0, 4.5, 5.5, "5.00 ms (4.50 … 5.50)", False),
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


def places_in(svg: bytes, tag: str, *names: str) -> list[tuple[float, ...]]:
    document = ElementTree.fromstring(svg)
    found = document.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [tuple(float(each.get(name, "0")) for name in names) for each in found]


def test_values_are_read_where_they_are_drawn(chart: ResultChart) -> None:
    file = chart.as_file()
    assert file is not None
    circles = places_in(file.svg(), "circle", "cx", "cy")[1:]  # the first is in the legend
    drawn = [(place.x, place.y) for place in chart.places if place.number == 0]
    assert len(circles) == len(drawn) == 3
    for (x, y), (cx, cy) in zip(drawn, circles, strict=True):
        assert (x, y) == pytest.approx((cx, cy), abs=0.01)


def test_the_nearest_value_is_read(chart: ResultChart, qtbot: QtBot) -> None:
    assert len(chart.places) == 5
    for place in chart.places:
        qtbot.mouseMove(chart, QPoint(round(place.x) + 2, round(place.y) - 2))
        chart.read_near(QPointF(place.x + 2, place.y - 2))
        line = RATES.lines[place.number]
        words = chart.words_read().splitlines()
        assert words[0] == line.name
        assert words[1] == f"threads: {RATES.categories[line.points[place.order].position]}"
        assert words[2].startswith(f"Throughput in MB/s: {line.points[place.order].value:.3g}")
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


def test_bars_are_read_too(chart: ResultChart, qtbot: QtBot) -> None:
    chart.show_chart(TIMES)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chart.words_read() == "none: 5.00 ms (4.50 … 5.50)"
    file = chart.as_file()
    assert file is not None
    bars = places_in(file.svg(), "rect", "x", "width", "y", "height")[1:]  # the background
    for place, (x, width, y, height) in zip(chart.places, bars, strict=True):
        assert (place.x, place.y) == pytest.approx((x + width, y + height / 2), abs=0.02)


@pytest.mark.parametrize(("shown", "count"), [(RATES, 5), (TIMES, 2)], ids=["lines", "bars"])
def test_saved_charts_can_be_read(
    chart: ResultChart, shown: LineChart | BarChart, count: int
) -> None:
    chart.show_chart(shown)
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
    assert document.findtext("{http://www.w3.org/2000/svg}desc") == shown.description
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
