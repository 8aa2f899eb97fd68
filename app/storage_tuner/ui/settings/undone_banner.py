"""A banner for permanent settings that another program undid."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton

from storage_tuner.core.drift import Drift
from storage_tuner.core.message import tr, trn
from storage_tuner.present.permanent import difference, remedies
from storage_tuner.ui import wording
from storage_tuner.ui.settings import names
from storage_tuner.ui.widgets.elements import Banner, Tone


class UndoneBanner(Banner):
    """``acted`` asks to set the values again, once."""

    def __init__(self) -> None:
        super().__init__()
        self._drifts: tuple[Drift, ...] = ()
        self.details = QPushButton(tr("&Details"))
        self.details.setCheckable(True)
        self.details.toggled.connect(self._show)
        self.add_button(self.details)

    def show_undone(self, drifts: Sequence[Drift]) -> None:
        """Show those with undone settings; hide if there are none."""
        undone = tuple(drift for drift in drifts if drift.undone)
        if undone == self._drifts:
            return
        self._drifts = undone
        self._show()

    def _show(self) -> None:
        if not self._drifts:
            self.details.setChecked(False)
            self.hide()
            return
        tunables = list(dict.fromkeys(one.tunable for each in self._drifts for one in each.undone))
        count = sum(len(each.undone) for each in self._drifts)
        self.show_message(
            Tone.CAUTION,
            trn(
                count,
                "Another program undid {count} permanent setting.",
                "Another program undid {count} permanent settings.",
            ),
            "\n".join(_details(self._drifts))
            if self.details.isChecked()
            else tr(
                "Affected: {tunables}.", tunables=wording.joined(list(map(names.named, tunables)))
            ),
            action=tr("Set a&gain now"),
        )


def _details(drifts: Sequence[Drift]) -> list[str]:
    """A line on each undone setting, and what to do about it."""
    return [
        line
        for drift in drifts
        for one in drift.undone
        for line in (f"{difference(drift.device, one)}.", *remedies(drift.device, one))
    ]
