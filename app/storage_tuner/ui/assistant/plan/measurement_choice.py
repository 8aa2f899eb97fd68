"""Chooses what is measured: workloads, the start of a program, a map, or sustained writes."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.bench.programs.own_command import own_command_of
from storage_tuner.bench.sustained import AMOUNT_BYTES
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Protocol, Target
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.present.numbers import SPACE as SPACE_BEFORE_UNIT
from storage_tuner.ui.assistant.plan.start_panel import StartPanel
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone
from storage_tuner.ui.widgets.layouts import Stretch, column_in, row_of
from storage_tuner.ui.widgets.radio_panels import RadioPanels
from storage_tuner.ui.widgets.wheel_guard import SpinBox

MOST_GIB = 16 << 10
"""The most that can be written."""

_SOON_MS = 200
"""Several keys in a row are one change."""


class MeasuredKind(StrEnum):
    WORKLOADS = "workloads"
    START = "start"
    MAP = "map"
    SUSTAINED = "sustained"


class MeasurementChoice(Card):
    """``kind_changed`` is emitted when another kind is chosen, ``changed`` also soon after its
    details are."""

    kind_changed = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Measurement"))
        self.start = StartPanel()
        self.amount = SpinBox()
        self._kinds = RadioPanels(
            (
                (MeasuredKind.WORKLOADS, tr("Workloads"), self._workloads_panel()),
                (MeasuredKind.START, tr("Program start"), self.start),
                (MeasuredKind.MAP, tr("&Latency map"), self._map_panel()),
                (MeasuredKind.SUSTAINED, tr("Sustained writes"), self._sustained_panel()),
            )
        )
        self.buttons = self._kinds.buttons
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self.changed)
        self.start.changed.connect(self._soon.start)
        self.amount.valueChanged.connect(self._soon.start)
        self._kinds.changed.connect(self.kind_changed)
        self._kinds.changed.connect(self.changed)
        self.body.addWidget(self._kinds)

    def kind(self) -> MeasuredKind:
        return MeasuredKind(self._kinds.chosen)

    def amount_bytes(self) -> int:
        """How much to write for sustained writes."""
        return self.amount.value() << 30

    def starts(self) -> tuple[Workload, ...]:
        """The workloads of a program start; empty while they can't be measured."""
        return () if self.start.problem else self.start.workloads()

    @property
    def problem(self) -> str:
        """Why the choice can't be measured; empty if it can."""
        return self.start.problem if self.kind() is MeasuredKind.START else ""

    def choose(self, request: TuningRequest) -> None:
        """Show what ``request`` measures."""
        own = own_command_of(request.workloads)
        if own is not None:
            self.start.choose(own)
        if request.protocol is Protocol.SUSTAINED:
            self.amount.setValue((request.target.size_bytes or AMOUNT_BYTES) >> 30)
        kinds = {Protocol.SUSTAINED: MeasuredKind.SUSTAINED, Protocol.MAP: MeasuredKind.MAP}
        usual = MeasuredKind.WORKLOADS if own is None else MeasuredKind.START
        self.buttons[kinds.get(request.protocol, usual)].setChecked(True)

    def show_target(self, target: Target) -> None:
        self.start.show_target(target)
        self.start.show_problem()

    def _workloads_panel(self) -> QWidget:
        return Text(tr("Those of the purpose, unless others are ticked below."), tone=Tone.SUBTLE)

    def _map_panel(self) -> QWidget:
        return Text(
            tr(
                "Measures how long reads take while the disk also writes: reads at 5 to 80 % of "
                "their maximum beside writes at 0 to 80 %, or only reads where nothing may be "
                "written."
            ),
            tone=Tone.SUBTLE,
        )

    def _sustained_panel(self) -> QWidget:
        self.amount.setRange(1, MOST_GIB)
        self.amount.setValue(AMOUNT_BYTES >> 30)
        self.amount.setSuffix(f"{SPACE_BEFORE_UNIT}GiB")
        self.amount.setAccessibleName(tr("Amount to write"))
        about = tr(
            "Writes this much without a pause, with the current settings, and shows where "
            "throughput drops, as when a write cache is full."
        )
        panel = QWidget()
        column_in(
            panel, Text(about, tone=Tone.SUBTLE), row_of(self.amount, Stretch()), spacing=SPACE
        )
        return panel
