"""Compares permanent settings with the current ones, and sets them again on request."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.setting_changes import Change, ChangeTarget, Connect
from storage_tuner.core.drift import Drift, Fate, drift_of
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.core.tunable_target import tuned_device, tuned_memory
from storage_tuner.jobs.settings.apply import Applied, apply_changes
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.widgets.elements import Said, Tone
from storage_tuner.ui.window.computer_state import ComputerState
from storage_tuner.ui.window.kept_settings import KeptSettings
from storage_tuner.ui.window.measured_elsewhere import MeasuredElsewhere
from storage_tuner_protocol.interface import MAXIMUM_DEVICES


class UndoneSettings(QObject):
    """``changed``: other settings than before are undone. ``reported`` carries what came of setting
    them again (``Said``), ``applied`` what was set (``Applied``).

    Whether a value was changed by the user or by somebody else is known by the helper, so nothing
    new is shown before it was asked.
    """

    changed = Signal()
    reported = Signal(object)
    applied = Signal(object)

    def __init__(
        self, kept: KeptSettings, measured: MeasuredElsewhere, connect: Connect, jobs: Jobs
    ) -> None:
        super().__init__(kept)
        self._kept, self._measured, self._connect, self._jobs = kept, measured, connect, jobs
        self._known = ComputerState()
        self._drifts: tuple[Drift, ...] = ()
        self._asked_about: object = ()
        kept.answered.connect(self._update)
        measured.changed.connect(self._update)

    def compare(self, known: ComputerState) -> None:
        """Compare the settings of ``known``."""
        self._known = known
        drifts = self._compared()
        differing = [
            (drift.device, one.tunable, one.value, one.current)
            for drift in drifts
            for one in drift.settings
            if one.fate is not Fate.KEPT
        ]
        if differing and differing != self._asked_about:
            self._asked_about = differing
            self._measured.refresh()
            self._kept.refresh()
        else:
            self._asked_about = differing
            self._show(drifts)

    def among(self, names: Collection[str]) -> tuple[Drift, ...]:
        """Those of the devices that have undone settings."""
        return tuple(drift for drift in self._drifts if drift.device in names)

    @property
    def counts(self) -> dict[str, int]:
        """How many settings are undone, by device."""
        return {drift.device: len(drift.undone) for drift in self._drifts}

    def set_again(self, names: Collection[str]) -> None:
        """Set the permanent values of these devices, once."""
        changes = [
            Change(
                ChangeTarget(drift.device, self._number(drift.device)),
                {one.tunable: one.value for one in drift.undone},
            )
            for drift in self.among(names)
        ]
        self._jobs.start(partial(_set, self._connect, changes), self._note_set, self._note_refused)

    def _number(self, name: str) -> int:
        device = self._known.device(name)
        return (device.diskseq or 0) if device is not None else 0

    def _update(self) -> None:
        self._show(self._compared())

    def _compared(self) -> tuple[Drift, ...]:
        known, own = self._known, self._kept.own
        measured = [
            name
            for device in known.devices
            if self._measured.is_measured(device)
            for name in known.tuned_with(device.name)
        ]
        own = replace(own, in_session=own.in_session.union(measured))
        targets = [*map(tuned_device, known.devices), tuned_memory(VIRTUAL_MEMORY, known.memory)]
        return tuple(drift_of(each, own) for each in targets if each.permanent)

    def _show(self, drifts: Iterable[Drift]) -> None:
        undone = tuple(drift for drift in drifts if drift.undone)
        if undone != self._drifts:
            self._drifts = undone
            self.changed.emit()

    def _note_set(self, applied: tuple[Applied, ...]) -> None:
        names = [name for each in applied for name in each.devices]
        for each in applied:
            self.applied.emit(each)
        summary = tr(
            "The permanent settings of {names} are in effect again.",
            names=preview_words.devices(names),
        )
        remedy = tr("If they change back, Details says what to do.")
        self.reported.emit(Said(Tone.GOOD, summary, remedy))

    def _note_refused(self, error: StorageTunerError) -> None:
        self.reported.emit(Said(Tone.CAUTION, str(error.summary), str(error.remedy)))


def _set(connect: Connect, changes: list[Change]) -> tuple[Applied, ...]:
    """Set them in as few sessions as possible, for fewer passwords."""
    groups = range(0, len(changes), MAXIMUM_DEVICES)
    return tuple(
        apply_changes(connect, changes[start : start + MAXIMUM_DEVICES]) for start in groups
    )
