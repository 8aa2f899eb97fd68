"""Nothing stands between the end of a client, or of the helper, and everything restored."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.bus.connections import wait_gone, wait_until
from tests.bus.environment import SYSTEM_PYTHON, TUNE_YES, USER, Environment
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice, LoopDeviceFactory, scratch_folder


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


def test_a_polkitd_that_hangs_keeps_nothing_from_coming_back(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    bus.set_rules(TUNE_YES)
    device, other = loop_devices(), loop_devices()
    before = device.settings()
    with bus.client(USER) as user:
        session = begin(user, device)
        user.call("SetSettings", device.name, session=session, scheduler="bfq")
        bus.signal_polkitd(signal.SIGSTOP)
        try:
            user.start("BeginSession", other.name, diskseq=other.diskseq)
            user.call("Describe")
            user.kill()
            wait_until(lambda: device.settings() == before, "the settings")
        finally:
            bus.signal_polkitd(signal.SIGCONT)
