"""Nothing stands between the end of a client, or of the helper, and everything restored."""

from __future__ import annotations

import sys

import pytest

from tests.bus.connections import wait_gone
from tests.bus.environment import SYSTEM_PYTHON, Environment
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice, scratch_folder


@pytest.mark.parametrize("interpreter", [SYSTEM_PYTHON, sys.executable])
def test_all_comes_back_when_the_bus_dies(device: LoopDevice, interpreter: str) -> None:
    """On both versions of dbus-fast, which never answers a call on a dead connection."""
    before = device.settings()
    with scratch_folder() as folder:
        system = Environment(folder, interpreter)
        try:
            with system.client() as root:
                session = begin(root, device)
                root.call("SetSettings", device.name, session=session, scheduler="bfq")
                supervisor, worker = root.helper_pids()
                system.kill_bus()
                wait_gone(worker)
                wait_gone(supervisor)
                assert device.settings() == before
        finally:
            system.close()
