"""Asks before a measurement is stopped, and names the settings to be restored."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan
from storage_tuner.ui.settings.names import setting_name, setting_value

Settings = Sequence[tuple[str, str]]


class StopQuestion(QMessageBox):
    """``stop`` is the button that stops; closing the box keeps measuring."""

    def __init__(self, window: QWidget, before: Settings) -> None:
        super().__init__(window)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(tr("Stop measuring?"))
        self.setText(tr("Stop measuring?"))
        self.setInformativeText(self._what_it_does(before))
        self.stop: QPushButton = self.addButton(tr("&Stop"), QMessageBox.ButtonRole.DestructiveRole)
        go_on = self.addButton(tr("&Keep measuring"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(go_on)
        self.setEscapeButton(go_on)

    def _what_it_does(self, before: Settings) -> str:
        back = ", ".join(f"{setting_name(name)}: {setting_value(name, v)}" for name, v in before)
        what = (
            tr("The previous settings will be restored ({settings}).", settings=back)
            if back
            else tr("The previous settings will be restored.")
        )
        return tr("{what} The results so far will be shown.", what=what)


def settings_before(device: Device | None, plan: Plan) -> tuple[tuple[str, str], ...]:
    """The previous values of the varied settings; those of an array's members from the plan."""
    present = next((dict(each.settings) for each in plan.variants if each.name == plan.current), {})
    reported = device.settings if device is not None else {}
    varied = dict.fromkeys(name for each in plan.variants for name, _ in each.settings)
    known = ((name, present.get(name) or reported.get(name)) for name in varied)
    return tuple((name, value) for name, value in known if value)
