"""Nodes of devices that turn out to be another disk's."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner_helper.devices.claim import open_for_reading
from storage_tuner_helper.errors import DeviceChanged
from tests.loop_device import LoopDeviceFactory, loop_devices
from tests.unit.helper.sysfs_folder import DISKSEQ, made_device

__all__ = ["loop_devices"]


@pytest.mark.root
@pytest.mark.parametrize("is_exchanged", [False, True])
def test_the_node_of_another_disk_does_not_stay_open(
    loop_devices: LoopDeviceFactory, tmp_path: Path, is_exchanged: bool
) -> None:
    """Whether only the disk is another one, or the number as well: an open node would keep it from
    being unplugged cleanly."""
    device = loop_devices()
    assert device.diskseq != DISKSEQ
    number = Path("/sys/block", device.name, "dev").read_text(encoding="ascii").strip()
    with (
        made_device(
            tmp_path, device.name, {"dev": number if is_exchanged else "7:9999"}
        ) as expected,
        pytest.raises(DeviceChanged),
    ):
        open_for_reading(expected)
    entries = list(Path("/proc/self/fd").iterdir())
    open_files = [str(entry.readlink()) for entry in entries if entry.is_symlink()]
    assert device.path not in open_files
