"""The Live tab in each of its states."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.core.device import Activity
from storage_tuner.ui.live.monitor import LiveMonitor, new_history
from storage_tuner.ui.live.panel import LivePanel
from tests.ui import samples
from tests.ui.pictures.studio import Studio

_IDLE = Activity(0.1, 0.0, 0.0, 0.0, 0.0, None, None, 0, 0.0, 0.0, None, None)
_AN_HOUR_S = 3660


class Recorded(LiveMonitor):
    """``busy`` has an hour behind it, ``idle`` does nothing, ``new`` told nothing yet."""

    def __init__(self) -> None:
        super().__init__()
        began = time.monotonic() - _AN_HOUR_S
        busy, idle = new_history(), new_history()
        samples.fill(busy, _AN_HOUR_S, began=began)
        for number in range(900):
            idle.append(began + number / 10, _IDLE)
        busy.mark(busy.newest_time - 38, "scheduler: none → bfq")
        busy.mark(busy.newest_time - 12, "read_ahead_kb: 128 → 512")
        self.histories = {"busy": busy, "idle": idle}


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    panel = LivePanel(Recorded(), studio.library, studio.services.settings)
    panel.setContentsMargins(24, 16, 24, 16)
    panel.resize(820, 640)
    panel.show_device("new")
    yield "live-waiting", panel
    panel.show_device("idle")
    yield "live-idle", panel
    panel.show_device("busy")
    for index, name in enumerate(("10-s", "1-min", "5-min", "15-min", "1-h")):
        panel.range.setCurrentIndex(index)
        yield f"live-{name}", panel
    panel.range.setCurrentIndex(1)
    panel.pause.setChecked(True)
    yield "live-paused", panel
    plot = panel.charts.throughput.plot
    assert plot is not None and plot.drawing is not None
    axes = plot.drawing.axes
    plot.pointed.emit(axes.begin + 35)
    yield "live-read", panel
    plot.pointed.emit(None)
    plot.chosen.emit(axes.begin + 20, axes.begin + 32)
    yield "live-zoomed", panel
    panel.charts.reset_zoom()
    for action in panel.choose.menu().actions():
        action.setChecked(True)
    panel.resize(1400, 760)
    yield "live-all-charts", panel
    panel.resize(520, 640)
    yield "live-narrow", panel
    panel.resize(820, 640)
    panel.show_gone()
    yield "live-gone", panel
    for action in panel.choose.menu().actions():
        action.setChecked(False)
    yield "live-no-charts", panel
