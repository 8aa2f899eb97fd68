"""What a mount namespace of a test lets go of before it begins."""

from __future__ import annotations

import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.loop_device import LoopDevice, mounted, scratch_folder
from tests.other_mounts import WITHOUT_OTHER_MOUNTS


def test_only_what_tests_mounted_is_let_go_of(device: LoopDevice, tmp_path: Path) -> None:
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    spaced = tmp_path / "with space"
    spaced.mkdir()
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder())
        somebodys = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for place in (spaced, scratch, somebodys):
            stack.enter_context(mounted(device, place))
        argv = ("unshare", "--mount", "--propagation", "private", *WITHOUT_OTHER_MOUNTS)
        inside = subprocess.check_output((*argv, "cat", "/proc/self/mounts"), text=True)
        outside = Path("/proc/self/mounts").read_text(encoding="utf-8")
    assert outside.count(f"{device.path} ") == 3
    mounts = [line.split()[:2] for line in inside.splitlines()]
    assert [place for source, place in mounts if source == device.path] == [str(somebodys)]
    assert {place for _, place in mounts} >= {"/", "/proc", "/sys"}
