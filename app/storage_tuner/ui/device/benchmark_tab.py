"""The quick test of a disk with its current settings: one click, a few big numbers."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent

from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.progress import Progress
from storage_tuner.core.same_disk import is_same_disk
from storage_tuner.jobs.quick_test.request import Figure, QuickResult, QuickTestRequest
from storage_tuner.ui import wording
from storage_tuner.ui.benchmark.choices import QuickChoices
from storage_tuner.ui.benchmark.progress import QuickTestProgress
from storage_tuner.ui.benchmark.result import QuickFigures
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import Banner, Tone


class BenchmarkTab(Scrolled):
    """Shows the quick tests of one device, or those of practice disks (None). What is kept is only
    looked up when the tab is seen. ``sweep_asked``: settings are to be compared."""

    sweep_asked = Signal()

    def __init__(self, tester: QuickTester) -> None:
        super().__init__()
        self._tester = tester
        self._device: Device | None = None
        self._is_shown_device = False
        self._is_recalled = False
        self._is_gone = False
        self.choices = QuickChoices()
        self.message = Banner()
        self.under_way = QuickTestProgress()
        self.figures = QuickFigures()
        self.under_way.hide()
        self.fill((self.choices, self.message, self.under_way, self.figures))
        self._connect()

    def show_device(self, device: Device | None) -> None:
        """None: a practice disk."""
        same = self._is_shown_device and not self._is_gone and _is_same(self._device, device)
        self._device = device
        self._is_shown_device, self._is_gone = True, False
        self.choices.show_device(device)
        if not same:
            self._is_recalled = False
            self.message.hide()
            self._show_state()
            self.figures.show_empty(self.choices.request)
            self._recall_if_seen()
        else:
            self._enable()

    def show_gone(self) -> None:
        """Leave what was measured, but nothing more can be."""
        self._is_gone = True
        self._enable()

    def choose(self, request: QuickTestRequest) -> None:
        """Choose the test for the shown device and focus its start button; a running test
        continues."""
        if self._tester.request is None:
            self.choices.choose(request)
            button = self.figures.grid.buttons.get(request.only, self.choices.start)
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._recall_if_seen()

    def _connect(self) -> None:
        tester = self._tester
        self.choices.start.clicked.connect(lambda: self._start())
        self.figures.grid.asked.connect(self._start)
        self.choices.sweep.clicked.connect(self.sweep_asked)
        self.choices.changed.connect(self._show_request)
        self.under_way.cancel_asked.connect(tester.cancel)
        self.message.acted.connect(lambda: self._start())
        self.figures.copied.connect(lambda text: self.message.show_message(Tone.GOOD, text))
        tester.progressed.connect(self._show_progress)
        tester.measured.connect(self._show_so_far)
        tester.finished.connect(self._show_finished)
        tester.stopped.connect(self._show_stopped)
        tester.failed.connect(self._show_failed)
        tester.not_saved.connect(self._show_not_saved)
        tester.recalled.connect(self._show_recalled)
        tester.idle.connect(self._show_state)

    @property
    def _is_ours(self) -> bool:
        """Whether the running test is of the shown device."""
        request = self._tester.request
        return request is not None and _is_same(request.device, self._device)

    def _recall_if_seen(self) -> None:
        if self._is_shown_device and not self._is_recalled and self.isVisible():
            self._is_recalled = True
            self._tester.recall(self._device)

    def _start(self, only: str = "") -> None:
        """All tests, or one of them."""
        self.message.hide()
        request = replace(self.choices.request, only=only)
        self._tester.start(request)
        self._show_state()
        if self._is_ours:
            self.figures.show_measuring(request)
            self.under_way.cancel.setFocus()

    def _show_state(self) -> None:
        request = self._tester.request
        if request is None:
            self.under_way.hide()
        else:
            self.under_way.begin("" if self._is_ours else _name(request))
        self._enable()

    def _enable(self) -> None:
        measurable = self._device is None or bool(self._device.size_bytes)
        free = self._tester.request is None
        possible = free and measurable and not self._is_gone
        self.choices.set_enabled(possible)
        self.choices.sweep.setEnabled(possible)
        self.figures.grid.set_enabled(possible)

    def _show_request(self) -> None:
        """Other tests were chosen: the tiles of a result stay, empty ones follow."""
        if self._is_shown_device and self.figures.result is None and self._tester.request is None:
            self.figures.show_empty(self.choices.request)

    def _show_progress(self, progress: Progress) -> None:
        if self._is_ours:
            self.under_way.show_progress(progress)

    def _show_so_far(self, figures: tuple[Figure, ...]) -> None:
        if self._is_ours:
            self.figures.show_so_far(figures)

    def _show_finished(self, result: QuickResult) -> None:
        if self._is_ours:
            self.figures.show_result(result, self._device)

    def _show_stopped(self) -> None:
        self._end_early()
        if self._is_ours:
            self.message.show_message(
                Tone.PLAIN,
                tr("The quick test was stopped."),
                tr("Its results were discarded. All settings are unchanged."),
            )

    def _show_failed(self, error: StorageTunerError) -> None:
        self._end_early()
        if self._is_ours:
            self.message.show_error(error, tr("Try a&gain"))

    def _end_early(self) -> None:
        """Show the last result again."""
        if self._is_ours:
            self.figures.show_empty(self.choices.request)
            self._tester.recall(self._device)

    def _show_not_saved(self, error: StorageTunerError) -> None:
        if self._is_ours:
            self.message.show_message(
                Tone.CAUTION,
                tr("Couldn't save the result: {reason}", reason=error.summary),
                tr("Copy it below if you need it."),
            )

    def _show_recalled(self, device: Device | None, result: QuickResult | None) -> None:
        busy = self._is_ours and self.under_way.isVisible()
        if result is not None and _is_same(device, self._device) and not busy:
            self.figures.show_result(result, self._device)


def _is_same(one: Device | None, other: Device | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.name == other.name and is_same_disk(one, other)


def _name(request: QuickTestRequest) -> str:
    if request.device is None:
        return tr("a practice disk")
    return wording.name(request.device)
