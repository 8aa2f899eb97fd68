"""A banner for permanent settings that another program undid."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from storage_tuner.core.drift import Drift
from storage_tuner.core.message import tr, trn
from storage_tuner.present.permanent import difference, remedies
from storage_tuner.ui import wording
from storage_tuner.ui.settings import names
from storage_tuner.ui.widgets.elements import Banner, Tone


class UndoneBanner(Banner):
    """``acted`` asks to set the values again, once. ``dialog`` shows the details, once asked
    for."""

    def __init__(self) -> None:
        super().__init__()
        self._drifts: tuple[Drift, ...] = ()
        self.dialog: QMessageBox | None = None
        self.details = QPushButton(tr("Details"))
        self.details.clicked.connect(self._show_details)
        self.add_button(self.details)

    def show_undone(self, drifts: Sequence[Drift]) -> None:
        """Show those with undone settings; hide if there are none."""
        undone = tuple(drift for drift in drifts if drift.undone)
        if undone == self._drifts:
            return
        self._drifts = undone
        if not undone:
            self.hide()
            return
        tunables = dict.fromkeys(one.tunable for each in undone for one in each.undone)
        affected = wording.joined(list(map(names.named, tunables)))
        count = sum(len(each.undone) for each in undone)
        self.show_message(
            Tone.CAUTION,
            trn(
                count,
                "Another program undid {count} permanent setting.",
                "Another program undid {count} permanent settings.",
            ),
            tr("Affected: {tunables}.", tunables=affected),
            action=tr("Set a&gain now"),
        )

    def _show_details(self) -> None:
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Information)
        box.setWindowTitle(tr("Undone settings"))
        box.setTextFormat(Qt.TextFormat.PlainText)  # it contains paths
        box.setText("\n\n".join((self.summary, *_details(self._drifts))))
        box.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog = box
        box.open()


def _details(drifts: Sequence[Drift]) -> list[str]:
    """A paragraph on each undone setting: who did it, and what to do about it."""
    return [
        "\n".join((f"{difference(drift.device, one)}.", *remedies(drift.device, one)))
        for drift in drifts
        for one in drift.undone
    ]
