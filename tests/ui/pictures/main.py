"""The main window in each of its states."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.client.setting_changes import Restored
from storage_tuner.core.errors import HelperUnavailable
from storage_tuner.core.message import sentence
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.help_page import ShortcutsDialog
from storage_tuner.ui.window.main_window import MainWindow
from tests.ui import samples
from tests.ui.pictures.studio import StillMeasuredElsewhere, Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    yield from beginning(studio)
    window = MainWindow(studio.services)
    yield "main-looking", window
    studio.inventory.show(())
    yield "main-empty", window
    studio.inventory.show(samples.DEVICES)
    window.tree.choose("nvme0n1")
    yield "main-disk", window
    window.kept.note("sdd")
    window.tree.choose("sdd")
    yield "main-changed", window
    window.resize(760, 620)
    yield "main-narrow", window
    studio.inventory.show(samples.kept_for_good("sdd"))
    yield "main-kept-for-good", window
    window.kept.note_put_back("sdd", Restored(samples.CAME_BACK, (), ()))
    studio.inventory.show(samples.DEVICES)
    yield "main-put-back", window
    window.page.notice.hide()
    studio.inventory.show(samples.undone("sdd"))
    window.kept.answered.emit()  # no helper to ask
    yield "main-undone", window
    window.page.undone.details.click()
    assert window.page.undone.dialog is not None
    yield "main-undone-details", window.page.undone.dialog
    window.page.undone.dialog.close()
    studio.inventory.show(samples.DEVICES)
    window.resize(1240, 800)
    window.tree.choose("md0")
    yield "main-array", window
    window.tree.choose(PRACTICE)
    yield "main-practice", window
    window.tree.choose("nvme0n1")
    window.page.tabs.setCurrentIndex(2)
    yield "main-live", window
    window.page.tabs.setCurrentIndex(0)
    elsewhere = studio.services.measured_elsewhere
    assert isinstance(elsewhere, StillMeasuredElsewhere)
    elsewhere.measured = {"nvme0n1"}
    elsewhere.changed.emit()
    yield "main-measured-elsewhere", window
    elsewhere.measured = set()
    window.page.tabs.setCurrentIndex(2)
    window.tree.choose("nvme1n1")
    studio.inventory.show(samples.DEVICES[:-1])
    yield "main-gone", window


def beginning(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    """The very first start, with and without disks, and without a helper."""
    studio.services.settings.clear()
    window = MainWindow(studio.services)
    studio.inventory.show(samples.DEVICES)
    yield "main-welcome", window
    window.right_side.welcome.refresh.click()
    window.right_side.bar.show_obstacle(
        HelperUnavailable(sentence("its system service is not installed"))
    )
    yield "main-denied", window
    window.search.begin_search()
    window.search.field.setText("4 tb")
    yield "main-search", window
    window.search.field.setText("floppy")
    yield "main-search-nothing", window
    yield "main-shortcuts", ShortcutsDialog(window.menuBar())
    studio.inventory.show(())
