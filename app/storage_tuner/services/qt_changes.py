"""Kept changes for the window: asked for and put back in a thread of their own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.helper import HelperConnection
from storage_tuner.client.kept_settings import can_ask_quietly, changed_devices
from storage_tuner.client.setting_changes import restore
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.services.qt_helper_desk import HelperDesk


class KeptChanges(QObject):
    """``known`` carries the set of changed devices, ``done`` a device and what came back
    (``Restored``), ``failed`` device and error. One piece of work at a time; others wait."""

    known = Signal(object)
    done = Signal(str, object)
    failed = Signal(str, object)

    def __init__(
        self, connect: Callable[[], HelperConnection], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._connect = connect
        self._desk = HelperDesk("kept-changes")

    def look(self) -> None:
        """Ask the helper, unless that would make somebody type a password."""
        if can_ask_quietly():
            self._desk.submit(self._look)

    def put_back(self, device: str) -> None:
        self._desk.submit(lambda: self._put_back(device))

    def finish(self) -> None:
        """Give what is under way a moment; somebody may be thinking about a password."""
        self._desk.finish()

    def _look(self) -> None:
        try:
            found = frozenset(changed_devices(self._connect))
        except StorageTunerError:
            # nobody asked for this; what they do ask for will say what is wrong
            return
        self._desk.tell(self.known, found)

    def _put_back(self, device: str) -> None:
        try:
            restored = restore(self._connect, [device])
        except StorageTunerError as error:
            self._desk.tell(self.failed, device, error)
        else:
            self._desk.tell(self.done, device, restored)
