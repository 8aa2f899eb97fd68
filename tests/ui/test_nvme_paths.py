"""A drive with several paths in the window: one device, whose settings are those of its paths."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner.core.device import Device
from storage_tuner.jobs.settings.pending_changes import (
    PendingChange,
    Reach,
    change_scope,
    plan_changes,
)
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.ui.device.overview_tab import OverviewTab
from storage_tuner.ui.settings import preview_text
from storage_tuner.ui.settings.groups import device_groups
from storage_tuner.ui.tree.order import arrange
from tests.sysfs_trees.disks import add, nvme_with_paths

PATHS = ("nvme0c0n1", "nvme0c1n1")


@pytest.fixture
def devices(tmp_path: Path) -> tuple[Device, ...]:
    for disk in nvme_with_paths("nvme0n1"):
        add(tmp_path, disk)
    return read_devices(tmp_path)


@pytest.fixture
def drive(devices: tuple[Device, ...], tmp_path: Path) -> Device:
    return find_device("nvme0n1", devices, tmp_path)


def test_the_tree_has_only_the_drive(devices: tuple[Device, ...]) -> None:
    assert [key for entry in arrange(devices, ()) for key in entry.all_keys()] == ["nvme0n1"]


def test_its_page_has_the_paths_without_links(
    qtbot: QtBot, devices: tuple[Device, ...], drive: Device
) -> None:
    tab = OverviewTab()
    qtbot.addWidget(tab)
    tab.show_device(drive, devices, None)
    assert tab.paths.rows[1] == ("nvme0c1n1", "nvme1", "live, non-optimized")
    assert "I/O policy" in tab.multipath.text() and "numa" in tab.multipath.text()
    underlying = tab.stack.underlying
    assert underlying.plain.endswith("Uses the settings of nvme0c0n1, nvme0c1n1")
    assert "href" not in underlying.text()


def test_a_change_goes_to_all_paths(devices: tuple[Device, ...], drive: Device) -> None:
    groups = {group.title: group for group in device_groups(drive, devices)}
    rows = {row.tunable.name: row for row in groups["Paths"].rows}
    assert {"scheduler", "nr_requests", "nomerges"} <= rows.keys()
    place = change_scope(drive, devices)
    assert preview_text.reach(place, Reach.DEVICE) == "nvme0n1 and, where needed, its paths"
    assert preview_text.reach(place, Reach.MEMBERS) == "All 2 paths: nvme0c0n1, nvme0c1n1"
    chosen = [
        PendingChange("scheduler", "bfq", rows["scheduler"].seen),
        PendingChange("read_ahead_kb", "256", {"nvme0n1": "128"}),
    ]
    changes = plan_changes(place, chosen, Reach.DEVICE).changes
    assert {change.target.name: dict(change.wanted) for change in changes} == {
        "nvme0n1": {"read_ahead_kb": "256"},
        **{path: {"scheduler": "bfq"} for path in PATHS},
    }
