"""Settings of the whole computer: how much is kept in memory before it's written to any disk."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from storage_tuner.client.setting_changes import ChangeTarget, Connect
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.core.tunable_target import tuned_memory
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.jobs.settings.pending_changes import EditedDevice
from storage_tuner.ui.jobs import Jobs, Newest
from storage_tuner.ui.settings.edited_devices import EditedSubject
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.settings.editor import SettingEditor
from storage_tuner.ui.settings.groups import machine_groups
from storage_tuner.ui.settings.kept_banner import KeptBanner, lasting
from storage_tuner.ui.settings.undone_banner import UndoneBanner
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone
from storage_tuner.ui.widgets.layouts import Placed, column_in, column_of
from storage_tuner.ui.widgets.page_head import PageHead

_REFRESH_MS = 5000
"""Settings change without any event."""


class ComputerPage(QWidget):
    """``changed`` restores the computer's settings. ``memory_read`` carries ``VirtualMemory``
    whenever it was read."""

    memory_read = Signal(object)

    def __init__(
        self,
        connect: Connect,
        setting: Jobs,
        reading: Jobs,
        read_memory: Callable[[], VirtualMemory],
    ) -> None:
        super().__init__()
        self._readings = Newest(reading)
        self.read_memory = read_memory
        self._memory: VirtualMemory | None = None
        self.head = PageHead()
        self.head.show_name(tr("This computer"), tr("Settings for all disks"))
        self.notice = self.head.notice
        self.editor = SettingEditor()
        self.undone = UndoneBanner()
        self.head.add(self.undone)
        self.changed = KeptBanner(self.editor.message)
        self.head.add(self.changed)
        self.loading = Text(tr("Reading settings …"), tone=Tone.SUBTLE)
        self.editing = Editing(self.editor, connect, setting)
        self.editor.hide()
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self.editing.refresh_requested.connect(self.refresh)
        inner = column_of(
            self.loading, Placed(self.editor, 1), margins=(3 * SPACE, SPACE, 3 * SPACE, 2 * SPACE)
        )
        column_in(self, self.head, Placed(inner, 1), spacing=0)

    def show_changed(self, is_changed: bool, for_good: tuple[str, ...]) -> None:
        """Show whether settings can be restored; ``for_good`` are the permanent ones."""
        if not is_changed:
            self.changed.show_nothing()
            return
        self.changed.show_kept(
            tr("Storage Tuner changed settings of {names}", names=tr("this computer")),
            lasting(for_good),
        )

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self.refresh()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._timer.stop()

    def refresh(self) -> None:
        """Read the settings; returns at once."""
        self._readings.start(self.read_memory, self.show_memory)

    def text(self) -> str:
        """All that is shown, for the clipboard."""
        return "\n\n".join((self.head.text(), self.editor.list.text()))

    def show_memory(self, memory: VirtualMemory) -> None:
        self.memory_read.emit(memory)
        if memory == self._memory:
            return
        self._memory = memory
        self.loading.hide()
        self.editor.show()
        place = EditedDevice(tuned_memory(VIRTUAL_MEMORY, memory), ChangeTarget(VIRTUAL_MEMORY, 0))
        self.editing.show(EditedSubject(place, lambda _: machine_groups(memory)))
