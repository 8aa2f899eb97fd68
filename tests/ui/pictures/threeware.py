"""A unit of a 3ware controller: its policies, what they can lose, and work to be waited for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from storage_tuner.core.controller import Controller, Policy, Unit
from storage_tuner.core.device import Device
from storage_tuner.probe.load.conditions import ConditionSubject, device_conditions
from storage_tuner.probe.threeware import with_policies
from storage_tuner.ui.assistant.plan.comparison_choice import ComparedKind
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.window.main_window import MainWindow
from tests.ui import sample_machine
from tests.ui.pictures.studio import Studio

HOSTILE = "\x1b[31mOK\x1b[0m\u202etxet eht snrut\x00\x07<b>bold</b>" + 40 * " endless"
UNIT = replace(
    sample_machine.CONTROLLER.units[0],
    type="RAID-1",
    status="OK",
    percent=None,
    policies=(
        Policy("qpolicy", "on"),
        Policy("rdcache", "Intelligent"),
        Policy("wrcache", "OFF"),
        Policy("storsave", "protection"),
        Policy("autoverify", "on"),
    ),
)
DISK = replace(sample_machine.BY_NAME["sdg"], background=None, mount_points=(), in_use=())


def controller(unit: Unit) -> Controller:
    """One without a battery that is ready."""
    return replace(sample_machine.CONTROLLER, units=(unit, *sample_machine.CONTROLLER.units[1:]))


def computer(unit: Unit) -> tuple[tuple[Device, ...], tuple[Controller, ...]]:
    others = (each for each in sample_machine.EVERYTHING if each.name != "sdg")
    controllers = (controller(unit),)
    return with_policies((*others, DISK), controllers), controllers


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(*computer(UNIT))
    window = MainWindow(studio.services)
    yield from settings(window)
    studio.inventory.show(*computer(replace(UNIT, status="REBUILDING", percent=17)))
    window.page.settings.editor.list.choose("qpolicy")
    yield "threeware-settings-rebuilding", window
    studio.inventory.show(*computer(UNIT))
    window.page.tabs.setCurrentIndex(0)
    yield "threeware-overview", window
    hostile = replace(UNIT, status=HOSTILE, type=HOSTILE, disks=(), mapping_doubt=HOSTILE)
    hostile = replace(hostile, details={HOSTILE: HOSTILE}, policies=(Policy("qpolicy", HOSTILE),))
    studio.inventory.show(*computer(hostile))
    window.tree.choose("3ware:c0/u0")
    yield "threeware-hostile", window
    yield from measuring(studio)


def settings(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    window.page.tabs.setCurrentWidget(window.page.settings)
    window.tree.choose("sdg")
    editing, editor = window.page.settings.editing, window.page.settings.editor
    for tunable, value in (("qpolicy", "off"), ("wrcache", "on"), ("storsave", "perform")):
        editor.list.wished.emit(tunable, value)
    editor.list.choose("wrcache")
    yield "threeware-settings", window
    editing.editor.bar.preview.click()
    assert editing.preview is not None
    yield "threeware-preview", editing.preview
    for box in editing.preview.risks:
        box.setChecked(True)
    yield "threeware-preview-agreed", editing.preview
    editing.preview.reject()
    editing.forget("sdg")


def measuring(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(*computer(replace(UNIT, status="REBUILDING", percent=17)))
    assistant = studio.assistant()
    page = assistant.pages.device
    page.search.setText("3ware")
    yield "threeware-devices-rebuilding", assistant
    devices, controllers = computer(replace(UNIT, status="VERIFYING", percent=64))
    studio.inventory.show(devices, controllers)
    page.search.clear()
    page.choose("sdg")
    yield "threeware-devices-verifying", assistant
    assistant.navigation.go(Step.PLAN)
    disk = next(each for each in devices if each.name == "sdg")
    found = tuple(device_conditions(ConditionSubject(disk, devices, controllers=controllers)))
    assistant.preparation.show_conditions(found)
    yield "threeware-verifying", assistant
    choice = assistant.pages.plan.comparison
    choice.buttons[ComparedKind.SETTINGS].setChecked(True)
    choice.series.ticks["qpolicy"].setChecked(True)
    assistant.preparation.show_chosen()
    assistant.preparation.show_conditions(())
    bar = assistant.pages.plan.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    yield "threeware-ncq", assistant
