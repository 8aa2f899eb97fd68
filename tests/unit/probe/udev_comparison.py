"""Asks udev itself what rules set on a loop device, and us as well. Run in a mount namespace of
its own (``unshare --mount``), so that nothing of it is seen outside:

    python -m tests.unit.probe.udev_comparison DEVICE FOLDER…

Each FOLDER holds rule files. Prints one JSON object a folder: what ``udevadm test`` wrote or would
run at each event, and what we say. Each event finds the settings that we found: what was written at
one matches other rules at the next.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.owners.udev_rules import UdevRules
from tests.loop_device import LoopDevice

RULES = Path("/etc/udev/rules.d")
WRITES = re.compile(r"ATTR '/sys/devices/virtual/block/[^/]+/(\S+)' writing '([^']*)'")
RUNS = re.compile(r"^run: '(.*)'$", re.MULTILINE)


def main(device: str, folders: list[str]) -> None:
    _hide(device)
    loop = LoopDevice(device, Path())
    before = loop.settings()
    for folder in folders:
        _run("mount", "--bind", folder, str(RULES))
        try:
            shutil.rmtree("/run/udev/data", ignore_errors=True)  # what other rules said
            ours, events = _ours(device), {}
            for action in ("add", "change"):
                shutil.rmtree("/run/udev/data", ignore_errors=True)
                events[action] = _udevs(device, action)
                loop.restore(before)
            print(json.dumps({"folder": folder, "ours": ours, "udev": events}))
        finally:
            _run("umount", str(RULES))


def _hide(device: str) -> None:
    """Nothing that udev makes gets out of this namespace, and no other rules count."""
    _run("mount", "--make-rprivate", "/")
    number = Path(f"/dev/{device}").stat().st_rdev
    for folder in ("/run", "/dev", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"):
        if not Path(folder).is_symlink() and Path(folder).is_dir():
            _run("mount", "-t", "tmpfs", "tmpfs", folder)
    Path("/run/udev").mkdir()
    for name, kind, node in (
        (device, 0o060600, number),
        ("null", 0o020666, os.makedev(1, 3)),
        ("urandom", 0o020666, os.makedev(1, 9)),
    ):
        os.mknod(f"/dev/{name}", kind, node)


def _ours(name: str) -> list[tuple[str, str | None, bool]]:
    device = next(device for device in read_devices(Path("/")) if device.name == name)
    return [
        (owner.tunable, owner.value, not owner.place.endswith("(may apply)"))
        for owner in UdevRules("").owners(device)
    ]


def _udevs(device: str, action: str) -> dict[str, list[list[str]] | list[str]]:
    os.environ["SYSTEMD_PROC_CMDLINE"] = Path(
        "/proc/cmdline"
    ).read_text()  # not that of a container
    told = _run("udevadm", "test", f"--action={action}", f"/sys/block/{device}")
    return {"writes": [list(pair) for pair in WRITES.findall(told)], "runs": RUNS.findall(told)}


def _run(*command: str) -> str:
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stdout}"
    return done.stdout


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
