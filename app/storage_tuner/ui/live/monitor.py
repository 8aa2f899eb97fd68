"""Live activity of devices, sampled ten times a second in a thread and kept for an hour."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from storage_tuner.core.device import Activity, Counters, Device
from storage_tuner.probe.load.counters import CounterSampler, activity
from storage_tuner.ui.live.recent_history import History, Resolution

INTERVAL_S = 0.1
SAMPLES = 3050
"""Five minutes of single samples."""
STEPS = (Resolution(10, 910), Resolution(40, 905))
"""A quarter of an hour by the second, and an hour by four seconds: under 500 KiB per device."""


def new_history() -> History:
    return History(SAMPLES, INTERVAL_S, STEPS)


class LiveMonitor(QObject):
    """Records every watched device; ``ticked`` is emitted when the histories have grown.

    The thread only delivers values; the histories belong to this object's thread. ``measured`` is
    the device whose settings change constantly, reported with ``mark``.
    """

    ticked = Signal()
    _sampled = Signal(float, object)

    def __init__(self, root: Path = Path("/"), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self.histories: dict[str, History] = {}
        self._settings: dict[str, Mapping[str, str]] = {}
        self.measured = ""
        self._names: tuple[str, ...] = ()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="monitor", daemon=True)
        self._sampled.connect(self._record, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        if self._thread.ident is not None:
            self._thread.join()

    def watch(self, names: Iterable[str]) -> None:
        """Record these devices from now on, and drop the histories of others."""
        wanted = tuple(sorted(names))
        if wanted == self._names:
            return
        self._names = wanted
        self.histories = {
            name: history for name, history in self.histories.items() if name in wanted
        }

    def watch_also(self, name: str) -> None:
        """Also record this device, which was just created."""
        self.watch({*self._names, name})

    def note_settings(self, devices: Iterable[Device]) -> None:
        """Mark the settings that changed since the last call, whatever changed them."""
        known, self._settings = self._settings, {each.name: each.settings for each in devices}
        for name, settings in self._settings.items():
            before = known.get(name, settings)
            changes = [
                f"{tunable}: {before[tunable]} → {value}"
                for tunable, value in settings.items()
                if before.get(tunable, value) != value
            ]
            if changes and name != self.measured:
                self.mark(name, "; ".join(changes))

    def mark(self, name: str, text: str) -> None:
        """Record an event of this device now."""
        if name in self.histories:
            self.histories[name].mark(time.monotonic(), text)

    def history(self, name: str) -> History | None:
        """A device's recording; None before its first sample."""
        return self.histories.get(name)

    def _record(self, at: float, activities: Mapping[str, Activity]) -> None:
        for name, done in activities.items():
            if name not in self._names:
                continue
            if name not in self.histories:
                self.histories[name] = new_history()
            self.histories[name].append(at, done)
        self.ticked.emit()

    def _run(self) -> None:
        while not self._ending.is_set():
            names = self._names
            with CounterSampler(names, self._root) as sampler:
                self._sample_while(names, sampler)

    def _sample_while(self, names: tuple[str, ...], sampler: CounterSampler) -> None:
        before: dict[str, Counters] = {}
        due = time.monotonic()
        while names == self._names and not self._ending.is_set():
            now = sampler.sample()
            done = {
                name: activity(before[name], counters)
                for name, counters in now.items()
                if name in before
            }
            if done:
                self._sampled.emit(time.monotonic(), done)
            before = now
            due = max(due + INTERVAL_S, time.monotonic())
            self._ending.wait(due - time.monotonic())
