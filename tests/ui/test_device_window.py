"""Everything that is known of every kind of device is in the window, in words that can be read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QTableWidget, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.core import controller as controllers
from storage_tuner.core import device as devices
from storage_tuner.core.device import Activity, Device
from storage_tuner.core.errors import Dismissed
from storage_tuner.core.health import Health
from storage_tuner.core.message import Message
from storage_tuner.core.tunable import OF_DEVICES
from storage_tuner.present.blocks import Fact
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.settings.groups import device_groups
from storage_tuner.ui.tree import device_tree, sparkline
from storage_tuner.ui.widgets.elements import broken
from storage_tuner.ui.widgets.facts import ElidedText, Facts, SelectableText
from storage_tuner.ui.widgets.links import LinkText
from storage_tuner.ui.widgets.table import TableWidget
from storage_tuner.ui.window.main_window import MainWindow
from tests.loop_device import attached_loop, scratch_folder
from tests.ui.conftest import PATIENCE_MS, visible
from tests.ui.sample_machine import (
    ASLEEP,
    BY_NAME,
    CONTROLLER,
    DEGRADED,
    EVERYTHING,
    FAILING,
    HEALTHY,
    SYSTEM,
    VIRTUAL,
    WORN,
    ZONED,
    hdd,
)
from tests.ui.test_main_window import unnamed

OVERVIEW, SETTINGS, LIVE = range(3)

RICH = hdd(
    "sdz",
    links=("/dev/disk/by-id/ata-LINK",),
    vendor="VENDOR",
    model="MODEL",
    serial="SERIAL",
    wwn="0xWWN",
    firmware="FIRMWARE",
    size_bytes=123_456_789_012,
    logical_block_bytes=520,
    physical_block_bytes=4160,
    optimal_io_bytes=3 << 16,
    rotational_believed=False,
    rotational_doubt="DOUBT",
    write_cache="WRITE CACHE",
    removable=True,
    read_only=False,
    diskseq=4711,
    backing_file="/srv/BACKING",
    scheduler=devices.SchedulerState("ACTIVE", ("ACTIVE", "OTHER")),
    queue_depth=devices.QueueDepth(7, 29, False, True, "NCQ REASON"),
    settings={
        "scheduler": "ACTIVE",
        "nr_requests": "77",
        "async_depth": "31",
        "fifo_batch": "13",
        "nomerges": "1",
    },
    newer=("async_depth",),
    limits={"nr_requests": (5, 1999)},
    defaults={"nr_requests": "66"},
    owners=(devices.SettingOwner("TOOL", "nr_requests", "55", "/etc/PLACE:9"),),
    locked={"nomerges": "LOCKED BECAUSE"},
    content=devices.Content("CONTENT", "CONTENT USAGE", "CONTENT LABEL", "CONTENT-UUID"),
    mount_points=("/mnt/WHOLE",),
    partitions=(
        devices.Partition(
            "sdz1",
            7_770_000_000,
            "/dev/sdz1-PATH",
            3_330_000,
            devices.Content("PART", "PART USAGE", "PART LABEL", "PART-UUID"),
            ("/mnt/PART",),
            ("mounted at /mnt/PART", "PART USE"),
        ),
    ),
    members=("MEMBER",),
    holders=("HOLDER",),
    in_use=("IN USE",),
    background=devices.BackgroundWork("WORKING", 61.0),
    md=devices.MdState(
        "raid6",
        "LAYOUT",
        384 << 10,
        "STATE",
        "SYNC",
        2,
        37.0,
        9,
        3,
        "BITMAP",
        "POLICY",
        "MD-UUID",
        "METADATA",
        (devices.MdMember("MDMEMBER", 8, ("in_sync", "write_mostly")),),
    ),
    mapping=devices.DeviceMapping("TARGET", "MAPNAME", "MAP-UUID", "GROUP", "VOLUME"),
    zones=devices.Zones("host-aware", 4321, 224 << 20),
    power_states=devices.PowerStates("777", 888),
    missing={"transport": "MISSING BECAUSE"},
    transport=None,
)
"""Every field has a value of its own, so that it can be found."""

SHOWN: dict[type, dict[str, tuple[str, ...]]] = {
    Device: {
        "name": ("sdz",),
        "path": ("/dev/sdz",),
        "kind": ("Array, RAID 6",),
        "size_bytes": ("123 456 789 012 bytes",),
        "transport": ("unknown",),
        "links": ("/dev/disk/by-id/ata-LINK",),
        "vendor": ("VENDOR",),
        "model": ("MODEL",),
        "serial": ("SERIAL",),
        "wwn": ("0xWWN",),
        "firmware": ("FIRMWARE",),
        "logical_block_bytes": ("520 bytes",),
        "physical_block_bytes": ("4 160 bytes",),
        "optimal_io_bytes": ("192 KiB",),
        "rotational": ("Rotational: yes",),
        "rotational_believed": ("unreliable here",),
        "rotational_doubt": ("DOUBT",),
        "write_cache": ("WRITE CACHE",),
        "removable": ("Removable: yes",),
        "read_only": ("Read-only: no",),
        "diskseq": ("4711",),
        "backing_file": ("/srv/BACKING",),
        "scheduler": ("ACTIVE", "OTHER"),
        "queue_depth": ("7 of 29",),
        "settings": ("77 requests", "13 requests"),
        "limits": ("5 to 1 999",),
        "defaults": ("66 requests",),
        "owners": ("set by TOOL PLACE:9",),
        "locked": ("LOCKED BECAUSE",),
        "content": ("CONTENT (CONTENT USAGE)",),
        "mount_points": ("Mounted at /mnt/WHOLE",),
        "partitions": ("/dev/sdz1-PATH",),
        "members": ("MEMBER",),
        "holders": ("HOLDER",),
        "in_use": ("IN USE",),
        "background": ("WORKING 61 %",),
        "md": ("RAID 6",),
        "mapping": ("TARGET",),
        "zones": ("host-aware",),
        "missing": ("MISSING BECAUSE",),
        "newer": ("/sys/block/sdz/queue/async_depth",),
        "power_states": ("777",),
        # in windows of their own: test_nvme_paths, test_undone_settings
        "head": (),
        "multipath": (),
        "permanent": (),
    },
    devices.NvmeMultipath: {"io_policy": (), "paths": ()},
    devices.NvmePath: {"name": (), "controller": (), "state": (), "ana_state": ()},
    devices.PowerStates: {"tolerance": ("777",), "default_us": ()},
    devices.SchedulerState: {"active": ("ACTIVE",), "available": ("OTHER",)},
    devices.QueueDepth: {
        "value": ("7 of",),
        "maximum": ("of 29",),
        "ncq": ("NCQ: off",),
        "ncq_supported": ("NCQ: off",),
        "reason": ("NCQ REASON",),
    },
    devices.Content: {
        "kind": ("CONTENT", "PART"),
        "usage": ("CONTENT USAGE", "PART USAGE"),
        "label": ("CONTENT LABEL", "PART LABEL"),
        "uuid": ("CONTENT-UUID", "PART-UUID"),
    },
    devices.Partition: {
        "name": ("sdz1",),
        "size_bytes": ("7.77 GB",),
        "path": ("/dev/sdz1-PATH",),
        "start_bytes": ("3.33 MB",),
        "content": ("PART (PART USAGE)",),
        "mount_points": ("/mnt/PART",),
        "in_use": ("PART USE",),
    },
    devices.MdMember: {
        "name": ("MDMEMBER",),
        "slot": ("8",),
        "states": ("in sync, write mostly",),
    },
    devices.MdState: {
        "level": ("RAID 6",),
        "layout": ("LAYOUT",),
        "chunk_bytes": ("384 KiB",),
        "state": ("STATE",),
        "sync_action": ("SYNC",),
        "degraded": ("Missing members: 2",),
        "sync_percent": ("SYNC 37 %",),
        "disks": ("Configured members: 9",),
        "spares": ("Spares: 3",),
        "bitmap": ("BITMAP",),
        "consistency_policy": ("POLICY",),
        "uuid": ("MD-UUID",),
        "metadata": ("METADATA",),
        "member_states": ("MDMEMBER",),
    },
    devices.DeviceMapping: {
        "target": ("TARGET",),
        "name": ("MAPNAME",),
        "uuid": ("MAP-UUID",),
        "volume_group": ("GROUP",),
        "logical_volume": ("VOLUME",),
    },
    devices.Zones: {"model": ("host-aware",), "count": ("4 321",), "zone_bytes": ("224 MiB",)},
    devices.SettingOwner: {
        "tool": ("TOOL, to",),
        "tunable": ("nr_requests",),
        "value": ("to 55",),
        "place": ("/etc/PLACE:9",),
    },
    devices.BackgroundWork: {"action": ("WORKING",), "percent": ("61 %",)},
}
"""For each field of each value what must be read in the window of ``RICH``."""

SHOWN_OF_CONTROLLERS: dict[type, dict[str, tuple[str, ...]]] = {
    controllers.Controller: {
        "vendor": ("Vendor: 3ware",),
        "id": ("RAID controller c0",),
        "model": ("9650SE-4LPML",),
        "firmware": ("FE9X 4.10.00.027",),
        "driver": ("2.26.02.014",),
        "serial": ("L326018A8320487",),
        "units": ("u0 · RAID-5 · sdg",),
        "ports": ("9QJ04KB5",),
        "bbu": ("Charging",),
        "details": ("BE9X 4.08.00.004",),
        "missing": (),
    },
    controllers.Unit: {
        "id": ("u1 of c0",),
        "type": ("RAID-10",),
        "status": ("DEGRADED",),
        "percent": ("REBUILDING 17 %",),
        "size_bytes": ("2.00 TB",),
        "chunk_bytes": ("64 KiB",),
        "cache": ("RiW",),
        "serial": ("9QJ04KBX0A7A1200A2B1",),
        "policies": ("Drive queueing (qpolicy): on",),
        "ports": ("p0, p1, p2",),
        "sub_units": ("u1-1",),
        "disks": ("Linux disk: sdg",),
        "mapping_doubt": ("neither tells a serial number",),
        "details": ("Ignore ECC: off",),
    },
    controllers.Policy: {
        "name": ("storsave",),
        "value": ("balance",),
        "reason": ("only units of RAID 1, 10 and 5 on 9690SA have it",),
    },
    controllers.Port: {
        "id": ("Port: p2",),
        "status": ("NOT-PRESENT",),
        "unit": ("unassigned",),
        "size_bytes": ("3.00 TB",),
        "model": ("Example HDD 3 TB",),
        "serial": ("9QJ04KB2",),
        "firmware": ("CV11",),
        "ncq_supported": ("NCQ supported: yes",),
        "ncq_enabled": ("NCQ active: no",),
        "details": ("7200 RPM",),
    },
    controllers.Battery: {
        "status": ("Charging",),
        "ready": ("not ready",),
        "details": ("255 hours",),
    },
}


def texts(widget: QWidget) -> Iterator[str]:
    """All that can be seen or hovered over in ``widget``, also where it's cut or scrolled."""
    for child in widget.findChildren(QWidget):
        if not child.isVisibleTo(widget):
            continue
        if isinstance(child, (QLabel, ElidedText)):
            yield child.whole if isinstance(child, ElidedText) else child.text()
            yield child.toolTip()
            yield child.accessibleName()
        elif isinstance(child, QTableWidget):
            for row in range(child.rowCount()):
                for column in range(child.columnCount()):
                    item = child.item(row, column)
                    assert item is not None
                    yield item.text()
        elif isinstance(child, QTreeWidget):
            for name in child.findItems(
                "", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive, 0
            ):
                yield from (name.text(column) for column in range(child.columnCount()))
                yield from (name.toolTip(column) for column in range(child.columnCount()))


def plain(text: str) -> str:
    return broken(text).replace("\u00a0", " ").replace("\u202f", " ")


def everything_said(window: MainWindow, key: str) -> str:
    """Of one entry, in all tabs and for every setting."""
    assert window.tree.choose(key)
    page = window.page
    found = []
    for tab in (OVERVIEW, SETTINGS, LIVE):
        page.tabs.setCurrentIndex(tab)
        QApplication.processEvents()  # new labels come with the next turn of the loop
        found += list(texts(window.right_side))
    for item in page.settings.list.settings():
        page.settings.list.setCurrentItem(item)
        QApplication.processEvents()
        found += list(texts(page.settings))
    return plain("\n".join(found))


@pytest.fixture
def shown(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """The window of a computer with everything, and nothing of this one. No drive is asked for its
    health: tests give the answers."""
    monkeypatch.setattr(window.services.health_jobs, "start", lambda _: None)
    window.services.inventory.stop()
    QApplication.processEvents()
    window.show_controllers((CONTROLLER,))
    window.show_devices((*EVERYTHING, RICH))
    return window


def test_every_field_of_a_device_reaches_the_window(shown: MainWindow) -> None:
    said = everything_said(shown, "sdz")
    missing = [
        f"{kind.__name__}.{field}: {text}"
        for kind, fields in SHOWN.items()
        for field, wanted in fields.items()
        for text in wanted
        if text not in said
    ]
    assert not missing


def test_every_field_of_a_controller_reaches_the_window(shown: MainWindow) -> None:
    keys = ("3ware:c0", "sdg", "3ware:c0/u1", "3ware:c0/p2", "3ware:c0/p7")
    said = "\n".join(everything_said(shown, key) for key in keys)
    missing = [
        f"{kind.__name__}.{field}: {text}"
        for kind, fields in SHOWN_OF_CONTROLLERS.items()
        for field, wanted in fields.items()
        for text in wanted
        if text not in said
    ]
    assert not missing


@pytest.mark.parametrize("kind", [*SHOWN, *SHOWN_OF_CONTROLLERS], ids=lambda kind: kind.__name__)
def test_no_field_is_forgotten_here(kind: type) -> None:
    expected = {**SHOWN, **SHOWN_OF_CONTROLLERS}[kind]
    assert set(expected) == {field.name for field in dataclasses.fields(kind)}


def test_every_kind_of_value_is_looked_for() -> None:
    told = {
        kind
        for module in (devices, controllers)
        for kind in vars(module).values()
        if dataclasses.is_dataclass(kind) and isinstance(kind, type)
    }
    assert told - {devices.Counters, devices.Activity, Message} == {*SHOWN, *SHOWN_OF_CONTROLLERS}


def test_what_is_not_told_says_why(shown: MainWindow) -> None:
    shown.tree.choose("nvme0n1")
    facts = {fact.name: fact for fact in shown.page.overview.identity.facts.facts}
    assert facts["Vendor"].value is None
    labels = [
        label
        for label in shown.page.overview.identity.findChildren(QLabel)
        if label.text() == "unknown"
    ]
    assert [label.toolTip() for label in labels] == ["NVMe tells the model only"]
    assert labels[0].accessibleName() == "Vendor: unknown (NVMe tells the model only)"


def test_much_that_is_not_told_is_one_row_with_all_reasons(shown: MainWindow) -> None:
    shown.tree.choose("md0")
    last = shown.page.overview.identity.facts.facts[-1]
    assert last.name == "Unknown"
    assert last.value is not None
    assert "Serial number" in last.value
    assert any(
        "Serial number" in line and "(arrays and mapped devices have none)" in line
        for line in last.hint.splitlines()
    )


def test_no_row_is_an_empty_hole(shown: MainWindow) -> None:
    for device in EVERYTHING:
        shown.tree.choose(device.name)
        assert_no_holes(shown)


def assert_no_holes(shown: MainWindow) -> None:
    for facts in shown.page.findChildren(Facts):
        for fact in facts.facts:
            assert fact.text.strip(), fact
            assert fact.value is not None or fact.hint, fact
    for table in shown.page.findChildren(TableWidget):
        for row in range(table.rowCount()):
            for column in range(table.columnCount()):
                item = table.item(row, column)
                assert item is not None
                assert item.text()
                assert item.toolTip()


def test_every_setting_has_value_range_meaning_or_a_reason(shown: MainWindow) -> None:
    wanted = {tunable.name for tunable in OF_DEVICES}
    for device in EVERYTHING:
        shown.tree.choose(device.name)
        items = shown.page.settings.list.settings()
        assert {item.row.tunable.name for item in items} == wanted
        for item in items:
            assert item.row.value_text or item.row.reason
            assert item.row.range
            assert str(item.row.tunable.meaning) in item.toolTip(0)


def test_a_default_that_is_not_known_of_a_device_is_not_claimed() -> None:
    """bfq's timeout_sync is rounded to the timer's ticks; what a device doesn't have now has the
    catalogue's default."""
    disk = Device("sda", "/dev/sda", "disk", 10**9, settings={"timeout_sync": "124"})
    rows = {row.tunable.name: row for group in device_groups(disk, (disk,)) for row in group.rows}
    assert rows["timeout_sync"].value == "124"
    assert rows["timeout_sync"].default is None


@pytest.mark.slow
def test_every_control_of_every_page_has_a_name_and_a_role(
    shown: MainWindow, qapp: QApplication
) -> None:
    for key in sorted(shown.tree.present_keys()):
        shown.tree.choose(key)
        for tab in (OVERVIEW, SETTINGS, LIVE):
            shown.page.tabs.setCurrentIndex(tab)
            assert not unnamed(shown), key
            assert not roleless(shown), key


def roleless(window: QWidget) -> list[str]:
    """What can be reached by keyboard, but a screen reader couldn't say what it is."""
    found = []
    for child in visible(window):
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.focusProxy() is None:
            interface = QAccessible.queryAccessibleInterface(child)
            if interface.role() in (QAccessible.Role.NoRole, QAccessible.Role.Client):
                found.append(repr(child))
    return found


def test_values_have_accessible_names(shown: MainWindow) -> None:
    for key in ("md0", "sdg", "loop0"):
        shown.tree.choose(key)
        for label in shown.page.overview.findChildren(SelectableText):
            if label.isVisible() and label.parent() in shown.page.findChildren(Facts):
                assert ": " in label.accessibleName()


def test_an_array_says_whose_its_settings_are(shown: MainWindow) -> None:
    shown.tree.choose("md0")
    settings = shown.page.settings
    assert settings.banner.plain == (
        "md0 uses the settings of sda, sdb, sdc; they differ on sdc: "
        "Scheduler, Request queue size (nr_requests) and Device queue depth (queue_depth)."
    )
    shown.page.tabs.setCurrentIndex(SETTINGS)
    settings.banner.linkActivated.emit("sdc")
    assert shown.tree.current_key() == "sdc"
    rows = {item.row.tunable.name: item.row for item in settings.list.settings()}
    assert rows["scheduler"].notes == ("differs from other members (mq-deadline)",)
    assert rows["read_ahead_kb"].notes == ()


def test_an_array_whose_members_agree_says_so(shown: MainWindow) -> None:
    shown.tree.choose("md1")
    expected = "md1 uses the settings of sde, sdf, which are identical."
    assert shown.page.settings.banner.plain == expected
    shown.tree.choose("sde")
    assert shown.page.settings.banner.isHidden()


def test_both_directions_of_the_stack_can_be_followed(shown: MainWindow) -> None:
    stack = shown.page.overview.stack
    shown.tree.choose("sde")
    assert plain(stack.stacked_on.plain).split() == [
        "md1", "RAID", "1", "dm-0", "secret", "·", "LUKS",
        "dm-1", "home", "·", "LVM", "dm-2", "scratch", "·", "LVM",
    ]  # fmt: skip
    stack.stacked_on.linkActivated.emit("dm-1")
    assert shown.tree.current_key() == "dm-1"
    stack.underlying.linkActivated.emit("sdf")
    assert shown.tree.current_key() == "sdf"
    shown.tree.choose("md0")
    assert "(sdb1)" in stack.underlying.plain


def test_links_lead_from_a_controller_to_its_units_and_drives(shown: MainWindow) -> None:
    shown.tree.choose("3ware:c0")
    page = shown.controller_page
    assert page.isVisible()
    page.followed.emit("sdg")
    assert shown.page.isVisible()
    shown.page.followed.emit("3ware:c0/p1")
    assert page.isVisible()
    assert not shown.menus.tune.isEnabled()


def test_who_else_sets_a_setting_is_said_at_a_glance(shown: MainWindow) -> None:
    shown.tree.choose("nvme0n1")
    card = shown.page.overview.queue
    assert "Scheduler: none; set by udev rule 60-block-scheduler.rules:5" in card.text()
    link = next(link for link in card.findChildren(LinkText) if link.plain == "Request queue size")
    link.linkActivated.emit("nr_requests")
    assert shown.page.tabs.currentWidget() is shown.page.settings
    assert shown.page.settings.list.current_name() == "nr_requests"


def test_badges_say_what_deserves_a_glance(shown: MainWindow) -> None:
    said = {item.row.key: item.row.sentence for item in shown.tree.items()}
    assert ", degraded, recover 43 %, /srv/archive, " in plain(said["md0"])
    assert ", spare, " in said["sdc"]
    assert ", rebuilding 17 %, /srv/backup, " in plain(said["sdg"])
    assert said["3ware:c0"].endswith(", battery not ready")
    assert ", read-only, Free, " in said["sdi"]
    assert ", System disk, " in said["nvme0n1"]
    assert all(plain(item.text(0)) in plain(said[item.row.key]) for item in shown.tree.items())


def test_a_row_has_a_line_for_the_name_and_one_for_the_rest(shown: MainWindow) -> None:
    items = {item.row.key: item for item in shown.tree.items()}
    rect = shown.tree.visualItemRect(items["sda"])
    assert rect.height() >= 2 * shown.fontMetrics().height()
    heights = {shown.tree.visualItemRect(item).height() for item in items.values()}
    assert len(heights - {0}) == 1  # what is folded has none
    assert plain(items["sda"].row.details) == "4.00 TB · Member"


def test_all_can_be_copied_at_once(shown: MainWindow, qtbot: QtBot) -> None:
    shown.tree.choose("md0")
    with qtbot.waitActive(shown, timeout=PATIENCE_MS):
        shown.activateWindow()
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(shown, Qt.Key.Key_C, modifiers)
    copied = plain(QGuiApplication.clipboard().text())
    for text in ("UUID: 3aaa0122:29827cfa:5331ad66:ca767371", "sdb1", "stripe_cache_size", "sdc"):
        assert text in copied


def test_a_long_value_is_elided_but_copied_whole(qtbot: QtBot) -> None:
    path = "/var/lib/images/a-disk-with-quite-a-long-name-for-the-tests.img"
    label = ElidedText(path)
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show()
    assert label.is_elided
    assert label.toolTip() == path
    label.setSelection(0, len(label.text()))
    label.setFocus()
    qtbot.keySequence(label, QKeySequence.StandardKey.Copy)
    assert QGuiApplication.clipboard().text() == path
    label.resize(2000, 20)
    assert not label.is_elided
    assert label.toolTip() == ""


def test_a_name_is_copied_with_the_hyphens_it_has(qtbot: QtBot) -> None:
    label = SelectableText("mq-deadline")
    qtbot.addWidget(label)
    label.copy()
    assert QGuiApplication.clipboard().text() == "mq-deadline"


def test_chosen_settings_are_copied(shown: MainWindow, qtbot: QtBot) -> None:
    shown.tree.choose("sda")
    shown.page.tabs.setCurrentIndex(SETTINGS)
    shown.page.settings.list.choose("nr_requests")
    qtbot.keySequence(shown.page.settings.list, QKeySequence.StandardKey.Copy)
    copied = plain(QGuiApplication.clipboard().text())
    assert copied == (
        "Request queue size · nr_requests\t64 requests\t64 requests\t4 to 2 048\tdiffers on sdc"
    )


def test_the_same_setting_stays_chosen_from_device_to_device(shown: MainWindow) -> None:
    shown.tree.choose("sda")
    shown.page.settings.list.choose("read_ahead_kb")
    shown.tree.choose("nvme0n1")
    assert shown.page.settings.list.current_name() == "read_ahead_kb"


def test_a_row_is_found_again_after_the_tree_was_built_anew(shown: MainWindow) -> None:
    for item in shown.tree.items():
        if item.row.key == "dm-1":
            item.setExpanded(False)
    shown.tree.choose("sdb")
    shown.show_devices((*EVERYTHING, RICH, hdd("sdx")))
    assert shown.tree.current_key() == "sdb"
    closed = [item.row.key for item in shown.tree.items() if not item.isExpanded()]
    assert "dm-1" in closed


def test_values_are_renewed_without_building_the_tree_anew(shown: MainWindow) -> None:
    items = list(shown.tree.items())
    shown.show_devices((replace(DEGRADED, background=None), *EVERYTHING[1:], RICH))
    assert list(shown.tree.items()) == items
    assert items[0].row.sentence.split(", ")[1:3] == ["degraded", "/srv/archive"]


def test_a_member_that_is_pulled_stays_chosen_in_its_place(shown: MainWindow) -> None:
    shown.tree.choose("sdc")
    left = tuple(device for device in EVERYTHING if device.name != "sdc")
    shown.show_devices(left)
    assert shown.tree.current_key() == "sdc"
    item = shown.tree.currentItem()
    assert item is not None
    assert item.parent() is shown.tree.topLevelItem(0)
    assert "sdc" not in shown.tree.present_keys()
    assert shown.page.notice.summary == "sdc is no longer connected."
    assert not shown.page.overview.health.button.isEnabled()
    shown.show_devices(EVERYTHING)
    assert shown.tree.current_key() == "sdc"
    assert shown.page.notice.summary == ""
    assert not any(item.is_gone for item in shown.tree.items())


def test_a_changed_disk_that_was_pulled_can_be_put_back_when_it_is_there_again(
    shown: MainWindow,
) -> None:
    shown.kept.note("sdc")
    shown.tree.choose("sdc")
    page, menu = shown.page, shown.menus.put_back
    assert page.changed.isVisible() and menu.isEnabled()
    shown.show_devices(tuple(device for device in EVERYTHING if device.name != "sdc"))
    assert not page.changed.isVisible() and not menu.isEnabled()
    shown.page.changed.acted.emit()  # of a click that was on its way
    assert page.notice.summary == "sdc is no longer connected."
    shown.show_devices(EVERYTHING)
    assert page.changed.isVisible() and menu.isEnabled()
    assert page.changed.button.isEnabled()


def test_a_controller_that_goes_is_said(shown: MainWindow) -> None:
    shown.tree.choose("3ware:c0/u1")
    shown.show_controllers(())
    assert shown.tree.current_key() == "3ware:c0/u1"
    assert "no longer available" in shown.controller_page.notice.summary


@pytest.mark.root
def test_other_disks_that_come_and_go_leave_the_choice_alone(
    window: MainWindow, qtbot: QtBot
) -> None:
    with scratch_folder() as folder, attached_loop(folder) as chosen:
        qtbot.waitUntil(lambda: chosen.name in window.tree.present_keys(), timeout=PATIENCE_MS)
        window.tree.choose(chosen.name)
        window.page.tabs.setCurrentIndex(SETTINGS)
        with attached_loop(folder) as other:
            qtbot.waitUntil(lambda: other.name in window.tree.present_keys(), timeout=PATIENCE_MS)
            assert window.tree.current_key() == chosen.name
        qtbot.waitUntil(lambda: other.name not in window.tree.present_keys(), timeout=PATIENCE_MS)
        assert window.tree.current_key() == chosen.name
        assert window.page.tabs.currentIndex() == SETTINGS
        assert window.page.tune.isEnabled()


def asked(window: MainWindow, name: str, answer: Health) -> str:
    """What the window says after ``name`` was asked and gave ``answer``."""
    window.tree.choose(name)
    window.menus.read_health.trigger()
    window.health.note(answer)
    return "\n".join(plain(text) for text in texts(window.page.overview.health))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        ("nvme0n1", HEALTHY, ("is healthy", "38 °C", "12 345 h (1.4 years)", "4 %")),
        ("nvme0n1", HEALTHY, ("512 B (in use): good; 4 096 B: better", "erases the drive")),
        ("sda", WORN, ("need attention", "24 sectors were replaced", "51 °C")),
        ("sde", FAILING, ("is failing", "failed its self-assessment")),
        ("sdf", ASLEEP, ("in standby and wasn’t woken",)),
    ],
)
def test_health_is_said_in_words(
    shown: MainWindow, name: str, answer: Health, expected: tuple[str, ...]
) -> None:
    said = asked(shown, name, answer)
    for text in expected:
        assert text in said


def test_every_field_of_a_health_reaches_the_window(shown: MainWindow) -> None:
    told = Health("sda", None, False, 41, 77, 3001, 3002, 3003, 91, ("PROBLEM",))
    said = asked(shown, "sda", told)
    for text in ("41 °C", "77 h", "3 001", "3 002", "3 003", "91 %", "PROBLEM"):
        assert text in said
    said = asked(shown, "sda", Health("sda", True, missing={"temperature_c": "NO THERMOMETER"}))
    assert "NO THERMOMETER" in said


def test_a_bad_health_is_seen_in_the_tree(shown: MainWindow) -> None:
    asked(shown, "sde", FAILING)
    said = {item.row.key: item.row.sentence for item in shown.tree.items()}
    assert ", failing, Member, " in said["sde"]


def test_the_health_of_another_disk_of_the_same_name_is_not_known(shown: MainWindow) -> None:
    asked(shown, "sde", FAILING)
    number = BY_NAME["sde"].diskseq
    assert number is not None
    others = tuple(device for device in EVERYTHING if device.name != "sde")
    shown.show_devices((*others, replace(BY_NAME["sde"], diskseq=number + 100)))
    assert "Not read yet" in shown.page.overview.health.summary


def test_a_health_that_could_not_be_read_says_why(shown: MainWindow) -> None:
    shown.tree.choose("sda")
    shown.menus.read_health.trigger()
    assert not shown.page.overview.health.button.isEnabled()
    shown.health.note_failed(Dismissed())
    assert shown.page.overview.health.summary == "The password dialog was closed."
    assert shown.page.overview.health.button.isEnabled()


def test_what_has_no_health_leads_to_what_has(shown: MainWindow) -> None:
    card = shown.page.overview.health
    shown.tree.choose("dm-1")
    assert not card.button.isVisible()
    assert card.links.plain == "Read the health of its drives: sde, sdf"
    shown.tree.choose("sdg")
    assert card.links.plain == "Read the health of its drives: p0, p1, p2"
    card.followed.emit("3ware:c0/p1")
    assert shown.controller_page.health.button.isVisible()
    shown.tree.choose("loop0")
    assert not card.button.isVisible()
    assert not card.links.isVisible()
    assert not shown.menus.read_health.isEnabled()


def busy(rate: float, flushes: float | None) -> History:
    history = History(100, 0.1)
    for number in range(20):
        history.append(
            number / 10,
            Activity(
                0.1, rate, 0, 200, 0, 1.5, None, 3, 0.42, 2.5, flushes, 4.0 if flushes else None
            ),
        )
    return history


def figures_now(shown: MainWindow) -> dict[str, list[str]]:
    return {
        key: [plain(line.figures[0]) for line in chart.legend.lines]
        for key, chart in shown.page.live.charts.charts.items()
    }


def test_figures_say_what_a_device_does(shown: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monitor = shown.services.monitor
    monkeypatch.setattr(monitor, "history", lambda name: busy(100, 3.0) if name == "sda" else None)
    shown.page.live.charts.show_only(("throughput", "iops", "latency", "queue", "utilisation"))
    shown.tree.choose("sda")
    assert figures_now(shown) == {
        "throughput": ["100", "0", "not reported"],
        "iops": ["200", "0", "not reported", "3.00"],
        "latency": ["1.50 ms", "no writes", "not reported", "4.00 ms"],
        "queue": ["2.50"],
        "utilisation": ["42 %"],
    }


def test_figures_that_the_kernel_does_not_count_say_so(
    shown: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown.services.monitor, "history", lambda _: busy(100, None))
    shown.tree.choose("sda")
    assert figures_now(shown)["latency"][2:] == ["not reported"] * 2


def test_only_rows_that_are_seen_and_have_changed_are_painted(
    shown: MainWindow, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    many = tuple(hdd(f"sd{letter}{other}") for letter in "abcd" for other in "abcdefghijklmnop")
    shown.resize(1300, 800)
    shown.show_devices(many)
    qapp.processEvents()
    history = busy(100, None)
    looked: list[str] = []

    def recorded(name: str) -> History:
        looked.append(name)
        return history

    monkeypatch.setattr(shown.services.monitor, "history", recorded)
    monkeypatch.setattr(device_tree, "_REFRESH_S", 0.0)
    seen = {item.row.key for item in shown.tree.visible_items() if item.row.is_live}
    assert 5 < len(seen) < 64
    shown.services.monitor.ticked.emit()
    assert set(looked) == seen
    assert {item.row.key for item in shown.tree.items() if item.bars != sparkline.FLAT} == seen
    looked.clear()
    monkeypatch.setattr(device_tree, "_REFRESH_S", 3600.0)
    shown.services.monitor.ticked.emit()
    assert looked == []  # it's too early


@pytest.mark.sampled(2)
@pytest.mark.parametrize("device", [SYSTEM, VIRTUAL, ZONED, RICH], ids=lambda device: device.name)
def test_texts_of_a_hostile_disk_are_shown_as_text(shown: MainWindow, device: Device) -> None:
    hostile = replace(device, model="<b>\u202e\x07 model", serial="a\nb", links=("/dev/<i>\n",))
    others = tuple(each for each in EVERYTHING if each.name != device.name)
    shown.show_devices((hostile, *others))
    said = everything_said(shown, device.name)
    assert "\x07" not in said
    assert "\u202e" not in said
    assert "a\nb" not in said


def test_facts_with_line_breaks_have_a_line_each(qtbot: QtBot) -> None:
    facts = Facts([Fact("Names", "one\ntwo"), Fact("Size", None, "because")])
    qtbot.addWidget(facts)
    assert list(facts.rows) == [("Names", "one\ntwo"), ("Size", "unknown")]
    said = [label.text() for label in facts.findChildren(QLabel)]
    assert said == ["Names", "one", "two", "Size", "unknown"]
    facts.show_rows([Fact("Names", "one")])
    assert list(facts.rows) == [("Names", "one")]
