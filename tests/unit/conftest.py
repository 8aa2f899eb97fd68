"""Recorded computers."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from tests.recorded_computers import RECORDED, Recorded, recorded_computer


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Each of them is that of all workers, so nobody may change it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    return partial(recorded_computer, folder=folder)


@pytest.fixture(scope="session", params=RECORDED)
def any_tree(request: pytest.FixtureRequest, recorded: Recorded) -> Path:
    """Each recorded computer, with what other programs told of it in the folder cmd."""
    return recorded(request.param)


@pytest.fixture(scope="session")
def plain_tree(recorded: Recorded) -> Path:
    """Linux 6.1: SATA, SCSI, NVMe, USB and virtio disks that nothing uses but the system."""
    return recorded("6.1-01-plain")


@pytest.fixture(scope="session")
def mounted_tree(recorded: Recorded) -> Path:
    """Linux 6.1 with md RAID 1, 5 and 10, LVM on the RAID 5, and mounts."""
    return recorded("6.1-02-md-mounted")


@pytest.fixture(scope="session")
def degraded_tree(recorded: Recorded) -> Path:
    """Linux 6.12 with the same arrays: the RAID 1 lost a disk, the RAID 5 is being checked."""
    return recorded("6.12-04-degraded-and-check")
