"""Chooses what is compared: schedulers, values of settings, or two settings with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.jobs.planning.comparable_settings import comparables
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.ui.assistant.plan.pair_panel import PairPanel
from storage_tuner.ui.assistant.plan.series_panel import SeriesPanel
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone, clear
from storage_tuner.ui.widgets.radio_panels import RadioPanels

_SOON_MS = 200
"""Several ticks in a row are one change."""


class ComparedKind(StrEnum):
    SCHEDULERS = "schedulers"
    SETTINGS = "settings"
    PAIR = "pair"


class ComparisonChoice(Card):
    """``changed`` is emitted when the choice changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Comparison"))
        self._known: frozenset[str] = frozenset()
        self._shown: tuple[object, ...] | None = None
        self.schedulers: dict[str, QCheckBox] = {}
        self.series = SeriesPanel()
        self.pair = PairPanel()
        self.note = Text(tone=Tone.CAUTION)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.changed)
        self._build()

    def kind(self) -> ComparedKind:
        return ComparedKind(self._kinds.chosen)

    def applied_to(self, request: TuningRequest) -> TuningRequest:
        """``request`` with the choices made here; unchanged while they can't be measured."""
        if self.problem:
            return request
        if self.kind() is ComparedKind.SETTINGS:
            return replace(request, varied=self.series.parameters(), series=self.series.series())
        if self.kind() is ComparedKind.PAIR:
            return replace(request, variants=self.pair.variants())
        return replace(request, schedulers=self._ticked())

    def lacking(self, request: TuningRequest) -> str:
        """What ``request`` compares but this device lacks; empty if it has everything."""
        names = [each.name for each in request.parameters if each.name not in self._known]
        schedulers = [name for name in request.schedulers if name not in self.schedulers]
        return ", ".join((*names, *schedulers))

    def choose(self, request: TuningRequest) -> None:
        """Show what ``request`` compares."""
        with QSignalBlocker(self):
            if request.variants:
                self.pair.choose(request.variants)
            elif request.varied:
                self.series.choose(request.varied, request.series)
            for name, tick in self.schedulers.items():
                tick.setChecked(not request.schedulers or name in request.schedulers)
            kind = (
                ComparedKind.PAIR
                if request.variants
                else ComparedKind.SETTINGS
                if request.varied
                else ComparedKind.SCHEDULERS
            )
            self.buttons[kind].setChecked(True)
        self._soon.start(0)

    @property
    def problem(self) -> str:
        """Why the choices can't be measured; empty if they can."""
        if self.kind() is ComparedKind.SETTINGS:
            return self.series.problem
        if self.kind() is ComparedKind.PAIR:
            return self.pair.problem
        ticked = [name for name, tick in self.schedulers.items() if tick.isChecked()]
        if self.schedulers and not ticked:
            return tr("Tick at least one scheduler.")
        return ""

    def show_device(self, tuned: Sequence[Device], offered: Sequence[str]) -> None:
        """``tuned`` are the devices to be set, ``offered`` their schedulers."""
        shown = (tuple(each.name for each in tuned), tuple(offered))
        if shown == self._shown:
            return
        self._shown = shown
        with QSignalBlocker(self):
            self._fill_schedulers(offered)
            known = comparables(tuned, offered)
            self._known = frozenset(each.name for each in known)
            self.series.show_comparables(known)
            self.pair.show_comparables(known)

    def show_problem(self) -> None:
        self.note.setText(self.problem)
        self.note.setVisible(bool(self.problem))

    def _build(self) -> None:
        self._ticks = QHBoxLayout()
        self._ticks.setSpacing(2 * SPACE)
        inner = QWidget()
        inner.setLayout(self._ticks)
        self._ticks.setContentsMargins(0, 0, 0, 0)
        settings = tr("&Values of settings: NCQ, queue size, read-ahead …")
        self._kinds = RadioPanels(
            (
                (ComparedKind.SCHEDULERS, tr("Sched&ulers"), inner),
                (ComparedKind.SETTINGS, settings, self.series),
                (ComparedKind.PAIR, tr("&Two configurations, A and B"), self.pair),
            )
        )
        self.buttons = self._kinds.buttons
        self.body.addWidget(self._kinds)
        self.body.addWidget(self.note)
        self.note.hide()
        self._kinds.changed.connect(self._change)
        self.series.changed.connect(self._change)
        self.pair.changed.connect(self._change)

    def _fill_schedulers(self, offered: Sequence[str]) -> None:
        clear(self._ticks)
        self.schedulers.clear()
        for name in offered:
            tick = QCheckBox(name)
            tick.setChecked(True)
            tick.toggled.connect(self._change)
            self._ticks.addWidget(tick)
            self.schedulers[name] = tick
        self._ticks.addStretch(1)

    def _ticked(self) -> tuple[str, ...]:
        """The ticked schedulers; empty if all are ticked."""
        ticked = tuple(name for name, tick in self.schedulers.items() if tick.isChecked())
        return () if len(ticked) == len(self.schedulers) else ticked

    def _change(self) -> None:
        self._soon.start(_SOON_MS)
