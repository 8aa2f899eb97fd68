"""The Live tab: pause, zoom, reading values, saving what is shown, and what it says meanwhile."""

from __future__ import annotations

import csv
import io
import math
import random
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from storage_tuner.core.device import Activity
from storage_tuner.ui.charts import exporting
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.live.chart import LiveChart
from storage_tuner.ui.live.cursor_reading import nearest
from storage_tuner.ui.live.monitor import LiveMonitor, new_history
from storage_tuner.ui.live.panel import LivePanel
from storage_tuner.ui.live.plot import Plot
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.live.time_window import LEAST_S, MOST_S
from storage_tuner.ui.style import theme
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS

QUIET = Activity(0.1, 0.0, 0.0, 0.0, 0.0, None, None, 0, 0.0)


def busy(number: int) -> Activity:
    """Numbers that a float of 24 bits holds exactly, and latencies that are missing at times."""
    latency = None if number % 7 == 0 else number % 50 / 8 + 0.125
    return replace(
        QUIET,
        read_mb_s=float(number % 800),
        write_mb_s=3.0,
        discard_mb_s=1.5,
        read_iops=200.0,
        read_latency_ms=latency,
        queue_length=2.5,
        utilisation=0.5,
    )


class Recorder:
    """A monitor whose recordings are made by hand."""

    def __init__(self) -> None:
        self.monitor = LiveMonitor()
        self.began = time.monotonic() - 7200
        self.count = 0

    def history(self, name: str = "sda") -> History:
        return self.monitor.histories.setdefault(name, new_history())

    def record(self, count: int, make: Callable[[int], Activity] = busy) -> None:
        for _ in range(count):
            self.history().append(self.began + self.count / 10, make(self.count))
            self.count += 1
        self.monitor.ticked.emit()

    def record_until(self, moment: float) -> None:
        """Record samples up to one after ``moment``, a time of the clock."""
        self.record(max(0, math.ceil((moment - self.began) * 10) - self.count) + 1)


@pytest.fixture
def recorder(qapp: QApplication) -> Recorder:
    return Recorder()


@pytest.fixture
def library(qtbot: QtBot) -> ChartLibrary:
    made = ChartLibrary()
    made.start()
    qtbot.waitUntil(lambda: made.is_ready, timeout=PATIENCE_MS)
    return made


@pytest.fixture
def kept(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def panel(recorder: Recorder, library: ChartLibrary, kept: QSettings, qtbot: QtBot) -> LivePanel:
    made = LivePanel(recorder.monitor, library, kept)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.show_device("sda")
    return made


def plot(panel: LivePanel, key: str = "throughput") -> Plot:
    found = panel.charts.charts[key].plot
    assert found is not None
    return found


def shown_times(panel: LivePanel) -> list[float]:
    drawing = plot(panel).drawing
    assert drawing is not None
    return list(drawing.stretch.times)


def bounds(panel: LivePanel) -> tuple[float, float]:
    drawing = plot(panel).drawing
    assert drawing is not None
    return drawing.axes.begin, drawing.axes.end


def place_of(panel: LivePanel, moment: float, key: str = "throughput") -> QPoint:
    found = plot(panel, key)
    assert found.drawing is not None
    frame = found.frame(found.drawing.axes)
    return QPointF(frame.x(moment), frame.area.center().y()).toPoint()


def press(panel: LivePanel, *keys: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    from PySide6.QtTest import QTest

    for key in keys:
        QTest.keyClick(plot(panel), key, modifier or Qt.KeyboardModifier.NoModifier)


def turn_wheel(panel: LivePanel, notches: int, place: QPoint) -> None:
    """Up zooms in."""
    widget = plot(panel)
    event = QWheelEvent(
        QPointF(place),
        QPointF(widget.mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_follows_the_newest_sample(panel: LivePanel, recorder: Recorder) -> None:
    recorder.record(900)
    assert bounds(panel) == pytest.approx((recorder.began + 29.9, recorder.began + 89.9))
    recorder.record(100)
    assert bounds(panel)[1] == pytest.approx(recorder.began + 99.9)


def test_paused_charts_stand_while_the_recording_goes_on(
    panel: LivePanel, recorder: Recorder
) -> None:
    recorder.record(900)
    panel.pause.setChecked(True)
    before, image = shown_times(panel), plot(panel).grab().toImage()
    recorder.record(5000)
    panel.charts.charts["throughput"].refresh()
    assert shown_times(panel) == before
    assert plot(panel).grab().toImage() == image
    assert panel.state.text().startswith("Paused at ")
    assert len(recorder.history()) > 900
    panel.pause.setChecked(False)
    assert bounds(panel)[1] == pytest.approx(recorder.began + 589.9)
    assert shown_times(panel)[-1] == recorder.history().newest_time
    assert not panel.state.text().startswith("Paused")


def test_nothing_can_be_paused_before_the_first_value(panel: LivePanel, recorder: Recorder) -> None:
    panel.pause.setChecked(True)
    assert panel.state.text() == "Paused before any data arrived."
    panel.pause.setChecked(False)
    recorder.record(10)
    assert shown_times(panel)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("index", range(5))
def test_every_span_ends_now(panel: LivePanel, recorder: Recorder, index: int) -> None:
    recorder.record(37_000)
    panel.range.setCurrentIndex(index)
    begin, end = bounds(panel)
    assert end - begin == pytest.approx((10, 60, 300, 900, 3600)[index])
    assert shown_times(panel)[0] <= begin + 4
    highest = max(recorder.history().between(begin, end, ("read_mb_s",)).curves["read_mb_s"].high)
    assert highest == min(799, 36_999 % 800) or highest == 799


def test_span_and_charts_are_remembered(
    panel: LivePanel, recorder: Recorder, library: ChartLibrary, kept: QSettings, qtbot: QtBot
) -> None:
    assert [key for key, chart in panel.charts.charts.items() if not chart.isHidden()] == [
        "throughput", "iops", "latency", "queue",
    ]  # fmt: skip
    panel.range.setCurrentIndex(3)
    for action in panel.choose.menu().actions():
        action.setChecked(action.data() in ("latency", "utilisation"))
    again = LivePanel(recorder.monitor, library, kept)
    qtbot.addWidget(again)
    assert again.range.currentIndex() == 3
    assert again.charts.window_shown.span_s == 900
    seen = [key for key, chart in again.charts.charts.items() if not chart.isHidden()]
    assert seen == ["latency", "utilisation"]


def test_no_chart_at_all_is_said(panel: LivePanel) -> None:
    for action in panel.choose.menu().actions():
        action.setChecked(False)
    assert "No charts selected" in panel.state.text()


def test_keys_zoom_and_reset(panel: LivePanel, recorder: Recorder) -> None:
    recorder.record(900)
    press(panel, Qt.Key.Key_Plus, Qt.Key.Key_Plus)
    assert panel.charts.window_shown.span_s == pytest.approx(60 * 0.64)
    assert panel.charts.window_shown.follows
    assert panel.reset.isEnabled()
    assert panel.state.text() == "Showing the last 38.4 s."
    press(panel, Qt.Key.Key_0)
    assert panel.charts.window_shown.span_s == 60
    assert not panel.reset.isEnabled()
    press(panel, *[Qt.Key.Key_Plus] * 60)
    assert panel.charts.window_shown.span_s == LEAST_S
    press(panel, *[Qt.Key.Key_Minus] * 120)
    assert panel.charts.window_shown.span_s == MOST_S
    panel.reset.click()
    assert panel.charts.window_shown.span_s == 60


def test_the_wheel_zooms_about_the_pointer_where_the_chart_stands(
    panel: LivePanel, recorder: Recorder
) -> None:
    recorder.record(900)
    panel.pause.setChecked(True)
    begin, end = bounds(panel)
    moment = begin + 20
    place = place_of(panel, moment)
    turn_wheel(panel, 4, place)
    narrower = bounds(panel)
    assert narrower[1] - narrower[0] == pytest.approx(60 * 0.8**4)
    assert abs(place_of(panel, moment).x() - place.x()) <= 1
    turn_wheel(panel, -4, place)
    assert bounds(panel) == pytest.approx((begin, end))


def test_the_wheel_scrolls_the_page_where_there_is_more_of_it(
    panel: LivePanel, recorder: Recorder
) -> None:
    recorder.record(900)
    panel.charts.set_wheel_zooms(False)
    turn_wheel(panel, 4, QPoint(200, 40))
    assert panel.charts.window_shown.span_s == 60
    panel.activateWindow()
    plot(panel).setFocus()
    if plot(panel).hasFocus():
        turn_wheel(panel, 4, QPoint(200, 40))
        assert panel.charts.window_shown.span_s < 60


def test_dragging_looks_closer_and_pauses(
    panel: LivePanel, recorder: Recorder, qtbot: QtBot
) -> None:
    recorder.record(900)
    begin, _ = bounds(panel)
    first, last = place_of(panel, begin + 10), place_of(panel, begin + 25)
    qtbot.mousePress(plot(panel), Qt.MouseButton.LeftButton, pos=first)
    for x in range(first.x(), last.x() + 1, 8):
        move(plot(panel), QPoint(x, first.y()))
    move(plot(panel), last)
    assert plot(panel).grab().toImage() != QImage()
    qtbot.mouseRelease(plot(panel), Qt.MouseButton.LeftButton, pos=last)
    assert bounds(panel) == pytest.approx((begin + 10, begin + 25), abs=0.3)
    assert panel.pause.isChecked()
    recorder.record(100)
    assert bounds(panel) == pytest.approx((begin + 10, begin + 25), abs=0.3)
    press(panel, Qt.Key.Key_PageUp)
    assert bounds(panel)[0] == pytest.approx(begin + 2.5, abs=0.4)
    qtbot.mouseDClick(plot(panel), Qt.MouseButton.LeftButton, pos=first)
    assert bounds(panel) == pytest.approx((begin, begin + 60), abs=0.1)
    panel.pause.click()
    assert bounds(panel)[1] == recorder.history().newest_time


def move(widget: Plot, place: QPoint) -> None:
    """With the left button held, which QTest's own doesn't do."""
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(widget.mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.floats(0, 1))
def test_values_under_the_pointer_are_those_of_the_samples(
    panel: LivePanel, recorder: Recorder, share: float
) -> None:
    if not recorder.count:
        recorder.record(900)
        panel.pause.setChecked(True)
    begin, end = bounds(panel)
    moment = begin + share * (end - begin)
    place = place_of(panel, moment)
    plot(panel).pointed.emit(plot(panel).moment_near(place.x()))
    cursor = plot(panel).cursor_shown
    assert cursor is not None
    number = round((cursor.moment - recorder.began) * 10)
    a_pixel = (end - begin) / plot(panel).width()
    assert abs(cursor.moment - moment) <= 0.05 + 2 * a_pixel
    assert cursor.values == (busy(number).read_mb_s, 3.0, 1.5)
    assert f"read: {number % 800}" in cursor.words[1].replace("\u202f", "").replace(".0", "")
    others = plot(panel, "latency").cursor_shown
    assert others is not None
    assert others.moment == cursor.moment
    assert others.values == (busy(number).read_latency_ms, None, None, None)
    assert not others.words


def test_arrow_keys_read_values(panel: LivePanel, recorder: Recorder) -> None:
    recorder.record(900)
    press(panel, Qt.Key.Key_Left)
    press(panel, Qt.Key.Key_Left, modifier=Qt.KeyboardModifier.ShiftModifier)
    cursor = plot(panel).cursor_shown
    assert cursor is not None
    assert cursor.moment == pytest.approx(recorder.history().newest_time - 0.1)
    said = plot(panel).accessibleDescription()
    assert "read: 98.0\u00a0MB/s" in said
    assert panel.charts.charts["throughput"].legend.lines[0].figures[0] == "98.0"
    press(panel, Qt.Key.Key_Home)
    cursor = plot(panel).cursor_shown
    assert cursor is not None
    assert cursor.moment == pytest.approx(bounds(panel)[0], abs=0.11)
    press(panel, Qt.Key.Key_Escape)
    assert plot(panel).cursor_shown is None


def test_leaving_the_chart_reads_nothing(panel: LivePanel, recorder: Recorder) -> None:
    recorder.record(100)
    plot(panel).pointed.emit(recorder.history().newest_time)
    assert plot(panel, "queue").cursor_shown is not None
    QApplication.sendEvent(plot(panel), QEvent(QEvent.Type.Leave))
    assert plot(panel, "queue").cursor_shown is None


def test_what_is_coarse_is_told_as_a_range(panel: LivePanel, recorder: Recorder) -> None:
    recorder.record(37_000)
    panel.range.setCurrentIndex(4)
    press(panel, Qt.Key.Key_Home)
    cursor = plot(panel).cursor_shown
    assert cursor is not None
    assert "(" in cursor.words[1] and "…" in cursor.words[1]


def test_means_and_highest_are_those_of_what_is_shown(
    panel: LivePanel, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage_tuner.ui.live.chart._FIGURES_S", 0.0)
    recorder.record(600, lambda number: replace(QUIET, read_mb_s=100.0 if number < 300 else 20.0))
    panel.range.setCurrentIndex(1)
    panel.charts.charts["throughput"].refresh()
    assert panel.charts.charts["throughput"].legend.lines[0].figures == ("20.0", "60.0", "100")
    panel.range.setCurrentIndex(0)
    assert panel.charts.charts["throughput"].legend.lines[0].figures == ("20.0", "20.0", "20.0")


def test_idle_waiting_and_gone_are_said(panel: LivePanel, recorder: Recorder) -> None:
    assert panel.charts.charts["iops"].message.text() == "Waiting for data …"
    recorder.record(100, lambda _: QUIET)
    drawing = plot(panel).drawing
    assert drawing is not None
    assert drawing.note == "No reads or writes in this period."
    assert "read" in panel.charts.charts["latency"].summary()
    recorder.record(10)
    drawing = plot(panel).drawing
    assert drawing is not None
    assert not drawing.note
    panel.show_gone()
    assert panel.state.text() == "The device was disconnected. These are the last recorded values."
    assert not panel.pause.isEnabled()


def test_a_device_that_goes_while_it_is_drawn_leaves_its_last(
    panel: LivePanel, recorder: Recorder
) -> None:
    recorder.record(900)
    before = shown_times(panel)
    panel.show_gone()
    recorder.monitor.histories.clear()
    recorder.monitor.ticked.emit()
    assert shown_times(panel) == before
    panel.show_device("sda")
    assert panel.pause.isEnabled()
    assert panel.charts.charts["throughput"].message.isVisible()
    recorder.count = 0
    recorder.record(5)
    assert len(shown_times(panel)) == 5


def test_a_device_that_never_told_anything_can_go(panel: LivePanel) -> None:
    panel.show_gone()
    assert panel.state.text() == "The device was disconnected before any data was recorded."


def test_charts_of_holes_are_drawn(panel: LivePanel, recorder: Recorder) -> None:
    """Missing everywhere, lone values, gaps in time: whatever comes is drawn at every span."""
    source = random.Random(5)

    def holey(number: int) -> Activity:
        latency = source.choice((None, None, 0.0, math.nan, 3.5, 1e6))
        return replace(busy(number), read_latency_ms=latency, write_latency_ms=None)

    for _ in range(12):
        recorder.record(source.choice((1, 2, 50)), holey)
        recorder.count += source.choice((0, 500))
        for index in range(5):
            panel.range.setCurrentIndex(index)
            for key, chart in panel.charts.charts.items():
                assert not chart.grab().isNull(), key


def saved(chart: LiveChart, suffix: str, path: Path, qtbot: QtBot) -> bytes:
    file = chart.as_file()
    assert file is not None
    with qtbot.waitSignal(chart.actions_menu.writing.idle, timeout=PATIENCE_MS):
        chart.actions_menu.save(path, exporting.KINDS[suffix](file))
    return path.read_bytes()


def test_saved_values_are_those_that_are_shown(
    panel: LivePanel, recorder: Recorder, tmp_path: Path, qtbot: QtBot
) -> None:
    recorder.record(900)
    panel.pause.setChecked(True)
    text = saved(panel.charts.charts["latency"], ".csv", tmp_path / "a.csv", qtbot).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    begin, _ = bounds(panel)
    shown = [each for each in range(900) if recorder.began + each / 10 >= begin]
    assert len(rows) == len(shown)
    # 601 samples, but 600 where a power of two of seconds is between the minute's ends: the first
    # sample, at its very beginning, is then rounded otherwise than that is
    assert shown[0] in (299, 300)
    for number, row in zip(shown, rows, strict=True):
        expected = busy(number).read_latency_ms
        assert row["read_latency_ms"] == ("" if expected is None else f"{expected:.6g}")
        assert row["write_latency_ms"] == ""
    moments = [datetime.fromisoformat(row["time"]).timestamp() for row in rows]
    assert moments[-1] - moments[0] == pytest.approx((len(rows) - 1) / 10, abs=0.01)
    assert time.time() - moments[-1] == pytest.approx(7200 - 89.9, abs=60)


def test_saved_values_of_long_ago_have_their_range(
    panel: LivePanel, recorder: Recorder, tmp_path: Path, qtbot: QtBot
) -> None:
    recorder.record(37_000)
    panel.range.setCurrentIndex(4)
    text = saved(panel.charts.throughput, ".csv", tmp_path / "a.csv", qtbot).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert 890 <= len(rows) <= 902
    for row in rows:
        low, high = float(row["read_mb_s_least"]), float(row["read_mb_s_greatest"])
        assert low <= float(row["read_mb_s"]) <= high


def test_saved_pictures_can_be_read_and_show_the_curves(
    panel: LivePanel, recorder: Recorder, tmp_path: Path, qtbot: QtBot
) -> None:
    recorder.record(900)
    chart = panel.charts.throughput
    image = QImage.fromData(saved(chart, ".png", tmp_path / "a.png", qtbot))
    assert image.width() >= 2 * plot(panel).width()
    colours = theme.colours(chart.palette())
    wanted = QColor(colours.series[0]).rgb()
    found = sum(
        image.pixel(x, y) == wanted
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    )
    assert found > 50
    document = ElementTree.fromstring(saved(chart, ".svg", tmp_path / "a.svg", qtbot))
    space = "{http://www.w3.org/2000/svg}"
    texts = [each.text for each in document.iter(f"{space}text")]
    assert "Throughput (MB/s)" in texts
    assert "now" in texts
    assert any("sda · " in (text or "") for text in texts)
    assert list(document.iter(f"{space}polyline"))


def test_a_chart_is_copied_as_image_and_as_values(panel: LivePanel, recorder: Recorder) -> None:
    recorder.record(100)
    chart = panel.charts.throughput
    chart.actions_menu.image.trigger()
    assert not QGuiApplication.clipboard().image().isNull()
    chart.actions_menu.values.trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["time", "seconds", "read_mb_s", "write_mb_s", "discard_mb_s"]
    assert len(lines) == 101


def test_a_change_of_settings_is_marked(panel: LivePanel, recorder: Recorder) -> None:
    recorder.began = time.monotonic() - 20
    recorder.record(200)
    monitor = recorder.monitor
    device = next(each for each in samples.DEVICES if each.name == "sda")
    monitor.note_settings([device])
    assert not recorder.history().marks(0, math.inf)
    changed = replace(device, settings={**device.settings, "scheduler": "kyber"})
    monitor.note_settings([changed])
    (mark,) = recorder.history().marks(0, math.inf)
    assert mark.text == f"scheduler: {device.settings['scheduler']} → kyber"
    monitor.note_settings([changed])
    monitor.measured = "sda"
    monitor.note_settings([device])  # that is told by who measures
    assert len(recorder.history().marks(0, math.inf)) == 1
    before = plot(panel).grab().toImage()
    recorder.record_until(mark.at)
    drawing = plot(panel).drawing
    assert drawing is not None
    assert drawing.marks == (mark,)
    assert plot(panel).grab().toImage() != before
    plot(panel).pointed.emit(recorder.history().newest_time)
    cursor = plot(panel).cursor_shown
    assert cursor is not None
    assert mark.text in cursor.words


def test_scales_are_logarithmic_on_demand_and_so_the_next_time(
    panel: LivePanel, recorder: Recorder, library: ChartLibrary, kept: QSettings, qtbot: QtBot
) -> None:
    recorder.record(100)

    def logarithmic(key: str) -> bool:
        drawing = plot(panel, key).drawing
        assert drawing is not None
        return drawing.axes.scale.logarithmic

    assert not logarithmic("throughput")
    assert logarithmic("latency")
    panel.logarithmic.trigger()
    assert logarithmic("throughput")
    assert logarithmic("iops")
    again = LivePanel(recorder.monitor, library, kept)
    qtbot.addWidget(again)
    assert again.logarithmic.isChecked()
    panel.logarithmic.trigger()
    assert not logarithmic("throughput")
    assert logarithmic("latency")


def test_a_file_that_cannot_be_written_is_told(
    panel: LivePanel, recorder: Recorder, tmp_path: Path, qtbot: QtBot
) -> None:
    recorder.record(100)
    chart = panel.charts.throughput
    chart.actions_menu.save(tmp_path / "nowhere" / "a.svg", b"")
    qtbot.waitUntil(lambda: bool(panel.findChildren(QMessageBox)), timeout=PATIENCE_MS)
    (box,) = panel.findChildren(QMessageBox)
    assert "No such file" in box.text()
    assert "another folder" in box.informativeText()
    box.close()


def test_nothing_shown_is_nothing_to_save(panel: LivePanel) -> None:
    menu = panel.charts.throughput.actions_menu
    menu.menu.aboutToShow.emit()
    assert not any(action.isEnabled() for action in menu.menu.actions())
    assert menu.ask(".svg") is None
    menu.copy_values()


def test_the_save_dialog_suggests_device_chart_and_time(
    panel: LivePanel, recorder: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    recorder.record(100)
    dialog = panel.charts.throughput.actions_menu.ask(".png")
    assert dialog is not None
    (path,) = dialog.selectedFiles()
    assert Path(path).parent == tmp_path
    assert Path(path).name.startswith("storage-tuner-sda-throughput-20")
    assert path.endswith(".png")
    dialog.reject()


def test_nearest_interval_is_read() -> None:
    history = History(100, 0.1)
    for number in range(10):
        history.append(number / 10, busy(number))
    stretch = history.between(0, 1, ("read_mb_s",))
    assert [nearest(stretch, moment) for moment in (-1, 0.04, 0.06, 0.88, 5)] == [0, 0, 1, 9, 9]


def test_descriptions_change_calmly(
    panel: LivePanel, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Screen readers would never come to an end."""
    recorder.record(100)
    first = plot(panel).accessibleDescription()
    assert first.startswith("The last 60 s. read: now ")
    monkeypatch.setattr("storage_tuner.ui.live.chart._DESCRIPTION_S", 3600.0)
    recorder.record(50, lambda _: replace(QUIET, read_mb_s=1.0))
    assert plot(panel).accessibleDescription() == first
    monkeypatch.setattr("storage_tuner.ui.live.chart._DESCRIPTION_S", 0.0)
    recorder.record(1)
    assert plot(panel).accessibleDescription() != first
