"""The paths to an NVMe drive, which the kernel lists beside it: hidden disks with its names."""

from __future__ import annotations

import asyncio
import shutil
import syslog
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from storage_tuner_helper import dispatcher
from storage_tuner_helper.devices import emptiness, identity, nvme_paths, persistent_names, sysfs
from storage_tuner_helper.devices.emptiness import check_unused
from storage_tuner_helper.devices.persistent_names import lasting_identity
from storage_tuner_helper.devices.sysfs import PinnedDevice, pinned
from storage_tuner_helper.dispatcher import METHODS, Dispatcher
from storage_tuner_helper.errors import NotSupported
from storage_tuner_helper.keeping import udev_rules
from storage_tuner_helper.keeping.persistence import Instance, Persistence
from storage_tuner_helper.operations import Operations
from storage_tuner_helper.transport.client import Client
from tests.unit.helper.sysfs_folder import DISKSEQ, make_folder

WWID = "eui.0025385b01234567"
DRIVE = {"ro": "0", "size": "2048", "queue/zoned": "none", "wwid": WWID}


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PinnedDevice]:
    """A drive with one path, on a computer without udev."""
    blocks = tmp_path / "block"
    make_folder(blocks, "nvme0n1", {**DRIVE, "dev": "0:1", "hidden": "0"})
    make_folder(blocks, "nvme0c0n1", {**DRIVE, "hidden": "1"})
    for module in (sysfs, emptiness):
        monkeypatch.setattr(module, "SYS_BLOCK", str(blocks))
    monkeypatch.setattr(identity, "UDEV_DATABASE", str(tmp_path / "none"))
    monkeypatch.setattr(udev_rules, "PATH", str(tmp_path / "99-storage-tuner.rules"))
    with pinned("nvme0n1", DISKSEQ) as device:
        yield device


def test_a_path_is_no_second_drive(drive: PinnedDevice, tmp_path: Path) -> None:
    """It can be overwritten, kept for good, and found again under another name."""
    check_unused(drive)
    kept = Persistence(tmp_path).preview({Instance(drive.name, DISKSEQ): {}})[drive.name]
    assert kept.identity == lasting_identity(drive) == f"ID_WWN={WWID}"
    assert persistent_names.name_of(kept.identity) == "nvme0n1"


def test_a_path_has_no_name_for_good(drive: PinnedDevice, tmp_path: Path) -> None:
    """Not that of the drive, even while that isn't there: the drive has other settings."""
    with pinned("nvme0c0n1", DISKSEQ) as path:
        assert lasting_identity(path) == ""
        shutil.rmtree(tmp_path / "block/nvme0n1")
        assert lasting_identity(path) == ""
    with pytest.raises(NotSupported, match="udev isn't notified of paths"):
        Persistence(tmp_path).preview({Instance("nvme0c0n1", DISKSEQ): {}})


def test_only_hidden_disks_are_paths(drive: PinnedDevice, tmp_path: Path) -> None:
    blocks = tmp_path / "block"
    make_folder(blocks, "nvme0c1n1", {**DRIVE, "hidden": "1"})
    make_folder(blocks, "nvme0c1n2", {**DRIVE, "hidden": "1"})
    make_folder(blocks, "nvme0c2n1", {**DRIVE, "hidden": "0"})
    assert nvme_paths.paths_to("nvme0n1") == {"nvme0c0n1", "nvme0c1n1"}
    for whole in (["nvme0n1"], ["nvme0c1n1", "nvme0c0n1"], ["nvme0c1n2"], ["nvme0c2n1"], []):
        nvme_paths.check_complete(whole)
    for part in (["nvme0c1n1"], ["nvme0n1", "nvme0c0n1"], ["nvme0c1n2", "nvme0c0n1"]):
        with pytest.raises(NotSupported, match="also leads to nvme0n1"):
            nvme_paths.check_complete(part)


def test_a_second_drive_with_the_same_name_is_one(drive: PinnedDevice, tmp_path: Path) -> None:
    make_folder(tmp_path / "block", "nvme1n1", {**DRIVE, "dev": "0:2", "hidden": "0"})
    with pytest.raises(
        NotSupported, match="nvme0n1 and nvme1n1 report that they are the same disk"
    ):
        check_unused(drive)
    with pytest.raises(NotSupported, match="have the same ID_WWN"):
        Persistence(tmp_path).preview({Instance(drive.name, DISKSEQ): {}})
    assert lasting_identity(drive) == ""


class Recording:
    """A transport that allows everything."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, ...]] = []

    async def authorize(
        self, client: Client, action: str, devices: Sequence[str], ask: bool
    ) -> None:
        del client, action, ask
        self.shown.append(tuple(devices))

    def notify(self, client: Client, event: str, device: str, arguments: object) -> None:
        raise AssertionError(client, event, device, arguments)


async def done(*arguments: object) -> dict[str, Any]:
    del arguments
    return {}


@pytest.mark.parametrize("names", [(), ("nvme0c0n1",), ("nvme0c0n1", "nvme0c1n1", "nvme0n1")])
def test_a_dialog_names_the_drive_and_the_log_its_paths(
    drive: PinnedDevice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    make_folder(tmp_path / "block", "nvme0c1n1", {**DRIVE, "hidden": "1"})
    logged: list[str] = []
    monkeypatch.setattr(syslog, "syslog", lambda _, line: logged.append(line))
    row = replace(METHODS["BeginSession"], handler=done)
    monkeypatch.setattr(dispatcher, "METHODS", {"BeginSession": row})
    transport = Recording()
    client = Client("me", transport, 0)
    values = {f"{name}.diskseq": DISKSEQ for name in names} or {"diskseq": DISKSEQ}
    calls = Dispatcher(cast("Operations", None))
    asyncio.run(calls.call(client, "BeginSession", "nvme0c0n1", values, ask=True))
    assert transport.shown == [(drive.name,)]
    listed = " ".join(sorted(names) or ["nvme0c0n1"])
    assert logged == [f"me BeginSession {listed}: done"]
