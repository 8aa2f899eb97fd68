"""Recorded trees and a real loop device."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loop_device import SCRATCH, attached_loop

RECORDED = Path(__file__).parents[2] / "data" / "sysfs"


def unpack(name: str, folder: Path) -> Path:
    """The recorded computer ``name`` in ``folder``, which is given back."""
    subprocess.run(
        ["tar", "--extract", "--gzip", "--file", RECORDED / f"{name}.tar.gz"],
        cwd=folder,
        check=True,
    )
    return folder


@pytest.fixture(
    scope="session",
    params=[
        "6.1-01-plain",
        "6.1-02-md-mounted",
        "6.1-03-tuned",
        "6.12-01-plain",
        "6.12-04-degraded-and-check",
    ],
)
def any_tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each recorded computer, with what other programs told of it in the folder cmd."""
    return unpack(request.param, tmp_path_factory.mktemp("any"))


@pytest.fixture(scope="session")
def plain_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Linux 6.1: SATA, SCSI, NVMe, USB and virtio disks that nothing uses but the system."""
    return unpack("6.1-01-plain", tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="session")
def mounted_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Linux 6.1 with md RAID 1, 5 and 10, LVM on the RAID 5, and mounts."""
    return unpack("6.1-02-md-mounted", tmp_path_factory.mktemp("mounted"))


@pytest.fixture(scope="session")
def degraded_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Linux 6.12 with the same arrays: the RAID 1 lost a disk, the RAID 5 is being checked."""
    return unpack("6.12-04-degraded-and-check", tmp_path_factory.mktemp("degraded"))


@pytest.fixture
def loop_device() -> Iterator[tuple[str, Path]]:
    """A loop device of our own: its kernel name and its file."""
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("needs root and loop devices")
    with attached_loop(SCRATCH) as device:
        yield device.name, device.file
