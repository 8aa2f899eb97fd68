"""What the benchmarks of the window look at: made recordings, and where the time went."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from storage_tuner.core.device import Activity
from storage_tuner.ui.live.recent_history import History

_SCHEDSTAT = Path("/proc/thread-self/schedstat")


def wavy(count: int, interval_s: float = 0.1, seed: int = 1) -> list[Activity]:
    """A noisy load that rises and falls, with a latency missing here and there."""
    source = random.Random(seed)
    made = []
    for number in range(count):
        rate = abs(400 + 300 * math.sin(number / 90) + source.gauss(0, 60))
        latency = 0.2 + rate / 2000 + source.expovariate(9)
        made.append(
            Activity(
                interval_s,
                rate,
                rate / 3,
                4 * rate,
                2 * rate,
                latency,
                None if number % 50 == 0 else 2 * latency,
                3,
                min(1.0, rate / 800),
                rate / 90,
                5.0,
                4 * latency,
            )
        )
    return made


def filled(history: History, activities: list[Activity], until: float) -> History:
    """With recordings that end at ``until``, in seconds of the monotonic clock."""
    begin = until - len(activities) * history.interval_s
    for number, activity in enumerate(activities, 1):
        history.append(begin + number * history.interval_s, activity)
    return history


@dataclass
class Watched:
    """How long the event loop was out of reach, in ms, without what the thread waited for a
    processor that other processes had; how much of that was work of its own; and what the thread
    used of a processor."""

    gaps_ms: list[float]
    work_ms: list[float]
    share: float

    def exceeded(self, limit_ms: float) -> float:
        """The share of all gaps that are longer."""
        return sum(gap > limit_ms for gap in self.gaps_ms) / len(self.gaps_ms)

    @property
    def longest_work_ms(self) -> float:
        return max(self.work_ms)

    @property
    def longest_ms(self) -> float:
        return max(self.gaps_ms)

    def quantile(self, share: float) -> float:
        return sorted(self.gaps_ms)[min(len(self.gaps_ms) - 1, int(share * len(self.gaps_ms)))]


def watch_loop(seconds: float, until: Callable[[], bool] | None = None) -> Watched:
    """Run Qt's loop, and see every 5 ms how late it comes: whoever clicks waits as long."""
    gaps: list[float] = []
    work: list[float] = []
    beat = 0.005
    last, used_before, queued_before = time.perf_counter(), time.thread_time(), _queued_s()

    def note() -> None:
        nonlocal last, used_before, queued_before
        now, used_now, queued_now = time.perf_counter(), time.thread_time(), _queued_s()
        gaps.append(max(0.0, now - last - beat - (queued_now - queued_before)) * 1000)
        work.append(1000 * (used_now - used_before))
        last, used_before, queued_before = now, used_now, queued_now

    timer = QTimer()
    timer.setInterval(round(beat * 1000))
    timer.timeout.connect(note)
    timer.start()
    loop = QEventLoop()
    began, used = time.perf_counter(), time.thread_time()
    end = QTimer()
    end.setInterval(50)
    end.timeout.connect(
        lambda: (
            loop.quit()
            if time.perf_counter() - began > seconds or (until is not None and until())
            else None
        )
    )
    end.start()
    loop.exec()
    timer.stop()
    end.stop()
    took = time.perf_counter() - began
    return Watched(gaps, work, (time.thread_time() - used) / took)


def _queued_s() -> float:
    """How long this thread was ready to run, but didn't (Documentation/scheduler/sched-stats.rst:
    the second number is in ns); 0 where the kernel doesn't count it."""
    try:
        return int(_SCHEDSTAT.read_text("ascii").split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def settle(application: QApplication, times: int = 20) -> None:
    for _ in range(times):
        application.processEvents()
