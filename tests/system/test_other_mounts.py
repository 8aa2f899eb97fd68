"""What a mount namespace of a test lets go of before it begins."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.loop_device import LoopDevice
from tests.other_mounts import WITHOUT_THEM


def test_only_what_tests_mounted_is_let_go_of(device: LoopDevice, tmp_path: Path) -> None:
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    place = tmp_path / "with space"
    place.mkdir()
    subprocess.run(["mount", device.path, place], check=True)
    try:
        argv = ("unshare", "--mount", "--propagation", "private", *WITHOUT_THEM)
        inside = subprocess.check_output((*argv, "cat", "/proc/self/mounts"), text=True)
        outside = Path("/proc/self/mounts").read_text(encoding="utf-8")
    finally:
        subprocess.run(["umount", place], check=True)
    assert device.path in outside and device.path not in inside
    assert {line.split()[1] for line in inside.splitlines()} >= {"/", "/proc", "/sys"}
