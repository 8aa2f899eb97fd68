"""A banner for settings changed by Storage Tuner; newer messages replace it."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.message import tr
from storage_tuner.ui import wording
from storage_tuner.ui.settings import names
from storage_tuner.ui.widgets.elements import Banner, Tone


class KeptBanner(Banner):
    """Hides while ``reported`` shows the outcome of the last change."""

    def __init__(self, reported: Banner) -> None:
        super().__init__()
        self._last_change = reported
        self._is_wanted = False
        reported.appeared.connect(self._give_way)

    def show_kept(self, summary: str, remedy: str) -> None:
        self._is_wanted = True
        self.show_message(Tone.PLAIN, summary, remedy, action=tr("Restore prev&ious settings"))
        self._give_way()

    def show_nothing(self) -> None:
        self._is_wanted = False
        self.hide()

    def _give_way(self) -> None:
        self.setVisible(self._is_wanted and not self._last_change.isVisible())


def lasting(tunables: Sequence[str]) -> str:
    """How long changes last; ``tunables`` are permanent."""
    if not tunables:
        return tr("Kept until reboot.")
    return tr(
        "Permanent, applied at every boot: {tunables}.",
        tunables=wording.joined(list(map(names.named, tunables))),
    )
