"""The main window on a computer with one of everything."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import (
    Dismissed,
)
from storage_tuner.ui.window.main_window import MainWindow
from tests.ui import sample_machine
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    """A computer with one of everything."""
    window = MainWindow(studio.services)
    studio.inventory.show(sample_machine.EVERYTHING, (sample_machine.CONTROLLER,))
    for key, name in (
        ("md0", "array-degraded"),
        ("dm-1", "lvm-on-luks-on-md"),
        ("nvme0n1", "nvme"),
        ("sdg", "3ware-unit"),
        ("3ware:c0", "3ware-controller"),
        ("3ware:c0/u1", "3ware-nested"),
        ("3ware:c0/p1", "3ware-drive"),
        ("sdh", "zoned"),
        ("vda", "virtual"),
        ("loop0", "loop"),
        ("zram0", "zram"),
    ):
        window.tree.choose(key)
        yield f"machine-{name}", window
    window.page.tabs.setCurrentIndex(1)
    for key in ("sdc", "md0", "dm-1", "nvme0n1"):
        window.tree.choose(key)
        yield f"machine-settings-{key}", window
    window.page.tabs.setCurrentIndex(2)
    yield "machine-live", window
    window.page.tabs.setCurrentIndex(0)
    yield from health(window)
    studio.inventory.show(
        tuple(each for each in sample_machine.EVERYTHING if each.name not in ("sdc", "sdi")),
        (sample_machine.CONTROLLER,),
    )
    yield "machine-gone", window


def health(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    for name, answer in (
        ("nvme0n1", sample_machine.HEALTHY),
        ("sda", sample_machine.WORN),
        ("sde", sample_machine.FAILING),
        ("sdf", sample_machine.ASLEEP),
    ):
        window.tree.choose(name)
        window.menus.read_health.trigger()
        if name == "nvme0n1":
            yield "machine-health-asking", window
        window.health.note(answer)
        yield f"machine-health-{name}", window
    window.tree.choose("sdc")
    window.menus.read_health.trigger()
    window.health.note_failed(Dismissed())
    yield "machine-health-failed", window
