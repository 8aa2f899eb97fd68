"""Charts: scales, thinning, drawing, words, and the import that nobody notices."""

from __future__ import annotations

import gc
import math
import sys
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.core.device import Activity
from storage_tuner.present import numbers
from storage_tuner.ui.charts import exporting
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.charts.scales import (
    linear_ticks,
    logarithmic_ticks,
    rounded_down,
    rounded_up,
    top_above,
)
from storage_tuner.ui.live import quantities
from storage_tuner.ui.live.chart import LiveChart
from storage_tuner.ui.live.decimation import decimate, stretches, zigzag
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.live.time_window import TimeWindow
from storage_tuner.ui.style import theme
from storage_tuner.ui.window.services import Services
from tests.ui.conftest import PATIENCE_MS


def activity(read: float, latency: float | None = 0.1) -> Activity:
    return Activity(0.1, read, 0.0, 0.0, 0.0, latency, None, 0, 0.0)


@given(st.floats(1e-6, 1e9))
def test_ends_of_scales_are_round_and_near(value: float) -> None:
    up, down = rounded_up(value), rounded_down(value)
    assert down <= value * 1.000001
    assert value <= up * 1.000001
    assert up / value <= 2.5000001
    assert value / down <= 2.5000001
    for end in (up, down):
        digit = end / 10 ** math.floor(math.log10(end) + 1e-9)
        assert any(math.isclose(digit, step) for step in (1, 2, 5))


@given(st.floats(1e-6, 1e9))
def test_a_linear_scale_is_half_full_at_least(value: float) -> None:
    top = top_above(value)
    assert value <= top * 1.000001
    assert top / value <= 2.000001
    assert linear_ticks(top)[-1] >= 0.6 * top


@given(st.floats(1e-3, 1e6), st.integers(2, 6))
def test_linear_ticks_begin_at_zero_and_are_few(value: float, most: int) -> None:
    top = rounded_up(value)
    ticks = linear_ticks(top, most)
    assert ticks[0] == 0
    assert 2 <= len(ticks) <= most + 1
    assert ticks[-1] <= top * 1.000001


def test_logarithmic_ticks_are_1_2_5_and_fewer_where_there_is_no_room() -> None:
    assert logarithmic_ticks(0.1, 1, 9) == pytest.approx([0.1, 0.2, 0.5, 1])
    assert logarithmic_ticks(0.1, 100, 5) == pytest.approx([0.1, 1, 10, 100])


@given(
    st.lists(st.floats(-1e6, 1e6) | st.just(math.nan), min_size=1, max_size=200),
    st.integers(0, 50),
    st.integers(1, 20),
)
def test_thinning_loses_no_peak(values: list[float], first: int, per_column: int) -> None:
    x = np.arange(len(values), dtype=float)
    every = np.array(values)
    columns = decimate(x, every, every, every, first, per_column)
    finite = [value for value in values if not math.isnan(value)]
    shown = columns.high[np.isfinite(columns.high)]
    assert len(shown) == 0 if not finite else max(finite) == shown.max()
    assert len(columns.x) <= len(values) // per_column + 2


def test_columns_stay_where_they_are_while_time_goes_on() -> None:
    values = np.random.default_rng(1).random(40)
    early, late = values[:30], values[5:35]
    before = decimate(np.arange(30.0), early, early, early, 0, 7)
    after = decimate(np.arange(30.0), late, late, late, 5, 7)
    assert list(before.high[1:4]) == list(after.high[1:4])


def test_gaps_stay_gaps() -> None:
    values = np.array([1.0, 2.0, math.nan, 3.0])
    columns = decimate(np.arange(4.0), values, values, values, 0, 1)
    assert stretches(columns) == [(0, 2), (3, 4)]
    x, y = zigzag(columns, 0, 2)
    assert list(x) == [0, 0, 1, 1]
    assert list(y) == [1, 1, 2, 2]


@given(st.integers(1, 30), st.integers(0, 100))
def test_a_history_gives_the_newest_samples_in_order(capacity: int, count: int) -> None:
    history = History(capacity, 0.1)
    for number in range(count):
        history.append(number / 10, activity(float(number)))
    assert len(history) == min(count, capacity)
    if count:
        view = history.view(1000)
        expected = [float(number) for number in range(count)][-capacity:]
        assert list(view.series["read_mb_s"]) == expected
        assert view.first == count - len(history)
        assert view.now == pytest.approx((count - 1) / 10)
        assert history.greatest("read_mb_s", 1000) == expected[-1]
        assert history.least("read_mb_s", 1000) == expected[0]
        assert history.newest("write_latency_ms") is None


@pytest.fixture
def library(services: Services, qtbot: QtBot) -> ChartLibrary:
    services.library.start()
    qtbot.waitUntil(lambda: services.library.is_ready, timeout=PATIENCE_MS)
    return services.library


def throughput(library: ChartLibrary, qtbot: QtBot) -> LiveChart:
    chart = LiveChart(quantities.throughput(), library, full=True)
    qtbot.addWidget(chart)
    chart.resize(500, 240)
    chart.show()
    return chart


def count_pixels(chart: LiveChart, colour: str) -> int:
    wanted = QColor(colour).rgb()
    image = chart.grab().toImage()
    return sum(
        image.pixel(x, y) == wanted for x in range(80, image.width() - 30) for y in range(60, 200)
    )


def test_draws_what_was_recorded_in_the_colour_of_the_series(
    library: ChartLibrary, qtbot: QtBot
) -> None:
    chart = throughput(library, qtbot)
    history = History(600, 0.1)
    chart.show_history(history)
    assert chart.summary() == "Waiting for data …"
    for number in range(600):
        history.append(number / 10, activity(500 + 300 * math.sin(number / 20)))
    chart.show_history(history)
    chart.refresh()
    qtbot.waitExposed(chart)
    colours = theme.colours(chart.palette())
    assert count_pixels(chart, colours.series[0]) > 300
    assert "read: now" in chart.summary()
    assert f"maximum {numbers.rate(800)}" in chart.summary()
    assert "MB/s" in chart.accessibleDescription()


def test_the_picture_is_where_it_is_read(library: ChartLibrary, qtbot: QtBot) -> None:
    """A single high value, and a mean that is far from it."""
    chart = throughput(library, qtbot)
    chart.resize(640, 300)
    history = History(600, 0.1)
    for number in range(600):
        history.append(number / 10, activity(900 if number == 300 else 100))
    chart.show_history(history)
    qtbot.waitExposed(chart)
    assert chart.plot is not None and chart.plot.drawing is not None
    axes = chart.plot.drawing.axes
    frame = chart.plot.frame(axes)
    image = chart.plot.grab().toImage()
    colours = theme.colours(chart.palette())
    spike = [
        x
        for x in range(round(frame.area.left()), round(frame.area.right()))
        if image.pixelColor(x, round(frame.y(750))) != QColor(colours.base)
        and image.pixelColor(x, round(frame.y(700))) != QColor(colours.base)
    ]
    assert spike and abs(spike[0] - frame.x(30.0)) <= 3 and len(spike) <= 4
    base = QColor(colours.base)

    def is_drawn(left: float, right: float, y: float, reach: int) -> bool:
        return any(
            image.pixelColor(x, round(y) + more) != base
            for x in range(round(left), round(right))
            for more in range(-reach, reach + 1)
        )

    for value, _ in axes.values:
        assert is_drawn(4, frame.area.left() - 8, frame.y(value), 3)
        assert is_drawn(frame.area.left() + 4, frame.area.right() - 4, frame.y(value), 1)
    for moment, _ in axes.moments:
        x = frame.x(moment)
        assert is_drawn(x - 12, x + 12, frame.area.bottom() + 14, 4)
    assert is_drawn(frame.area.left() - 1, frame.area.left() + 1, frame.y(500), 0)
    mean = chart.plot.drawing.means[0]
    assert 100 < mean < 110
    assert any(
        image.pixelColor(round(frame.x(15.0)) + x, round(frame.y(mean)) + y)
        == QColor(colours.series[0])
        for x in range(12)
        for y in (-1, 0, 1)
    )


def test_a_file_leaves_no_window_behind(library: ChartLibrary, qtbot: QtBot) -> None:
    """Nor one that waits for Python's collector, which may come by in another thread."""
    chart = throughput(library, qtbot)
    history = History(600, 0.1)
    for number in range(600):
        history.append(number / 10, activity(100))
    chart.show_history(history)
    before = set(QApplication.topLevelWidgets())
    file = chart.as_file()
    assert file is not None
    gc.disable()
    try:
        assert len(exporting.png(file)) > 1000 and len(exporting.svg(file)) > 1000
    finally:
        gc.enable()
    assert set(QApplication.topLevelWidgets()) == before


def test_says_in_words_that_there_is_nothing_yet(library: ChartLibrary, qtbot: QtBot) -> None:
    chart = throughput(library, qtbot)
    chart.show_history(None, "Charts start with the measurement.")
    assert chart.message.isVisible()
    assert chart.message.text() == "Charts start with the measurement."


def test_drawing_is_cheap(library: ChartLibrary, qtbot: QtBot, qapp: QApplication) -> None:
    """A full ring of ten minutes; the time of the processor is printed, and asserted only very
    generously."""
    chart = throughput(library, qtbot)
    chart.show_window(TimeWindow(600))
    history = History(6000, 0.1)
    for number in range(6000):
        history.append(number / 10, activity(500 + 300 * math.sin(number / 20)))
    chart.show_history(history)
    qapp.processEvents()
    began_s = time.thread_time()
    for number in range(50):
        history.append(600 + number / 10, activity(500))
        chart.refresh()
        chart.repaint()
        qapp.processEvents()
    each_ms = (time.thread_time() - began_s) * 1000 / 50
    print(f"a frame of one chart takes {each_ms:.1f} ms")
    assert each_ms < 200


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None can't be lost any more")
def test_drawing_loses_no_reference(
    library: ChartLibrary, qtbot: QtBot, qapp: QApplication
) -> None:
    """PySide6 6.12.0 drops one to None at most calls, and Python then aborts after a while."""
    chart = throughput(library, qtbot)
    history = History(600, 0.1)
    chart.show_history(history)
    before = {}
    for number in range(400):
        history.append(number / 10, activity(500 + number, None if number % 3 else 0.2))
        chart.refresh()
        chart.repaint()
        qapp.processEvents()
        if number == 100:
            gc.collect()  # what earlier tests left
            before = {value: sys.getrefcount(value) for value in (None, True, False)}
    for value, count in before.items():
        assert sys.getrefcount(value) > count - 100
