"""The package on a new system: installed, used by an ordinary user, removed. Each test is a stage
of its life, in this order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bus.connections import wait_until
from tests.fresh.systems import DEBIAN_12, DEBIAN_13, Release, fresh_system
from tests.loop_device import LoopDevice, attached_loop, scratch_folder
from tests.packaging.installed import Installed, installed

pytestmark = [pytest.mark.slow, pytest.mark.root, pytest.mark.machine]

LIBRARY = "/usr/lib/storage-tuner"
STATE = "/var/lib/storage-tuner"


@pytest.fixture(scope="module", params=[DEBIAN_12, DEBIAN_13], ids=lambda release: release.suite)
def system(request: pytest.FixtureRequest, package: Path) -> Iterator[Installed]:
    release: Release = request.param
    with fresh_system(release) as fresh, installed(fresh, package) as running:
        yield running


@pytest.fixture(scope="module")
def disk(system: Installed) -> Iterator[LoopDevice]:
    with scratch_folder() as folder, attached_loop(folder) as device:
        yield device


def test_a_scheduler_is_changed_and_stays(system: Installed, disk: LoopDevice) -> None:
    assert disk.scheduler == "none"
    system.run_authorised("storage-tuner", "set", disk.name, "scheduler=bfq")
    assert disk.scheduler == "bfq"


def test_removing_brings_trials_back_and_leaves_what_is_kept(
    system: Installed, disk: LoopDevice
) -> None:
    trying = ("storage-tuner", "set", disk.name, "scheduler=kyber", "--try", "600")
    with system.started(*trying):
        wait_until(lambda: disk.scheduler == "kyber", "the trial", 60)
        system.dpkg("--remove", "storage-tuner")
        assert disk.scheduler == "bfq"
    assert not system.system.path(LIBRARY).exists()
    assert system.system.path(STATE).exists()
